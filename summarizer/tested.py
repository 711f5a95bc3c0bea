"""Say of a test in one line what it calls: which test covers a function is what a reader searches tests for."""

from __future__ import annotations

import re
from collections.abc import Collection

from repomap.model import Extracted

MOST_NAMES = 4
MOST_TEXT = 60

_PLAIN = re.compile(r"(?i)assert|expect|equal|fatal|error|log|print|(?:len|str|list|range|dict|set|super|format|t)$")
"""Calls that every test makes."""


def calls_of(extracted: Extracted, places: Collection[int]) -> dict[int, list[tuple[int, int, str]]]:
    """Return a step (line, depth, text) for each of the definitions at `places` that calls something of interest."""
    names: dict[int, dict[str, int]] = {}
    for name, kind, line, scope, _ in extracted.references:
        if kind == "call" and scope in places:
            called = names.setdefault(scope, {})
            if len(called) < MOST_NAMES and name not in called and not _PLAIN.match(name):
                called[name] = line
    found = {}
    for place, called in names.items():
        if called:
            text = "call " + ", ".join(called)
            text = text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 1] + "…"
            found[place] = [(next(iter(called.values())) - extracted.definitions[place].line, 0, text)]
    return found
