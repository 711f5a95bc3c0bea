"""Share out a file's pseudocode among its functions, so that all of it takes a quarter of the file's tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from repomap.model import Definition

if TYPE_CHECKING:
    from repomap.extract import Reading

SHARE = 0.4  # of a file's characters without white space that its page may take
LEAST = 200  # characters that the steps of a small file may take all the same
HEADER = 40  # characters of the page's head
LINE = 5  # characters that a line's number and indentation count for
RAISING = 1.0  # characters of what is no test, in a class named for one, and raises: which stays in any case
MOST_SIGNATURE = 60
MOST_DOC = 50
MOST_VALUE = 16  # of a field or constant, several of which share a line

VALUES = frozenset(("field", "member", "constant", "variable", "property"))

_TEST = re.compile(r"[Tt]ests?(?![a-z])|TEST")


def rooms_of(reading: Reading) -> list[float]:
    """Return the characters that the steps of each of `reading.bodies` may take; 0 in tests, where one step will do."""
    from summarizer.statements import raises

    definitions = reading.extracted.definitions
    size = sum(len(part.source.translate(None, b" \t\r\n")) for part in reading.parts[:1])
    room = size * SHARE - HEADER - sum(map(_cost, definitions))
    tests = _tests(definitions)
    sizes = [0 if tests[body.place] else body.node.end_byte - body.node.start_byte for body in reading.bodies]
    whole = sum(sizes) or 1
    rooms = [max(room, LEAST) * own / whole for own in sizes]
    for at, body in enumerate(reading.bodies):
        if tests[body.place] and not _TEST.match(definitions[body.place].name) and raises(body.node, body.part.source):
            rooms[at] = RAISING
    return rooms


def _cost(definition: Definition) -> int:
    if definition.kind in VALUES:
        return min(len(definition.signature), MOST_VALUE)
    return min(len(definition.signature), MOST_SIGNATURE) + min(len(definition.doc), MOST_DOC) + LINE


def _tests(definitions: Sequence[Definition]) -> list[bool]:
    """Tell of each definition whether it, or what it stands in, is named for a test."""
    found: list[bool] = []
    for definition in definitions:
        inside = definition.owner >= 0 and found[definition.owner]
        found.append(inside or _TEST.match(definition.name) is not None or _is_test_class(definition))
    return found


def _is_test_class(definition: Definition) -> bool:
    return definition.kind == "class" and definition.name.endswith(("Test", "Tests", "TestCase"))
