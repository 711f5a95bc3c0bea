"""Keep what edits changed of a kept graph, so that the next edit binds no earlier one again."""

from __future__ import annotations

import json
import zlib
from typing import NamedTuple

from repomap.graph.graph_rows import Row, Target
from repomap.graph.reference_graph import Graph


class Patch(NamedTuple):
    """What makes one graph of another: the paths that went, and (content, row) of those that came or changed."""

    gone: tuple[str, ...]
    rows: dict[str, tuple[int, Row]]


def between(before: Graph, after: Graph) -> Patch:
    """Return what makes `after` of `before`."""
    old = _by_path(before)
    rows = {path: row for path, row in _by_path(after).items() if old.get(path) != row}
    return Patch(tuple(sorted(old.keys() - set(after.paths))), rows)


def patched(graph: Graph, patch: Patch) -> Graph:
    """Return the graph that `between` was told of."""
    rows = {**_by_path(graph), **patch.rows}
    for path in patch.gone:
        del rows[path]
    paths = tuple(sorted(rows))
    return Graph(paths, tuple(rows[path][0] for path in paths), tuple(rows[path][1] for path in paths))


def _by_path(graph: Graph) -> dict[str, tuple[int, Row]]:
    return dict(zip(graph.paths, zip(graph.contents, graph.rows, strict=True), strict=True))


def pack(patch: Patch) -> bytes:
    """Return the patch as bytes."""
    rows = [
        [path, content, [[*target, weight] for target, weight in row]] for path, (content, row) in patch.rows.items()
    ]
    return zlib.compress(json.dumps([patch.gone, rows], separators=(",", ":")).encode("ascii"), 1)


def unpack(data: bytes) -> Patch:
    """Return the patch that `pack` packed."""
    gone, rows = json.loads(zlib.decompress(data))
    return Patch(
        tuple(gone),
        {path: (content, [(Target(*target), weight) for *target, weight in row]) for path, content, row in rows},
    )
