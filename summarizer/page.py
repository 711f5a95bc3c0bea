"""A page of pseudocode: one source file's definitions and steps, line by line, and the text of its mirror file."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from repomap.damage import sound
from repomap.model import Definition
from summarizer.outline import OUTSIDE, Outline, Step

HASH_DIGITS = 4  # of a content: enough to see that it is another
NOBODY = -2
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
    held: tuple[str, ...] = ()
    """The keys of what a model may have said of the file and its functions."""


def make_page(
    head: str,
    definitions: Sequence[Definition],
    outline: Outline,
    summary: str,
    said: Mapping[int, Sequence[Step]],
    *,
    whole: bool = False,
) -> Page:
    """Return the page of a file.

    `head` is its first header line, `summary` the sentence about the file, `said` a model's steps by definition, which
    stand in place of the outline's. Fields and constants that follow one another share lines, and the one step of a
    body stands behind its signature; with `whole` each has its line.
    """
    from summarizer.entry import VALUES_WIDTH, definition_text, is_value, joined, value_text
    from summarizer.secrets import mask

    lines: list[Line] = []
    depths: dict[int, int] = {}
    waiting: list[tuple[int, list[Line]]] = []  # steps that go on after a definition inside
    shared = NOBODY  # whose values are on the last line
    outside = list(outline.steps.get(OUTSIDE, ()))
    for place, definition in enumerate(definitions):
        while waiting and waiting[-1][0] < definition.line:
            lines.extend(waiting.pop()[1])
            shared = NOBODY
        while outside and outside[0].line + 1 < definition.line:
            lines.append(_outside_line(outside.pop(0), len(lines)))
            shared = NOBODY
        depth = depths[place] = depths.get(definition.owner, -1) + 1
        at = len(lines)
        steps = said.get(place) or outline.steps.get(place, ())
        if place in outline.inside and not steps and not whole:
            continue
        if is_value(definition) and not steps:
            text = value_text(definition)
            if shared == definition.owner and not whole and len(lines[-1].text) + len(text) < VALUES_WIDTH:
                lines[-1] = lines[-1]._replace(text=f"{lines[-1].text}; {text}")
            else:
                lines.append(Line(definition.line, depth, at, text))
            shared = definition.owner
            continue
        shared = NOBODY
        inner = definitions[place + 1].line if place + 1 < len(definitions) else 0
        inner = inner if inner <= definition.end_line else 0
        if len(steps) == 1 and not inner and not whole and place not in said:
            text = joined(definition, steps[0].text)
            if text:
                lines.append(Line(definition.line, depth, at, text))
                continue
        lines.append(Line(definition.line, depth, at, definition_text(definition)))
        own = [Line(definition.line + line, depth + 1 + deep, at, text) for line, deep, text in steps]
        if inner and any(line.number >= inner for line in own):
            before = [line for line in own if line.number < inner]
            lines.extend(before)
            waiting.append((definition.end_line, own[len(before) :]))
        else:
            lines.extend(own)
    while waiting:
        lines.extend(waiting.pop()[1])
    lines += [_outside_line(step, len(lines) + at) for at, step in enumerate(outside)]
    return Page((head, mask(summary)) if summary else (head,), tuple(lines))


def _outside_line(step: Step, at: int) -> Line:
    return Line(step.line + 1, step.depth, at, step.text)


def head_text(header: Sequence[str], place: str) -> str:
    """Return the head of a page in the mirror; `place` is its line on where the file is, "" for none."""
    return "".join(f"# {line}\n" for line in (*header, place) if line)


def mirror_text(page: Page, place: str = "") -> str:
    """Return the text of the page's file in the mirror; `place` is the header line on where the file is."""
    return head_text(page.header, place) + "".join(
        f"{line.number}  {'  ' * line.depth}{line.text}\n" for line in page.lines
    )


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
