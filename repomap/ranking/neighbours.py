"""Find what belongs to the best files: what they use and what uses them, what changes with them, what a test is for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import chain

from repomap.files.roles import TEST, role
from repomap.index.reader import Reader
from repomap.ranking.history import History
from repomap.words import definition_key

SHORTEST = 3  # characters of a name that ties files together
MOST_DEFINERS = 8  # a name that more files define ties none of them to its user

_TEST_MARK = re.compile(r"^tests?[_-]?|[_.-]?(?:tests?|specs?|it)$")

Links = dict[tuple[str, str], float]
"""(user, used) → weight: each name counts one over the number of files that define it."""


def links_among(reader: Reader, paths: Sequence[str], seeds: Set[str]) -> Links:
    """Return who of `paths` uses names that others of them define, where one of both is of `seeds`."""
    parsed = [path for path in paths if path in reader.rows and reader.rows[path].content]
    definers: dict[str, list[str]] = {}
    for path in parsed:
        for name in {definition.name for definition in reader.definitions(path)}:
            if len(name) >= SHORTEST:
                definers.setdefault(name, []).append(path)
    of_seeds = {name for name, some in definers.items() if any(path in seeds for path in some)}
    known = {name for name, some in definers.items() if len(some) <= MOST_DEFINERS}
    tying = {
        path: sorted(name for name in names & set(reader.names_used(path)) if path not in definers[name])
        for path in parsed
        for names in (known if path in seeds else known & of_seeds,)
    }
    shares = _shares(reader, set(chain.from_iterable(tying.values())))
    links: Links = {}
    for path, names in tying.items():
        for name in filter(shares.__contains__, names):
            for used in definers[name]:
                if path in seeds or used in seeds:
                    links[path, used] = links.get((path, used), 0.0) + shares[name]
    return links


def _shares(reader: Reader, names: Iterable[str]) -> dict[str, float]:
    """Return for each name one over how many files define it, without those that tie nobody."""
    keys = {name: definition_key(name) for name in names}
    counts = reader.counts_with(set(keys.values()), MOST_DEFINERS)
    return {name: 1 / counts[key] for name, key in keys.items() if counts[key] <= MOST_DEFINERS}


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
    for path in paths if wanted else ():
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
