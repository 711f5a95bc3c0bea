"""Rules on thinking blocks: their order, their signatures, and what newer models bind them to."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.rules.blocks import Placed, content_blocks, placed_blocks
from agent.rules.violation import Limits, Violation

MIN_BUDGET = 1024  # the API's documented minimum of thinking.budget_tokens
THINKING = ("thinking", "redacted_thinking")


@dataclass(frozen=True, slots=True)
class Issued:
    """A thinking block as a model gave it: its text and the digest of all that stood before it."""

    thinking: str
    prefix: str


def prefix_digest(request: Mapping[str, Any], message: int, position: int) -> str:
    """Return a digest of all that stands before a block: system, tools and earlier blocks, cache marks aside."""
    messages = request.get("messages") or ()
    before = [[turn.get("role"), list(content_blocks(turn.get("content")))] for turn in messages[:message]]
    if message < len(messages):
        turn = messages[message]
        before.append([turn.get("role"), list(content_blocks(turn.get("content")))[:position]])
    if before and not before[-1][1]:
        before.pop()
    system = request.get("system")
    head = [list(content_blocks(system)) if system else [], request.get("tools") or []]
    text = json.dumps(_without_marks([head, before]), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _without_marks(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_marks(item) for key, item in value.items() if key != "cache_control"}
    if isinstance(value, list | tuple):
        return [_without_marks(item) for item in value]
    return value


def thinking_violations(
    request: Mapping[str, Any], limits: Limits, issued: Mapping[str, Issued] | None
) -> Iterator[Violation]:
    """Check the thinking setting and, where `issued` (by signature) is known, that blocks came back as given."""
    setting = request.get("thinking") or {}
    messages: Sequence[Mapping[str, Any]] = request.get("messages") or ()
    yield from _setting_violations(request, setting)
    if setting.get("type") == "enabled":
        yield from _order_violations(messages)
    latest = max((index for index, turn in enumerate(messages) if turn.get("role") == "assistant"), default=-1)
    drops = (setting.get("block_binding") or {}).get("prefix_mismatch_behavior") == "drop_block"
    for placed in placed_blocks(messages):
        if placed.block.get("type") == "thinking" and "thinking" in placed.block:
            yield from _signature_violations(request, placed, limits, issued, placed.message == latest, drops)


def _setting_violations(request: Mapping[str, Any], setting: Mapping[str, Any]) -> Iterator[Violation]:
    budget = setting.get("budget_tokens")
    if setting.get("type") != "enabled":
        return
    if not isinstance(budget, int) or budget < MIN_BUDGET:
        yield Violation(
            "thinking_budget",
            f"thinking.enabled.budget_tokens: Input should be greater than or equal to {MIN_BUDGET}",
            "thinking",
        )
    elif budget >= int(request.get("max_tokens") or 0):
        yield Violation("thinking_budget", "`max_tokens` must be greater than `thinking.budget_tokens`.", "thinking")


def _order_violations(messages: Sequence[Mapping[str, Any]]) -> Iterator[Violation]:
    if len(messages) < 2 or messages[-1].get("role") != "user":
        return
    answers = any(block.get("type") == "tool_result" for block in content_blocks(messages[-1].get("content")))
    blocks = content_blocks(messages[-2].get("content"))
    if answers and messages[-2].get("role") == "assistant" and blocks and blocks[0].get("type") not in THINKING:
        path = f"messages.{len(messages) - 2}.content.0"
        yield Violation(
            "thinking_order",
            f"{path}.type: Expected `thinking` or `redacted_thinking`, but found `{blocks[0].get('type')}`. When "
            "`thinking` is enabled, a final `assistant` message must start with a thinking block.",
            path,
        )


def _signature_violations(
    request: Mapping[str, Any],
    placed: Placed,
    limits: Limits,
    issued: Mapping[str, Issued] | None,
    latest: bool,
    drops: bool,
) -> Iterator[Violation]:
    signature = placed.block.get("signature")
    if not signature:
        yield Violation("thinking_signature", f"{placed.path}.thinking.signature: Field required", placed.path)
        return
    if issued is None:
        return
    given = issued.get(str(signature))
    if given is None:
        yield Violation("thinking_signature", f"{placed.path}: Invalid `signature` in `thinking` block", placed.path)
    elif given.thinking != placed.block.get("thinking"):
        if latest:
            yield Violation(
                "thinking_modified",
                f"{placed.path}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be "
                "modified. These blocks must remain as they were in the original response.",
                placed.path,
            )
        else:
            yield Violation(
                "thinking_signature", f"{placed.path}: Invalid `signature` in `thinking` block", placed.path
            )
    elif (
        limits.signed_thinking and not drops and given.prefix != prefix_digest(request, placed.message, placed.position)
    ):
        yield Violation(
            "thinking_binding",
            f"{placed.path}: Invalid `signature` in `thinking` block. The block is bound to a different conversation. "
            'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
            placed.path,
        )
