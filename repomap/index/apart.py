"""Read files in a process of its own, forked, which one that takes for ever can end: quicker than workers are up."""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import IO, TypeVar

from repomap.index import limit
from repomap.index.build import Builder, index_here
from repomap.index.rows import Annotator, Batch, Task

Made = TypeVar("Made")


def index_apart(root: str, max_bytes: int, tasks: Sequence[Task], annotator: Annotator | None) -> Iterator[Batch]:
    """Index files in a forked process. One that ends it, or takes longer than FILE_SECONDS, is a problem."""
    left = list(tasks)
    while left:
        try:
            data, ending = _forked(lambda pipe: _index(pipe, Builder(root, max_bytes, annotator), left))
        except OSError:  # this user or this machine may have no more processes
            yield index_here(root, max_bytes, left, annotator)
            return
        read = min(len(data), len(left))
        if not ending:
            yield pickle.loads(data[read:])
            return
        if read == len(left):  # it ended for no file
            yield index_here(root, max_bytes, left, annotator)
            return
        yield Batch([limit.unread(left.pop(read), ending == limit.TIME_IS_UP)], b"", [])


class ReaderEnded(Exception):
    """A file ended the process that read it; the message says what it did: "took longer than …"."""


def made_apart(make: Callable[[], Made]) -> Made:
    """Return what `make`, which reads one file, returns in a process of its own. Raises ReaderEnded.

    Only for a process without threads; what is returned is pickled.
    """
    try:
        data, ending = _forked(lambda pipe: _make(pipe, make))
    except OSError:
        return make()
    if ending:
        raise ReaderEnded(limit.reason(ending == limit.TIME_IS_UP))
    made: Made = pickle.loads(data)
    return made


def _forked(work: Callable[[IO[bytes]], None]) -> tuple[bytes, int]:
    """Return what `work` wrote in a forked process, and what ended it: a signal, 1 or 0. Raises OSError."""
    reading, writing = os.pipe()
    try:
        child = os.fork()
    except OSError:
        os.close(reading)
        os.close(writing)
        raise
    if not child:
        with contextlib.suppress(BaseException):
            os.close(reading)
            gc.disable()  # a round over the parent's objects would copy them all
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C reaches both; the parent says so
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            with open(writing, "wb") as pipe:
                work(pipe)
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
    return data, status & 127 or status >> 8


def _index(pipe: IO[bytes], builder: Builder, tasks: Sequence[Task]) -> None:
    """Write a byte after each file, and the pickled batch after all."""
    outcomes = []
    for path, stat in tasks:
        limit.allow(limit.FILE_SECONDS)
        outcomes.append(builder.index(path, stat))
        pipe.write(b".")
        pipe.flush()
    limit.allow(0)
    pickle.dump(Batch(outcomes, *builder.take_segment()), pipe)


def _make(pipe: IO[bytes], make: Callable[[], object]) -> None:
    limit.allow(limit.FILE_SECONDS)
    pickle.dump(make(), pipe)
