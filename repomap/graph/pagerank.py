"""PageRank over a sparse weighted graph, in plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import mul, sub

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
    totals = [sum(targets.values()) for targets in edges]
    reached = sorted({target for targets in edges for target in targets})
    place = dict(zip(reached, range(len(reached)), strict=True))
    # What no edge leads to only ever holds its part of what is handed out to all: its targets need but a sum of it.
    handed = [0.0] * len(reached)
    incoming: list[tuple[list[int], list[float]]] = [([], []) for _ in reached]
    for source, targets in enumerate(edges):
        at = place.get(source)
        for target, weight in targets.items():
            if at is None:
                handed[place[target]] += restart[source] * weight / totals[source]
            else:
                sources, shares = incoming[place[target]]
                sources.append(at)
                shares.append(weight / totals[source])
    base = [restart[node] for node in reached]
    dangling = [at for node, at in place.items() if not totals[node]]
    apart = sum(restart[node] for node in range(count) if node not in place)
    apart_dangling = sum(restart[node] for node in range(count) if node not in place and not totals[node])
    rank, part = base, 1.0  # `part` of its restart is the rank of what no edge leads to
    for _ in range(MAX_ROUNDS):
        fetch = rank.__getitem__
        lost = DAMPING * (sum(map(fetch, dangling)) + part * apart_dangling) + 1 - DAMPING
        new = [
            DAMPING * (sum(map(mul, map(fetch, sources), shares)) + part * given) + lost * own
            for (sources, shares), given, own in zip(incoming, handed, base, strict=True)
        ]
        change = sum(map(abs, map(sub, new, rank))) + abs(lost - part) * apart
        rank, part = new, lost
        if change < tolerance:
            break
    ranks = [part * own for own in restart]
    for node, value in zip(reached, rank, strict=True):
        ranks[node] = value
    return ranks


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
