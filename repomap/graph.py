"""The reference graph: which file uses which definition, and how much."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from repomap.binding import Binder, Place
from repomap.roles import SOURCE, role

KIND_WEIGHT = {"inherit": 2.0, "call": 1.0, "type": 1.0, "decorator": 1.0, "use": 0.5}
"""A base class says more about a file than a value passed on; other ratios moved no figure."""

OUTSIDE = 0.1  # weight of what tests, docs and examples use: they use everything, and say little about what is central


@dataclass(frozen=True, slots=True)
class Graph:
    """`edges[i]` maps the files that file i uses to weights; `uses[place]` maps the files that use a definition.

    Files are positions in `paths`, which is sorted.
    """

    paths: tuple[str, ...]
    edges: tuple[dict[int, float], ...]
    uses: dict[Place, dict[int, float]]


def build(binder: Binder, paths: Sequence[str]) -> Graph:
    """Return the graph over `paths`.

    A reference's weight is its confidence times that of its kind, split over its targets; repeated uses count by
    their square root, as in Aider's map, so that a loop's worth of calls does not outweigh five callers.
    """
    ordered = tuple(sorted(paths))
    number = {path: position for position, path in enumerate(ordered)}
    edges: tuple[dict[int, float], ...] = tuple({} for _ in ordered)
    uses: dict[Place, dict[int, float]] = defaultdict(dict)
    for source, path in enumerate(ordered):
        share = 1.0 if role(path) == SOURCE else OUTSIDE
        counts: Counter[tuple[Place, float]] = Counter()
        for reference, targets, confidence in binder.bind(path):
            for place in targets:
                if place.path != path:
                    counts[place, confidence * KIND_WEIGHT[reference.kind] / len(targets)] += 1
        for (place, weight), count in counts.items():
            target = number[place.path]
            value = share * weight * sqrt(count)
            edges[source][target] = edges[source].get(target, 0.0) + value
            uses[place][source] = uses[place].get(source, 0.0) + value
    return Graph(ordered, edges, dict(uses))
