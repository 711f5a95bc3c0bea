"""Bring the index up to date: read what changed since it was last looked at, and nothing else."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from repomap.files.discover import Discovery, SourceFile
from repomap.files.source import Unparsed, beginning, read_source
from repomap.index.postings import BLOCK_TERMS, merge, pack, unpack_block
from repomap.index.rows import Annotator, Batch, FileRow, SegmentRow, Stat, Task, digest_of
from repomap.index.store import Store
from repomap.languages import detect, fingerprint
from repomap.languages.detect import by_name
from repomap.version import EXTRACTOR

RACY_NS = 50_000_000  # a file written this shortly before it was read may change again within one tick of its clock
ALONE_BYTES = 400_000  # less than this is read by one process: starting workers costs as much as parsing it
MAX_SEGMENTS = 12  # each word looked up reads a block of every segment; 12 small ones cost a millisecond a word
MERGED_AT_ONCE = 8
LARGE_TERMS = 150_000  # a segment with so many words is left as it is: merging eight would take a gigabyte
KEPT_DEAD = 2_000  # contents of no file that are kept all the same, for the branch that is checked out next

Progress = Callable[[int, int], None]
"""(files done, files to do)."""


class Refreshed(NamedTuple):
    """What a refresh found: every row as it is now, and the paths that changed or went."""

    rows: dict[str, FileRow]
    changed: tuple[str, ...]
    removed: tuple[str, ...]


def refresh(
    store: Store,
    discovery: Discovery,
    max_bytes: int,
    progress: Progress | None = None,
    annotator: Annotator | None = None,
) -> Refreshed:
    """Make the index equal to the files of `discovery`. Safe beside other processes that do the same.

    What is done when an exception (Ctrl-C) arrives is kept. Raises sqlite3.Error.
    """
    known = store.files()
    current: dict[str, bytes] = {}
    stale: list[SourceFile] = []
    listed: dict[str, None] = {}
    for file in discovery.files:
        path = file[0]
        if by_name(path) is None:
            continue
        listed[path] = None
        row = known.get(path)
        # the usual case is told without a call: this is gone through for every file on every run
        usual = row and row.fingerprint == current.get(row.language) and not row.problem and file.size <= max_bytes
        if row is None or row[0] != file[1:] or not (usual or not _outdated(row, current, max_bytes)):
            stale.append(file)
    removed = tuple(path for path in known if path not in listed)
    return take_in(store, os.fspath(discovery.root), known, stale, removed, max_bytes, progress, annotator)


def take_in(
    store: Store,
    root: str,
    rows: dict[str, FileRow],
    stale: Sequence[SourceFile],
    removed: Sequence[str],
    max_bytes: int,
    progress: Progress | None = None,
    annotator: Annotator | None = None,
) -> Refreshed:
    """Read the files `stale` below `root` and drop the paths `removed`, in the index and in `rows`, which are its rows.

    Raises sqlite3.Error.
    """
    if not stale and not removed:
        return Refreshed(rows, (), ())
    tasks: list[Task] = [(file[0], Stat(*file[1:])) for file in stale]
    for path in removed:
        del rows[path]
    if removed:
        with store.writing():
            store.drop_files(removed)
    if len(rows) > len(tasks) or store.contents():
        seen, tasks = _seen_before(store, root, tasks, max_bytes)
        if seen:
            with store.writing():
                store.put_files(seen)
            rows.update(seen)
    for batch in batches(root, max_bytes, tasks, progress, annotator):
        with store.writing():
            rows.update(_write(store, batch, annotator))
    _merge_segments(store)
    return Refreshed(rows, tuple(file[0] for file in stale), tuple(removed))


def _outdated(row: FileRow, current: dict[str, bytes], max_bytes: int) -> bool:
    """Tell whether a file that has not changed would be read differently today."""
    if row.problem.startswith("larger than") != (row.stat.size > max_bytes):
        return True
    if not row.language:
        return False
    try:
        expected = current[row.language]
    except KeyError:
        expected = current[row.language] = fingerprint(row.language, EXTRACTOR)
    return row.fingerprint != expected


def _fingerprint(language: str) -> bytes:
    return fingerprint(language, EXTRACTOR) if language else b""


def _settled(stat: Stat, read_ns: int) -> Stat:
    """Return `stat`, or one that will not match when the file may have changed after it was read."""
    return stat if stat.ctime_ns < read_ns - RACY_NS else stat._replace(size=-1)


def _seen_before(
    store: Store, root: str, tasks: Sequence[Task], max_bytes: int
) -> tuple[list[tuple[str, FileRow]], list[Task]]:
    """Split off the files whose contents the index has, from another path, branch or time."""
    seen: list[tuple[str, FileRow]] = []
    unseen: list[Task] = []
    for task in tasks:
        read_ns = time.time_ns()
        try:
            source = read_source(os.path.join(root, task[0]), max_bytes)
        except Unparsed:
            unseen.append(task)
            continue
        language = detect(task[0], beginning(source.text))
        mark = _fingerprint(language) if language else b""
        number = store.find_content(digest_of(source.raw), language, mark) if language else 0
        if number and language:
            stat = _settled(Stat(source.size, source.mtime_ns, source.inode, source.ctime_ns), read_ns)
            seen.append((task[0], FileRow(stat, language, "", mark, number)))
        else:
            unseen.append(task)
    return seen, unseen


def batches(
    root: str, max_bytes: int, tasks: Sequence[Task], progress: Progress | None, annotator: Annotator | None
) -> Iterable[Batch]:
    """Index files in another process, which a file may end: the one that is up first."""
    if not tasks:
        return []
    if sum(stat.size for _, stat in tasks) < ALONE_BYTES:
        if threading.active_count() > 1:
            from repomap.index.resident import index_beside

            return index_beside(root, max_bytes, tasks, annotator)
        if hasattr(os, "fork"):
            from repomap.index.apart import index_apart  # only where there is work: 15 ms to import

            return index_apart(root, max_bytes, tasks, annotator)
    from repomap.index.workers import cores, index_in_workers  # 30 ms more

    report = (lambda done: progress(done, len(tasks))) if progress else (lambda done: None)
    return index_in_workers(root, max_bytes, tasks, cores(), report, annotator)


def _write(store: Store, batch: Batch, annotator: Annotator | None) -> list[tuple[str, FileRow]]:
    rows: list[tuple[str, FileRow]] = []
    documents: list[int] = []
    for outcome in batch.outcomes:
        mark = _fingerprint(outcome.language)
        content = 0
        if outcome.record is not None:
            content = store.find_content(outcome.record.digest, outcome.language, mark)
            if content:
                documents.append(0)
            else:
                content = store.put_content(outcome.record, mark)
                documents.append(content)
            if annotator and outcome.record.annotation is not None:
                store.put_annotation(content, annotator.version, outcome.record.annotation)
        rows.append(
            (
                outcome.path,
                FileRow(_settled(outcome.stat, outcome.read_ns), outcome.language, outcome.problem, mark, content),
            )
        )
    store.put_segment(batch.first_keys, batch.blocks, documents)
    store.put_files(rows)
    return rows


def _merge_segments(store: Store) -> None:
    """Keep the number of small segments and of dead contents bounded; a content is rewritten a few times at most."""
    if len(_small_segments(store)) <= MAX_SEGMENTS:
        return
    with store.writing():
        segments = _small_segments(store)
        if len(segments) <= MAX_SEGMENTS:
            return
        contents = store.contents()
        dead = sorted(contents.keys() - {row.content for row in store.files().values()})
        forgotten = dead[: max(0, len(dead) - KEPT_DEAD)]
        store.drop_contents(forgotten)
        kept = frozenset(contents.keys() - set(forgotten))
        some = segments[:MERGED_AT_ONCE]
        documents, merged = merge(
            ((segment.documents, map(unpack_block, _blocks(store, segment), segment.first_keys)) for segment in some),
            kept,
        )
        for segment in some:
            store.drop_segment(segment)
        store.put_segment(*pack(merged), documents)


def _small_segments(store: Store) -> list[SegmentRow]:
    """Return the segments that may be merged, the smallest first."""
    small = [segment for segment in store.segments() if len(segment.first_keys) * BLOCK_TERMS < LARGE_TERMS]
    return sorted(small, key=lambda segment: len(segment.documents))


def _blocks(store: Store, segment: SegmentRow) -> Iterable[bytes]:
    return (store.block(segment.first_block + position) for position in range(len(segment.first_keys)))
