"""Find which of a JavaScript or TypeScript file's own names it exports by default."""

from __future__ import annotations

import re
from collections.abc import Container

_DEFAULT = re.compile(r"^[ \t]*(?:export\s+default\b|module\.exports\s*=(?!=))\s*", re.MULTILINE)
_RENAMED = re.compile(r"(?<![\w$])([\w$]+)\s+as\s+default\b")
_LIST = re.compile(r"^[ \t]*export\s*$", re.MULTILINE)
_FROM = re.compile(r"\}\s*from\b")
_DECLARED = re.compile(r"(?:async\s+)?(?:abstract\s+)?(?:function\s*\*?|class)\s*([\w$]*)")
_WORD = re.compile(r"(?<![\w$.\"'])[A-Za-z_$][\w$]*")
FARTHEST = 300  # characters of a default export that are looked through for what it wraps


def default_export(text: str, own: Container[str]) -> str:
    """Return the name in `own` that a file's text exports by default, itself or wrapped in calls; "" for none."""
    match = _DEFAULT.search(text)
    if not match:
        return _in_a_list(text, own)
    rest = text[match.end() : match.end() + FARTHEST]
    if declared := _DECLARED.match(rest):
        return declared[1] if declared[1] in own else ""
    if rest[:1] in ("{", "["):
        return ""
    end = re.search(r";|\n(?=\s*\n|\w)|=>|\{", rest)
    words = [word[0] for word in _WORD.finditer(rest[: end.start()] if end else rest) if word[0] in own]
    return words[-1] if words else ""  # `export default connect(state)(Page)`


def _in_a_list(text: str, own: Container[str]) -> str:
    """Return the name in `own` that stands in a list as `export { name as default }`, "" for none."""
    for match in _RENAMED.finditer(text):
        start, end = text.rfind("{", 0, match.start()), text.find("}", match.end())
        line = text.rfind("\n", 0, max(start, 0)) + 1
        if start < 0 or end < 0 or "}" in text[start : match.start()] or not _LIST.match(text[line:start]):
            continue
        if not _FROM.match(text, end):
            return match[1] if match[1] in own else ""
    return ""
