"""Find languages that would be read silently empty: compile every query, and read an example of every language."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from repomap.languages.load import GrammarError, installed_grammars, load
from repomap.languages.row import Language
from repomap.languages.table import languages

EXAMPLES = Path(__file__).with_name("examples.toml")


def check() -> list[tuple[str, str]]:
    """Return (language, problem) for each language that is meant to be here; no problem is "".

    An optional language whose grammar is not installed is left out. A problem is a sentence that names the fix.
    """
    examples = tomllib.loads(EXAMPLES.read_text(encoding="utf-8"))
    return [(row.name, _problem(row, examples.get(row.name))) for row in languages() if _expected(row)]


def _expected(row: Language) -> bool:
    return not row.extra or row.grammar[0].partition(".")[0] in installed_grammars()


def _problem(row: Language, example: dict[str, Any] | None) -> str:
    from repomap.extraction.extract import extract

    try:
        grammar = load(row.name)
        if row.query or example is None:
            captures = [grammar.query.capture_name(number) for number in range(grammar.query.capture_count)]
            if not any(capture.startswith("definition.") for capture in captures):
                return f"{row.name}: its query {row.query} captures no @definition.KIND; see repomap.extraction.extract"
            return ""
        found = extract(row.name, example["source"].encode())
    except GrammarError as error:
        return str(error)
    except Exception as error:  # a query with wrong captures shows only when it meets a match
        return f"{row.name}: reading its example failed ({type(error).__name__}: {error}); correct {row.query or 'it'}"
    names = {definition.name for definition in found.definitions}
    uses = {reference.name for reference in found.references}
    missed = [name for name in example["definitions"] if name not in names]
    missed += [name for name in example.get("references", ()) if name not in uses]
    if not missed:
        return ""
    package = row.grammar[0].partition(".")[0].replace("_", "-")
    wanted = f"repomap[{row.extra}]" if row.extra else "repomap"
    return (
        f"{row.name}: the installed {package} reads an example without finding {', '.join(missed)}; "
        f"pip install '{wanted}'"
    )
