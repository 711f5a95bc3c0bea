"""Write the table of languages into a Markdown file: `python -m repomap.languages docs/languages.md`.

The table stands between the lines BEGIN and END; all around it is kept. Without a file it is printed.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from repomap.languages.first_class import FIRST_CLASS
from repomap.languages.load import query_text
from repomap.languages.row import Language
from repomap.languages.second_class import SECOND_CLASS
from repomap.languages.structure import STRUCTURE

BEGIN = "<!-- made by python -m repomap.languages: begin -->"
END = "<!-- end -->"

_CLASSES = (
    ("First class", FIRST_CLASS),
    ("Second class", SECOND_CLASS),
    ("Structure and embedded languages", STRUCTURE),
)
_HEAD = "| language | files | definitions | references | imports | grammar |\n| --- | --- | --- | --- | --- | --- |\n"


def table() -> str:
    """Return the table: for each class of languages a heading and a row a language, from the queries' captures."""
    return "\n".join(f"## {title}\n\n{_HEAD}{''.join(_line(row) for row in rows)}" for title, rows in _CLASSES)


def written(text: str) -> str:
    """Return `text` with the table in place of what stands between BEGIN and END. Raises ValueError without them."""
    if BEGIN not in text or END not in text:
        raise ValueError(f"the lines {BEGIN} and {END} are missing")
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{table()}\n{END}{rest.partition(END)[2]}"


def _line(row: Language) -> str:
    query = query_text(row.name)
    names = " ".join(f"`{name}`" for name in (*row.extensions, *row.filenames))
    package = row.grammar[0].partition(".")[0].replace("_", "-")
    grammar = f"{package}, extra `{row.extra}`" if row.extra else package
    imports = "yes" if "@import" in query else ""
    cells = (row.name, names, _kinds(query, "definition"), _kinds(query, "reference"), imports, grammar)
    return f"| {' | '.join(cells)} |\n"


def _kinds(query: str, capture: str) -> str:
    return ", ".join(sorted(set(re.findall(rf"@{capture}\.(\w+)", query))))


def main(arguments: list[str]) -> None:
    """Run the command with the arguments after its name."""
    if not arguments:
        print(table())
        return
    path = Path(arguments[0])
    path.write_text(written(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
