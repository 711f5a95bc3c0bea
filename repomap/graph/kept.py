"""Keep in the index what is computed from all of it, until files change: the reference graph and its ranks."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
from array import array
from typing import TYPE_CHECKING

from repomap.checksum import blake2b
from repomap.damage import sound
from repomap.ranking import backbone as backbones

if TYPE_CHECKING:
    from repomap.binding.bind import Binder
    from repomap.graph.reference_graph import Graph
    from repomap.graph.votes import Votes
    from repomap.index import Index, Progress
    from repomap.ranking.backbone import Scored

VERSION = 37  # raise it when binding, the graph or the ranks are computed differently
ROUGH = 1e-5  # of the sum of all ranks: two files whose order this leaves open are equally central
KEPT_FILES = 204  # files whose details are kept: what a map of 4 096 tokens asks for, the default
MENDED_AGAIN = 8  # contents that come or go before the graph is written anew: 25 ms for Django, as long as mending four
COUNTED_AGAIN = 64  # contents that come or go before votes are written anew: 10 MB for the Linux kernel
MANIFESTS = frozenset(
    (
        *("go.mod", "go.work", "package.json", "tsconfig.json", "jsconfig.json", "deno.json", "pnpm-workspace.yaml"),
        *("Cargo.toml", "composer.json", "pyproject.toml", "setup.cfg", "setup.py", "pubspec.yaml", "mix.exs"),
    )
)
"""Files that say how imports are resolved: after a change to one the graph is made anew."""


def binder_of(index: Index) -> Binder:
    """Return what binds references in the index."""
    from repomap.binding.bind import Binder
    from repomap.files.source import Unparsed, read_source
    from repomap.imports import ImportResolver

    root = os.fspath(index.root)

    def read(path: str) -> bytes | None:
        try:
            return read_source(os.path.join(root, path), index.settings.files.max_bytes).text
        except Unparsed:
            return None

    resolver = ImportResolver({file[0] for file in index.discovery.files}, read)
    return Binder(index.reader, resolver.resolve, read)


def graph_of(index: Index) -> Graph:
    """Return the reference graph over all parsed files, as they are now."""
    from repomap.graph import reference_graph as graphs

    key = _key(index)
    data = index.reader.store.memo("graph", key)
    kept = sound(graphs.unpack)(data) if data else None
    before = set(zip(kept.paths, kept.contents, strict=True)) if kept is not None else set()
    changed = len(before.symmetric_difference(graphs.contents_of(index.reader)))
    if kept is not None and not changed:
        return kept
    mended = graphs.mend(kept, index.reader, binder_of(index)) if kept is not None else None
    if mended is None:
        index.reader.load_all()
        mended = graphs.build(index.reader, binder_of(index))
    if kept is None or changed > MENDED_AGAIN:
        _keep(index, "graph", key, graphs.pack(mended))
    return mended


def backbone_of(index: Index, tokens: int, progress: Progress | None = None) -> Scored:
    """Return what the rest stands on, in enough detail for a map of `tokens`; `progress` where that takes long."""
    key = _key(index) + _contents_key(index)
    detailed = backbones.files_for(tokens)
    data = index.reader.store.memo("backbone", key) if detailed <= KEPT_FILES else None
    if data:
        return sound(backbones.unpack)(data)
    found = _made(index, max(detailed, KEPT_FILES), progress)
    if detailed <= KEPT_FILES:
        _keep(index, "backbone", key, backbones.pack(found))
    return found


def _made(index: Index, detailed: int, progress: Progress | None) -> Scored:
    from repomap.graph.pagerank import pagerank
    from repomap.graph.skim import is_large, skim

    if is_large(index.reader):
        return backbones.scored(skim(index.reader, votes_of(index, progress), detailed), index.reader)
    graph = graph_of(index)
    found = backbones.backbone(graph, pagerank(graph.file_edges(), tolerance=ROUGH), detailed, index.reader)
    return backbones.scored(found, index.reader)


def votes_of(index: Index, progress: Progress | None = None) -> Votes:
    """Return the votes of all files for what they use by name, as they are now."""
    from repomap.graph import votes

    key = str(VERSION).encode()
    data = index.reader.store.memo("votes", key)
    kept = sound(votes.unpack)(data) if data else None
    found = votes.count_again(kept, index.reader) if kept is not None else None
    if found is None:
        found = votes.count_all(index.reader, progress)
    if kept is None or len({*kept.contents}.symmetric_difference(found.contents)) > COUNTED_AGAIN:
        _keep(index, "votes", key, votes.pack(found))
    return found


def _contents_key(index: Index) -> bytes:
    """Return a hash of which file holds which content."""
    rows = sorted(index.reader.rows.items())
    paths = "\0".join([path for path, row in rows if row.content]).encode("utf-8", "surrogateescape")
    contents = array("Q", [row.content for _, row in rows if row.content])
    return blake2b(paths + contents.tobytes(), digest_size=16).digest()


def _key(index: Index) -> bytes:
    """Return a hash of what the graph depends on beside the parsed files."""
    manifests = [file for file in index.discovery.files if file[0].rpartition("/")[2] in MANIFESTS]
    seen_as = sys.getfilesystemencoding()  # what is kept names files as the process that made it does
    return blake2b(repr((VERSION, seen_as, manifests)).encode("utf-8", "surrogateescape"), digest_size=16).digest()


def _keep(index: Index, name: str, key: bytes, value: bytes) -> None:
    store = index.reader.store
    with contextlib.suppress(sqlite3.OperationalError), store.writing():  # a full disk only costs the next run time
        store.put_memo(name, key, value)
