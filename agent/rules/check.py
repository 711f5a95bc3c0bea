"""All rules over one request, in the order in which a server finds them broken."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agent.rules.content import cache_violations, content_violations, tool_violations
from agent.rules.pairing import pairing_violations, role_violations
from agent.rules.pictures import image_violations
from agent.rules.thinking import Issued, thinking_violations
from agent.rules.violation import Limits, Violation


def violations(
    request: Mapping[str, Any],
    limits: Limits | None = None,
    *,
    issued: Mapping[str, Issued] | None = None,
    tokens: int | None = None,
    body_bytes: int | None = None,
) -> list[Violation]:
    """Return every rule of the Messages API that `request` (its JSON body) breaks; none means it would be accepted.

    `issued` (signature → block) turns on the checks of returned thinking, `tokens` (the request's own count) the check
    of the context size. `body_bytes` saves measuring the body again. The first one is what a server would answer with.
    """
    limits = limits or Limits()
    return list(_violations(request, limits, issued, tokens, body_bytes))


def _violations(
    request: Mapping[str, Any],
    limits: Limits,
    issued: Mapping[str, Issued] | None,
    tokens: int | None,
    body_bytes: int | None,
) -> Iterator[Violation]:
    size = body_bytes if body_bytes is not None else len(json.dumps(request, ensure_ascii=False).encode())
    if size > limits.max_body_bytes:
        yield Violation("body_size", "Request exceeds the maximum size", "", 413, "request_too_large")
    messages = request.get("messages")
    if not isinstance(messages, Sequence) or isinstance(messages, str):
        yield Violation("missing_field", "messages: Field required", "messages")
        return
    if any(not isinstance(message, Mapping) for message in messages):
        yield Violation("missing_field", "messages: Input should be a valid dictionary", "messages")
        return
    yield from _setting_violations(request, limits)
    yield from role_violations(messages, limits)
    yield from content_violations(messages)
    yield from pairing_violations(messages)
    yield from tool_violations(request)
    yield from cache_violations(request, limits)
    yield from image_violations(messages, limits)
    yield from thinking_violations(request, limits, issued)
    if tokens is not None:
        yield from _context_violations(request, limits, tokens)


def _setting_violations(request: Mapping[str, Any], limits: Limits) -> Iterator[Violation]:
    if not request.get("model"):
        yield Violation("missing_field", "model: Field required", "model")
    most = request.get("max_tokens")
    if most is not None and (not isinstance(most, int) or most < 1):
        yield Violation("max_tokens", "max_tokens: Input should be greater than or equal to 1", "max_tokens")
    elif isinstance(most, int) and most > limits.max_output_tokens:
        yield Violation(
            "max_tokens",
            f"max_tokens: {most} > {limits.max_output_tokens}, which is the maximum allowed number of output tokens "
            f"for {request.get('model')}",
            "max_tokens",
        )
    output = request.get("output_config") or {}
    if not limits.accepts_effort and ({"effort", "task_budget"} & set(output)):
        yield Violation("effort", "This model does not support the effort parameter.", "output_config")


def _context_violations(request: Mapping[str, Any], limits: Limits, tokens: int) -> Iterator[Violation]:
    if tokens > limits.context_tokens:
        yield Violation("prompt_too_long", f"prompt is too long: {tokens} tokens > {limits.context_tokens} maximum")
    elif tokens + int(request.get("max_tokens") or 0) > limits.context_tokens:
        yield Violation(
            "context_exceeded",
            f"input length and `max_tokens` exceed context limit: {tokens} + {request.get('max_tokens')} > "
            f"{limits.context_tokens}, decrease input length or `max_tokens` and try again",
        )
