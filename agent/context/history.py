"""A message history as the filters see it: canonical hashes, events, filtered copies, calls and their results."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import is_
from typing import Any

Block = Mapping[str, Any]
Message = Mapping[str, Any]

HASH_DIGITS = 12  # 48 bits: two contents of one session do not meet by chance, and a person can still compare them


@dataclass(frozen=True, slots=True)
class Event:
    """One message that a filter changed. `index` is its place in the list that the filter was given.

    `old_hash` and `new_hash` are over the canonical JSON of the content, `old_len` and `new_len` its length in code
    points. They are worked out when read, since most passes change what an earlier pass has already reported.
    """

    kind: str
    index: int
    tool: str
    old_content: Any = field(repr=False)
    new_content: Any = field(repr=False)

    @property
    def old_hash(self) -> str:
        """The content's hash before."""
        return content_hash(self.old_content)

    @property
    def new_hash(self) -> str:
        """The content's hash after."""
        return content_hash(self.new_content)

    @property
    def old_len(self) -> int:
        """The length of the content's canonical JSON before."""
        return len(canonical_json(self.old_content))

    @property
    def new_len(self) -> int:
        """The length of the content's canonical JSON after."""
        return len(canonical_json(self.new_content))

    def as_json(self, position: int) -> dict[str, Any]:
        """Return the event for a transcript, where the message stands at `position` of the archive."""
        return {
            "kind": self.kind,
            "position": position,
            "tool": self.tool,
            "old_hash": self.old_hash,
            "new_hash": self.new_hash,
            "old_len": self.old_len,
            "new_len": self.new_len,
        }


@dataclass(frozen=True, slots=True)
class Filtered:
    """A filter's answer: a new list (untouched messages are the same objects), its events, whether it changed any."""

    messages: list[Message]
    events: tuple[Event, ...]
    changed: bool


def canonical_json(value: Any) -> str:
    """Return the one JSON text of `value`: sorted keys, no spaces, characters as they are."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def content_hash(content: Any) -> str:
    """Return HASH_DIGITS hex digits of SHA-256 over the canonical JSON of a message's content."""
    text = canonical_json(content).encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()[:HASH_DIGITS]


def blocks_of(message: Message) -> Sequence[Block]:
    """Return the message's content blocks; a string content has none of its own and gives an empty list."""
    content = message.get("content")
    return content if isinstance(content, list) else ()


def calls(messages: Sequence[Message]) -> list[Block]:
    """Return every `tool_use` block, oldest first."""
    return [
        block
        for message in messages
        if message.get("role") == "assistant"
        for block in blocks_of(message)
        if block.get("type") == "tool_use"
    ]


def results(message: Message) -> Iterator[Block]:
    """Yield the message's `tool_result` blocks."""
    if message.get("role") == "user":
        for block in blocks_of(message):
            if block.get("type") == "tool_result":
                yield block


def has_image(block: Block) -> bool:
    """Say whether a block is an image or a tool result that holds one."""
    kind = block.get("type")
    if kind != "tool_result":
        return kind == "image"
    content = block.get("content")
    # A list and not any(): this runs for every result of a history at every request.
    return isinstance(content, list) and "image" in [inner.get("type") for inner in content]


def replace_blocks(content: Sequence[Block], change: Callable[[Block], Block]) -> list[Block] | None:
    """Return the blocks with `change` applied to each, or None when every one came back as the same object."""
    new = [change(block) for block in content]
    return None if all(map(is_, new, content)) else new


def with_content(message: Message, content: Any) -> Message:
    """Return a copy of the message with another content, all other keys in place."""
    return {**message, "content": content}
