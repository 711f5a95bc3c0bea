"""Say of a test in one line what it calls: which test covers a function is what a reader searches tests for."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import lru_cache

from repomap.model import Definition, Extracted

MOST_NAMES = 2
MOST_TEXT = 60
MOST_TESTS = 3  # of a file in which a name is said: what all of them call does not tell them apart

_PLAIN = re.compile(r"(?i)assert|expect|equal|fatal|error|log|print|(?:len|str|list|range|dict|set|super|format|t)$")
"""Calls that every test makes."""


@lru_cache(maxsize=20_000)  # tests of a repository call the same
def _is_plain(name: str) -> bool:
    return _PLAIN.match(name) is not None


def inside_tests(definitions: Sequence[Definition], tests: Collection[int], others: Collection[int]) -> set[int]:
    """Return the definitions inside the functions `tests`, but those with a doc and `others`, of which more is said."""
    found: set[int] = set()
    for place, definition in enumerate(definitions):
        owner = definition.owner
        if (owner in tests or owner in found) and not definition.doc and place not in others:
            found.add(place)
    return found


def calls_of(
    extracted: Extracted, places: Collection[int], inside: Collection[int] = ()
) -> dict[int, list[tuple[int, int, str]]]:
    """Return a step (line, depth, text) for each of the definitions at `places` that calls something of interest.

    It ends with the names of what is defined `inside` it.
    """
    definitions = extracted.definitions
    names: dict[int, dict[str, int]] = {}
    holds: dict[int, list[int]] = {}
    for place in inside:
        if definitions[place].owner not in inside:
            holds.setdefault(definitions[place].owner, []).append(place)
    called: dict[str, int] = {}
    last = -1
    for name, kind, line, scope, _ in extracted.references:
        if kind == "call" and scope in places:
            if scope != last:
                last, called = scope, names.setdefault(scope, {})
            if name not in called and not _is_plain(name):
                called[name] = line
    found = {}
    said: dict[str, int] = defaultdict(int)
    for place in sorted(names.keys() | holds.keys()):
        called, held = names.get(place, {}), sorted(holds.get(place, ()))
        for name in called:
            said[name] += 1
        told = [name for name in called if said[name] <= MOST_TESTS][:MOST_NAMES]
        parts = ["call " + ", ".join(told)] if told else []
        if held:
            parts.append("define " + ", ".join(definitions[at].name for at in held))
        if parts:
            text = "; ".join(parts)
            text = text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 1] + "…"
            first = called[told[0]] if told else definitions[held[0]].line
            found[place] = [(first - definitions[place].line, 0, text)]
    return found
