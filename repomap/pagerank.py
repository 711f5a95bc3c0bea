"""PageRank over a sparse weighted graph, in plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import mul

DAMPING = 0.85  # Page et al. 1998
EXACT = 1e-10  # sum of changes in the last round: what is left to go is at most six times that
MAX_ROUNDS = 200


def pagerank(
    edges: Sequence[Mapping[int, float]], seeds: Mapping[int, float] | None = None, tolerance: float = EXACT
) -> list[float]:
    """Return the rank of each node; ranks sum to 1.

    `edges[i]` maps the targets of node i to positive weights. `seeds` (node → positive weight) is where the walk
    restarts and where it goes from a node without edges; none means everywhere alike. It ends with the round that
    changes all ranks together by less than `tolerance`. Raises ValueError for a seed that is not in the graph.
    Source: Page, Brin, Motwani, Winograd, "The PageRank Citation Ranking", 1998; the same conventions as networkx.
    """
    count = len(edges)
    if not count:
        return []
    restart = _restart(count, seeds)
    incoming: list[tuple[list[int], list[float]]] = [([], []) for _ in range(count)]
    dangling = []
    for source, targets in enumerate(edges):
        total = sum(targets.values())
        if not total:
            dangling.append(source)
            continue
        for target, weight in targets.items():
            sources, shares = incoming[target]
            sources.append(source)
            shares.append(weight / total)
    rank = restart
    for _ in range(MAX_ROUNDS):
        fetch = rank.__getitem__
        lost = DAMPING * sum(map(fetch, dangling)) + 1 - DAMPING
        new = [
            (DAMPING * sum(map(mul, map(fetch, sources), shares)) if sources else 0.0) + lost * base
            for (sources, shares), base in zip(incoming, restart, strict=True)
        ]
        change = sum(abs(a - b) for a, b in zip(new, rank, strict=True))
        rank = new
        if change < tolerance:
            break
    return rank


def _restart(count: int, seeds: Mapping[int, float] | None) -> list[float]:
    if not seeds:
        return [1 / count] * count
    if any(not 0 <= node < count for node in seeds):
        raise ValueError("a seed is not in the graph")
    total = sum(seeds.values())
    restart = [0.0] * count
    for node, weight in seeds.items():
        restart[node] = weight / total
    return restart
