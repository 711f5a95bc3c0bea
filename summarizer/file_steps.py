"""Find the steps of all functions of a file: what they do, what tests call, and what is raised outside of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from summarizer.fold import ONE_STEP, fold, levels, raises_of, worded
from summarizer.inner import without_inner
from summarizer.main_step import main_step
from summarizer.outline import OUTSIDE
from summarizer.raised import raise_places, raised_outside, within
from summarizer.room import rooms_of
from summarizer.statements import draft_steps
from summarizer.tested import calls_of, inside_tests

if TYPE_CHECKING:
    from repomap.extraction.extract import Body, Reading
    from summarizer.draft import Draft

    Found = dict[int, list[tuple[int, int, str]]]
    """By definition, or OUTSIDE, the (line, depth, text) of each step, as in `outline.Step`."""


def file_steps(reading: Reading, *, whole: bool) -> tuple[Found, set[int]]:
    """Return the steps of a file, with `whole` all there are, and the definitions inside tests that have no line."""
    definitions = reading.extracted.definitions
    found: Found = {}
    inside: set[int] = set()
    places = {id(part): raise_places(part.source, part.language) for part in reading.parts}
    raising: Sequence[Sequence[int]] = [()] * len(reading.bodies)
    if any(places.values()):
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
        steps = found.setdefault(body.place, [])
        source, before = body.part.source, body.node.start_byte
        line = body.node.start_point.row + 1 - definitions[body.place].line
        for draft in _drafts(body, room, raises, inner.get(body.place, ())):
            line += source.count(b"\n", before, draft.at)
            before = draft.at
            steps.append((line, draft.depth, draft.text))
    if 0 in rooms:
        tests = {body.place for body, room in zip(reading.bodies, rooms, strict=True) if room == 0}
        inside = inside_tests(definitions, tests, {body.place for body in reading.bodies} - tests)
        found.update(calls_of(reading.extracted, tests - inside, inside))
    first = reading.parts[0]
    in_functions = {
        place
        for body, some in zip(reading.bodies, raising, strict=True)
        if some and body.part is first
        for place in some
    }
    _add_raised_outside(found, reading, [place for place in places[id(first)] if place not in in_functions])
    return found, inside


def _drafts(
    body: Body, room: float | None, raising: Sequence[int], inner: Sequence[tuple[int, str]]
) -> Sequence[Draft]:
    """Return the steps of a function in words, of about `room` characters; None: all.

    `raising` are the places of words that raise in the body, `inner` the first bytes and names of functions in it that
    have lines of their own.
    """
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
    return worded(drafts) if room is None or main else fold(drafts, room)


def _add_raised_outside(found: Found, reading: Reading, places: Sequence[int]) -> None:
    """Add what a file's first part raises outside of all functions, to what has no steps; `places` are where."""
    first = reading.parts[0]
    for place, drafts in raised_outside(reading, places).items():
        if place not in found:
            begin = reading.extracted.definitions[place].line - 1 if place >= 0 else 0
            found[place] = [
                (first.source.count(b"\n", 0, draft.at) - begin, draft.depth, draft.text)
                for draft in raises_of(drafts, marked=place != OUTSIDE)
            ]
