"""Say in a few plain lines what each function of a file does, from its syntax tree alone.

What reads the trees is imported where it is used: a search over what is kept needs none of it.
"""

from __future__ import annotations

import json
import zlib
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from repomap.damage import sound
from repomap.index import Annotator
from repomap.index.rows import FAILED

if TYPE_CHECKING:
    from repomap.extraction.extract import Reading

VERSION = 16  # raise it when the same file would give other steps
LEAST_COMPRESSED = 200  # bytes: one file in three has fewer, and to start to compress takes as long as all the rest

OUTSIDE = -1
"""In place of a definition's position, for what a file raises outside of all definitions."""


class Step(NamedTuple):
    """A line of pseudocode: its source line, counted from the first line of its definition; its depth; its text."""

    line: int
    depth: int
    text: str


class Anchor(NamedTuple):
    """A function's hash (hexadecimal), and its code lines, counted from the definition's first, which is 0."""

    digest: str
    lines: tuple[int, ...]


class Outline(NamedTuple):
    """A file's number of lines, the sentence it opens with ("" for none), and by definition its steps and anchor.

    What a file raises outside of all definitions stands under OUTSIDE, lines counted from the file's first.
    """

    lines: int
    opening: str
    steps: dict[int, tuple[Step, ...]]
    anchors: dict[int, Anchor]
    inside: frozenset[int] = frozenset()
    """Definitions inside tests, which are named there and have no line of their own."""
    problem: str = ""
    """Why no more is known of the file than its definitions, "" where it is."""


def annotate(reading: Reading) -> bytes:
    """Return what the index keeps of a file: its outline, packed, without anchors."""
    return _packed(reading, {})


def whole_outline(reading: Reading) -> Outline:
    """Return the outline of a file with every step there is."""
    return unpack(_packed(reading, {}, whole=True))


def annotate_anchored(reading: Reading) -> bytes:
    """Return the outline with the anchors to which a model's lines are held."""
    from summarizer.anchor import anchors

    return _packed(reading, anchors(reading))


OUTLINES = Annotator(b"outline %d" % VERSION, annotate)
ANCHORED = Annotator(b"anchored %d" % VERSION, annotate_anchored)


def _packed(reading: Reading, held: dict[int, Anchor], *, whole: bool = False) -> bytes:
    from summarizer.file_steps import file_steps
    from summarizer.opening import opening

    first = reading.parts[0]
    found, inside = file_steps(reading, whole=whole)
    steps = [step for some in found.values() for step in some]
    value = [
        first.source.count(b"\n") + (not first.source.endswith(b"\n")),
        opening(first.root, first.source),
        list(found.keys()),
        list(map(len, found.values())),
        [line for line, _, _ in steps],
        [depth for _, depth, _ in steps],
        "\n".join([text.replace("\n", " ") for _, _, text in steps]),  # JSON takes twice as long to write one by one
        [[place, anchor.digest, anchor.lines] for place, anchor in held.items()],
        sorted(inside),
    ]
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return zlib.compress(data, 1) if len(data) > LEAST_COMPRESSED else data


@sound
def unpack(data: bytes) -> Outline:
    """Return the outline that was packed, or the problem for which there is none."""
    if data.startswith(FAILED):
        return Outline(0, "", {}, {}, frozenset(), data[len(FAILED) :].decode("utf-8", "replace"))
    lines, sentence, places, counts, *columns, text, held, inside = json.loads(
        data if data.startswith(b"[") else zlib.decompress(data)
    )
    every = iter(zip(*columns, text.split("\n"), strict=True)) if text else iter(())
    return Outline(
        lines,
        sentence,
        {
            place: tuple(map(Step._make, islice(every, count)))
            for place, count in zip(places, counts, strict=True)
            if count
        },
        {place: Anchor(digest, tuple(code)) for place, digest, code in held},
        frozenset(inside),
    )
