"""Say in a few plain lines what each function of a file does, from its syntax tree alone.

What reads the trees is imported where it is used: a search over what is kept needs none of it.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from repomap.damage import sound
from repomap.index import Annotator
from repomap.index.rows import FAILED

if TYPE_CHECKING:
    from repomap.extraction.extract import Body, Reading

VERSION = 14  # raise it when the same file would give other steps


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


def steps_of(
    body: Body, room: float | None = None, raising: Sequence[int] = (), inner: Sequence[tuple[int, str]] = ()
) -> tuple[Step, ...]:
    """Return the steps of a function in about `room` characters, lines counted from the body's first; None: all.

    `raising` are the places of words that raise in the body, `inner` the first bytes and names of functions in it that
    have lines of their own.
    """
    from summarizer.fold import ONE_STEP, fold, levels, worded
    from summarizer.inner import without_inner
    from summarizer.main_step import main_step
    from summarizer.statements import draft_steps

    node, source, language = body.node, body.part.source, body.part.language
    try:
        main = main_step(node, source, language) if room is not None and room < ONE_STEP and not raising else None
        if main is not None:
            drafts = [main]
        elif room is None:
            drafts = draft_steps(node, source, language, raising)
        else:
            drafts = draft_steps(node, source, language, raising, levels(room))
    except RecursionError:  # nested deeper than anybody reads
        return ()
    if inner:
        drafts = without_inner(drafts, inner, source)
    steps = []
    line, before = 0, node.start_byte
    for draft in worded(drafts) if room is None or main else fold(drafts, room):
        line += source.count(b"\n", before, draft.at)
        before = draft.at
        steps.append(Step(line, draft.depth, draft.text))
    return tuple(steps)


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
    from summarizer.fold import raises_of
    from summarizer.opening import opening
    from summarizer.raised import raise_places, raised_outside, within
    from summarizer.room import rooms_of
    from summarizer.tested import calls_of, inside_tests

    definitions = reading.extracted.definitions
    found: dict[int, list[tuple[int, int, str]]] = {}
    inside: set[int] = set()
    places = {id(part): raise_places(part.source, part.language) for part in reading.parts}
    raising = [within(places[id(body.part)], body.node.start_byte, body.node.end_byte) for body in reading.bodies]
    rooms = [None] * len(reading.bodies) if whole else rooms_of(reading, list(map(bool, raising)))
    inner: dict[int, list[tuple[int, str]]] = {}
    for body in reading.bodies:
        owner = definitions[body.place].owner
        if owner >= 0:
            inner.setdefault(owner, []).append((body.start, definitions[body.place].name))
    for body, room, raises in zip(reading.bodies, rooms, raising, strict=True):
        if room == 0:
            continue
        shift = body.node.start_point.row + 1 - definitions[body.place].line
        steps = found.setdefault(body.place, [])
        steps += [
            (line + shift, depth, text) for line, depth, text in steps_of(body, room, raises, inner.get(body.place, ()))
        ]
    if 0 in rooms:
        tests = {body.place for body, room in zip(reading.bodies, rooms, strict=True) if room == 0}
        inside = inside_tests(definitions, tests, {body.place for body in reading.bodies} - tests)
        found.update(calls_of(reading.extracted, tests - inside, inside))
    first = reading.parts[0]
    for place, drafts in raised_outside(reading, places[id(first)]).items() if places[id(first)] else ():
        if place not in found:
            begin = definitions[place].line - 1 if place >= 0 else 0
            found[place] = [
                (first.source.count(b"\n", 0, draft.at) - begin, draft.depth, draft.text)
                for draft in raises_of(drafts, marked=place != OUTSIDE)
            ]
    value = [
        first.source.count(b"\n") + (not first.source.endswith(b"\n")),
        opening(first.root, first.source),
        [[place, *zip(*steps, strict=True)] for place, steps in found.items() if steps],
        [[place, anchor.digest, anchor.lines] for place, anchor in held.items()],
        sorted(inside),
    ]
    return zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"), 1)


@sound
def unpack(data: bytes) -> Outline:
    """Return the outline that was packed, or the problem for which there is none."""
    if data.startswith(FAILED):
        return Outline(0, "", {}, {}, frozenset(), data[len(FAILED) :].decode("utf-8", "replace"))
    lines, sentence, steps, held, inside = json.loads(zlib.decompress(data))
    return Outline(
        lines,
        sentence,
        {place: tuple(map(Step, *columns)) for place, *columns in steps},
        {place: Anchor(digest, tuple(code)) for place, digest, code in held},
        frozenset(inside),
    )
