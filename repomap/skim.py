"""Rank a repository too large to bind every reference: by the names that one of its files alone defines."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator

from repomap.backbone import Backbone, in_order
from repomap.binding import FAMILY
from repomap.graph_rows import targets_of
from repomap.index.reader import Reader
from repomap.index.records import defined_names, referenced_names
from repomap.index.refresh import Progress
from repomap.pagerank import pagerank

LARGE_WORDS = 10_000_000  # words in all files above which names are skimmed: five times Django's, 100 MB of sources
ROUNDS_APART = 1e-5  # of the sum of all ranks: two files whose order this leaves open are equally central
_SEVERAL = -1
_POSITION_BITS = 24


def is_large(reader: Reader) -> bool:
    """Tell whether binding all references would take minutes and gigabytes."""
    return sum(words for words, _, _ in reader.counts.values()) > LARGE_WORDS


def skim(reader: Reader, detailed: int, progress: Progress | None = None) -> Backbone:
    """Return the backbone, with details for its first `detailed` files, in time and memory linear in the records.

    A file leads to each definition whose name it holds as a reference and that one content alone defines in its
    family of languages; how often it does so is not counted. Names are read three times, none is kept that no file
    refers to. Of files with the same contents all but the first come last.
    """
    contents = sorted(reader.paths)
    number = {content: position for position, content in enumerate(contents)}
    paths = [reader.paths[content][0] for content in contents]
    families = [FAMILY.get(language, language) for language in map(reader.language, paths)]
    steps = _Steps(progress, 3 * len(contents))

    wanted: set[int] = set()
    for _, data in steps.over(reader.columns("refs")):
        wanted.update(map(hash, referenced_names(data)))
    owners: dict[str, dict[str, int]] = {family: {} for family in families}
    for content, data in steps.over(reader.columns("definitions")):
        at = number[content]
        known = owners[families[at]]
        for position, name in enumerate(defined_names(data)):
            if hash(name) not in wanted:
                continue
            place = known.setdefault(name, at << _POSITION_BITS | position)
            if place >> _POSITION_BITS != at:
                known[name] = _SEVERAL
    del wanted
    uses, ends, users = array("q"), array("Q"), array("I")
    edges: list[dict[int, float]] = [{} for _ in contents]
    for content, data in steps.over(reader.columns("refs")):
        at = number[content]
        find = owners[families[at]].get
        found = [place for place in map(find, referenced_names(data)) if place is not None and place >= 0]
        found = [place for place in found if place >> _POSITION_BITS != at]
        uses.extend(found)
        ends.append(len(uses))
        users.append(at)
        edges[at] = dict(Counter(place >> _POSITION_BITS for place in found))
    del owners
    ranks = pagerank(edges, tolerance=ROUNDS_APART)
    order = in_order(paths, ranks)
    position_of = {path: position for position, path in enumerate(paths)}
    flows: dict[int, dict[int, float]] = {position_of[path]: {} for _, path in order[:detailed]}
    start = 0
    for at, end in zip(users, ends, strict=True):
        share = ranks[at] / (end - start or 1)
        for place in uses[start:end]:
            into = flows.get(place >> _POSITION_BITS)
            if into is not None:
                into[place] = into.get(place, 0.0) + share
        start = end
    named = []
    for at, into in flows.items():
        targets = targets_of(paths[at], reader.definitions(paths[at]))
        mask = (1 << _POSITION_BITS) - 1
        named.append({(targets[place & mask][1], targets[place & mask][2]): flow for place, flow in into.items()})
    order += [(0.0, path) for path in sorted(path for same in reader.paths.values() for path in same[1:])]
    return Backbone(tuple(path for _, path in order), tuple(score for score, _ in order), tuple(named))


class _Steps:
    """Counts records as they go by, for the progress bar."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress = progress
        self._total = total
        self._done = 0

    def over(self, records: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
        for record in records:
            yield record
            self._done += 1
            if self._progress and self._done % 256 == 0:
                self._progress(self._done, self._total)
        if self._progress and self._done >= self._total:
            self._progress(self._total, self._total)
