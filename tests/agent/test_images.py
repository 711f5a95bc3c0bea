"""Image headers of all four formats are read; everything else is no image."""

from __future__ import annotations

import struct

import pytest

from agent.images import ImageInfo, inspect
from tests.agent.test_rules import png


def jpeg(width: int, height: int) -> bytes:
    comment = b"\xff\xfe\x00\x05abc"
    return b"\xff\xd8" + comment + b"\xff\xc2\x00\x0b\x08" + struct.pack(">HH", height, width) + b"\x01\x11\x00\x00"


WEBP = b"RIFF\0\0\0\0WEBP"


@pytest.mark.parametrize(
    ("data", "info"),
    [
        (png(640, 480), ImageInfo("image/png", 640, 480)),
        (b"GIF89a" + struct.pack("<HH", 3, 5), ImageInfo("image/gif", 3, 5)),
        (jpeg(640, 480), ImageInfo("image/jpeg", 640, 480)),
        (WEBP + b"VP8X" + b"\0" * 8 + b"\x7f\x02\x00" + b"\xdf\x01\x00", ImageInfo("image/webp", 640, 480)),
        (
            WEBP + b"VP8L" + b"\0" * 4 + b"\x2f" + (639 | 479 << 14).to_bytes(4, "little"),
            ImageInfo("image/webp", 640, 480),
        ),
        (b"\x89PNG\r\n\x1a\n", ImageInfo("image/png", 0, 0)),
        (b"\xff\xd8\xff", ImageInfo("image/jpeg", 0, 0)),
    ],
)
def test_the_header_says_type_and_size(data: bytes, info: ImageInfo) -> None:
    assert inspect(data) == info


@pytest.mark.parametrize("data", [b"", b"GIF", b"<svg></svg>", b"RIFF\0\0\0\0WAVE", b"BM"])
def test_other_bytes_are_no_image(data: bytes) -> None:
    assert inspect(data) is None
