"""Cut a history into units that are sent raw or as notes together: a call never leaves its result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.context.history import Message, results


@dataclass(frozen=True, slots=True)
class Unit:
    """Messages [start, end) of a history, at archive positions `first` to `last`.

    One assistant message with the results that follow it, or one message on its own.
    """

    start: int
    end: int
    first: int
    last: int


def units_of(messages: Sequence[Message], positions: Sequence[int]) -> list[Unit]:
    """Return the units of a history in order; together they hold each message once."""
    found: list[Unit] = []
    start = 0
    for index in range(1, len(messages) + 1):
        if index < len(messages) and _belongs(messages[index - 1], messages[index]):
            continue
        if index > start:
            found.append(Unit(start, index, positions[start], positions[index - 1]))
        start = index
    return found


def _belongs(before: Message, message: Message) -> bool:
    return before.get("role") == "assistant" and next(results(message), None) is not None
