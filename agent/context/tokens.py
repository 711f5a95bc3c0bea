"""Estimate what a message costs in tokens: four bytes of text each, images by their area."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from agent.context.history import Block, Message
from agent.context.remember import by_identity
from agent.images import ImageInfo, image_tokens, inspect

BYTES_A_TOKEN = 4  # English and code lie between 3 and 4.5; `State.scale` corrects it by what the service counted
RESULT_OVERHEAD = 10  # a result's id and wrapping
LARGEST_IMAGE = 1600  # tokens: larger images are scaled down before they are counted
UNKNOWN_IMAGE = 1500  # by URL or file id: about a screen
HEADER_CHARS = 131_072  # base64 of a header that may begin with 64 KB of camera data


def text_tokens(text: str) -> int:
    """Return the estimate for a text."""
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    return -(-size // BYTES_A_TOKEN)


def block_tokens(block: Block) -> int:
    """Return the estimate for a content block or a tool's definition."""
    kind = block.get("type")
    if kind == "text":
        return text_tokens(str(block.get("text", "")))
    if kind == "image":
        return source_tokens(block.get("source"))
    if kind == "tool_result":
        return RESULT_OVERHEAD + content_tokens(block.get("content"))
    return text_tokens(json.dumps({key: value for key, value in block.items() if key != "signature"}))


def content_tokens(content: Any) -> int:
    """Return the estimate for a message's or a result's content."""
    if isinstance(content, str):
        return text_tokens(content)
    return sum(block_tokens(block) for block in content) if isinstance(content, list) else 0


@by_identity
def message_tokens(message: Message) -> int:
    """Return the estimate for a message."""
    return content_tokens(message.get("content"))


def image_facts(block: Block) -> ImageInfo | None:
    """Return what a base64 image's own bytes say of it, or None when they are no image (or not base64)."""
    source = block.get("source")
    data = source.get("data") if isinstance(source, Mapping) and source.get("type") == "base64" else None
    return _facts(data) if isinstance(data, str) else None


def source_tokens(source: Any) -> int:
    """Return the estimate for an image by its source."""
    if not isinstance(source, Mapping) or source.get("type") != "base64" or not isinstance(source.get("data"), str):
        return UNKNOWN_IMAGE
    facts = _facts(source["data"])
    return min(LARGEST_IMAGE, image_tokens(facts.width, facts.height)) if facts else UNKNOWN_IMAGE


@lru_cache(maxsize=128)
def _facts(data: str) -> ImageInfo | None:
    try:
        return inspect(base64.b64decode(data[:HEADER_CHARS]))
    except (binascii.Error, ValueError):
        return None
