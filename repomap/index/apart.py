"""Index a few files in a process of its own, which a file that takes for ever can end: quicker than workers are up."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
from collections.abc import Iterator, Sequence

from repomap.index import limit
from repomap.index.build import Builder, index_here
from repomap.index.rows import Annotator, Batch, Task


def index_apart(root: str, max_bytes: int, tasks: Sequence[Task], annotator: Annotator | None) -> Iterator[Batch]:
    """Index files in a forked process. One that ends it, or takes longer than FILE_SECONDS, is a problem."""
    left = list(tasks)
    while left:
        read, data, ending = _fork(root, max_bytes, left, annotator)
        if not ending:
            yield pickle.loads(data)
            return
        if read == len(left):  # it ended for no file
            yield index_here(root, max_bytes, left, annotator)
            return
        yield Batch([limit.unread(left.pop(read), ending == limit.TIME_IS_UP)], b"", [])


def _fork(root: str, max_bytes: int, tasks: Sequence[Task], annotator: Annotator | None) -> tuple[int, bytes, int]:
    """Return how many files were read, the pickled batch, and what ended the process: a signal, 1 or 0."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        with contextlib.suppress(BaseException):
            os.close(reading)
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C reaches both; the parent says so
            _index(writing, Builder(root, max_bytes, annotator), tasks)
            os._exit(0)
        os._exit(1)
    os.close(writing)
    try:
        with open(reading, "rb") as pipe:
            data = pipe.read()
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        status = os.waitpid(child, 0)[1]
    return min(len(data), len(tasks)), data[len(tasks) :], status & 127 or status >> 8


def _index(writing: int, builder: Builder, tasks: Sequence[Task]) -> None:
    """Write a byte after each file, and the pickled batch after all."""
    with open(writing, "wb") as pipe:
        outcomes = []
        for path, stat in tasks:
            limit.allow(limit.FILE_SECONDS)
            outcomes.append(builder.index(path, stat))
            pipe.write(b".")
            pipe.flush()
        limit.allow(0)
        pickle.dump(Batch(outcomes, *builder.take_segment()), pipe)
