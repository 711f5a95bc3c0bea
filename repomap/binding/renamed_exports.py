"""Find which of a JavaScript or TypeScript file's own names it exports under another: `export { Base as Shape }`."""

from __future__ import annotations

import re

_LIST = re.compile(r"^[ \t]*export\s+(?:type\s+)?\{([^{}]*)\}(?!\s*from\b)", re.MULTILINE)
_RENAMED = re.compile(r"(?<![\w$])([\w$]+)\s+as\s+([\w$]+)")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def renamed_exports(text: str) -> dict[str, str]:
    """Return by the name that other files know the name it has in this one; the default export is left out."""
    lists = [_COMMENT.sub(" ", names[1]) for names in _LIST.finditer(text)] if " as " in text else []
    renamed = (pair for names in lists for pair in _RENAMED.findall(names))
    return {exported: own for own, exported in renamed if exported not in ("default", own)}
