"""Write an expression in few characters, so that what it does is still seen: names stay, arguments and literals go."""

from __future__ import annotations

import re

from summarizer.secrets import mask

WIDTH = 50  # characters a line's text may take

_VALUE = re.compile(r"[\"'`][^\"'`\s]{8,}|-----BEGIN|[Bb](?:earer|asic) ")
"""What a credential looks like at the least: only then is it worth a closer look."""
LEAST_VALUE = 9  # characters of the shortest of these
_MARKUP = re.compile(r"(?s)^(return )?\(\s*<([\w.]*)\b.*\n.*>\s*\)$")
_PADDING = re.compile(r"(?<=[(\[{]) |,? (?=[)\]}])")
_STRING = re.compile(r"(\"(?:[^\"\\\n]|\\.){16,}\"|'(?:[^'\\\n]|\\.){16,}')")
_INNERMOST = re.compile(r"\(([^()]{12,})\)|\[([^\[\]]{16,})\]|\{([^{}]{8,})\}")
COMMENT = re.compile(r"(?<![:\"'\w])(?://|#(?![\[\w]))[^\n]*|/\*.*?\*/", re.DOTALL)


def without_comments(text: str) -> str:
    """Return `text` without what looks like a comment."""
    return COMMENT.sub("", text) if "#" in text or "//" in text or "/*" in text else text


def shorten(text: str, width: int = WIDTH) -> str:
    """Return `text` on one line of at most `width` characters."""
    if len(text) > LEAST_VALUE and _has_sign(text) and _VALUE.search(text):
        text = mask(text)
    if "\n" in text:
        text = without_comments(text)
        if "<" in text:
            text = _MARKUP.sub(r"\1<\2 …>", text)
        text = _without_padding(" ".join(text.split())).rstrip(";,")
    else:
        text = (" ".join(text.split()) if "  " in text or "\t" in text or text[:1] == " " else text).rstrip(";, ")
    if len(text) <= width:
        return text
    text = _without_padding(text)
    if '"' in text or "'" in text:
        text = _STRING.sub(_cut, text)
    while len(text) > width:
        shorter = _INNERMOST.sub(_elided, text)
        if shorter == text:
            return text[: width - 1].rstrip() + "…"
        text = shorter
    return text


def _has_sign(text: str) -> bool:
    """Tell whether a sign is there that is in every such value: looking for them first takes a tenth of the time."""
    return '"' in text or "'" in text or "`" in text or "-----" in text or "earer " in text or "asic " in text


def _without_padding(text: str) -> str:
    padded = " )" in text or "( " in text or " ]" in text or "[ " in text or " }" in text or "{ " in text
    return _PADDING.sub("", text) if padded else text


def _cut(match: re.Match[str]) -> str:
    return match[0][:12] + "…" + match[0][0]


def _elided(match: re.Match[str]) -> str:
    return match[0][0] + "…" + match[0][-1]
