"""Open the index and the pseudocode for one answer: as the files are now, or as far as indexing has come."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from repomap.api import RepoMap
from repomap.errors import RepoMapError
from repomap.files.discover import discover, state_folder
from repomap.files.gitfiles import GitRefused, head_commit
from repomap.index import Index, open_index
from repomap.index.reader import Reader
from repomap.index.store import Store
from repomap.languages.detect import by_name
from repomap.languages.plugins import register
from repomap.settings import load_settings

PATIENCE = 1.0  # seconds an answer spends on indexing; more is left to a process in the background


class Behind(Exception):
    """There is more to index than an answer may wait for."""


@dataclass(frozen=True, slots=True)
class Seen:
    """An open index and how fresh it is, as `catalogue.FRESHNESS` has it."""

    index: Index
    freshness: dict[str, Any]


class Opened(RepoMap):
    """A repository whose index is open already: its answers are made from that one."""

    def __init__(self, index: Index) -> None:
        super().__init__(index.root)
        self._index = index

    def open(self) -> Index:
        """Return the index."""
        return self._index


@contextmanager
def current(root: Path, wait: bool) -> Iterator[Seen]:
    """Open the index, brought up to date. Raises Behind when that takes longer than PATIENCE; with `wait` never."""
    index = open_index(existing(root), None if wait else patient())
    try:
        yield Seen(index, freshness(index))
    finally:
        index.close()


@contextmanager
def so_far(root: Path, note: str) -> Iterator[Seen]:
    """Open the index as it is, without what it says of files that have changed since; nothing is written.

    All of the answer sees one state of the database, whatever another process writes meanwhile.
    """
    folder = state_folder(existing(root))
    settings = load_settings(folder)
    notes = register(folder)
    discovery = discover(root, settings.files)
    store = Store(folder)
    try:
        store.db.execute("PRAGMA query_only=ON")
        store.db.execute("BEGIN")
        known = store.files()
        true = {}
        for file in discovery.files:
            row = known.get(file.path)
            if row is not None and row.stat == file[1:]:
                true[file.path] = row
        index = Index(discovery.root, settings, discovery, Reader(store, true), tuple(notes), (), ())
        complete = len(true) == _sources(index)
        yield Seen(index, freshness(index, "" if complete else note))
    finally:
        store.close()


def _sources(index: Index) -> int:
    """Return how many of the repository's files are source files in a language that is known."""
    return sum(1 for file in index.discovery.files if by_name(file.path) is not None)


def existing(root: Path) -> Path:
    """Return `root`. Raises RepoMapError when it is no folder, or none any more."""
    if not root.is_dir():
        raise RepoMapError(f"the repository {root} is gone")
    return root


def patient() -> Callable[[int, int], None]:
    """Return a progress that raises Behind when PATIENCE is over."""
    until = time.monotonic() + PATIENCE

    def progress(done: int, total: int) -> None:
        if done < total and time.monotonic() > until:
            raise Behind

    return progress


def freshness(index: Index, note: str = "") -> dict[str, Any]:
    """Say how fresh an answer is; a `note` says that it is made from a part of the index."""
    try:
        commit = head_commit(str(index.root))
    except GitRefused:
        commit = ""
    return {
        "state": "indexing" if note else "current",
        "indexed": len(index.reader.rows),
        "files": _sources(index),
        "commit": commit,
        "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "note": note,
    }
