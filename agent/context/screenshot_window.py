"""Keep the newest GUI screenshots: in older results each image becomes a line that says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agent.context.gui import gui_calls
from agent.context.history import Block, Event, Filtered, Message, blocks_of, has_image, replace_blocks, with_content
from agent.context.observation_window import aged_count

DEFAULT_KEEP = 1  # only the newest viewport can be clicked

PLACEHOLDER = "[previous screenshot removed to save context]"


def window_screenshots(
    messages: Sequence[Message],
    keep: int = DEFAULT_KEEP,
    *,
    slack: int = 0,
    cut_with: int = 0,
    tiers: Mapping[str, bool] | None = None,
    positions: Sequence[int] | None = None,
) -> Filtered:
    """Return the messages with the images of GUI results gone from all but the newest `keep` messages that hold any.

    `keep` 0 turns it off. Only images nested in GUI results are touched, never uploads or other tools' images. `slack`,
    `tiers` and `positions` are as in `window_observations`; `cut_with` is the text window's `keep`, so that with slack
    both windows are cut in the same round.
    """
    if keep <= 0:
        return Filtered(list(messages), (), False)
    found = gui_calls(messages, tiers)
    holders = [
        (index, shots)
        for index, message in enumerate(messages)
        if message.get("role") == "user" and (shots := _shots(message, found))
    ]
    new: list[Message] = list(messages)
    events: list[Event] = []
    due = max(keep, cut_with) if slack else keep
    aged = aged_count(len(holders), due, slack)
    for index, shots in holders[: aged + due - keep if aged else 0]:
        message = messages[index]
        text = placeholder(positions[index] if positions is not None else None)
        content = [strip_images(block, text) if block in shots else block for block in blocks_of(message)]
        new[index] = with_content(message, content)
        tool = found[str(shots[0].get("tool_use_id"))]
        events.append(Event("browser_img_strip", index, tool, message["content"], content))
    return Filtered(new, tuple(events), bool(events))


def placeholder(position: int | None = None) -> str:
    """Return the text that stands for a removed image, with its archive position where one is known."""
    return PLACEHOLDER if position is None else f"{PLACEHOLDER}\n[archive seq {position}]"


def strip_images(block: Block, text: str) -> Block:
    """Return the block with its images (itself, or those nested in a tool result) replaced by text, in place."""
    if block.get("type") == "image":
        return {"type": "text", "text": text}
    content: Any = block.get("content")
    if not has_image(block):
        return block
    inner = replace_blocks(content, lambda part: strip_images(part, text))
    return block if inner is None else {**block, "content": inner}


def _shots(message: Message, found: Mapping[str, str]) -> list[Block]:
    """Return the message's results of GUI calls that hold an image."""
    return [
        block
        for block in blocks_of(message)
        if block.get("type") == "tool_result" and str(block.get("tool_use_id")) in found and has_image(block)
    ]
