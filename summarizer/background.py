"""Have the cheap model catch up with a live index: in a thread of its own, most-used functions first, in its budget."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

from repomap.files.discover import state_folder
from repomap.graph.kept import graph_of
from repomap.graph.skim import is_large
from repomap.index import open_index
from summarizer.library import Library
from summarizer.lines import open_lines
from summarizer.model import Model, ModelUnavailable
from summarizer.outline import ANCHORED
from summarizer.prompt import Job
from summarizer.refresh import AT_ONCE, Limits, Report, ask
from summarizer.shelf import Shelf
from summarizer.work import folder_jobs, jobs_for

TAKEN = ("",)
"""In place of paths that changed: all that `pages` and `folders` had was taken."""


class Background:
    """A model that writes about what `wake` names, until `stop`. The budget holds for the whole time.

    `pages` takes the paths whose pages are to be made anew, `folders` those of folders whose sentences are: this thread
    makes none, so that none is older than the index. When they are made, `taken` is to be called: a folder is asked
    about after what lies in it. `tell` takes sentences, `report` is what was done so far. Raises ModelUnavailable when
    there is no key.
    """

    def __init__(self, root: Path, name: str, limits: Limits, tell: Callable[[str], None]) -> None:
        self.pages: queue.SimpleQueue[tuple[str, ...]] = queue.SimpleQueue()
        self.folders: queue.SimpleQueue[tuple[str, ...]] = queue.SimpleQueue()
        self.report = Report()
        self._root = root
        self._model = Model(name)
        self._limits = limits
        self._tell = tell
        self._changed: queue.SimpleQueue[tuple[str, ...] | None] = queue.SimpleQueue()
        self._asked: set[str] = set()  # keys of folders
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="repomap-model", daemon=True)

    def wake(self, paths: Iterable[str] = ()) -> None:
        """Say that files changed; none means that all are to be looked at. The first call starts the thread."""
        if not self._thread.ident:
            self._thread.start()
        self._changed.put(tuple(paths))

    def taken(self) -> None:
        """Say that what `pages` and `folders` had is shown: what lies above may be asked about."""
        self._changed.put(TAKEN)

    def stop(self) -> None:
        """Start no more calls, and wait for what is under way: it is paid for."""
        self._stopped.set()
        self._changed.put(None)
        if self._thread.ident:
            self._thread.join()

    def _run(self) -> None:
        behind = False
        while not self._stopped.is_set():
            items = [self._changed.get()]
            while not self._changed.empty():
                items.append(self._changed.get())
            changed = [item for item in items if item is not None and item is not TAKEN]
            if None in items:
                return
            try:
                below = () if behind or not all(changed) else tuple(chain.from_iterable(changed))
                if not (changed and self._catch_up(below)):
                    self._catch_up_folders()
                behind = False
            except ModelUnavailable as error:
                self._tell(f"{error}; the outlines are kept true without a model")
                behind = True
            if self.report.stopped:
                self._tell(f"{self.report.stopped}; the outlines are kept true without a model")
                return

    def _catch_up(self, below: Sequence[str]) -> bool:
        """Ask about functions; tell whether there were any to ask about."""
        with _planning(self._root, Shelf(None)) as found:
            assert found.lines is not None
            jobs = most_used_first(found, jobs_for(found, self._model.name, below))
            asked = bool(jobs)
            while jobs and not self._stopped.is_set() and not self.report.stopped:
                some, jobs = jobs[:AT_ONCE], jobs[AT_ONCE:]
                try:
                    ask(found.lines, some, self._model, self._limits, self.report)
                finally:
                    self.pages.put(tuple(job.path for job in some))
                if jobs and not self._changed.empty():
                    self._changed.put(tuple(job.path for job in jobs))  # what is left is planned anew with the rest
                    break
            return asked

    def _catch_up_folders(self) -> None:
        """Ask about the deepest folders that say nothing of themselves, each once while what lies in it is the same."""
        with _planning(self._root, Shelf(state_folder(self._root))) as found:
            assert found.lines is not None
            jobs = folder_jobs(found, (), self._asked)
            if jobs:
                self._asked.update(key for job in jobs for key in job.keys)
                try:
                    ask(found.lines, jobs, self._model, self._limits, self.report)
                finally:
                    self.folders.put(tuple(folder.path for job in jobs for folder in job.folders))


@contextmanager
def _planning(root: Path, shelf: Shelf) -> Iterator[Library]:
    """Open what jobs are planned from, without making a page; `shelf` is closed in the end."""
    state = state_folder(root)
    lines, index = open_lines(state, create=True), open_index(root, None, ANCHORED)
    try:
        yield Library(index, shelf, lines, state, ANCHORED)
    finally:
        shelf.close()
        index.close()
        if lines is not None:
            lines.close()


def most_used_first(found: Library, jobs: Sequence[Job]) -> list[Job]:
    """Return jobs by how much the repository uses the most used of their functions; else in the order they have."""
    if is_large(found.index.reader):
        return list(jobs)  # its graph is not made
    used: dict[tuple[str, str], float] = {}
    for row in graph_of(found.index).rows:
        for target, weight in row:
            place = target.path, target.qualified
            used[place] = used.get(place, 0.0) + weight

    def use(job: Job) -> float:
        return max((used.get((job.path, symbol.name), 0.0) for symbol in job.symbols), default=0.0)

    return sorted(jobs, key=use, reverse=True)
