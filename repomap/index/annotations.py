"""Give what an annotator says of files, and have it said of those that were indexed without it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator

from repomap.index.open import Index
from repomap.index.refresh import Progress, batches
from repomap.index.rows import Annotator, Task

AT_ONCE = 500  # kept annotations in one part: some 2 MB


def annotated(
    index: Index, annotator: Annotator, paths: Iterable[str], progress: Progress | None = None
) -> dict[int, bytes]:
    """Return the annotation of each parsed content among the files `paths`.

    One whose file has changed since the index was opened is left out.
    """
    found: dict[int, bytes] = {}
    for some in annotated_in_parts(index, annotator, paths, progress):
        found.update(some)
    return found


def annotated_in_parts(
    index: Index, annotator: Annotator, paths: Iterable[str], progress: Progress | None = None
) -> Iterator[dict[int, bytes]]:
    """Yield what `annotated` returns in parts: what is kept, then what is made, as it is made and kept.

    Closing the iterator ends the processes that make it.
    """
    store, rows = index.reader.store, index.reader.rows
    found: dict[int, bytes] = {}
    missing: dict[int, Task] = {}
    seen: set[int] = set()
    for path in paths:
        content = rows[path].content
        if not content or content in seen:
            continue
        seen.add(content)
        data = store.annotation(content, annotator.version)
        if data is None:
            missing[content] = (path, rows[path].stat)
            continue
        found[content] = data
        if len(found) == AT_ONCE:
            yield found
            found = {}
    if found:
        yield found
    tasks = list(missing.values())
    alone = annotator._replace(alone=True)
    for batch in batches(os.fspath(index.root), index.settings.files.max_bytes, tasks, progress, alone):
        made: dict[int, bytes] = {}
        for outcome in batch.outcomes:
            record = outcome.record
            if record is None or record.annotation is None:
                continue
            row = rows[outcome.path]
            if store.find_content(record.digest, record.language, row.fingerprint) == row.content:
                made[row.content] = record.annotation
        with contextlib.suppress(sqlite3.OperationalError), store.writing():  # a full disk only costs the next run time
            for content, data in made.items():
                store.put_annotation(content, annotator.version, data)
        if made:
            yield made
