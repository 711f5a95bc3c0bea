"""Notice an agent that goes in circles: the same calls with the same results, or a screen that does not change."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from agent.tool import Result

NAMED_AT = 3  # repetitions before the model is told: twice can be a check, three times is a habit
STOPPED_AT = 5  # … and before the session stops: the model was told and did not listen
LONGEST_CYCLE = 4  # calls in a circle that is recognised (open, look, close, wait)
SAME_SCREENS = 3  # identical screenshots in a row, whatever was done between them


@dataclass(frozen=True, slots=True)
class Circle:
    """What repeats: how grave it is, and what to say of it."""

    level: Literal["named", "stopped"]
    message: str


@dataclass(slots=True)
class Repeats:
    """The calls of a session with digests of their results, newest last. A result that differs breaks a circle."""

    _steps: list[tuple[str, str]] = field(default_factory=list)
    _screens: list[str] = field(default_factory=list)

    def add(self, name: str, arguments: Mapping[str, Any], result: Result) -> None:
        """Note a finished call."""
        call = f"{name}({json.dumps(arguments, sort_keys=True, ensure_ascii=False)})"
        self._steps.append((call, _digest(result)))
        if result.screen:
            self._screens.append(result.screen)
        del self._steps[: -LONGEST_CYCLE * STOPPED_AT], self._screens[:-STOPPED_AT]

    def circle(self) -> Circle | None:
        """Return the circle that the last calls form, or None."""
        for length in range(1, LONGEST_CYCLE + 1):
            times = _times(self._steps, length)
            if times >= NAMED_AT:
                calls = ", ".join(_short(call) for call, _ in self._steps[-length:])
                return self._found(times, f"{calls} gave the same result {times} times in a row")
        times = _times([(screen, "") for screen in self._screens], 1)
        if times >= SAME_SCREENS:
            return self._found(times, f"the last {times} screenshots are identical: what you do does not change them")
        return None

    def _found(self, times: int, what: str) -> Circle:
        if times >= STOPPED_AT:
            return Circle("stopped", f"stopped: {what}")
        return Circle(
            "named",
            f"You are going in a circle: {what}. Do something else: read the error, look at other code, use another "
            f"tool, or say what blocks you. The session stops at {STOPPED_AT}.",
        )


def _times(steps: Sequence[tuple[str, str]], length: int) -> int:
    """Return how often the last `length` steps stand in a row at the end."""
    if len(steps) < length:
        return 0
    cycle = list(steps[-length:])
    times, end = 1, len(steps) - length
    while end >= length and list(steps[end - length : end]) == cycle:
        times += 1
        end -= length
    return times


def _digest(result: Result) -> str:
    digest = hashlib.sha256(result.text.encode("utf-8", "replace"))
    for picture in result.pictures:
        digest.update(picture.data)
    return digest.hexdigest()


def _short(call: str) -> str:
    return call if len(call) <= 120 else call[:117] + "…)"
