"""Keep in the index what is computed from all of it, until files change: the reference graph and its ranks."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import zlib
from array import array
from hashlib import blake2b

from repomap import graph as graphs
from repomap.binding import Binder
from repomap.graph import Graph
from repomap.imports import ImportResolver
from repomap.index import Index
from repomap.pagerank import pagerank
from repomap.source import Unparsed, read_source

VERSION = 1  # raise it when binding, the graph or the ranks are computed differently
MANIFESTS = frozenset(
    ("go.mod", "go.work", "package.json", "tsconfig.json", "jsconfig.json", "deno.json", "Cargo.toml", "composer.json")
    + ("pyproject.toml", "setup.cfg", "setup.py", "pubspec.yaml", "mix.exs", "pnpm-workspace.yaml", "lerna.json")
)
"""Files that say how imports are resolved: after a change to one the graph is made anew."""


def binder_of(index: Index) -> Binder:
    """Return what binds references in the index."""
    root = os.fspath(index.root)

    def read(path: str) -> bytes | None:
        try:
            return read_source(os.path.join(root, path), index.settings.files.max_bytes).text
        except Unparsed:
            return None

    resolver = ImportResolver({file[0] for file in index.discovery.files}, read)
    return Binder(index.reader, resolver.resolve)


def graph_of(index: Index) -> Graph:
    """Return the reference graph over all parsed files, as they are now."""
    key = _key(index)
    data = index.reader.store.memo("graph", key)
    kept = graphs.unpack(data) if data else None
    if kept is not None and tuple(zip(kept.paths, kept.contents, strict=True)) == graphs.contents_of(index.reader):
        return kept
    mended = graphs.mend(kept, index.reader, binder_of(index)) if kept is not None else None
    if mended is None:
        index.reader.load_all()
        mended = graphs.build(index.reader, binder_of(index))
    _keep(index, "graph", key, graphs.pack(mended))
    return mended


def ranks_of(index: Index, graph: Graph) -> list[float]:
    """Return the PageRank of each file of the graph, with no task in mind."""
    key = _key(index) + blake2b(repr((graph.paths, graph.contents)).encode("utf-8", "surrogateescape")).digest()
    data = index.reader.store.memo("ranks", key)
    if data:
        kept = array("d")
        kept.frombytes(zlib.decompress(data))
        return kept.tolist()
    ranks = pagerank(graph.file_edges())
    _keep(index, "ranks", key, zlib.compress(array("d", ranks).tobytes(), 1))
    return ranks


def _key(index: Index) -> bytes:
    """Return a hash of what the graph depends on beside the parsed files."""
    manifests = [file for file in index.discovery.files if file[0].rpartition("/")[2] in MANIFESTS]
    return blake2b(repr((VERSION, manifests)).encode("utf-8", "surrogateescape"), digest_size=16).digest()


def _keep(index: Index, name: str, key: bytes, value: bytes) -> None:
    store = index.reader.store
    with contextlib.suppress(sqlite3.OperationalError), store.writing():  # a full disk only costs the next run time
        store.put_memo(name, key, value)
