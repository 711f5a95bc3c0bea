"""A page of pseudocode: one source file's definitions and steps, line by line, and the text of its mirror file."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from repomap.damage import sound
from summarizer.outline import OUTSIDE, Outline, Step

if TYPE_CHECKING:
    from repomap.model import Definition

HASH_DIGITS = 4  # of a content: enough to see that it is another
NOBODY = -2
SUFFIX = ".pseudo"

_number = attrgetter("number")


class Line(NamedTuple):
    """A line: the source line it stands for, its depth, the position of its definition's line in the page, its text."""

    number: int
    depth: int
    scope: int
    text: str


class Page(NamedTuple):
    """What is said of one file: header lines without their mark, then the lines."""

    header: tuple[str, ...]
    lines: tuple[Line, ...]
    held: tuple[str, ...] = ()
    """The keys of what a model may have said of the file and its functions."""


class _Entry(NamedTuple):
    """A line before its place in the page is known: the definition it is of, NOBODY for none, and whose value it is."""

    number: int
    depth: int
    place: int
    text: str
    value_of: int


def make_page(
    head: str,
    definitions: Sequence[Definition],
    outline: Outline,
    summary: str,
    said: Mapping[int, Sequence[Step]],
    *,
    whole: bool = False,
) -> Page:
    """Return the page of a file, its lines in the order of the source.

    `head` is its first header line, `summary` the sentence about the file, `said` a model's steps by definition, which
    stand in place of the outline's. Fields and constants that follow one another share lines, and the one step of a
    body stands behind its signature; with `whole` each has its line.
    """
    from summarizer.secrets import mask

    entries = _entries(definitions, outline, said, whole=whole)
    before = 0
    for entry in entries:
        if entry.number < before:  # steps that go on after a definition inside
            entries.sort(key=_number)
            break
        before = entry.number
    return Page((head, mask(summary)) if summary else (head,), tuple(_lines(entries, whole=whole)))


def _entries(
    definitions: Sequence[Definition], outline: Outline, said: Mapping[int, Sequence[Step]], *, whole: bool
) -> list[_Entry]:
    """Return what is said of each definition in turn, and then what stands in none."""
    from repomap.model import FUNCTIONS
    from summarizer.entry import definition_text, is_value, joined, value_text

    found: list[_Entry] = []
    depths: dict[int, int] = {}
    shown: dict[int, Sequence[Step]] = {}  # the steps of definitions that may hold others
    function_end = 0
    function = -1, 0  # the last one's owner and line
    for place, definition in enumerate(definitions):
        kind, line, owner = definition.kind, definition.line, definition.owner
        if kind in FUNCTIONS:
            function_end = max(function_end, definition.end_line)
            function = owner, line
        elif kind == "field" and function == (owner, line):
            continue  # TypeScript's `constructor(private x)`
        elif owner < 0 and kind == "field" and line <= function_end:
            continue  # of a type without a name inside a function
        steps = said.get(place) or outline.steps.get(place, ())
        if place in outline.inside and not steps and not whole:
            continue
        depth = depths.get(owner, -1) + 1
        around = shown.get(owner)
        if around:
            depth += _depth_at(around, line - definitions[owner].line)
        depths[place] = depth
        if is_value(definition) and not steps:
            found.append(_Entry(line, depth, place, value_text(definition), owner))
            continue
        if steps:
            inner = place + 1
            while inner < len(definitions) and inner in outline.inside and not whole:
                inner += 1
            holds = inner < len(definitions) and definitions[inner].line <= definition.end_line
            if len(steps) == 1 and not holds and not whole and place not in said:
                text = joined(definition, steps[0].text)
                if text:
                    found.append(_Entry(line, depth, place, text, NOBODY))
                    continue
            if holds:
                shown[place] = steps
        found.append(_Entry(line, depth, place, definition_text(definition), NOBODY))
        found += [_Entry(line + at, depth + 1 + deep, place, text, NOBODY) for at, deep, text in steps]
    found += [_Entry(at + 1, deep, NOBODY, text, NOBODY) for at, deep, text in outline.steps.get(OUTSIDE, ())]
    return found


def _depth_at(steps: Sequence[Step], line: int) -> int:
    """Return how deep in a function's steps what stands at `line` lies: as deep as the step after it."""
    return next((step.depth for step in steps if step.line > line), 0)


def _lines(entries: Sequence[_Entry], *, whole: bool) -> list[Line]:
    from summarizer.entry import VALUES_WIDTH

    lines: list[Line] = []
    at_of: dict[int, int] = {}
    shared = NOBODY  # whose values are on the last line
    for number, depth, place, text, value_of in entries:
        if (
            shared == value_of != NOBODY
            and not whole
            and lines[-1].depth == depth
            and len(lines[-1].text) + len(text) < VALUES_WIDTH
        ):
            lines[-1] = lines[-1]._replace(text=f"{lines[-1].text}; {text}")
            continue
        shared = value_of
        at = len(lines)
        lines.append(Line(number, depth, at if place == NOBODY else at_of.setdefault(place, at), text))
    return lines


def head_text(header: Sequence[str], place: str) -> str:
    """Return the head of a page in the mirror; `place` is its line on where the file is, "" for none."""
    return "".join(f"# {line}\n" for line in (*header, place) if line)


def pack_lines(page: Page) -> bytes:
    """Return numbers, depths and scopes of the lines as bytes."""
    return b"".join(array("I", column).tobytes() for column in list(zip(*page.lines, strict=True))[:3])


@sound
def unpack_lines(data: bytes) -> tuple[array[int], array[int], array[int]]:
    """Return the numbers, depths and scopes that were packed."""
    size = len(data) // 3
    columns = (array("I"), array("I"), array("I"))
    for position, column in enumerate(columns):
        column.frombytes(data[position * size : (position + 1) * size])
    return columns
