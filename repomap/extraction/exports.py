"""Tell which definitions other files are meant to use, by each language's own rule."""

from __future__ import annotations

import re
from collections.abc import Callable

Rule = Callable[[str, str], bool]
"""(name, what is written before the name on its line and in its definition) → exported or not."""

INHERITING = frozenset(("interface", "trait", "enum"))
"""Kinds whose members are as public as themselves, whatever is written before the members."""

OF_OWNER = frozenset(("export", "not-static"))
"""Rules that say nothing of members: those are as public as their owner."""

BY_NAME = frozenset(("all", "underscore", "capital", "no-dashes"))
"""Rules that look at the name alone."""

_LISTS = re.compile(  # begins with a plain word, which is looked for in a tenth of the time of `\b`
    r"export(?<!\wexport)(?:\s*(?:type\s*)?\{([^}]*)\}(?!\s*from)|s\s*=\s*\{([^{}]*)\}|"
    r"(?:\s+default|s?\s*=)\s*(?:new\s+)?([\w$]+)|s\.[\w$]+\s*=\s*([\w$]+))"
)
_NAME = re.compile(r"([\w$]+)(?:\s*:\s*([\w$]+))?")


def _word(*words: str) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(words) + r")\b")


_PRIVATE = _word("private", "fileprivate")
_STATIC = _word("static")
_PUB = _word("pub")
_PUBLIC = _word("public", "open")
_EXPORT = _word("export", "exports")
_LOCAL = _word("local")
_STATED = _word("public", "internal", "protected", "namespace")
_DEFN_DASH = re.compile(r"\(\S*def\w*-\s|:private\b")
_DEFP = _word("defp", "defmacrop", "defguardp", "typep", "defnp")

RULES: dict[str, Rule] = {
    "all": lambda name, head: True,
    "underscore": lambda name, head: not name.startswith("_") or name.startswith("__"),
    "capital": lambda name, head: name[:1].isupper(),
    "pub": lambda name, head: _PUB.search(head) is not None,
    "public": lambda name, head: _PUBLIC.search(head) is not None,
    "not-private": lambda name, head: _PRIVATE.search(head) is None,
    "not-static": lambda name, head: _STATIC.search(head) is None,
    "not-local": lambda name, head: _LOCAL.search(head) is None,
    "stated": lambda name, head: _STATED.search(head) is not None,
    "not-defp": lambda name, head: _DEFP.search(head) is None,
    "not-defn-": lambda name, head: _DEFN_DASH.search(head) is None,
    "no-dashes": lambda name, head: "--" not in name,
    "export": lambda name, head: _EXPORT.search(head) is not None,
}


def listed(source: bytes) -> frozenset[str]:
    """Return the names a JavaScript module exports apart from their definitions: `export { a }`, `exports = { a }`."""
    if b"export" not in source:
        return frozenset()
    names: set[str] = set()
    for match in _LISTS.finditer(source.decode("utf-8", "replace")):
        for text in match.groups():
            for key, value in _NAME.findall(text or ""):
                names.update((key, value or key))
    return frozenset(names)
