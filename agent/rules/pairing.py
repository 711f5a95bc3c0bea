"""Rules on roles and on tool calls: every call answered once, at once, and nothing else answered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agent.rules.blocks import Block, content_blocks
from agent.rules.violation import Limits, Violation

TOOL_ID = re.compile(r"^[a-zA-Z0-9_-]+$")

Turn = tuple[int, str, list[tuple[str, Block]]]


def merged_turns(messages: Sequence[Mapping[str, Any]]) -> list[Turn]:
    """Join neighbours of the same role, as the API does: (index of the first message, role, [(path, block)])."""
    turns: list[Turn] = []
    for index, message in enumerate(messages):
        role = str(message.get("role"))
        placed = [
            (f"messages.{index}.content.{position}", block)
            for position, block in enumerate(content_blocks(message.get("content")))
        ]
        if turns and turns[-1][1] == role:
            turns[-1][2].extend(placed)
        else:
            turns.append((index, role, placed))
    return turns


def role_violations(messages: Sequence[Mapping[str, Any]], limits: Limits) -> Iterator[Violation]:
    """Check the number of messages, their roles, the first and the last one."""
    if not messages:
        yield Violation("no_messages", "messages: at least one message is required", "messages")
        return
    if len(messages) > limits.max_messages:
        yield Violation(
            "too_many_messages", f"messages: List should have at most {limits.max_messages} items", "messages"
        )
    for index, message in enumerate(messages):
        if message.get("role") not in ("user", "assistant", "system"):
            yield Violation(
                "role",
                f"messages.{index}.role: Input should be 'user', 'assistant' or 'system'",
                f"messages.{index}.role",
            )
    if messages[0].get("role") == "assistant":
        yield Violation("first_role", 'messages: first message must use the "user" role', "messages.0.role")
    yield from _system_violations(messages)
    if messages[-1].get("role") == "assistant" and not limits.accepts_prefill:
        yield Violation(
            "prefill",
            "This model does not support assistant message prefill. The conversation must end with a user message.",
            f"messages.{len(messages) - 1}",
        )


def _system_violations(messages: Sequence[Mapping[str, Any]]) -> Iterator[Violation]:
    for index, message in enumerate(messages):
        if message.get("role") != "system":
            continue
        before = messages[index - 1].get("role") if index else None
        after = messages[index + 1].get("role") if index + 1 < len(messages) else None
        if before != "user" or after not in (None, "assistant"):
            yield Violation(
                "system_position",
                f"messages.{index}: a message with role 'system' must follow a user message and be last or be followed "
                "by an assistant message",
                f"messages.{index}",
            )


def pairing_violations(messages: Sequence[Mapping[str, Any]]) -> Iterator[Violation]:
    """Check that calls and results pair up between neighbouring turns, and that ids are well formed and unique."""
    turns = [turn for turn in merged_turns(messages) if turn[1] in ("user", "assistant")]
    seen: set[str] = set()
    for number, (index, role, blocks) in enumerate(turns):
        calls = [(path, str(block.get("id", ""))) for path, block in blocks if block.get("type") == "tool_use"]
        if role == "assistant":
            yield from _id_violations(calls, seen)
            answered = _result_ids(turns[number + 1][2]) if number + 1 < len(turns) else set()
            missing = [call for _, call in calls if call not in answered]
            if missing:
                yield Violation(
                    "unanswered_tool_use",
                    f"messages.{index}: `tool_use` ids were found without `tool_result` blocks immediately after: "
                    f"{', '.join(missing)}. Each `tool_use` block must have a corresponding `tool_result` block in the "
                    "next message.",
                    f"messages.{index}",
                )
        elif calls:
            yield Violation(
                "tool_use_role", f"{calls[0][0]}: `tool_use` blocks can only be in `assistant` messages", calls[0][0]
            )
        open_calls: dict[str, Any] = {}
        if number and turns[number - 1][1] == "assistant":
            before = [block for _, block in turns[number - 1][2] if block.get("type") == "tool_use"]
            open_calls = {str(block.get("id")): block.get("toolset_name") for block in before}
        yield from _result_violations(role, blocks, open_calls)


def _result_ids(blocks: Sequence[tuple[str, Block]]) -> set[str]:
    return {str(block.get("tool_use_id")) for _, block in blocks if block.get("type") == "tool_result"}


def _id_violations(calls: Sequence[tuple[str, str]], seen: set[str]) -> Iterator[Violation]:
    for path, call in calls:
        if not TOOL_ID.match(call):
            yield Violation("tool_use_id", f"{path}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'", path)
        elif call in seen:
            yield Violation("duplicate_tool_use", "messages: `tool_use` ids must be unique", path)
        seen.add(call)


def _result_violations(
    role: str, blocks: Sequence[tuple[str, Block]], open_calls: Mapping[str, Any]
) -> Iterator[Violation]:
    answered: set[str] = set()
    other_seen = False
    for path, block in blocks:
        if block.get("type") != "tool_result":
            other_seen = True
            continue
        call = str(block.get("tool_use_id"))
        if role != "user":
            yield Violation("tool_result_role", f"{path}: `tool_result` blocks can only be in `user` messages", path)
        elif call not in open_calls:
            yield Violation(
                "foreign_tool_result",
                f"{path}: unexpected `tool_use_id` found in `tool_result` blocks: {call}. Each `tool_result` block "
                "must have a corresponding `tool_use` block in the previous message.",
                path,
            )
        elif call in answered:
            yield Violation(
                "duplicate_tool_result",
                f"{path}: each tool_use must have a single result. Found multiple `tool_result` blocks with id: {call}",
                path,
            )
        elif block.get("toolset_name") != open_calls[call]:
            yield Violation(
                "toolset_name",
                f"{path}.tool_result.toolset_name: must equal the `toolset_name` of the `tool_use` block it answers, "
                f"{open_calls[call]!r}",
                path,
            )
        elif other_seen:
            yield Violation(
                "tool_result_order",
                f"{path}: `tool_result` blocks must come before any other content in a user message that answers tool "
                "calls",
                path,
            )
        answered.add(call)
