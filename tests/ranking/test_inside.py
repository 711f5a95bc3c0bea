"""Which definition of a file a task means."""

from __future__ import annotations

import pytest

from repomap.model import Definition, Reference
from repomap.ranking.inside import DEFINITION_WEIGHT, points_of
from repomap.ranking.lexical import Passages
from repomap.ranking.task import read_task


def made(kind: str, name: str, line: int, end: int, owner: int = -1, parent: str = "") -> Definition:
    return Definition(name, kind, line, end, f"{kind} {name}", parent, owner, "", True)


def points(
    text: str, definitions: list[Definition], task: str, uses: list[tuple[str, int]] | None = None
) -> dict[str, list[float]]:
    """The points of definitions in a file of `text`; `uses` are (name, position of the definition that uses it)."""
    read = read_task(task)
    passages = Passages(dict.fromkeys(read.words, 1.0))
    references = [Reference(name, "call", 1, scope, "") for name, scope in uses or ()]
    source = text.encode()
    return points_of(definitions, references, source, passages.counts(source, definitions), passages, read, ())


def test_a_word_that_few_definitions_hold_tells_more_than_one_that_all_hold() -> None:
    text = "int a() { cache(); }\nint b() { cache(); }\nint c() { cache(); evict(); }\nint d() { cache(); cache(); }\n"
    found = points(text, [made("function", name, line, line) for line, name in enumerate("abcd", 1)], "cache evict")

    assert max(found["words"]) == found["words"][2]
    assert found["words"][3] < found["words"][2] / 2


def test_the_comment_above_a_definition_is_its_own() -> None:
    text = "// Drops expired entries.\nvoid f() {\n}\n\nvoid g() {\n}\n"
    found = points(text, [made("function", "f", 2, 3), made("function", "g", 5, 6)], "expired entries")

    assert found["words"] == [DEFINITION_WEIGHT["words"], 0.0]


def test_an_include_above_a_function_is_no_comment_on_it() -> None:
    text = "#include <expired.h>\nvoid f() {\n}\n"
    found = points(text, [made("function", "f", 2, 3)], "expired")

    assert found["words"] == [0.0]


def test_a_comment_ends_at_the_definition_before() -> None:
    text = "int a; // expired\nint b;\n"
    found = points(text, [made("variable", "a", 1, 1), made("variable", "b", 2, 2)], "expired")

    assert found["words"] == [DEFINITION_WEIGHT["words"], 0.0]


def test_what_the_fitting_one_uses_is_likelier_than_what_it_does_not() -> None:
    text = "def f():\n    cache()\n    g()\ndef g():\n    x\ndef h():\n    x\n"
    definitions = [made("function", "f", 1, 3), made("function", "g", 4, 5), made("function", "h", 6, 7)]
    found = points(text, definitions, "cache", [("g", 0), ("f", 0)])

    # the recursion of f says nothing
    assert found["used by one that fits"] == [0.0, DEFINITION_WEIGHT["used by one that fits"], 0.0]


def test_who_uses_a_name_that_the_task_writes_as_code_is_likelier() -> None:
    definitions = [made("function", "f", 1, 1), made("function", "g", 2, 2)]
    found = points("f\ng\n", definitions, "fooBar breaks", [("fooBar", 1)])

    assert found["uses a named one"] == [0.0, DEFINITION_WEIGHT["uses a named one"]]


def test_the_lines_of_a_type_are_those_outside_its_functions() -> None:
    definitions = [
        made("class", "A", 1, 100),
        made("field", "x", 2, 2, 0, "A"),
        made("method", "f", 3, 97, 0, "A"),
        made("function", "g", 101, 105),
    ]
    found = points("\n" * 105, definitions, "cache")

    assert found["length"][0] == pytest.approx(found["length"][3])  # five lines each: 100 without the 95 of f


def test_a_constructor_a_field_and_a_type_with_methods_cost() -> None:
    definitions = [
        made("class", "A", 1, 9),
        made("method", "__init__", 2, 3, 0, "A"),
        made("method", "f", 4, 5, 0, "A"),
        made("field", "x", 6, 6, 0, "A"),
        made("class", "B", 10, 12),
    ]
    kind = points("\n" * 12, definitions, "cache")["kind"]

    assert kind[2] == kind[4] == 0.0
    assert max(kind[0], kind[1], kind[3]) < 0.0
