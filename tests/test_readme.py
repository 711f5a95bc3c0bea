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

from tests.test_help import helps

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


def test_the_picture_is_what_the_commands_print_today(real_output: ModuleType) -> None:
    with real_output.shop() as root:
        drawn = real_output.picture(root)

    ElementTree.fromstring(drawn)
    assert "repomap map --tokens" in drawn
    assert "def _charge(self, card: str, cents: int) -&gt; str" in drawn
    assert drawn == (ROOT / "docs/picture.svg").read_text(encoding="utf-8"), AGAIN


def test_the_documentations_marked_blocks_are_what_the_commands_print_today(real_output: ModuleType) -> None:
    marked = 0
    with real_output.shop() as root:
        for path in real_output.pages():
            text = path.read_text(encoding="utf-8")
            marked += len(real_output.BLOCK.findall(text))
            assert real_output.filled(text, root) == text, f"{path.name}; {AGAIN}"
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
