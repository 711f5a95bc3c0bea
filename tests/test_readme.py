"""README and documentation: real output, commands and options that exist, links that lead somewhere."""

from __future__ import annotations

import importlib.util
import re
import shlex
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.cli.test_help import helps

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "examples/README.md", *sorted((ROOT / "docs").glob("*.md"))]
AGAIN = "run: python examples/real_output.py"


@pytest.fixture(scope="module")
def real_output() -> ModuleType:
    spec = importlib.util.spec_from_file_location("real_output", ROOT / "examples/real_output.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


FORMS = {
    "call": r"\S+:\d+: in \S+ -> (\S+:\d+ \S+(, )?)+ \(\d\.\d\d\)",
    "hit": r"\S+:\d+: \S.*",
    "path": r"\S+\.[a-z]+( …)?",
    "definition": r" (  )*\S.*",
    "gap": "⋮",
    "coverage": r"[\d ]+ of [\d ]+ files, [\d ]+ of [\d ]+ symbols; tokens: claude",
}


def forms_of(output: str) -> dict[str, set[str]]:
    """Return for each command (`$ …`) of a console the forms of the lines that it printed.

    Forms, not lines: which definitions a map shows is the ranking's affair, and it changes for the better.
    """
    found: dict[str, set[str]] = {}
    command = ""
    for line in output.splitlines():
        if line.startswith("$ "):
            command = line
            found[command] = set()
        elif line:
            found[command].add(next((name for name, form in FORMS.items() if re.fullmatch(form, line)), line))
    return found


def written_in(drawn: str, columns: int) -> str:
    """Return the text of a drawn terminal, its wrapped lines joined."""
    lines = [
        "".join(text.itertext()) for text in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")
    ]
    joined: list[str] = []
    for before, line in zip(["", *lines], lines, strict=False):
        if len(before) == columns:
            joined[-1] += line
        else:
            joined.append(line)
    return "\n".join(joined)


def test_the_picture_has_the_form_of_what_the_commands_print_today(real_output: ModuleType) -> None:
    with real_output.shop() as root:
        today = forms_of(written_in(real_output.picture(root), real_output.COLUMNS))
    kept = written_in((ROOT / "docs/picture.svg").read_text(encoding="utf-8"), real_output.COLUMNS)

    assert forms_of(kept) == today, AGAIN
    assert list(today.values()) == [{"path", "definition", "gap", "coverage"}, {"call"}, {"hit"}]
    assert list(today) == [f"$ {command}" for command in real_output.DRAWN]
    sources = "\n".join(path.read_text() for path in (ROOT / "examples/shop").rglob("*.*") if path.is_file())
    for line in re.findall(r"^ +(?:class|def) (\w+)", kept, re.MULTILINE):
        assert line in sources, AGAIN


def test_the_documentations_marked_blocks_have_the_form_of_what_is_printed_today(real_output: ModuleType) -> None:
    marked = 0
    with real_output.shop() as root:
        for path in real_output.pages():
            text = path.read_text(encoding="utf-8")
            today = real_output.BLOCK.findall(real_output.filled(text, root))
            kept = real_output.BLOCK.findall(text)
            assert list(map(forms_of, kept)) == list(map(forms_of, today)), f"{path.name}; {AGAIN}"
            marked += len(kept)
    assert marked >= 2


def test_the_readme_has_the_two_commands_that_ci_runs() -> None:
    text = (ROOT / "README.md").read_text()

    for tag in ("map", "test"):
        assert re.search(rf"^<!-- {tag} -->\n```sh\npython3 -m venv .*\n```$", text, re.MULTILINE), tag


def commands_in(text: str) -> Iterator[list[str]]:
    """Yield the words of each `repomap` command that stands in a block of code or between backticks."""
    blocks = re.findall(r"```(?:sh|console)\n(.*?)```", text, re.DOTALL)
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    lines += re.findall(r"^    (?:\$ )?(repomap .*)", text, re.MULTILINE)
    lines += re.findall(r"`(repomap [^`]*)`", text)
    for line in lines:
        line = re.sub(r"  #.*|  +[a-z].*", "", line.removeprefix("$ "))  # what follows is a comment
        for part in re.split(r" (?:\\?\||&&|>|\|\|) ", line):
            if part.startswith("repomap "):
                yield re.sub(r"[\[\]…()]", " ", part).split() if "[" in part else _words(part)


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_command_and_option_that_is_written_exists(path: Path) -> None:
    known = helps()
    for words in commands_in(path.read_text(encoding="utf-8")):
        if words[1].startswith("-") or words[1].isupper():
            continue
        inner = " ".join(words[:3])
        name = inner if inner in known else " ".join(words[:2])
        command = words[1].strip(",;:")
        assert f"repomap {command}" in known, words
        for word in words:
            option = re.match(r"--[a-z-]+|-[a-zA-Z]$", word)
            texts = known.get(name, "") + known["repomap"]
            texts += known["repomap pseudo show"] if command == "pseudo" else ""
            assert not option or option[0] in texts, (words, option[0])


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_leads_to_a_file_and_a_heading(path: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]*[./#][^)\s]*)\)", path.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        file, _, heading = target.partition("#")
        place = (path.parent / file) if file else path
        assert place.exists(), target
        if heading:
            headings = re.findall(r"^#+ (.*)", place.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in headings}
            assert heading in slugs, target
