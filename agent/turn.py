"""One turn of the model: send a request, stream the answer, and say whether it came whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import anthropic


@dataclass(frozen=True, slots=True)
class Reply:
    """The model's answer as content blocks that can be sent back.

    `complete` is false for a stream that ended before its end was announced: nothing in it may be run.
    """

    content: list[dict[str, Any]]
    stop_reason: str
    usage: Mapping[str, Any]
    complete: bool

    @property
    def calls(self) -> list[dict[str, Any]]:
        """The tool calls in the answer."""
        return [block for block in self.content if block["type"] == "tool_use"]

    @property
    def text(self) -> str:
        """The answer's words."""
        return "\n".join(block["text"] for block in self.content if block["type"] == "text")


async def ask(client: anthropic.AsyncAnthropic, request: Mapping[str, Any], on_text: Callable[[str], None]) -> Reply:
    """Stream one answer; `on_text` hears each piece of text. Raises what the SDK raises."""
    stopped = False
    async with client.messages.stream(**request) as stream:
        async for event in stream:
            if event.type == "text":
                on_text(event.text)
            elif event.type == "message_stop":
                stopped = True
        try:
            message = stream.current_message_snapshot
        except (AssertionError, RuntimeError):  # the stream ended before its first event
            return Reply([], "", {}, False)
    content = [block for block in map(_sendable, message.content) if block]
    usage = message.usage.to_dict() if message.usage else {}
    return Reply(content, message.stop_reason or "", usage, stopped and message.stop_reason is not None)


def _sendable(block: Any) -> dict[str, Any] | None:
    """Return a block as the API takes it back, or None for an empty text, which it sends but does not take."""
    plain: dict[str, Any] = block.to_dict()
    if plain["type"] == "text":
        if not plain["text"].strip():
            return None
        return {"type": "text", "text": plain["text"]}
    if plain["type"] == "tool_use":
        arguments = plain["input"] if isinstance(plain["input"], dict) else {}
        family = {"toolset_name": plain["toolset_name"]} if plain.get("toolset_name") else {}
        return {"type": "tool_use", "id": plain["id"], "name": plain["name"], "input": arguments, **family}
    if plain["type"] == "thinking":
        return {"type": "thinking", "thinking": plain["thinking"], "signature": plain.get("signature", "")}
    return {key: value for key, value in plain.items() if value is not None}
