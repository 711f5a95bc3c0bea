"""Age old GUI text: all but the newest observations become one line that says what stood there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from operator import is_
from typing import Any

from agent.context.gui import gui_calls
from agent.context.history import Block, Event, Filtered, Message, blocks_of, replace_blocks, with_content

DEFAULT_KEEP = 3  # the page, the one before, and the one a dialog was opened from

STUB = "[elided browser observation: {tool}, was {chars} chars]"
ARCHIVE_LINE = "\n[archive seq {position}]"
STUB_TEXT = re.compile(r"\[elided browser observation: (.+), was \d+ chars\](\n\[archive seq \d+\])?", re.DOTALL)


def window_observations(
    messages: Sequence[Message],
    keep: int = DEFAULT_KEEP,
    *,
    slack: int = 0,
    tiers: Mapping[str, bool] | None = None,
    positions: Sequence[int] | None = None,
) -> Filtered:
    """Return the messages with the text of all but the last `keep` GUI observations replaced by a stub.

    `keep` 0 turns it off. With `slack` the window grows to `keep + slack` before it is cut back to `keep`, so that the
    prefix in between stays the same. `tiers` tells which registered tools are GUI tools; `positions` (the archive's,
    one a message) are named on a second line of each stub. Images stay. A stub longer than the text is not written.
    """
    found = gui_calls(messages, tiers) if keep > 0 else {}
    aged = dict(list(found.items())[: aged_count(len(found), keep, slack)])
    if not aged:
        return Filtered(list(messages), (), False)
    new: list[Message] = list(messages)
    events: list[Event] = []
    for index, message in enumerate(messages):
        if message.get("role") != "user":
            continue
        blocks = blocks_of(message)
        hits = [
            block for block in blocks if block.get("type") == "tool_result" and str(block.get("tool_use_id")) in aged
        ]
        if not hits:
            continue
        line = ARCHIVE_LINE.format(position=positions[index]) if positions is not None else ""
        content = [_age(block, aged, line) for block in blocks]
        if not all(map(is_, content, blocks)):
            new[index] = with_content(message, content)
            tool = aged[str(hits[0].get("tool_use_id"))]
            events.append(Event("obs_window", index, tool, message["content"], content))
    return Filtered(new, tuple(events), bool(events))


def aged_count(observations: int, keep: int, slack: int) -> int:
    """Return how many of the oldest observations have aged: a step function of their number alone."""
    step = slack + 1
    return max(0, (observations - keep) // step * step)


def _age(block: Block, aged: Mapping[str, str], line: str) -> Block:
    if block.get("type") != "tool_result" or str(block.get("tool_use_id")) not in aged:
        return block
    tool = aged[str(block.get("tool_use_id"))]
    content: Any = block.get("content")
    if isinstance(content, str):
        stub = _stub(content, tool, line)
        return block if stub is content else {**block, "content": stub}
    if isinstance(content, list):
        inner = replace_blocks(content, lambda part: _age_text(part, tool, line))
        return block if inner is None else {**block, "content": inner}
    return block


def _age_text(part: Block, tool: str, line: str) -> Block:
    if part.get("type") != "text":
        return part
    stub = _stub(str(part.get("text", "")), tool, line)
    return part if stub == part.get("text") else {**part, "text": stub}


def _stub(text: str, tool: str, line: str) -> str:
    """Return what stands for an aged text: itself when it is already this tool's stub or shorter than one."""
    seen = STUB_TEXT.fullmatch(text)
    if seen and seen[1] == tool:
        return text
    stub = STUB.format(tool=tool, chars=len(text)) + line
    return text if len(stub) > len(text) else stub
