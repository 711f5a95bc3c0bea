"""A message as server-sent events, in the order the API sends them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

CHUNK = 24  # characters a delta: small enough that every answer worth testing comes in several


def events(message: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a message's events: start, blocks with their deltas, one ping, delta with the stop reason, stop."""
    start = {**message, "content": [], "stop_reason": None, "stop_sequence": None}
    start["usage"] = {**message["usage"], "output_tokens": 1}
    yield {"type": "message_start", "message": start}
    yield {"type": "ping"}
    for index, block in enumerate(message["content"]):
        empty, deltas = _opened(block)
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        for delta in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": message["stop_reason"], "stop_sequence": None},
        "usage": {"output_tokens": message["usage"]["output_tokens"]},
    }
    yield {"type": "message_stop"}


def _opened(block: Mapping[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    if block["type"] == "text":
        return {"type": "text", "text": ""}, [{"type": "text_delta", "text": part} for part in _parts(block["text"])]
    if block["type"] == "tool_use":
        parts = ["", *_parts(json.dumps(block["input"]))]
        return {**block, "input": {}}, [{"type": "input_json_delta", "partial_json": part} for part in parts]
    if block["type"] == "thinking":
        deltas: list[dict[str, Any]] = [
            {"type": "thinking_delta", "thinking": part} for part in _parts(block["thinking"])
        ]
        deltas.append({"type": "signature_delta", "signature": block["signature"]})
        return {"type": "thinking", "thinking": "", "signature": ""}, deltas
    return dict(block), []


def _parts(text: str) -> list[str]:
    return [text[start : start + CHUNK] for start in range(0, len(text), CHUNK)]


def encoded(event: Mapping[str, Any]) -> bytes:
    """Return one event as it goes over the wire."""
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
