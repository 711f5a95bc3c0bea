"""A watch under way in a thread, over a real repository, with everything it says."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from repomap.watch import Update, watch

DEADLINE = 60.0  # seconds; only a test that fails waits so long


@dataclass
class Told:
    """What an update said, without the index."""

    changed: tuple[str, ...]
    removed: tuple[str, ...]
    first: bool
    whole: bool


@dataclass
class Watching:
    """A watch in a thread. `next` waits for its next update; `ended` holds what ended it."""

    root: Path
    updates: queue.Queue[Told] = field(default_factory=queue.Queue)
    notes: list[str] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)
    ended: queue.Queue[BaseException | None] = field(default_factory=queue.Queue)
    at_update: Callable[[Update], None] = lambda update: None

    def start(self) -> Watching:
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        assert self.next().first
        return self

    def _run(self) -> None:
        try:
            watch(self.root, self._take, self.stop, on_note=self.notes.append)
        except BaseException as error:
            self.ended.put(error)
        else:
            self.ended.put(None)

    def _take(self, update: Update) -> None:
        self.at_update(update)
        self.updates.put(Told(update.changed, update.removed, update.first, update.whole))

    def next(self) -> Told:
        return self.updates.get(timeout=DEADLINE)

    def until(self, *paths: str) -> list[Told]:
        """Return the updates up to the one by which all `paths` have been told of."""
        missing, came = set(paths), []
        while missing:
            came.append(self.next())
            missing -= {*came[-1].changed, *came[-1].removed}
        return came

    def end(self) -> BaseException | None:
        self.stop.set()
        return self.ended.get(timeout=DEADLINE)


@pytest.fixture
def watching() -> Iterator[Callable[..., Watching]]:
    """Start watches that end with the test."""
    started: list[Watching] = []

    def start(root: Path, at_update: Callable[[Update], None] = lambda update: None) -> Watching:
        started.append(Watching(root, at_update=at_update))
        return started[-1].start()

    yield start
    for each in started:
        each.stop.set()
        each.thread.join(DEADLINE)
