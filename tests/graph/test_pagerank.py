"""PageRank: equal to networkx, the reference."""

from __future__ import annotations

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from repomap.graph.pagerank import pagerank

WEIGHTS = st.floats(0.01, 100)
GRAPHS = st.integers(1, 12).flatmap(
    lambda count: st.tuples(
        st.lists(st.dictionaries(st.integers(0, count - 1), WEIGHTS, max_size=5), min_size=count, max_size=count),
        st.dictionaries(st.integers(0, count - 1), WEIGHTS, max_size=4),
    )
)


@settings(max_examples=150)
@given(GRAPHS)
def test_ranks_equal_those_of_networkx(given: tuple[list[dict[int, float]], dict[int, float]]) -> None:
    edges, seeds = given
    graph: networkx.DiGraph[int] = networkx.DiGraph()
    graph.add_nodes_from(range(len(edges)))
    graph.add_weighted_edges_from((a, b, weight) for a, targets in enumerate(edges) for b, weight in targets.items())
    expected = networkx.pagerank(graph, personalization=seeds or None, tol=1e-14, max_iter=1000)

    ranks = pagerank(edges, seeds)

    assert ranks == pytest.approx([expected[node] for node in range(len(edges))], abs=1e-9)
    assert sum(ranks) == pytest.approx(1)


def test_what_all_others_use_ranks_first() -> None:
    ranks = pagerank([{2: 1.0}, {2: 1.0}, {}])

    assert max(ranks) == ranks[2]


def test_a_seed_outside_the_graph_is_refused() -> None:
    with pytest.raises(ValueError, match="not in the graph"):
        pagerank([{}], {3: 1.0})


def test_an_empty_graph_has_no_ranks() -> None:
    assert pagerank([]) == []
