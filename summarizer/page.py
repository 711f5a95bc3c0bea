"""A page of pseudocode: one source file's definitions and steps, line by line, and the text of its mirror file."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from repomap.model import Definition
from summarizer.outline import Outline, Step

DOC_COLUMN = 40  # where the sentence about a definition starts, when its signature leaves room
DOC_WIDTH = 72
VALUE_WIDTH = 44  # characters kept of a field, constant or variable
HASH_DIGITS = 12
VALUES = frozenset(("field", "member", "constant", "variable", "property"))
SUFFIX = ".pseudo"


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


def make_page(
    head: str,
    definitions: Sequence[Definition],
    outline: Outline,
    summary: str,
    said: Mapping[int, Sequence[Step]],
) -> Page:
    """Return the page of a file.

    `head` is its first header line, `summary` the sentence about the file, `said` a model's steps by definition, which
    stand in place of the outline's.
    """
    from summarizer.secrets import mask

    lines: list[Line] = []
    depths: dict[int, int] = {}
    waiting: list[tuple[int, list[Line]]] = []  # steps that go on after a definition inside
    for place, definition in enumerate(definitions):
        while waiting and waiting[-1][0] < definition.line:
            lines.extend(waiting.pop()[1])
        depth = depths[place] = depths.get(definition.owner, -1) + 1
        at = len(lines)
        lines.append(Line(definition.line, depth, at, _definition_text(definition)))
        steps = said.get(place) or outline.steps.get(place, ())
        own = [Line(definition.line + line, depth + 1 + deep, at, text) for line, deep, text in steps]
        inner = definitions[place + 1].line if place + 1 < len(definitions) else 0
        if inner and inner <= definition.end_line and any(line.number >= inner for line in own):
            before = [line for line in own if line.number < inner]
            lines.extend(before)
            waiting.append((definition.end_line, own[len(before) :]))
        else:
            lines.extend(own)
    while waiting:
        lines.extend(waiting.pop()[1])
    return Page((head, mask(summary)) if summary else (head,), tuple(lines))


def _definition_text(definition: Definition) -> str:
    from summarizer.secrets import mask
    from summarizer.shorten import shorten

    text = mask(definition.signature or definition.name)
    if definition.kind in VALUES:
        text = shorten(text, VALUE_WIDTH)
    if not definition.doc:
        return text
    doc = mask(definition.doc)
    doc = doc if len(doc) <= DOC_WIDTH else doc[: DOC_WIDTH - 1].rstrip() + "…"
    return f"{text:<{DOC_COLUMN}}  {doc}"


def mirror_text(page: Page) -> str:
    """Return the text of the page's file in the mirror."""
    head = "".join(f"# {line}\n" for line in page.header)
    return head + "".join(f"{line.number}  {'  ' * line.depth}{line.text}\n" for line in page.lines)


def pack_lines(page: Page) -> bytes:
    """Return numbers, depths and scopes of the lines as bytes."""
    return b"".join(array("I", column).tobytes() for column in list(zip(*page.lines, strict=True))[:3])


def unpack_lines(data: bytes) -> tuple[array[int], array[int], array[int]]:
    """Return the numbers, depths and scopes that were packed."""
    size = len(data) // 3
    columns = (array("I"), array("I"), array("I"))
    for position, column in enumerate(columns):
        column.frombytes(data[position * size : (position + 1) * size])
    return columns
