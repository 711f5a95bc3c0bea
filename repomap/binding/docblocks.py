"""Read the types that a PHP comment above a definition names, where the signature has none: @param, @return."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from repomap.binding.declared import plain

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope

LINES = 60  # of a comment above a definition
_KIND = r"\s+(?P<kind>[\\\w|?&$]+)"


def documented(scope: FileScope, at: int, tag: str, variable: str = "") -> str:
    """Return the type that the comment above the definition at `at` gives by a tag, for a parameter with its `$name`.

    "" when there is none, in a language whose comments are not read, and for an array or what has type arguments.
    """
    if scope.language != "php":
        return ""
    comment = _above(scope.lines(), scope.definitions[at].line - 1)
    after = rf"\s+&?(?:\.\.\.)?{re.escape(variable)}\b" if variable else r"(?![\[<({\w])"
    match = re.search(rf"@{tag}{_KIND}{after}", comment)
    return (match["kind"] if match["kind"] in ("$this", "static") else plain(match["kind"], "php")) if match else ""


def whole(scope: FileScope, at: int, tag: str, variable: str = "") -> str:
    """Return like `documented` a type as it is written: `Foo[]`, `list<Foo>`."""
    if scope.language != "php":
        return ""
    after = rf"\s+{re.escape(variable)}\b" if variable else r"(?=[*\n]|\Z)"
    match = re.search(rf"@{tag}\s+([^\n*]+?){after}", _above(scope.lines(), scope.definitions[at].line - 1))
    return match[1] if match else ""


def _above(lines: list[str], end: int) -> str:
    """Return the comment that ends above the line `end`, counted from 0, with attributes between."""
    last = end - 1
    while last >= 0 and lines[last].lstrip().startswith("#["):
        last -= 1
    if last < 0 or not lines[last].rstrip().endswith("*/"):
        return ""
    for first in range(last, max(-1, last - LINES), -1):
        if "/*" in lines[first]:
            return "\n".join(lines[first : last + 1])
    return ""
