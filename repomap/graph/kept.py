"""Keep in the index what is computed from all of it, until files change: the reference graph and its ranks."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
from typing import TYPE_CHECKING

from repomap.checksum import blake2b
from repomap.damage import sound
from repomap.graph import kept_ranks
from repomap.ranking import backbone as backbones
from repomap.rendering.tokens import DEFAULT_TOKENS

if TYPE_CHECKING:
    from repomap.binding.bind import Binder
    from repomap.graph.reference_graph import Graph
    from repomap.graph.votes import Votes
    from repomap.index import Index, Progress
    from repomap.ranking.backbone import Scored

VERSION = 46  # raise it when binding, the graph or the ranks are computed differently
ROUGH = 1e-5  # of the sum of all ranks: two files whose order this leaves open are equally central
KEPT_FILES = 204  # files whose details are kept: what a map of 4 096 tokens asks for, the default
PATCHED = 64  # files that differ from the kept graph before it is written anew: 25 ms for Django
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
    return _graphs(index)[1]


def _graphs(index: Index) -> tuple[Graph | None, Graph]:
    """Return the reference graph as it was kept, None when there is none, and as it is now; that one is kept."""
    from repomap.graph import patch as patches
    from repomap.graph import reference_graph as graphs

    store, key = index.reader.store, _key(index)
    data = store.memo("graph", key)
    base = sound(graphs.unpack)(data) if data else None
    of_base = key + blake2b(data, digest_size=16).digest() if data else b""
    packed = store.memo("patch", of_base) if data else None
    kept = patches.patched(base, sound(patches.unpack)(packed)) if base is not None and packed else base
    if kept is not None and graphs.contents_of(index.reader) == tuple(zip(kept.paths, kept.contents, strict=True)):
        return kept, kept
    mended = graphs.mend(kept, index.reader, binder_of(index)) if kept is not None else None
    if mended is None:
        index.reader.load_all()
        mended = graphs.build(index.reader, binder_of(index))
    patch = patches.between(base, mended) if base is not None else None
    if patch is None or len(patch.rows) + len(patch.gone) > PATCHED:
        _keep(index, "graph", key, graphs.pack(mended))
    else:
        _keep(index, "patch", of_base, patches.pack(patch))
    return kept, mended


def backbone_of(index: Index, tokens: int, progress: Progress | None = None) -> Scored:
    """Return what the rest stands on, in enough detail for a map of `tokens`; `progress` where that takes long."""
    from repomap.graph.skim import is_large

    reader = index.reader
    large = is_large(reader)
    detailed = backbones.files_for(tokens)
    if detailed > KEPT_FILES:
        return _made(index, None if large else graph_of(index), detailed, progress)
    key = _key(index) + bytes((large,))
    data = reader.store.memo("backbone", key)
    kept = kept_ranks.unpack(data) if data else None
    edits = kept_ranks.edits_since(kept, reader) if kept else None
    if kept and edits is not None and not edits:
        return kept.scored
    before, graph = (None, None) if large else _graphs(index)
    if kept and edits and graph and kept_ranks.same_by_graph(kept, edits, before, graph, reader):
        found = kept.scored
    elif kept and edits and large and kept_ranks.same_by_votes(kept, edits, reader):
        if len(edits) <= COUNTED_AGAIN:
            return kept.scored  # to tell this of a few once more is quicker than to write it down
        found = kept.scored
    else:
        found = _made(index, graph, KEPT_FILES, progress)
    _keep(index, "backbone", key, kept_ranks.pack(kept_ranks.of_now(found, reader)))
    return found


def rank_if_large(index: Index, progress: Progress | None = None) -> None:
    """Have ready what the first map without a task would wait for where that is but a fortieth of the index's time."""
    from repomap.graph.skim import is_large

    if is_large(index.reader):
        backbone_of(index, DEFAULT_TOKENS, progress)


def _made(index: Index, graph: Graph | None, detailed: int, progress: Progress | None) -> Scored:
    """Return the backbone by the graph, by votes where there is none."""
    from repomap.graph.pagerank import pagerank
    from repomap.graph.skim import skim

    if graph is None:
        return backbones.scored(skim(index.reader, votes_of(index, progress), detailed), index.reader)
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


def _key(index: Index) -> bytes:
    """Return a hash of what the graph depends on beside the parsed files."""
    manifests = [file for file in index.discovery.files if file[0].rpartition("/")[2] in MANIFESTS]
    seen_as = sys.getfilesystemencoding()  # what is kept names files as the process that made it does
    return blake2b(repr((VERSION, seen_as, manifests)).encode("utf-8", "surrogateescape"), digest_size=16).digest()


def _keep(index: Index, name: str, key: bytes, value: bytes) -> None:
    store = index.reader.store
    with contextlib.suppress(sqlite3.OperationalError), store.writing():  # a full disk only costs the next run time
        store.put_memo(name, key, value)
