"""Put notes in the place of the units they stand for, so that what is left is still a valid conversation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent.context.history import Message
from agent.context.units import Unit
from agent.context.view import Chunk

HEADER = (
    "[Notes on archive seq {first}–{last}, which this request leaves out. Nothing is lost: recall with seq:N gives "
    "entry N whole, any other pattern is searched exactly.]"
)
POINTER = (
    "[Archive seq {first}–{last} ({units} rounds) is left out here. recall searches it exactly; seq:N gives entry N "
    "whole.]"
)


@dataclass(frozen=True, slots=True)
class Folded:
    """The messages with notes in place. `sources[i]` are the positions that message i holds raw, `noted` the others.

    `notes_end` is the index of the last message that holds notes, -1 for none.
    """

    messages: list[Message]
    sources: list[tuple[int, ...]]
    noted: frozenset[int]
    notes_end: int


def fold(
    messages: Sequence[Message],
    positions: Sequence[int],
    units: Sequence[Unit],
    chunks: Sequence[Chunk],
    notes: Callable[[Unit, int], str],
) -> Folded:
    """Return the messages with each chunk's units as notes. `notes(unit, level)` gives a unit's text.

    A run of notes is one text block at the end of the user's message before it, or a user's message of its own.
    """
    out: list[Message] = []
    sources: list[tuple[int, ...]] = []
    noted: set[int] = set()
    notes_end = -1
    run: list[Unit] = []
    level = 0

    def close_run() -> None:
        nonlocal notes_end
        if run:
            _add(out, sources, {"role": "user", "content": [_block(run, level, notes)]}, ())
            noted.update(*(positions[unit.start : unit.end] for unit in run))
            notes_end = len(out) - 1
            run.clear()

    place = 0
    for unit in units:
        while place < len(chunks) and chunks[place].last < unit.first:
            if place + 1 == len(chunks) or chunks[place].level < 2 or chunks[place + 1].level < 2:
                close_run()
            place += 1
        chunk = chunks[place] if place < len(chunks) and chunks[place].first <= unit.first else None
        if chunk is not None and unit.first not in chunk.raw:
            level = chunk.level
            run.append(unit)
            continue
        close_run()
        for index in range(unit.start, unit.end):
            _add(out, sources, messages[index], (positions[index],))
    close_run()
    return Folded(out, sources, frozenset(noted), notes_end)


def _block(run: Sequence[Unit], level: int, notes: Callable[[Unit, int], str]) -> dict[str, str]:
    first, last = run[0].first, run[-1].last
    if level == 2:
        return {"type": "text", "text": POINTER.format(first=first, last=last, units=len(run))}
    lines = [HEADER.format(first=first, last=last), *(notes(unit, level) for unit in run)]
    return {"type": "text", "text": "\n".join(lines)}


def _add(out: list[Message], sources: list[tuple[int, ...]], message: Message, source: tuple[int, ...]) -> None:
    """Append a message, joined to the one before when both are the user's: some servers refuse neighbours of a role."""
    if out and out[-1].get("role") == "user" and message.get("role") == "user":
        out[-1] = {**out[-1], "content": [*as_blocks(out[-1]), *as_blocks(message)]}
        sources[-1] = (*sources[-1], *source)
    else:
        out.append(message)
        sources.append(source)


def as_blocks(message: Message) -> list[object]:
    """Return a message's content as a new list of blocks."""
    content = message.get("content")
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content or ())
