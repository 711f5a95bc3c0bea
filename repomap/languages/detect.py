"""Tell a file's language from its name and, where names do not settle it, from its first bytes."""

from __future__ import annotations

import re
from functools import cache

from repomap.languages.table import LANGUAGES

_SHEBANG = re.compile(rb"#!\s*(?:\S*/)?(?:env\s+(?:-\S+\s+)*)?([A-Za-z+-]+)")
_CPP_HEADER = re.compile(
    rb"^\s*(?:class\s+\w|namespace\s|template\s*<|using\s+\w|public:|private:|protected:|#include\s*<\w+>\s*$)|\b\w+::\w",
    re.MULTILINE,
)


@cache
def _tables() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    extensions: dict[str, str] = {}
    names: dict[str, str] = {}
    interpreters: dict[str, str] = {}
    for row in LANGUAGES:
        for extension in row.extensions:
            extensions.setdefault(extension, row.name)
        for name in row.filenames:
            names.setdefault(name, row.name)
        for interpreter in row.interpreters:
            interpreters.setdefault(interpreter, row.name)
    return extensions, names, interpreters


def by_name(path: str) -> str | None:
    """Return the language that the name of `path` tells, "?" when only the contents can tell, None for no source file."""
    extensions, names, _ = _tables()
    name = path.rpartition("/")[2]
    if name in names:
        return names[name]
    stem, dot, suffix = name.rpartition(".")
    if not dot or not stem:
        return "?"
    return extensions.get("." + suffix) or extensions.get("." + suffix.lower())


def detect(path: str, head: bytes) -> str | None:
    """Return the language of the file at `path` whose contents start with `head`, or None for no source file."""
    found = by_name(path)
    if found == "?":
        match = _SHEBANG.match(head)
        return _tables()[2].get(match.group(1).decode()) if match else None
    if found == "c" and path.endswith((".h", ".H")) and _CPP_HEADER.search(head):
        return "cpp"
    return found
