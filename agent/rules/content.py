"""Rules on single blocks, on cache marks and on tools: nothing empty, at most four marks, names in order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agent.rules.blocks import Placed, all_blocks, content_blocks
from agent.rules.violation import Limits, Violation
from agent.toolsets import MEMBERS, TYPES

TOOL_NAME = re.compile(r"^[a-zA-Z0-9_-]{1,128}$")
REQUIRED_FIELDS = {
    "text": "text",
    "image": "source",
    "thinking": "thinking",
    "tool_use": "input",
    "tool_result": "tool_use_id",
    "redacted_thinking": "data",
}


def content_violations(messages: Sequence[Mapping[str, Any]]) -> Iterator[Violation]:
    """Check every block of every message for emptiness, required fields and the shape of tool results."""
    for index, message in enumerate(messages):
        last_assistant = index == len(messages) - 1 and message.get("role") == "assistant"
        if not last_assistant and not content_blocks(message.get("content")):
            yield Violation(
                "empty_message",
                f"messages.{index}: all messages must have non-empty content except for the optional final assistant "
                "message",
                f"messages.{index}",
            )
    for placed in all_blocks(messages):
        yield from _block_violations(placed)


def _block_violations(placed: Placed) -> Iterator[Violation]:
    block, path = placed.block, placed.path
    kind = str(block.get("type"))
    required = REQUIRED_FIELDS.get(kind)
    if required and required not in block:
        yield Violation("missing_field", f"{path}.{kind}.{required}: Field required", path)
        return
    if kind == "text":
        text = block.get("text")
        if text == "":
            if block.get("cache_control"):
                yield Violation(
                    "cache_on_empty_text", f"{path}.text: cache_control cannot be set for empty text blocks", path
                )
            yield Violation("empty_text", "messages: text content blocks must be non-empty", path)
        elif isinstance(text, str) and not text.strip():
            yield Violation("blank_text", "messages: text content blocks must contain non-whitespace text", path)
    elif kind in ("thinking", "redacted_thinking") and block.get("cache_control"):
        yield Violation("cache_on_thinking", f"{path}.{kind}.cache_control: Extra inputs are not permitted", path)
    elif kind == "tool_use" and not isinstance(block.get("input"), Mapping):
        yield Violation("tool_input", f"{path}.tool_use.input: Input should be a valid dictionary", path)
    elif kind == "tool_result":
        yield from _result_violations(placed)
    elif kind == "compaction" and placed.role != "assistant":
        yield Violation(
            "compaction_misplaced",
            f"{path}: `compaction` blocks can only be in `assistant` messages",
            path,
            details={"error_code": "compaction_misplaced"},
        )


def _result_violations(placed: Placed) -> Iterator[Violation]:
    content, path = placed.block.get("content"), placed.path
    if isinstance(content, list) and not content:
        yield Violation("empty_tool_result", f"{path}.tool_result.content: List should have at least 1 item", path)
    blocks = content_blocks(content)
    if placed.block.get("is_error"):
        if not blocks or all(block.get("type") == "text" and not block.get("text") for block in blocks):
            yield Violation("empty_error", f"{path}: content cannot be empty if `is_error` is true", path)
        if any(block.get("type") != "text" for block in blocks):
            yield Violation("error_not_text", f"{path}: all content must be type `text` if `is_error` is true", path)
    if sum(block.get("type") == "browser_state" for block in blocks) > 1:
        yield Violation("browser_state", f"{path}: at most one `browser_state` block is allowed", path)


def cache_violations(request: Mapping[str, Any], limits: Limits) -> Iterator[Violation]:
    """Check the number of cache marks (tools, system, messages, the automatic one) and their lifetimes' order."""
    marks: list[tuple[str, Mapping[str, Any]]] = []
    for index, tool in enumerate(request.get("tools") or ()):
        if tool.get("cache_control"):
            if tool.get("defer_loading"):
                yield Violation(
                    "cache_on_deferred_tool",
                    f"tools.{index}: cache_control cannot be set on a tool with defer_loading",
                    f"tools.{index}",
                )
            marks.append((f"tools.{index}", tool["cache_control"]))
    system = request.get("system")
    if not isinstance(system, str):
        for index, block in enumerate(content_blocks(system)):
            if block.get("type") == "text" and not block.get("text"):
                yield Violation("empty_text", "system: text content blocks must be non-empty", f"system.{index}")
            if block.get("cache_control"):
                marks.append((f"system.{index}", block["cache_control"]))
    marks += [
        (placed.path, placed.block["cache_control"])
        for placed in all_blocks(request.get("messages") or ())
        if placed.block.get("cache_control")
    ]
    automatic = 1 if request.get("cache_control") else 0
    if len(marks) + automatic > limits.max_cache_marks:
        yield Violation(
            "too_many_cache_marks",
            f"A maximum of {limits.max_cache_marks} blocks with cache_control may be provided. "
            f"Found {len(marks) + automatic}.",
            marks[-1][0],
        )
    short_seen = False
    for path, mark in marks:
        if mark.get("ttl") == "1h" and short_seen:
            yield Violation(
                "cache_lifetime_order",
                f"{path}.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' "
                "cache_control block.",
                path,
            )
        short_seen = short_seen or mark.get("ttl", "5m") == "5m"


def _toolset_violations(tool: Mapping[str, Any], path: str) -> Iterator[Violation]:
    """Check an entry of one of the API's own families: it has no name, and configures known members only."""
    family = next((family for family, kind in TYPES.items() if kind == tool.get("type")), "")
    if not family:
        return
    extra = [key for key in tool if key not in ("type", "configs", "cache_control")]
    extra += [f"configs.{member}" for member in tool.get("configs") or {} if member not in MEMBERS[family]]
    for key in extra:
        yield Violation("toolset_entry", f"{path}.{tool['type']}.{key}: Extra inputs are not permitted", path)


def tool_violations(request: Mapping[str, Any]) -> Iterator[Violation]:
    """Check tool names and schemas, the tool choice, and that tools are given where the history uses them."""
    names: set[str] = set()
    tools = request.get("tools") or ()
    for index, tool in enumerate(tools):
        if str(tool.get("type", "custom")) == "custom":
            name = str(tool.get("name", ""))
            if not TOOL_NAME.match(name):
                yield Violation(
                    "tool_name",
                    f"tools.{index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{{1,128}}$'",
                    f"tools.{index}",
                )
            if (tool.get("input_schema") or {}).get("type") != "object":
                yield Violation(
                    "tool_schema",
                    f"tools.{index}.custom.input_schema.type: Input should be 'object'",
                    f"tools.{index}",
                )
        else:
            name = str(tool.get("name", tool.get("type")))
            yield from _toolset_violations(tool, f"tools.{index}")
        if name in names:
            yield Violation(
                "tool_name_conflict",
                "tools: Tool names must be unique.",
                f"tools.{index}",
                details={"error_code": "tool_name_conflict"},
            )
        names.add(name)
    choice = request.get("tool_choice") or {}
    if choice.get("type") == "tool" and choice.get("name") not in names:
        yield Violation(
            "tool_choice", f"tool_choice: Tool '{choice.get('name')}' not found in provided tools", "tool_choice"
        )
    kinds = {placed.block.get("type") for placed in all_blocks(request.get("messages") or ())}
    if not tools and kinds & {"tool_use", "tool_result"}:
        yield Violation(
            "tools_missing", "Requests which include `tool_use` or `tool_result` blocks must define tools", "tools"
        )
