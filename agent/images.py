"""What an image's own bytes say of it: media type and size in pixels, read from the header alone."""

from __future__ import annotations

import struct
from dataclasses import dataclass

PNG_MAGIC = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class ImageInfo:
    """An image's media type ("image/png", …) and its size in pixels (0 × 0 where the header is cut short)."""

    media_type: str
    width: int
    height: int


def inspect(data: bytes) -> ImageInfo | None:
    """Return what the header of a PNG, JPEG, GIF or WebP file says, or None for bytes that are none of them."""
    if data.startswith(PNG_MAGIC):
        width, height = struct.unpack(">II", data[16:24]) if len(data) >= 24 else (0, 0)
        return ImageInfo("image/png", width, height)
    if data.startswith((b"GIF87a", b"GIF89a")):
        width, height = struct.unpack("<HH", data[6:10]) if len(data) >= 10 else (0, 0)
        return ImageInfo("image/gif", width, height)
    if data.startswith(b"\xff\xd8\xff"):
        width, height = _jpeg_size(data)
        return ImageInfo("image/jpeg", width, height)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        width, height = _webp_size(data)
        return ImageInfo("image/webp", width, height)
    return None


def image_tokens(width: int, height: int) -> int:
    """Return about how many tokens an image of this size costs: w·h/750, the API's published rule."""
    return max(1, round(width * height / 750))


def _jpeg_size(data: bytes) -> tuple[int, int]:
    position = 2
    while position + 9 <= len(data):
        if data[position] != 0xFF:
            return 0, 0
        marker = data[position + 1]
        if marker == 0xFF:
            position += 1
            continue
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[position + 5 : position + 9])
            return width, height
        if marker == 0x01 or 0xD0 <= marker <= 0xD8:
            position += 2
            continue
        (length,) = struct.unpack(">H", data[position + 2 : position + 4])
        position += 2 + length
    return 0, 0


def _webp_size(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8X" and len(data) >= 30:
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    if kind == b"VP8L" and len(data) >= 25:
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1
    if kind == b"VP8 " and len(data) >= 30:
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return 0, 0
