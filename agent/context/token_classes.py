"""Where a request's tokens go: its head, notes, observations of the screen, images, and everything else raw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent.context.history import Block, Message, blocks_of
from agent.context.tokens import RESULT_OVERHEAD, block_tokens, message_tokens
from agent.context.view import Frame

NOTES_START = ("[Notes on archive seq ", "[Archive seq ")


def tokens_by_class(
    frame: Frame, messages: Sequence[Message], sources: Sequence[tuple[int, ...]], gui: Mapping[str, str]
) -> dict[str, int]:
    """Return the estimated tokens of a request by class; they sum to the whole.

    `head` is the system prompt, the tools and the first message, `observations` the text of GUI results.
    """
    classes = {"head": sum(map(block_tokens, (*frame.system, *frame.tools))), "notes": 0, "raw": 0}
    classes |= {"observations": 0, "images": 0}
    for index, message in enumerate(messages):
        rest = "head" if index == 0 else "raw"
        if isinstance(message.get("content"), str):
            classes[rest] += message_tokens(message)
        for block in blocks_of(message):
            _count(block, rest, gui, classes)
    return classes


def _count(block: Block, rest: str, gui: Mapping[str, str], classes: dict[str, int]) -> None:
    kind = block.get("type")
    if kind == "image":
        classes["images"] += block_tokens(block)
    elif kind == "text" and str(block.get("text", "")).startswith(NOTES_START):
        classes["notes"] += block_tokens(block)
    elif kind == "tool_result" and isinstance(block.get("content"), list):
        mine = "observations" if str(block.get("tool_use_id")) in gui else rest
        classes[rest] += RESULT_OVERHEAD
        for part in block["content"]:
            classes["images" if part.get("type") == "image" else mine] += block_tokens(part)
    elif kind == "tool_result" and str(block.get("tool_use_id")) in gui:
        classes["observations"] += block_tokens(block)
    else:
        classes[rest] += block_tokens(block)
