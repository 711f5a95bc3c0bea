"""Mask what looks like a credential: nothing of it may reach a model, the mirror, the ledger or a message."""

from __future__ import annotations

import math
import re
from collections import Counter

MASK = "[secret]"
LEAST_ENTROPY = 3.5  # bits a character: words and paths stay below, random base64 and hex of 24 characters above

_FORMS = re.compile(
    r"\bsk-[A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|\bglpat-[A-Za-z0-9_-]{16,}"
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{12,}|\bxox[abprs]-[A-Za-z0-9-]{8,}|\bAIza[A-Za-z0-9_-]{20,}"
    r"|\b[sr]k_(?:live|test)_[A-Za-z0-9]{10,}|\bnpm_[A-Za-z0-9]{30,}|\bSG\.[\w-]{16,}\.[\w-]{16,}"
    r"|\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]*)?"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
    re.DOTALL,
)
"""Forms that their issuers publish (Anthropic, OpenAI, GitHub, GitLab, AWS, Slack, Google, Stripe, npm, SendGrid, JWT,
PEM)."""

_ASSIGNED = re.compile(
    r"(?i)(\b[\w.-]*(?:passw(?:or)?d|pwd|passphrase|secret|api_?key|apikey|access_?key|private_?key|token|credential"
    r"s?|auth)[\w-]*[\"'\])]*\s*(?::\s*[\w\[\], |]+)?\s*(?::=|=>|=|:|,)\s*[rbuf]?)([\"'`])([^\"'`\s]{8,})(?:\2|\Z)"
)
"""A quoted value without spaces that a telling name is given."""

_URL = re.compile(r"(\b[a-z][a-z0-9+.-]*://[^\s:/@\"']*:)([^\s@/\"']{3,})(@)")
"""The password in a connection string."""

_BEARER = re.compile(r"(?i)(\b(?:bearer|basic)\s+)([A-Za-z0-9._~+/=-]{16,})")
_DENSE = re.compile(r"(?<=[\"'`])[A-Za-z0-9+/_=-]{24,}(?=[\"'`])")
"""A long quoted run without spaces; a secret when it is as irregular as random text."""


_BEGINNINGS = (
    *("sk-", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "AKIA", "ASIA", "xox", "AIza", "k_live_"),
    *("k_test_", "npm_", "SG.", "eyJ", "-----BEGIN"),
)
_TELLING = ("pass", "pwd", "secret", "key", "token", "credential", "auth")
"""What a text holds at the least where `_FORMS` or `_ASSIGNED` match: looking for it takes a tenth of their time."""


def mask_known(text: str) -> str:
    """Return `text` with every key of a form that its issuer publishes replaced by `MASK`."""
    for beginning in _BEGINNINGS:
        if beginning in text:
            return _FORMS.sub(MASK, text)
    return text


def mask(text: str) -> str:
    """Return `text` with every value that looks like a credential replaced by `MASK`."""
    text = mask_known(text)
    if "://" in text:
        text = _URL.sub(rf"\1{MASK}\3", text)
    low = text.lower()
    quoted = '"' in low or "'" in low or "`" in low
    if quoted:
        for word in _TELLING:
            if word in low:
                text = _ASSIGNED.sub(_assigned, text)
                break
    if "bearer" in low or "basic" in low:
        text = _BEARER.sub(rf"\1{MASK}", text)
    return _DENSE.sub(lambda match: MASK if _random(match[0]) else match[0], text) if quoted else text


def _assigned(match: re.Match[str]) -> str:
    lead, quote, value = match.groups()
    if re.fullmatch(r"[a-z]+(?:[_.:/ -][a-z]+)*|[A-Z]+(?:_[A-Z]+)*|[%${<].*", value):
        return match[0]  # a name, a field or a placeholder, not a value
    return f"{lead}{quote}{MASK}{quote}"


def _random(text: str) -> bool:
    counts = Counter(text)
    bits = -sum(count / len(text) * math.log2(count / len(text)) for count in counts.values())
    return bits >= LEAST_ENTROPY and any(sign.isdigit() for sign in text) and any(sign.isalpha() for sign in text)
