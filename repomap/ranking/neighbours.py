"""Find what belongs to the best files: what they use and what uses them, what changes with them, what a test is for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import inf

from repomap.files.roles import TEST, role
from repomap.index.reader import Reader
from repomap.ranking.history import History
from repomap.words import definition_key

SHORTEST = 3  # characters of a name that ties files together
MOST_DEFINERS = 8  # a name that more files define ties none of them to its user

_TEST_MARK = re.compile(r"^tests?[_-]?|[_.-]?(?:tests?|specs?|it)$")

Links = dict[tuple[str, str], float]
"""(user, used) → weight: each name counts one over the number of files that define it."""


def links_among(reader: Reader, paths: Sequence[str]) -> Links:
    """Return who of `paths` uses names that others of them define."""
    parsed = [path for path in paths if path in reader.rows and reader.rows[path].content]
    definers: dict[str, list[str]] = {}
    for path in parsed:
        for name in {definition.name for definition in reader.definitions(path)}:
            if len(name) >= SHORTEST:
                definers.setdefault(name, []).append(path)
    shares: dict[str, float] = {}
    links: Links = {}
    for path in parsed:
        for name in sorted(definers.keys() & reader.names_used(path)):
            if path in definers[name]:
                continue
            share = shares.get(name)
            if share is None:
                count = reader.count_with(definition_key(name)) if len(definers[name]) <= MOST_DEFINERS else inf
                share = shares[name] = 1 / count if count <= MOST_DEFINERS else 0.0
            if share:
                for used in definers[name]:
                    links[path, used] = links.get((path, used), 0.0) + share
    return links


def pulled(seeds: Mapping[str, float], links: Links, history: History) -> dict[str, tuple[float, float]]:
    """Return for each file what `seeds` (path → share) lend it: as using them or used by them, as changing with them.

    A seed lends its whole share to the file it is tied to most, and to others in proportion.
    """
    ties: dict[str, dict[str, float]] = {seed: {} for seed in seeds}
    for (user, used), weight in sorted(links.items()):
        for seed, other in ((user, used), (used, user)):
            if seed in ties:
                ties[seed][other] = ties[seed].get(other, 0.0) + weight
    tied: dict[str, float] = {}
    for seed, others in ties.items():
        most = max(others.values(), default=0.0)
        for other, weight in others.items():
            tied[other] = tied.get(other, 0.0) + seeds[seed] * weight / most
    beside = history.companions(seeds)
    return {path: (tied.get(path, 0.0), beside.get(path, 0.0)) for path in sorted({*tied, *beside})}


def subjects(tests: Sequence[str], paths: Sequence[str]) -> dict[str, str]:
    """Return for each of `tests` the file of `paths` it is named after: `tests/test_cache.py` → `src/cache.py`.

    Of several the one nearest in the tree.
    """
    named = {test: _TEST_MARK.sub("", _stem(test)) for test in tests}
    wanted: dict[str, list[str]] = {stem: [] for stem in named.values() if stem}
    for path in paths:
        same = wanted.get(_stem(path))
        if same is not None and role(path) != TEST:
            same.append(path)
    found = {}
    for test, stem in named.items():
        candidates = wanted.get(stem)
        if candidates:
            found[test] = max(candidates, key=lambda path: (_common(path, test), path))
    return found


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0].lower()


def _common(path: str, other: str) -> int:
    return len(set(path.split("/")) & set(other.split("/")))
