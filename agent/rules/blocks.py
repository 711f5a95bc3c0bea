"""Walk a request: its messages as lists of blocks, with the API's path of each block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Block = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Placed:
    """A content block, where it stands, and the role of its message."""

    block: Block
    path: str
    message: int
    position: int
    role: str


def content_blocks(content: object) -> Sequence[Block]:
    """Return a message's or a tool result's content as blocks; a string is one text block, nothing is none."""
    if content is None:
        return ()
    if isinstance(content, str):
        return ({"type": "text", "text": content},)
    if isinstance(content, Sequence):
        return [block for block in content if isinstance(block, Mapping)]
    return ()


def placed_blocks(messages: Sequence[Mapping[str, Any]]) -> Iterator[Placed]:
    """Yield the top-level blocks of all messages in order."""
    for index, message in enumerate(messages):
        for position, block in enumerate(content_blocks(message.get("content"))):
            yield Placed(block, f"messages.{index}.content.{position}", index, position, str(message.get("role")))


def nested_blocks(placed: Placed) -> Iterator[Placed]:
    """Yield the blocks inside a tool result (none for any other block)."""
    if placed.block.get("type") != "tool_result":
        return
    for position, block in enumerate(content_blocks(placed.block.get("content"))):
        yield Placed(
            block,
            f"{placed.path}.tool_result.content.{position}",
            placed.message,
            position,
            placed.role,
        )


def all_blocks(messages: Sequence[Mapping[str, Any]]) -> Iterator[Placed]:
    """Yield every block in order, the blocks inside a tool result right after it."""
    for placed in placed_blocks(messages):
        yield placed
        yield from nested_blocks(placed)
