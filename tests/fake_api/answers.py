"""What a scripted model says: answers made of blocks, refusals with a status, and the ways a stream can break."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Block = Mapping[str, Any]
_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Answer:
    """One turn of the model. `stop_reason` None means "tool_use" where a tool is called, else "end_turn".

    `cut_after` stops the stream after that many events: "clean" ends the response without `message_stop`, "hard" drops
    the connection. `error_after` sends an `error` event there instead. `delay_s` waits before the first byte and
    `pause_s` before each content event.
    """

    content: tuple[Block, ...]
    stop_reason: str | None = None
    output_tokens: int | None = None
    cut_after: int | None = None
    cut: Literal["clean", "hard"] = "clean"
    error_after: int | None = None
    error_type: str = "overloaded_error"
    delay_s: float = 0.0
    pause_s: float = 0.0

    @property
    def reason(self) -> str:
        """The stop reason that is sent."""
        if self.stop_reason:
            return self.stop_reason
        return "tool_use" if any(block["type"] == "tool_use" for block in self.content) else "end_turn"


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error instead of an answer: the status, the error's type and message, and headers such as retry-after."""

    status: int
    error_type: str
    message: str
    headers: Mapping[str, str] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)


Scripted = Answer | Refusal | str | Block | Sequence[Block]
Step = Scripted | Callable[[dict[str, Any]], Scripted]


def text(words: str) -> Block:
    """Return a text block."""
    return {"type": "text", "text": words}


def tool_use(
    name: str, arguments: Mapping[str, Any] | None = None, *, call: str | None = None, family: str = ""
) -> Block:
    """Return a tool call; its id is `call`, else a fresh one. `family` is the toolset that `name` is a member of."""
    return {
        "type": "tool_use",
        "id": call or f"toolu_{next(_numbers):06d}",
        "name": name,
        "input": dict(arguments or {}),
        **({"toolset_name": family} if family else {}),
    }


def thinking(thought: str) -> Block:
    """Return a thinking block; the server signs it when it sends it."""
    return {"type": "thinking", "thinking": thought, "signature": ""}


def answer(*blocks: Block | str, **settings: Any) -> Answer:
    """Return an answer of these blocks (a string is a text block); `settings` are the fields of `Answer`."""
    return Answer(tuple(text(block) if isinstance(block, str) else block for block in blocks), **settings)


def as_answer(scripted: Scripted) -> Answer | Refusal:
    """Return any form of a scripted turn as an answer or a refusal."""
    if isinstance(scripted, Answer | Refusal):
        return scripted
    if isinstance(scripted, str):
        return answer(scripted)
    if isinstance(scripted, Mapping):
        return answer(scripted)
    return answer(*scripted)


RATE_LIMITED = Refusal(429, "rate_limit_error", "This request would exceed your rate limit.", {"retry-after-ms": "1"})
OVERLOADED = Refusal(529, "overloaded_error", "Overloaded", {"retry-after-ms": "1"})
BROKEN = Refusal(500, "api_error", "Internal server error", {"retry-after-ms": "1"})
TOO_LONG = Refusal(400, "invalid_request_error", "prompt is too long: 213462 tokens > 200000 maximum")
