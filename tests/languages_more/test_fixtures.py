"""Each language's fixture is read as its `.expected` file says; that file is checked by hand, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from repomap.extraction.extract import extract
from repomap.languages import detect, language
from repomap.languages.load import installed_grammars

FIXTURES = Path(__file__).with_name("fixtures")
SOURCES = sorted(path.with_suffix("") for path in FIXTURES.rglob("*.expected"))


def described(path: Path) -> str:
    """Return what is read of the file at `path`, in the form of an `.expected` file."""
    source = path.read_bytes()
    name = detect(path.relative_to(FIXTURES).as_posix(), source)
    assert name is not None
    if language(name).grammar[0].partition(".")[0] not in installed_grammars():
        pytest.skip(f"the grammar of {name} is not installed")
    found = extract(name, source)
    lines = [f"language {name}, syntax errors {found.errors}", "", "# line-end kind qualified name: signature | doc"]
    lines += [
        f"{definition.line}-{definition.end_line} {definition.kind} {definition.qualified}"
        + ("" if definition.exported else " (private)")
        + f": {definition.signature}"
        + (f" | {definition.doc}" if definition.doc else "")
        for definition in found.definitions
    ]
    lines += ["", "# line kind name, qualifier before it, < the definition it stands in"]
    for use in found.references:
        before = f"{use.qualifier} " if use.qualifier else ""
        scope = f" < {found.definitions[use.scope].qualified}" if use.scope >= 0 else ""
        lines.append(f"{use.line} {use.kind} {before}{use.name}{scope}")
    lines += ["", "# line module [as alias] [: names]"]
    for item in found.imports:
        names = ", ".join(name + (f" as {alias}" if alias else "") for name, alias in item.names)
        lines.append(
            f"{item.line} {item.module}" + (f" as {item.alias}" if item.alias else "") + (f": {names}" if names else "")
        )
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_a_fixture_is_read_as_checked_by_hand(path: Path) -> None:
    assert described(path) == path.with_name(path.name + ".expected").read_text(encoding="utf-8")
