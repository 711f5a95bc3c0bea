"""Remember what a function said of a message, by the message's identity: histories are looked through at every turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from agent.context.history import Message

T = TypeVar("T")

MOST = 8192  # messages: several sessions' worth; when full, all are forgotten and soon known again


def by_identity(function: Callable[[Message], T]) -> Callable[[Message], T]:
    """Return the function with its answers remembered. A message must not be changed after it was asked about."""
    known: dict[int, tuple[Message, T]] = {}

    def remembered(message: Message) -> T:
        found = known.get(id(message))
        if found is not None and found[0] is message:
            return found[1]
        answer = function(message)
        if len(known) >= MOST:
            known.clear()
        known[id(message)] = (message, answer)
        return answer

    return remembered
