"""Put notes in a history's old part as the judge decides, and cut what is still too long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from agent.context.clip import clip_texts
from agent.context.fold import Folded, fold
from agent.context.history import Message
from agent.context.judge import Costs, Decision, Situation, decide
from agent.context.notes import brief, unit_notes
from agent.context.relevance import pinned_units
from agent.context.settings import ContextSettings
from agent.context.tokens import block_tokens, message_tokens, text_tokens
from agent.context.units import Unit, units_of
from agent.context.view import Chunk, Frame, State
from agent.pricing import Model


@dataclass(frozen=True, slots=True)
class Compacted:
    """A history with notes in place, and how that came about."""

    folded: Folded
    decision: Decision
    notes: Mapping[int, str]
    pinned: Mapping[int, str]
    clipped: tuple[int, ...]


def compact(
    raw: Sequence[Message],
    windowed: Sequence[Message],
    places: Sequence[int],
    settings: ContextSettings,
    model: Model,
    state: State,
    frame: Frame,
) -> Compacted:
    """Return the `windowed` messages with notes, made from the `raw` ones, in the place of what the judge lets go.

    Raises ContextOverflow when the rest does not fit even cut.
    """
    units = units_of(windowed, places)
    context = min(model.context, state.context_limit or model.context)
    ceiling = int(min(settings.max_context_tokens, context * settings.context_share // 100) / state.scale)
    fixed = sum(map(block_tokens, (*frame.system, *frame.tools)))
    head = sum(message_tokens(message) for message in windowed[: units[0].end]) if units else 0
    notes = dict(state.notes)
    pinned: Mapping[int, str] = {}
    chunks = _still_there(state.chunks, units[1:])
    decision = Decision(chunks, False, "compaction is off", 0.0, 0, 0)
    if settings.compaction:
        for unit in units[1:]:
            if unit.first not in notes:
                notes[unit.first] = unit_notes(raw[unit.start : unit.end], places[unit.start : unit.end])
        costs = [
            Costs(
                unit.first,
                unit.last,
                sum(message_tokens(message) for message in windowed[unit.start : unit.end]),
                *_notes_tokens(notes[unit.first]),
            )
            for unit in units[1:]
        ]
        pinned = pinned_units(windowed, units[1:], settings.protected_tools, state.keep_raw)
        since = state.turn + 1 - state.last_move
        situation = Situation(
            costs, fixed + head, ceiling, chunks, state.carried, since, settings.compaction_gap, pinned
        )
        decision = decide(situation, model)
    folded = fold(
        windowed,
        places,
        units,
        decision.chunks,
        lambda unit, level: notes[unit.first] if level == 0 else brief(notes[unit.first]),
    )
    last = [source[-1] if source else -1 for source in folded.sources]
    messages, cut = clip_texts(folded.messages, last, ceiling - fixed)
    return Compacted(replace(folded, messages=messages), decision, notes, pinned, tuple(last[index] for index in cut))


@lru_cache(maxsize=4096)
def _notes_tokens(notes: str) -> tuple[int, int]:
    """Return the tokens of a unit's notes, and of their one line."""
    return text_tokens(notes), text_tokens(brief(notes))


def _still_there(chunks: Sequence[Chunk], units: Sequence[Unit]) -> tuple[Chunk, ...]:
    """Return the chunks up to the first that no longer begins and ends with units (after a rewind, or a bad state)."""
    starts = {unit.first: place for place, unit in enumerate(units)}
    ends = {unit.last: place for place, unit in enumerate(units)}
    kept: list[Chunk] = []
    expected = 0
    for chunk in chunks:
        if starts.get(chunk.first) != expected or ends.get(chunk.last, -1) < expected:
            break
        expected = ends[chunk.last] + 1
        if expected < len(units):  # after a rewind the last rounds are not left as notes alone
            kept.append(chunk)
    return tuple(kept)
