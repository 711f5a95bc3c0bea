"""Make ready ahead of the first edit the process that reads files, with the grammars of the main languages."""

from __future__ import annotations

import os
from collections import Counter

from repomap.index import Annotator, Index
from repomap.index.refresh import batches
from repomap.index.rows import Task

GRAMMARS = 3  # a query takes up to 0.3 s to compile; three languages are nearly all edits of most repositories


def warm(index: Index, annotator: Annotator | None) -> None:
    """Have the smallest file of each read once more, for nothing."""
    rows = index.reader.rows
    parsed = [path for path, row in rows.items() if row.content]
    smallest: dict[str, str] = {
        rows[path].language: path for path in sorted(parsed, key=lambda path: -rows[path].stat.size)
    }
    languages = Counter(rows[path].language for path in parsed).most_common(GRAMMARS)
    tasks: list[Task] = [(smallest[language], rows[smallest[language]].stat) for language, _ in languages]
    for _ in batches(os.fspath(index.root), index.settings.files.max_bytes, tasks, None, annotator):
        pass
