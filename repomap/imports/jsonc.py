"""JSON as people write it in configuration files: with comments and with a comma before a closing bracket."""

from __future__ import annotations

import json
import re
from typing import Any

_STRING_OR_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_STRING_OR_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', re.DOTALL)


def loads(text: str) -> dict[str, Any]:
    """Return the object that `text` holds, empty when it holds none or is broken."""
    plain = _STRING_OR_COMMENT.sub(lambda match: match[1] or " ", text)
    plain = _STRING_OR_COMMA.sub(lambda match: match[1] or "", plain)
    try:
        value = json.loads(plain)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
