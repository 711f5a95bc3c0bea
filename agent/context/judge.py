"""Decide for every unit whether a request sends it raw or as its notes, with what a lost cache costs in the account.

The rule is rent or buy. Carrying old raw messages costs their read price each turn; turning them into notes costs the
rewriting of everything behind them, once. The boundary moves when the carrying has cost as much as the move would: that
is never more than twice the best that could be known afterwards (Karlin et al., "Competitive snoopy caching", 1988),
and for steady growth it is the best (the economic order quantity, Harris 1913).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.context.view import Chunk
from agent.pricing import Model

RECENT_UNITS = 4  # the least that stays raw: the last few calls are what the next one builds on
RECENT_TOKENS = (
    24_000  # what stays raw beyond that: smaller tails are cheaper to rewrite, larger ones are asked for less
)
RECENT_SHARE = 0.3  # … and never more than this share of the ceiling: a small context needs room for notes too
PINNED_TOKENS = 8_000  # old units that are kept raw because the work is on their files, in a chunk …
PINNED_SHARE = 0.1  # … and of the ceiling
NOTES_SHARE = 0.35  # of the ceiling: longer notes are cut to one line a unit, the oldest half first
HEADER_TOKENS = 60  # of the lines that introduce a run of notes, a new run behind each unit kept raw
RELEVANT = "the work is on its files"
LEAST_GAIN = 2_000  # tokens: a move that saves less is not worth a new prefix


@dataclass(frozen=True, slots=True)
class Costs:
    """What a unit costs in tokens: raw, as notes, and as one line. `first` and `last` are its archive positions."""

    first: int
    last: int
    raw: int
    notes: int
    line: int


@dataclass(frozen=True, slots=True)
class Decision:
    """The chunks to send as notes. `moved` says that they differ from before, `reason` why (or why not)."""

    chunks: tuple[Chunk, ...]
    moved: bool
    reason: str
    carried: float
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Situation:
    """What a decision depends on. `units` leave out the head; `fixed` are the tokens of system, tools and head.

    `pinned` are units (by first position) that should stay raw: relevant ones, and those of protected tools.
    """

    units: Sequence[Costs]
    fixed: int
    ceiling: int
    chunks: tuple[Chunk, ...]
    carried: float
    turns_since_move: int
    gap: int
    pinned: Mapping[int, str]


def decide(now: Situation, model: Model) -> Decision:
    """Return which units are sent as notes in the next request."""
    covered = _covered(now.units, now.chunks)
    total = _total(now, now.chunks)
    recent = min(RECENT_TOKENS, int(RECENT_SHARE * now.ceiling))
    border = _border(now.units, covered, RECENT_UNITS, recent)
    foldable = [unit for unit in now.units[covered:border] if unit.first not in now.pinned]
    saved = sum(unit.raw - unit.notes for unit in foldable)
    behind = sum(unit.notes for unit in foldable) + sum(unit.raw for unit in now.units[border:])
    price = (model.cache_write - model.cache_read) * behind
    carried = now.carried + model.cache_read * max(0, saved)
    if total > now.ceiling:
        return _forced(now, covered, recent, total)
    if saved < LEAST_GAIN:
        return Decision(now.chunks, False, f"nothing worth it: {saved} tokens could be saved", carried, total, total)
    if now.turns_since_move < now.gap:
        reason = f"waits: {now.turns_since_move} of {now.gap} turns since the last move"
        return Decision(now.chunks, False, reason, carried, total, total)
    if carried < price:
        reason = f"waits: carrying has cost {carried:.0f} units, a move would cost {price:.0f}"
        return Decision(now.chunks, False, reason, carried, total, total)
    chunks = (*now.chunks, _chunk(now, covered, border))
    reason = f"carrying has cost {carried:.0f} units, the move costs {price:.0f} and saves {saved} tokens a turn"
    return Decision(_demoted(now, chunks), True, reason, 0.0, total, _total(now, chunks))


def _forced(now: Situation, covered: int, recent: int, total: int) -> Decision:
    """Return the mildest decision that fits the ceiling; the caller clips results when even the last does not."""
    reason = f"forced: {total} tokens, the ceiling is {now.ceiling}"
    tries: list[tuple[Chunk, ...]] = []
    for pins in (True, False):
        for units, tokens in ((RECENT_UNITS, recent), (1, 0)):
            end = _border(now.units, covered, units, tokens)
            chunks = (*now.chunks, _chunk(now, covered, end)) if end > covered else now.chunks
            tries.append(_demoted(now, chunks if pins else tuple(map(_unpinned, chunks))))
        for level in (1, 2):
            tries += [_at_level(tries[-1], level, oldest) for oldest in range(1, len(tries[-1]) + 1)]
    for chunks in tries:
        if _total(now, chunks) <= now.ceiling:
            break
    return Decision(chunks, chunks != now.chunks, reason, 0.0, total, _total(now, chunks))


def _covered(units: Sequence[Costs], chunks: tuple[Chunk, ...]) -> int:
    """Return how many units from the first on are in chunks."""
    last = chunks[-1].last if chunks else -1
    return sum(unit.last <= last for unit in units)


def _border(units: Sequence[Costs], covered: int, least: int, tokens: int) -> int:
    """Return the index of the first unit that stays raw as recent."""
    border = len(units)
    room = tokens
    while border > covered and (len(units) - border < least or units[border - 1].raw <= room):
        border -= 1
        room -= units[border].raw
    return border


def _chunk(now: Situation, start: int, end: int) -> Chunk:
    units = now.units[start:end]
    raw: set[int] = set()
    room = min(PINNED_TOKENS, int(PINNED_SHARE * now.ceiling))
    for unit in reversed(units):
        if unit.first not in now.pinned:
            continue
        if now.pinned[unit.first] != RELEVANT:
            raw.add(unit.first)
        elif unit.raw <= room:
            raw.add(unit.first)
            room -= unit.raw
    return Chunk(units[0].first, units[-1].last, frozenset(raw))


def _unpinned(chunk: Chunk) -> Chunk:
    return Chunk(chunk.first, chunk.last, frozenset(), chunk.level)


def _at_level(chunks: tuple[Chunk, ...], level: int, oldest: int) -> tuple[Chunk, ...]:
    return tuple(
        Chunk(chunk.first, chunk.last, chunk.raw, max(chunk.level, level)) if place < oldest else chunk
        for place, chunk in enumerate(chunks)
    )


def _demoted(now: Situation, chunks: tuple[Chunk, ...]) -> tuple[Chunk, ...]:
    """Return the chunks with the older ones cut shorter when all notes together have grown too long.

    Half of them at once, so that it is long until the start of the prefix has to change again.
    """
    room = NOTES_SHARE * now.ceiling
    half = max(1, len(chunks) // 2)
    tries = [chunks, *(_at_level(chunks, level, end) for level in (1, 2) for end in (half, len(chunks) - 1))]
    for shorter in tries:
        if sum(_chunk_tokens(now.units, chunk, raw=False) for chunk in shorter) <= room:
            return shorter
    return tries[-1]


def _chunk_tokens(units: Sequence[Costs], chunk: Chunk, *, raw: bool) -> int:
    total = HEADER_TOKENS * (1 + len(chunk.raw))
    for unit in units:
        if chunk.first <= unit.first and unit.last <= chunk.last:
            if unit.first in chunk.raw:
                total += unit.raw if raw else 0
            elif chunk.level < 2:
                total += unit.notes if chunk.level == 0 else unit.line
    return total


def _total(now: Situation, chunks: tuple[Chunk, ...]) -> int:
    covered = _covered(now.units, chunks)
    noted = sum(_chunk_tokens(now.units, chunk, raw=True) for chunk in chunks)
    return now.fixed + noted + sum(unit.raw for unit in now.units[covered:])
