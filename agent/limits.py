"""The limits of a session: turns, money, minutes; each met one is named in a sentence."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agent.pricing import Model, usd

MAX_TURNS = 100  # more turns than a task that goes well takes; a session can be resumed


@dataclass(slots=True)
class Spending:
    """What a session has used so far. Tokens by class, US dollars, turns, and the time since it began (or resumed)."""

    model: Model
    plain: int = 0
    written: int = 0
    read: int = 0
    output: int = 0
    usd: float = 0.0
    notes_usd: float = 0.0
    turns: int = 0
    begun: float = field(default_factory=time.monotonic)

    def add(self, usage: Mapping[str, Any]) -> float:
        """Count one answer's usage object; returns what it cost in US dollars."""
        plain, written = _count(usage, "input_tokens"), _count(usage, "cache_creation_input_tokens")
        read, output = _count(usage, "cache_read_input_tokens"), _count(usage, "output_tokens")
        self.plain += plain
        self.written += written
        self.read += read
        self.output += output
        cost = usd(self.model, plain, written, read, output)
        self.usd += cost
        self.turns += 1
        return cost


@dataclass(frozen=True, slots=True)
class Limits:
    """The most a run may use; None is no limit."""

    turns: int | None = MAX_TURNS
    usd: float | None = None
    minutes: float | None = None

    def met(self, spent: Spending) -> str:
        """Return the limit that is met, in words, or ""."""
        if self.turns is not None and spent.turns >= self.turns:
            return f"the limit of {self.turns} turns is met"
        total = spent.usd + spent.notes_usd
        if self.usd is not None and total >= self.usd:
            return f"the limit of ${self.usd:.2f} is met (${total:.2f} spent)"
        minutes = (time.monotonic() - spent.begun) / 60
        if self.minutes is not None and minutes >= self.minutes:
            return f"the limit of {self.minutes:g} minutes is met"
        return ""


def _count(usage: Mapping[str, Any], name: str) -> int:
    value = usage.get(name)
    return value if isinstance(value, int) else 0
