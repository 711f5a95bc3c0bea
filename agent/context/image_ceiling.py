"""A ceiling on messages with images of any kind: the oldest beyond it become lines that say so."""

from __future__ import annotations

from collections.abc import Sequence

from agent.context.history import Block, Event, Filtered, Message, blocks_of, calls, has_image, with_content
from agent.context.screenshot_window import placeholder, strip_images

DEFAULT_KEEP = 50  # messages: far above what a person attaches, below what a request can hold


def limit_images(
    messages: Sequence[Message], keep: int = DEFAULT_KEEP, *, positions: Sequence[int] | None = None
) -> Filtered:
    """Return the messages with images only in the newest `keep` of those that hold any, top level or nested.

    `keep` 0 turns it off. Each older image becomes the placeholder in place.
    """
    if keep <= 0:
        return Filtered(list(messages), (), False)
    holders = [index for index, message in enumerate(messages) if any(map(has_image, blocks_of(message)))]
    old = holders[:-keep]
    names = {str(block.get("id")): str(block.get("name", "")) for block in calls(messages)} if old else {}
    new: list[Message] = list(messages)
    events: list[Event] = []
    for index in old:
        message = messages[index]
        text = placeholder(positions[index] if positions is not None else None)
        content = [strip_images(block, text) for block in blocks_of(message)]
        new[index] = with_content(message, content)
        tool = _tool(next(filter(has_image, blocks_of(message))), names)
        events.append(Event("img_strip", index, tool, message["content"], content))
    return Filtered(new, tuple(events), bool(events))


def _tool(block: Block, names: dict[str, str]) -> str:
    """Return the tool whose result holds the image, "" for an upload."""
    return names.get(str(block.get("tool_use_id")), "") if block.get("type") == "tool_result" else ""
