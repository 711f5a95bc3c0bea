"""What a reference's name and qualifier are, where comments and local names could be taken for them."""

from __future__ import annotations

import pytest

from repomap.extraction.extract import extract


def uses(language: str, source: str) -> list[str]:
    found = extract(language, source.encode()).references
    return [f"{use.qualifier}·{use.name}" if use.qualifier else use.name for use in found if use.kind != "type"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("foo.\n  // a note\n  baz(2)\n", "foo·baz"),
        ("foo\n  // a note. With a dot\n  .bar(1)\n", "foo·bar"),
        ("a /* first */ .then(1)\n", "a·then"),
        ("f(1)\n  // because of this\n  .catch(2)\n", "?·catch"),
        ('fetch("http://a.b/c")\n  .then(2)\n', "?·then"),
    ],
)
def test_a_comment_between_the_parts_of_a_path_is_no_part_of_it(source: str, expected: str) -> None:
    assert expected in uses("javascript", source)
    assert not any("note" in use or "this" in use or "//" in use for use in uses("javascript", source))


def test_a_go_name_that_a_function_declares_for_itself_is_no_use_of_the_package_s() -> None:
    head = "package m\n\nconst size = 1\n\nvar name string\n\n"
    bodies = (
        "size := 2\n\tcall(size)",
        "for size := range list() {\n\t\tcall(size)\n\t}",
        "for _, name := range list() {\n\t\tcall(name)\n\t}",
        "var size int\n\tcall(size)",
        "call(func(size int) { call(size) })",
    )

    for body in bodies:
        assert not {"size", "name"} & set(uses("go", f"{head}func two() {{\n\t{body}\n}}\n"))
    assert uses("go", head + "func one() {\n\tcall(size)\n}\n") == ["call", "size"]
    assert uses("go", head + "func one() {\n\tcall(size)\n\tsize := 2\n\t_ = size\n}\n") == ["call", "size"]


def test_the_frame_of_a_bats_test_is_no_call() -> None:
    assert uses("bash", '@test "it works" {\n  run check\n}\n') == ["run"]


@pytest.mark.parametrize(
    ("language", "source", "name"),
    [
        ("kotlin", "class K {\n  fun `is empty`() = 1\n  fun r(k: K) = `is empty`() + k.`is empty`()\n}\n", "is empty"),
        ("scala", "class K { def `type`(): Int = 1\n def r(k: K) = `type`() + k.`type`() }\n", "type"),
        ("swift", "class K { func `repeat`() {}\n func r(k: K) { `repeat`(); k.`repeat`() } }\n", "repeat"),
    ],
)
def test_a_name_in_backticks_is_used_under_the_name_it_is_defined_by(language: str, source: str, name: str) -> None:
    found = extract(language, source.encode())

    assert name in [definition.name for definition in found.definitions]
    assert [reference.kind for reference in found.references if reference.name == name] == ["call", "call"]
