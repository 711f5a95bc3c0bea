"""Each first-class language's fixture is read as its `.expected` file says; that file is checked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from repomap.extraction.extract import extract
from repomap.languages import detect
from repomap.languages.first_class import FIRST_CLASS

FIXTURES = Path(__file__).with_name("fixtures")
SOURCES = sorted(path.with_suffix("") for path in FIXTURES.glob("*.expected"))


def described(path: Path) -> str:
    """Return what is read of the file at `path`, in the form of an `.expected` file."""
    source = path.read_bytes()
    name = detect(path.name, source)
    assert name is not None
    found = extract(name, source)
    lines = [f"language {name}, syntax errors {found.errors}", "", "# line-end kind qualified name: signature | doc"]
    for definition in found.definitions:
        private = "" if definition.exported else " (private)"
        doc = f" | {definition.doc}" if definition.doc else ""
        lines.append(
            f"{definition.line}-{definition.end_line} {definition.kind} {definition.qualified}{private}: "
            f"{definition.signature}{doc}"
        )
    lines += ["", "# definition it stands in: line kind qualifier.name …"]
    scopes: dict[int, list[str]] = {}
    for use in found.references:
        before = f"{use.qualifier}·" if use.qualifier else ""
        scopes.setdefault(use.scope, []).append(f"{use.line} {use.kind} {before}{use.name}")
    for scope, uses in sorted(scopes.items()):
        where = found.definitions[scope].qualified if scope >= 0 else "(file)"
        lines.append(f"{where}: " + ", ".join(uses))
    lines += ["", "# line module [as alias] [: names]"]
    for item in found.imports:
        names = ", ".join(name + (f" as {alias}" if alias else "") for name, alias in item.names)
        alias = f" as {item.alias}" if item.alias else ""
        lines.append(f"{item.line} {item.module}{alias}" + (f": {names}" if names else ""))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_a_fixture_is_read_as_checked_by_hand(path: Path) -> None:
    assert described(path) == path.with_name(path.name + ".expected").read_text(encoding="utf-8")


def test_every_first_class_language_has_a_fixture() -> None:
    read = {detect(path.name, path.read_bytes()) for path in SOURCES}

    assert read == {row.name for row in FIRST_CLASS}
