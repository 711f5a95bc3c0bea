"""Rules on images: how many, how large in bytes and in pixels, and that their bytes are what they are said to be."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agent.images import inspect
from agent.rules.blocks import Placed, all_blocks
from agent.rules.violation import Limits, Violation

MEDIA_TYPES = ("image/jpeg", "image/png", "image/gif", "image/webp")


def image_violations(messages: Sequence[Mapping[str, Any]], limits: Limits) -> Iterator[Violation]:
    """Check all images of a request, nested ones too, against `limits`."""
    images = [placed for placed in all_blocks(messages) if placed.block.get("type") == "image"]
    if len(images) > limits.max_images:
        yield Violation(
            "too_many_images",
            limits.image_count_message.format(found=len(images), maximum=limits.max_images),
            images[-1].path,
        )
    many = len(images) > limits.many_images
    side = min(limits.many_images_max_side, limits.max_image_side) if many else limits.max_image_side
    oversized: list[str] = []
    for placed in images:
        yield from _one_image(placed, limits, side, oversized)
    if oversized:
        scope = "max allowed size for many-image requests" if many else "max allowed size"
        yield Violation(
            "image_dimensions",
            f"{oversized[0]}.image.source.base64.data: At least one of the image dimensions exceed {scope}: "
            f"{side} pixels",
            oversized[0],
            details={"error_code": "image_dimensions_too_large", "max_side_length_pixels": side, "paths": oversized},
        )


def _one_image(placed: Placed, limits: Limits, side: int, oversized: list[str]) -> Iterator[Violation]:
    source = placed.block.get("source") or {}
    if source.get("type") != "base64":
        return
    path = placed.path
    declared = source.get("media_type")
    if declared not in MEDIA_TYPES:
        yield Violation(
            "media_type",
            f"{path}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or "
            "'image/webp'",
            path,
        )
        return
    try:
        data = base64.b64decode(str(source.get("data", "")), validate=True)
    except (binascii.Error, ValueError):
        yield Violation("image_base64", f"{path}.image.source.base64.data: invalid base64 data", path)
        return
    if len(data) > limits.max_image_bytes:
        megabytes = limits.max_image_bytes // (1024 * 1024)
        yield Violation(
            "image_bytes",
            f"{path}.image.source.base64: image exceeds {megabytes} MB maximum: {len(data)} bytes > "
            f"{limits.max_image_bytes} bytes",
            path,
        )
    found = inspect(data)
    if found is None:
        yield Violation("image_unreadable", f"{path}.image.source.base64.data: Could not process image", path)
    elif found.media_type != declared:
        yield Violation(
            "media_type",
            f"{path}.image.source.base64.data: Image does not match the provided media type {declared}",
            path,
        )
    elif max(found.width, found.height) > side:
        oversized.append(path)
