"""Say how many lines each function gets, so that the pages of a repository take a quarter of its tokens at most."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from repomap.model import Definition

if TYPE_CHECKING:
    from repomap.extraction.extract import Body, Reading

FIRST = 28.0  # characters of the one step of a small function


class _Rate(NamedTuple):
    small: int
    """Bytes of a body of which one step says enough."""
    several: float
    """Characters of the steps of a function just above that."""
    rate: float
    """Characters for each byte above."""


# With signatures and docs the pages of Django, Flask, Gin, Vue and Tokio come to a quarter of their sources at most.
# Python's functions are short, so that signatures take more of their pages, and have no lines of brackets.
RATE = _Rate(150, 95.0, 0.45)
DENSE_RATE = _Rate(320, 125.0, 0.33)
DENSE = frozenset(("python", "notebook"))
SMALL_FILE = 200.0  # characters that the steps of a small file may take all the same
RAISING = 1.0  # characters of a test that raises: which stays in any case

TEST = re.compile(r"[Tt]ests?(?![a-z])|TEST")
MARKING = frozenset(("rust", "java", "kotlin", "csharp", "scala", "swift"))
"""Languages in which a test may have any name."""
MARK_REACH = 120  # bytes before a function, and from its start on, in which it is marked as a test
_MARK = re.compile(
    rb"#\[(?:\w+::)*(?:test|rstest|test_case)\b|@(?:Parameterized|Repeated)?Test\b|\[(?:Fact|Theory|Test\w*)\b"
)
_QUOTES = (b'"""', b"'''", b'r""')
_TEST = ("test", "Test", "TEST")
_GIVES = re.compile(r"\) -> (?!None|.*Result)")
"""The result of what is no test, in languages whose tests have none."""


def rooms_of(reading: Reading, raising: Sequence[bool]) -> list[float]:
    """Return the characters that the steps of each of `reading.bodies` may take; 0 in tests, where one step will do.

    What a function may take depends on it alone, but in a small file, so that an edit changes no other's lines.
    `raising` tells of each whether it raises.
    """
    tests = _tests(reading.extracted.definitions)
    if any(part.language in MARKING for part in reading.parts):
        for body in reading.bodies:
            if body.part.language in MARKING and not tests[body.place]:
                tests[body.place] = _is_marked(body)
    sizes = [0 if tests[body.place] else _size(body) for body in reading.bodies]
    each = SMALL_FILE / (sum(sizes) or 1)
    return [
        (RAISING if raises else 0) if tests[body.place] else max(_room(size, body.part.language), each * size)
        for size, body, raises in zip(sizes, reading.bodies, raising, strict=True)
    ]


def _size(body: Body) -> int:
    """Return the bytes of a body without its docstring."""
    node = body.node
    size = node.end_byte - node.start_byte
    if body.part.language in DENSE and body.part.source[node.start_byte : node.start_byte + 3] in _QUOTES:
        size -= len(node.children[0].text or b"") if node.child_count > 1 else 0
    return size


def _is_marked(body: Body) -> bool:
    """Tell whether a function is marked as a test, right before it or in its head."""
    source = body.part.source
    before = source[max(0, body.start - MARK_REACH) : body.start]
    before = before[max(before.rfind(b"}"), before.rfind(b";"), before.rfind(b"{")) + 1 :]
    return _MARK.search(before + source[body.start : min(body.node.start_byte, body.start + MARK_REACH)]) is not None


def _room(size: int, language: str) -> float:
    small, several, rate = DENSE_RATE if language in DENSE else RATE
    return FIRST if size <= small else several + rate * (size - small)


def _tests(definitions: Sequence[Definition]) -> list[bool]:
    """Tell of each definition whether it, or what it stands in, is named for a test."""
    found: list[bool] = []
    for definition in definitions:
        owner = definition.owner
        found.append((owner >= 0 and found[owner]) or named_for_test(definition) or _is_test_class(definition))
    return found


def named_for_test(definition: Definition) -> bool:
    """Tell whether a definition has the name of a test, and gives nothing."""
    name = definition.name
    if name[:4] not in _TEST or TEST.match(name) is None:
        return False
    return ") -> " not in definition.signature or not _GIVES.search(definition.signature)


def _is_test_class(definition: Definition) -> bool:
    return definition.kind == "class" and definition.name.endswith(("Test", "Tests", "TestCase"))
