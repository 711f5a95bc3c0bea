"""Say in a few plain lines what each function of a file does, from its syntax tree alone.

What reads the trees is imported where it is used: a search over what is kept needs none of it.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, NamedTuple

from repomap.index import Annotator

if TYPE_CHECKING:
    from tree_sitter import Node

    from repomap.extract import Reading

VERSION = 1  # raise it when the same file would give other steps


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
    """A file's number of lines, the sentence it opens with ("" for none), and by definition its steps and anchor."""

    lines: int
    opening: str
    steps: dict[int, tuple[Step, ...]]
    anchors: dict[int, Anchor]


def steps_of(body: Node, source: bytes, language: str, *, whole: bool = False) -> tuple[Step, ...]:
    """Return the steps of the function whose body is `body`, lines counted from the body's first.

    They are few, as a page has room for, or with `whole` all.
    """
    from summarizer.fold import fold
    from summarizer.statements import draft_steps

    first = body.start_point.row
    try:
        drafts = draft_steps(body, source, language)
    except RecursionError:  # nested deeper than anybody reads
        return ()
    size = None if whole else body.end_byte - body.start_byte
    return tuple(Step(draft.line - first, draft.depth, draft.text) for draft in fold(drafts, size))


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
    from summarizer.opening import opening

    definitions = reading.extracted.definitions
    found: dict[int, list[list[object]]] = {}
    for body in reading.bodies:
        shift = body.node.start_point.row + 1 - definitions[body.place].line
        steps = found.setdefault(body.place, [])
        for line, depth, text in steps_of(body.node, body.part.source, body.part.language, whole=whole):
            steps.append([line + shift, depth, text])
    first = reading.parts[0]
    value = [
        first.source.count(b"\n") + (not first.source.endswith(b"\n")),
        opening(first.root, first.source),
        [[place, *zip(*steps, strict=True)] for place, steps in found.items() if steps],
        [[place, anchor.digest, anchor.lines] for place, anchor in held.items()],
    ]
    return zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"), 1)


def unpack(data: bytes) -> Outline:
    """Return the outline that was packed."""
    lines, sentence, steps, held = json.loads(zlib.decompress(data))
    return Outline(
        lines,
        sentence,
        {place: tuple(map(Step, *columns)) for place, *columns in steps},
        {place: Anchor(digest, tuple(code)) for place, digest, code in held},
    )
