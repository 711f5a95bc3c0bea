"""The last resort when even notes do not make a request fit: cut the longest raw texts, and say where the whole is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agent.context.history import Block, Message, blocks_of, replace_blocks, with_content
from agent.context.tokens import message_tokens

LENGTHS = (64_000, 32_000, 16_000, 8_000, 4_000, 2_000)  # code points: few steps, so that the same cut holds for long
CUT = "\n… [{left} characters are left out here: recall seq:{position}] …\n"


class ContextOverflow(Exception):
    """A conversation that no filter makes fit; the message says so in one sentence."""


def clip_texts(messages: Sequence[Message], positions: Sequence[int], room: int) -> tuple[list[Message], list[int]]:
    """Return the messages with long texts cut so that all together take at most `room` tokens, and which were cut.

    The longest length that fits is taken for all. Raises ContextOverflow when even the shortest does not fit.
    """
    if sum(map(message_tokens, messages)) <= room:
        return list(messages), []
    for length in LENGTHS:
        clipped = [_clipped(message, length, position) for message, position in zip(messages, positions, strict=True)]
        if sum(map(message_tokens, clipped)) <= room:
            cut = [index for index, message in enumerate(clipped) if message is not messages[index]]
            return clipped, cut
    raise ContextOverflow(
        f"the conversation does not fit: {sum(map(message_tokens, clipped))} tokens are left with everything cut that "
        f"can be, and there is room for {room}"
    )


def _clipped(message: Message, length: int, position: int) -> Message:
    content: Any = message.get("content")
    if message.get("role") != "user":
        return message
    if isinstance(content, str):
        text = _cut(content, length, position)
        return message if text is content else with_content(message, text)
    blocks = replace_blocks(blocks_of(message), lambda block: _clipped_block(block, length, position))
    return message if blocks is None else with_content(message, blocks)


def _clipped_block(block: Block, length: int, position: int) -> Block:
    if block.get("type") == "text":
        text = _cut(str(block["text"]), length, position)
        return block if text == block["text"] else {**block, "text": text}
    content = block.get("content")
    if block.get("type") != "tool_result":
        return block
    if isinstance(content, str):
        text = _cut(content, length, position)
        return block if text is content else {**block, "content": text}
    inner = replace_blocks(content or (), lambda part: _clipped_block(part, length, position))
    return block if inner is None else {**block, "content": inner}


def _cut(text: str, length: int, position: int) -> str:
    if len(text) <= length:
        return text
    front, back = length * 2 // 3, length // 3
    return text[:front] + CUT.format(left=len(text) - front - back, position=position) + text[-back:]
