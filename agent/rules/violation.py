"""A broken rule as plain data, and the limits that differ from model to model and from provider to provider."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: its short name, the message a server would send, where in the request, and the status.

    `path` is the API's own notation: "messages.3.content.0".
    """

    rule: str
    message: str
    path: str = ""
    status: int = 400
    error_type: str = "invalid_request_error"
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Limits:
    """What one model behind one address accepts. The defaults are those of a 200 K model of the public API.

    Image limits count every image, nested ones too. `image_count_message` is the refusal's text with `{found}` and
    `{maximum}`, since clients recognise a cap by it. `signed_thinking` means that a thinking block is bound to all that
    stood before it.
    """

    max_images: int = 100
    image_count_message: str = "too many images and documents: {found} + 0 > {maximum}"
    max_image_side: int = 8000
    many_images: int = 20
    many_images_max_side: int = 2000
    max_image_bytes: int = 5 * 1024 * 1024
    max_body_bytes: int = 32 * 1024 * 1024
    max_messages: int = 100_000
    context_tokens: int = 200_000
    max_output_tokens: int = 128_000
    max_cache_marks: int = 4
    accepts_prefill: bool = False
    accepts_effort: bool = True
    signed_thinking: bool = False
