"""Tell which definitions other files are meant to use, by each language's own rule."""

from __future__ import annotations

import re
from collections.abc import Callable

Rule = Callable[[str, str, str], bool]
"""(name, signature, text of the line up to the definition) → exported or not."""


def _words(*words: str) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(words) + r")\b")


_PRIVATE = _words("private", "fileprivate")
_STATIC = _words("static")
_PUBLIC = _words("pub")
_OPEN = _words("public", "open")
_EXPORT = _words("export")

RULES: dict[str, Rule] = {
    "all": lambda name, signature, before: True,
    "underscore": lambda name, signature, before: not name.startswith("_") or name.startswith("__"),
    "capital": lambda name, signature, before: name[:1].isupper(),
    "pub": lambda name, signature, before: _PUBLIC.search(before + signature) is not None,
    "public": lambda name, signature, before: _OPEN.search(before + signature) is not None,
    "not-private": lambda name, signature, before: _PRIVATE.search(before + signature) is None,
    "not-static": lambda name, signature, before: _STATIC.search(before + signature) is None,
    "export": lambda name, signature, before: _EXPORT.search(before) is not None,
}
