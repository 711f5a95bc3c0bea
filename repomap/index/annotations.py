"""Give what an annotator says of files, and have it said of those that were indexed without it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable

from repomap.index.open import Index
from repomap.index.refresh import Progress, batches
from repomap.index.rows import Annotator, Task


def annotated(
    index: Index, annotator: Annotator, paths: Iterable[str], progress: Progress | None = None
) -> dict[int, bytes]:
    """Return the annotation of each parsed content among the files `paths`.

    One whose file has changed since the index was opened is left out.
    """
    store, rows = index.reader.store, index.reader.rows
    found: dict[int, bytes] = {}
    missing: dict[int, Task] = {}
    for path in paths:
        content = rows[path].content
        if not content or content in found or content in missing:
            continue
        data = store.annotation(content, annotator.version)
        if data is None:
            missing[content] = (path, rows[path].stat)
        else:
            found[content] = data
    tasks = list(missing.values())
    for batch in batches(os.fspath(index.root), index.settings.files.max_bytes, tasks, progress, annotator):
        for outcome in batch.outcomes:
            record = outcome.record
            if record is None or record.annotation is None:
                continue
            row = rows[outcome.path]
            if store.find_content(record.digest, record.language, row.fingerprint) == row.content:
                found[row.content] = record.annotation
        with contextlib.suppress(sqlite3.OperationalError), store.writing():  # a full disk only costs the next run time
            for content in missing.keys() & found.keys():
                store.put_annotation(content, annotator.version, found[content])
                del missing[content]
    return found
