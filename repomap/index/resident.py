"""Index a few files in a process that stays, for a program with threads: it must not fork, nor wait for a new one."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from repomap.index.rows import Annotator, Batch, Task
from repomap.index.workers import Worker, index_in_workers

_lock = threading.Lock()
_kept: list[Worker] = []


def index_beside(root: str, max_bytes: int, tasks: Sequence[Task], annotator: Annotator | None) -> list[Batch]:
    """Index files in the process kept for it, which is started at the first call, and ended with this one.

    A file that ends it, or takes longer than FILE_SECONDS, is a problem, as in `index_in_workers`.
    """
    with _lock:
        return list(index_in_workers(root, max_bytes, tasks, 1, lambda done: None, annotator, _kept))
