"""Each rule of the Messages API: the smallest request that breaks it, and the message a server would send."""

from __future__ import annotations

import base64
import struct
import zlib
from typing import Any

import pytest

from agent.rules import Issued, Limits, prefix_digest, violations


def png(width: int, height: int, padding: int = 0) -> bytes:
    """Return a PNG whose header says this size (its pixels are not there: the rules read headers only)."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return head + b"\0" * padding


def image(data: bytes, media_type: str = "image/png") -> dict[str, Any]:
    source = {"type": "base64", "media_type": media_type, "data": base64.b64encode(data).decode()}
    return {"type": "image", "source": source}


def call(name: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": name, "name": "grep", "input": {}}


def result(name: str, **more: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": name, "content": "found", **more}


def user(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def model(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


HI = user({"type": "text", "text": "hi"})
MARK = {"cache_control": {"type": "ephemeral"}}
MARKED = {"type": "text", "text": "x", **MARK}
TOOL = {"name": "grep", "input_schema": {"type": "object"}}


def request(*messages: Any, **more: Any) -> dict[str, Any]:
    return {"model": "m", "max_tokens": 2000, "messages": list(messages), "tools": [TOOL], **more}


BROKEN: list[tuple[str, dict[str, Any], str]] = [
    ("no_messages", request(), "at least one message is required"),
    ("first_role", request(model({"type": "text", "text": "hi"}), HI), 'first message must use the "user" role'),
    ("role", request({"role": "tool", "content": "x"}, HI), "role: Input should be"),
    (
        "unanswered_tool_use",
        request(HI, model(call("a"), call("b")), user(result("a"))),
        "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: b. Each",
    ),
    ("unanswered_tool_use", request(HI, model(call("a")), HI), "immediately after: a."),
    (
        "foreign_tool_result",
        request(HI, model({"type": "text", "text": "x"}), user(result("z"))),
        "messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: z.",
    ),
    (
        "duplicate_tool_result",
        request(HI, model(call("a")), user(result("a"), result("a"))),
        "each tool_use must have a single result. Found multiple `tool_result` blocks with id: a",
    ),
    (
        "duplicate_tool_use",
        request(HI, model(call("a")), user(result("a")), model(call("a")), user(result("a"))),
        "`tool_use` ids must be unique",
    ),
    ("tool_use_id", request(HI, model(call("a b")), user(result("a b"))), "String should match pattern"),
    ("tool_result_order", request(HI, model(call("a")), user({"type": "text", "text": "x"}, result("a"))), "before"),
    (
        "toolset_name",
        request(HI, model({**call("a"), "toolset_name": "browser"}), user(result("a"))),
        "must equal the `toolset_name`",
    ),
    (
        "toolset_entry",
        request(HI, tools=[{"type": "computer_toolset_20260801", "configs": {"find": {"enabled": False}}}]),
        "tools.0.computer_toolset_20260801.configs.find: Extra inputs are not permitted",
    ),
    ("empty_text", request(user({"type": "text", "text": ""})), "text content blocks must be non-empty"),
    ("blank_text", request(user({"type": "text", "text": " \n"})), "must contain non-whitespace text"),
    ("empty_message", request(HI, model(), HI), "messages.1: all messages must have non-empty content"),
    (
        "cache_on_empty_text",
        request(user({"type": "text", "text": "", **MARK})),
        "cache_control cannot be set for empty text blocks",
    ),
    (
        "too_many_cache_marks",
        request(user(MARKED, MARKED, MARKED), system=[MARKED], tools=[{**TOOL, **MARK}]),
        "A maximum of 4 blocks with cache_control may be provided. Found 5.",
    ),
    ("too_many_cache_marks", request(user(*[MARKED] * 4), cache_control={"type": "ephemeral"}), "Found 5."),
    ("cache_on_deferred_tool", request(HI, tools=[{**TOOL, **MARK, "defer_loading": True}]), "defer_loading"),
    (
        "cache_lifetime_order",
        request(user(MARKED, {**MARKED, "cache_control": {"type": "ephemeral", "ttl": "1h"}})),
        "must not come after a ttl='5m'",
    ),
    ("prefill", request(HI, model({"type": "text", "text": "x"})), "does not support assistant message prefill"),
    ("empty_error", request(HI, model(call("a")), user(result("a", is_error=True, content=""))), "cannot be empty"),
    (
        "error_not_text",
        request(HI, model(call("a")), user(result("a", is_error=True, content=[image(png(1, 1))]))),
        "all content must be type `text`",
    ),
    ("empty_tool_result", request(HI, model(call("a")), user(result("a", content=[]))), "at least 1 item"),
    ("tools_missing", request(HI, model(call("a")), user(result("a")), tools=[]), "must define tools"),
    ("tool_name_conflict", request(HI, tools=[TOOL, TOOL]), "Tool names must be unique"),
    ("tool_name", request(HI, tools=[{**TOOL, "name": "my tool"}]), "String should match pattern"),
    ("tool_schema", request(HI, tools=[{"name": "grep"}]), "input_schema"),
    ("tool_choice", request(HI, tool_choice={"type": "tool", "name": "x"}), "Tool 'x' not found"),
    ("media_type", request(user(image(png(1, 1), "image/bmp"))), "Input should be 'image/jpeg', 'image/png'"),
    ("media_type", request(user(image(png(1, 1), "image/jpeg"))), "does not match the provided media type"),
    ("image_unreadable", request(user(image(b"hello"))), "Could not process image"),
    ("image_dimensions", request(user(image(png(8001, 10)))), "max allowed size: 8000 pixels"),
    (
        "image_dimensions",
        request(user(*[image(png(10, 10))] * 20, image(png(2001, 10)))),
        "max allowed size for many-image requests: 2000 pixels",
    ),
    (
        "image_bytes",
        request(user(image(png(1, 1, padding=5 * 1024 * 1024)))),
        "image exceeds 5 MB maximum: 5242913 bytes > 5242880 bytes",
    ),
    ("too_many_images", request(user(*[image(png(1, 1))] * 101)), "too many images and documents: 101 + 0 > 100"),
    (
        "thinking_signature",
        request(HI, model({"type": "thinking", "thinking": "hm"}), HI),
        "messages.1.content.0.thinking.signature: Field required",
    ),
    ("missing_field", request(HI, model({"type": "thinking", "signature": "s"}), HI), "thinking: Field required"),
    ("thinking_budget", request(HI, thinking={"type": "enabled", "budget_tokens": 1000}), "equal to 1024"),
    ("thinking_budget", request(HI, thinking={"type": "enabled", "budget_tokens": 2000}), "must be greater than"),
    (
        "thinking_order",
        request(HI, model(call("a")), user(result("a")), thinking={"type": "enabled", "budget_tokens": 1500}),
        "Expected `thinking` or `redacted_thinking`, but found `tool_use`",
    ),
    ("system_position", request({"role": "system", "content": "x"}, HI), "must follow a user message"),
    ("compaction_misplaced", request(user({"type": "compaction", "content": "x"})), "can only be in `assistant`"),
]


@pytest.mark.parametrize(
    ("rule", "body", "message"), BROKEN, ids=[f"{number}-{row[0]}" for number, row in enumerate(BROKEN)]
)
def test_a_broken_rule_is_named_with_the_servers_message(rule: str, body: dict[str, Any], message: str) -> None:
    found = violations(body)
    assert rule in [violation.rule for violation in found]
    assert message in next(violation.message for violation in found if violation.rule == rule)


GOOD: dict[str, dict[str, Any]] = {
    "a question": request(HI),
    "neighbours of one role are merged": request(HI, HI, model(call("a")), user(result("a")), HI),
    "results of a pair in two user messages": request(
        HI, model(call("a"), call("b")), user(result("a")), user(result("b"))
    ),
    "text after the results": request(HI, model(call("a")), user(result("a"), {"type": "text", "text": "go on"})),
    "a result without content": request(HI, model(call("a")), user({"type": "tool_result", "tool_use_id": "a"})),
    "four marks": request(user(*[MARKED] * 4)),
    "twenty images of 8000 pixels": request(user(*[image(png(8000, 1))] * 20)),
    "a system message after the user's": request(HI, {"role": "system", "content": "be brief"}),
}


@pytest.mark.parametrize("name", GOOD)
def test_a_good_request_breaks_no_rule(name: str) -> None:
    assert violations(GOOD[name]) == []


def test_nested_images_count() -> None:
    nested = result("a", content=[image(png(1, 1))] * 2)
    body = request(HI, model(call("a")), user(nested))
    limits = Limits(max_images=1, image_count_message="At most {maximum} image(s) may be provided in one request.")
    assert [violation.message for violation in violations(body, limits)] == [
        "At most 1 image(s) may be provided in one request."
    ]


def test_the_context_size_counts_the_answer_too() -> None:
    limits = Limits(context_tokens=10_000)
    assert (
        violations(request(HI), limits, tokens=10_001)[0].message == "prompt is too long: 10001 tokens > 10000 maximum"
    )
    assert "8001 + 2000 > 10000" in violations(request(HI), limits, tokens=8001)[0].message
    assert violations(request(HI), limits, tokens=8000) == []


def test_a_body_over_the_limit_is_a_413() -> None:
    found = violations(request(HI), body_bytes=33 * 1024 * 1024)[0]
    assert (found.status, found.error_type, found.message) == (
        413,
        "request_too_large",
        "Request exceeds the maximum size",
    )


def test_thinking_must_come_back_as_it_was_given() -> None:
    thought = {"type": "thinking", "thinking": "hm", "signature": "s1"}
    body = request(HI, model(thought), HI)
    issued = {"s1": Issued("hm", prefix_digest(body, 1, 0))}
    bound = Limits(signed_thinking=True)
    assert violations(body, bound, issued=issued) == []
    changed = request(HI, model({**thought, "thinking": "hm?"}), HI)
    assert violations(changed, bound, issued=issued)[0].rule == "thinking_modified"
    elsewhere = request(HI, model({"type": "text", "text": "new"}, thought), HI)
    assert violations(elsewhere, bound, issued=issued)[0].rule == "thinking_binding"
    assert violations(elsewhere, Limits(), issued=issued) == []
    assert violations(body, bound, issued={})[0].message.endswith("Invalid `signature` in `thinking` block")
