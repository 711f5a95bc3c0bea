"""Index many files at once: one process a core, fed in chunks; a file that kills its worker costs only itself."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from weakref import WeakSet

from repomap.files.discover import state_folder
from repomap.index import limit
from repomap.index.build import Builder, index_here
from repomap.index.rows import Annotator, Batch, Outcome, Task
from repomap.index.spawned import Spawned
from repomap.languages import GrammarError, load
from repomap.languages.detect import by_name
from repomap.languages.plugins import register

CHUNK_BYTES = 1_000_000  # a message a megabyte; smaller ones only cost messages, so they come last alone:
LAST_SHARE = 16  # a chunk is this part of what is left then, so that processes end within 50 ms of each other
LEAST_BYTES = 50_000  # what a process reads in 20 ms
SEGMENT_WORDS = 1_000_000  # gathered by a worker before it hands them over: about 200 MB
FAILURES = 3  # processes that end while they are given no file: more of them would end so, too
STUCK_SECONDS = 600.0  # of the clock, for a chunk: on a busy machine a megabyte may take a minute

_ours: WeakSet[Connection] = WeakSet()  # the parent's ends of all pipes, which a forked process has copies of


def cores() -> int:
    """Return how many processes this one may keep busy."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def index_in_workers(
    root: str,
    max_bytes: int,
    tasks: Sequence[Task],
    processes: int,
    progress: Callable[[int], None],
    annotator: Annotator | None = None,
    kept: list[Worker] | None = None,
) -> Iterator[Batch]:
    """Index files in worker processes and yield batches as they fill; call `progress` with the files done so far.

    A worker that dies, or computes for more than FILE_SECONDS at one file, is replaced: that file's outcome is a
    problem, and what the worker had not handed over is indexed again. Where workers end before they take a file (a
    script that starts itself anew in each, memory that is short), the rest is indexed in this process. Closing the
    iterator ends the workers. Those of `kept` are used before new ones are started, and what is left is kept there.
    """
    queue = deque(_chunks(tasks))
    if _method() == "fork":
        for language in sorted({by_name(path) for path, _ in tasks} - {None, "?"}, key=str):
            with contextlib.suppress(GrammarError):
                load(str(language))  # a query takes up to 0.3 s to compile; forked processes share what is loaded
    workers = [_kept_or_new(kept) for _ in range(min(processes, len(queue)))]
    for worker in workers:
        worker.begin(root, max_bytes, annotator)
    done = failures = 0
    try:
        while workers:
            for worker in workers:
                if not worker.busy:
                    worker.give(queue.popleft() if queue else [])
            ready = wait([worker.pipe for worker in workers], timeout=1.0)
            for worker in list(workers):
                if worker.pipe not in ready and not worker.stalled():
                    continue
                batch = worker.receive() if worker.pipe in ready else None
                if batch is None:
                    workers.remove(worker)
                    worker.end()
                    lost, culprit = worker.lost()
                    queue.extendleft(lost)
                    done -= len(worker.outcomes)
                    if culprit is not None:
                        done += 1
                        yield Batch([culprit], b"", [])
                    failures += worker.idle()
                    if queue and failures < FAILURES:
                        workers.append(Worker())
                        workers[-1].begin(root, max_bytes, annotator)
                    continue
                done += worker.took
                progress(done)
                if batch.outcomes:
                    yield batch
                if worker.finished:
                    workers.remove(worker)
                    if kept is None:
                        worker.end()
                    else:
                        kept.append(worker)
        for chunk in queue:
            yield index_here(root, max_bytes, chunk, annotator)
            done += len(chunk)
            progress(done)
    finally:
        for worker in workers:
            worker.end()


def _method() -> str:
    """Return how processes are started: a fork copies the locks that other threads hold."""
    return "fork" if threading.active_count() == 1 and hasattr(os, "fork") else "spawn"


def _started(connection: Connection) -> Spawned | BaseProcess:
    """Start a process that serves over `connection`. Raises OSError and AssertionError."""
    method = _method()
    if method == "spawn" and os.name == "posix":
        return Spawned(connection)
    process = multiprocessing.get_context(method).Process(target=serve, args=(connection,), daemon=True)  # type: ignore[attr-defined]
    with _safe_path():
        process.start()
    started: BaseProcess = process
    return started


@contextlib.contextmanager
def _safe_path() -> Iterator[None]:
    """Keep Python processes that start inside from importing what lies in the current folder, a repository's maybe."""
    name = "PYTHONSAFEPATH"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _chunks(tasks: Sequence[Task]) -> Iterator[list[Task]]:
    chunk: list[Task] = []
    size, left = 0, sum(stat.size for _, stat in tasks)
    for task in tasks:
        chunk.append(task)
        size += task[1].size
        if size >= min(CHUNK_BYTES, max(LEAST_BYTES, left // LAST_SHARE)):
            yield chunk
            left -= size
            chunk, size = [], 0
    if chunk:
        yield chunk


def _kept_or_new(kept: list[Worker] | None) -> Worker:
    """Take a process that is up, if there is one."""
    while kept:
        worker = kept.pop()
        if worker.lives():
            return worker
        worker.end()
    return Worker()


class Worker:
    """The parent's end of one process: what it was given, and what it has answered since its last segment."""

    def __init__(self) -> None:
        self.pipe, other = multiprocessing.Pipe()
        _ours.add(self.pipe)
        self._process: Spawned | BaseProcess | None = None
        with contextlib.suppress(OSError, AssertionError):  # noticed like one that ends; a pool's own may start none
            self._process = _started(other)
        other.close()
        self._chunk: list[Task] = []
        self._given: list[Task] = []
        self._since = time.monotonic()
        self._slow = False
        self.outcomes: list[Outcome] = []
        self.busy = self.finished = False
        self._ready = False
        self.took = 0

    def lives(self) -> bool:
        """Tell whether the process is there."""
        return self._process is not None and self._process.is_alive()

    def begin(self, root: str, max_bytes: int, annotator: Annotator | None) -> None:
        """Say where the files lie that come next."""
        self.finished = False
        with contextlib.suppress(OSError):
            self.pipe.send((root, max_bytes, annotator, limit.FILE_SECONDS))

    def give(self, chunk: list[Task]) -> None:
        """Send a chunk, or with an empty one ask for the last segment."""
        self._chunk = chunk
        self._given.extend(chunk)
        self._since = time.monotonic()
        self.busy = True
        with contextlib.suppress(OSError):  # a process that is gone is noticed when its answer is read
            self.pipe.send(chunk)

    def receive(self) -> Batch | None:
        """Take an answer: a batch, empty until the worker hands one over; None when the process is gone."""
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            return None
        self.took = 0
        if answer is None:
            self._ready = True
            return Batch([], b"", [])
        outcomes, segment = answer
        self.busy = False
        self.finished = not self._chunk
        self.took = len(outcomes)
        self._chunk = []
        self.outcomes.extend(outcomes)
        if segment is None:
            return Batch([], b"", [])
        batch = Batch(self.outcomes, *segment)
        self.outcomes, self._given = [], []
        return batch

    def stalled(self) -> bool:
        """Tell whether the answer is long overdue."""
        self._slow = self.busy and time.monotonic() - self._since > STUCK_SECONDS
        return self._slow

    def lost(self) -> tuple[list[list[Task]], Outcome | None]:
        """Return the chunks to do again after the process has ended, and the outcome of the file that ended it.

        Which file of a chunk it was shows when each is given alone.
        """
        if self.idle():
            return list(_chunks(self._given)), None
        answered = list(_chunks(self._given[: len(self._given) - len(self._chunk)]))
        if len(self._chunk) > 1:
            return [[task] for task in self._chunk] + answered, None
        code = self._process.exitcode if self._process else None
        return answered, limit.unread(self._chunk[0], self._slow or code == -limit.TIME_IS_UP)

    def idle(self) -> bool:
        """Tell whether the process has no file to index: it has not started, or is to hand over what it has."""
        return not self._ready or not self._chunk

    def end(self) -> None:
        """Stop the process at once."""
        self.pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()


def serve(pipe: Connection) -> None:
    """Index the chunks that come for a root, until an empty one, and then those of the next, in a worker."""
    for inherited in list(_ours):
        inherited.close()  # held open here, the end of the parent would not be noticed
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # an answer that nobody waits for ends this process
    gc.disable()  # records hold no cycles; the collector's rounds over millions of postings took a tenth of the time
    with contextlib.suppress(EOFError, ConnectionError):
        pipe.send(None)
        while True:
            root, max_bytes, annotator, seconds = pipe.recv()
            register(state_folder(Path(root)))  # a spawned process has the table of languages as it was installed
            _index(pipe, Builder(root, max_bytes, annotator), seconds)


def _index(pipe: Connection, builder: Builder, seconds: float) -> None:
    while True:
        chunk = pipe.recv()
        outcomes = []
        for path, stat in chunk:
            limit.allow(seconds)
            outcomes.append(builder.index(path, stat))
        limit.allow(0)
        alone = builder.annotator is not None and builder.annotator.alone
        full = not chunk or alone or builder.size >= SEGMENT_WORDS
        pipe.send((outcomes, builder.take_segment() if full else None))
        if not chunk:
            return
