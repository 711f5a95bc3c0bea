"""Place the at most four cache marks of a request: nobody else sets any.

The last one goes before the oldest block that the next round will change. Earlier ones hold what survives when the last
one's prefix is lost: the head, the notes, and what stands before the oldest observation that is still whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agent.context.fold import as_blocks
from agent.context.history import Block, Message, blocks_of
from agent.context.tokens import block_tokens, message_tokens
from agent.context.view import Frame, Mark
from agent.pricing import LOOK_BACK_BLOCKS, MAX_CACHE_MARKS, Model

CACHE_CONTROL = {"type": "ephemeral"}
UNMARKABLE = ("thinking", "redacted_thinking")


@dataclass(frozen=True, slots=True)
class Stability:
    """How long a view's messages stay as they are. Each number is an index into the view's messages.

    `next_change` is the first message that the next round will change, `window_change` the first that a later one will,
    `notes_end` the last that holds notes (-1 for none), `last_end` the message that carried the last mark of the
    request before, -1 when that prefix has changed.
    """

    next_change: int
    window_change: int
    notes_end: int
    last_end: int


def plan_marks(frame: Frame, messages: Sequence[Message], stability: Stability, model: Model) -> tuple[Mark, ...]:
    """Return the marks of a request, first to last; prefixes too short to be kept get none."""
    totals: list[int] = []
    total = sum(map(block_tokens, (*frame.tools, *frame.system)))
    head = total
    for message in messages:
        total += message_tokens(message)
        totals.append(total)
    wanted: list[tuple[int, str]] = []  # (message, why), most wanted first
    _want(wanted, messages, stability.next_change - 1, "before what the next round changes")
    lasting = min(stability.window_change, stability.next_change)
    _want(wanted, messages, lasting - 1, "before what a later round changes")
    _want(wanted, messages, stability.notes_end, "end of the notes")
    if wanted and stability.last_end >= 0:
        added = messages[stability.last_end + 1 : wanted[0][0] + 1]
        if stability.last_end > wanted[0][0]:
            wanted.insert(1, (stability.last_end, "end of the request before: read once more before it changes"))
        elif sum(max(1, len(blocks_of(message))) for message in added) >= LOOK_BACK_BLOCKS:
            wanted.insert(1, (stability.last_end, "end of the request before, out of the look-back's reach"))
    marks: list[Mark] = []
    if frame.system and head >= model.cache_minimum:
        marks.append(Mark("system", -1, len(frame.system) - 1, "end of the system prompt"))
    elif frame.tools and head >= model.cache_minimum:
        marks.append(Mark("tools", -1, len(frame.tools) - 1, "end of the tools"))
    places: dict[int, str] = {}
    for index, why in wanted:
        if len(marks) + len(places) < MAX_CACHE_MARKS and totals[index] >= model.cache_minimum:
            places.setdefault(index, why)
    marks += [Mark("messages", index, _markable(messages[index]), places[index]) for index in sorted(places)]
    return tuple(marks)


def marked_request(frame: Frame, messages: Sequence[Message], marks: Sequence[Mark]) -> dict[str, Any]:
    """Return the `system`, `tools` and `messages` of a request with the marks set; nothing given is changed."""
    request: dict[str, Any] = {}
    tools = [_unmarked(tool) for tool in frame.tools]
    system = [_unmarked(block) for block in frame.system]
    marked = list(messages)
    for mark in marks:
        if mark.where == "tools":
            tools[mark.block] = {**tools[mark.block], "cache_control": CACHE_CONTROL}
        elif mark.where == "system":
            system[mark.block] = {**system[mark.block], "cache_control": CACHE_CONTROL}
        else:
            blocks: list[Any] = as_blocks(marked[mark.message])
            blocks[mark.block] = {**blocks[mark.block], "cache_control": CACHE_CONTROL}
            marked[mark.message] = {**marked[mark.message], "content": blocks}
    if tools:
        request["tools"] = tools
    if system:
        request["system"] = system
    request["messages"] = marked
    return request


def stable_tools(tools: Sequence[Block], before: Sequence[str] = ()) -> tuple[Block, ...]:
    """Return tools in an order that later requests can keep: those of `before` (names) as they were, new ones behind.

    New ones are sorted by name, so that the order of registration does not decide whether the cache holds.
    """
    order = {name: place for place, name in enumerate(before)}
    return tuple(sorted(tools, key=lambda tool: (order.get(_name(tool), len(order)), _name(tool))))


def _name(tool: Block) -> str:
    return str(tool.get("name") or tool.get("type"))


def _want(wanted: list[tuple[int, str]], messages: Sequence[Message], index: int, why: str) -> None:
    """Note a wish for a mark at the end of message `index`, or of the nearest one before it that can carry one."""
    while index >= 0 and _markable(messages[index]) < 0:
        index -= 1
    if index >= 0:
        wanted.append((index, why))


def _markable(message: Message) -> int:
    """Return the index of the last block that may carry a mark, -1 for none."""
    if isinstance(message.get("content"), str):
        return 0
    blocks = blocks_of(message)
    return len(blocks) - 1 if blocks and blocks[-1].get("type") not in UNMARKABLE else -1


def _unmarked(block: Block) -> Block:
    return {key: value for key, value in block.items() if key != "cache_control"} if "cache_control" in block else block
