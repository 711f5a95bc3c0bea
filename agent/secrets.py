"""Mask credentials before anything is archived or sent: known key forms, values of telling names, our own keys.

What only looks random stays, unlike in what a cheap model is sent: an agent must be able to edit a line with a hash.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from summarizer.secrets import MASK, mask_known

OWN_KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")
SHORTEST_OWN_KEY = 8  # a test's key "x" must not mask every x

ASSIGNED = re.compile(
    r"(?i)\b([A-Z0-9_]*(?:password|passwd|secret|api_?key|access_?token|auth_?token)[\"']?\s*[:=]\s*)"
    r"([\"'])([^\"'\s]{8,})\2|(Authorization:\s*(?:Bearer|Basic)\s+)([A-Za-z0-9._~+/=-]{8,})"
)
"""A quoted value assigned to a telling name, and the Authorization header."""


def mask(text: str) -> str:
    """Return `text` with every credential replaced by `MASK`."""
    for name in OWN_KEYS:
        value = os.environ.get(name, "")
        if len(value) >= SHORTEST_OWN_KEY:
            text = text.replace(value, MASK)
    return ASSIGNED.sub(_assigned, mask_known(text))


def _assigned(match: re.Match[str]) -> str:
    if match[1]:
        return f"{match[1]}{match[2]}{MASK}{match[2]}"
    return f"{match[4]}{MASK}"


def mask_all(value: Any) -> Any:
    """Return JSON data with every text in it masked; the base64 of images and signatures stay as they are."""
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, Mapping):
        if value.get("type") == "base64":
            return value
        return {key: item if key == "signature" else mask_all(item) for key, item in value.items()}
    if isinstance(value, list):
        return [mask_all(item) for item in value]
    return value
