"""Mask what looks like a credential before it is archived or sent: known key forms, and this process's own keys."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

MASK = "[secret masked]"
OWN_KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")
SHORTEST_OWN_KEY = 8  # a test's key "x" must not mask every x

FORMS = re.compile(
    r"sk-ant-[A-Za-z0-9_-]{16,}"
    r"|\bsk-(?:proj-)?[A-Za-z0-9_-]{24,}"
    r"|\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_[A-Za-z0-9_]{40,}|\bglpat-[A-Za-z0-9_-]{18,}"
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"
    r"|\bxox[abprs]-[A-Za-z0-9-]{10,}"
    r"|\bAIza[A-Za-z0-9_-]{35}"
    r"|\b(?:sk|rk)_live_[A-Za-z0-9]{20,}"
    r"|\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
    re.DOTALL,
)
"""Forms that their issuers publish (Anthropic, OpenAI, GitHub, GitLab, AWS, Slack, Google, Stripe, JWT, PEM)."""

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
    return ASSIGNED.sub(_assigned, FORMS.sub(MASK, text))


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
