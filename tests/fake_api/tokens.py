"""Count a request's tokens, block by block: four bytes of text a token, images by their area."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from typing import Any

from agent.images import image_tokens, inspect
from agent.rules.blocks import content_blocks

BYTES_A_TOKEN = 4  # round and easy to check by hand in a test; not any real model's figure
MAX_IMAGE_TOKENS = 1600  # larger images are scaled down before they are counted


def text_tokens(text: str) -> int:
    """Return the tokens of a text: its bytes over four, rounded up."""
    return -(-len(text.encode()) // BYTES_A_TOKEN)


def block_tokens(block: Mapping[str, Any]) -> int:
    """Return the tokens of one content block or tool definition."""
    if block.get("type") == "text":
        return text_tokens(str(block.get("text", "")))
    if block.get("type") == "image":
        return _image_tokens(block.get("source") or {})
    if block.get("type") == "tool_result":
        return 10 + sum(block_tokens(inner) for inner in content_blocks(block.get("content")))
    plain = {key: value for key, value in block.items() if key not in ("cache_control", "signature")}
    return text_tokens(json.dumps(plain, ensure_ascii=False))


def _image_tokens(source: Mapping[str, Any]) -> int:
    if source.get("type") != "base64":
        return MAX_IMAGE_TOKENS
    found = inspect(base64.b64decode(str(source.get("data", ""))))
    return min(MAX_IMAGE_TOKENS, image_tokens(found.width, found.height)) if found else MAX_IMAGE_TOKENS


def prompt_blocks(request: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield (section, block) in the order in which a prompt is cached: tools, system, messages."""
    for tool in request.get("tools") or ():
        yield "tools", tool
    for block in content_blocks(request.get("system")):
        yield "system", block
    for message in request.get("messages") or ():
        for block in content_blocks(message.get("content")):
            yield str(message.get("role")), block


def request_tokens(request: Mapping[str, Any]) -> int:
    """Return the tokens of the whole prompt."""
    return sum(block_tokens(block) for _, block in prompt_blocks(request))
