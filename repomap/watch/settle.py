"""Gather what events touch until they pause: a burst of any length becomes one piece of work."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

SETTLE = 0.06
"""Seconds of quiet that end a burst. Longer than the time in which a file that was just read may change unnoticed
(`repomap.index.refresh.RACY_NS`), and a third of the 200 ms in which an edit is to be seen; formatters, checkouts and
editors that save by renaming write again within a few milliseconds."""

MOST_WAIT = 2.0
"""Seconds after which a burst that does not end is worked on all the same: a program that logs into a source folder
must not keep the index from ever being right."""

MOST_PATHS = 500
"""More paths than this are a storm: looking at all files costs about as much then, and mends whatever was missed."""


Held = Callable[[float, float], bool]
"""(seconds since the last event, seconds since the first): whether a burst is to be waited for longer."""


class Touched(NamedTuple):
    """What a burst touched, paths relative to the root. With `all` anything may have changed, also what is not named.

    `folders` appeared, went or were moved. `since` and `last` are when its first and last event came, by
    `time.monotonic`.
    """

    files: frozenset[str]
    folders: frozenset[str]
    all: bool
    since: float
    last: float


def due(since: float, last: float) -> float:
    """Return when a burst is to be worked on whose first event came at `since` and whose last at `last`."""
    return min(last + SETTLE, max(since + MOST_WAIT, last))


def _never(quiet: float, waited: float) -> bool:
    return False


class Gathering:
    """What events have touched since it was last taken. Its methods may be called from any thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._files: set[str] = set()
        self._folders: set[str] = set()
        self._all = False
        self._since = 0.0
        self._last = 0.0
        self._woken = False

    def touch(self, path: str) -> None:
        """Note that the file at `path` may have changed."""
        with self._changed:
            if not self._all:
                self._files.add(path)
            self._note()

    def touch_folder(self, path: str) -> None:
        """Note that a folder (`path` has no slash at its end) appeared, went, or was moved."""
        with self._changed:
            if not self._all:
                self._folders.add(path)
            self._note()

    def touch_all(self) -> None:
        """Note that anything may have changed."""
        with self._changed:
            self._all = True
            self._note()

    def wake(self) -> None:
        """Make `wait` return at once."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def wait(self, seconds: float, held: Held = _never) -> Touched | None:
        """Return what was touched once it pauses for SETTLE seconds; None when nothing begins within `seconds`.

        A burst that has begun is waited for beyond `seconds`, MOST_WAIT from its start, and on while `held` says so.
        """
        with self._changed:
            if not self._since:
                self._changed.wait_for(lambda: self._since or self._woken, seconds)
            while self._since and not self._woken:
                now = time.monotonic()
                left = due(self._since, self._last) - now
                if left <= 0:
                    if not held(now - self._last, now - self._since):
                        return self._take()
                    left = SETTLE
                self._changed.wait(left)
            self._woken = False
            return None

    def _note(self) -> None:
        now = time.monotonic()
        self._last = now
        if len(self._files) + len(self._folders) > MOST_PATHS:
            self._all = True
            self._files.clear()
            self._folders.clear()
        if not self._since:
            self._since = now
            self._changed.notify_all()

    def _take(self) -> Touched:
        taken = Touched(frozenset(self._files), frozenset(self._folders), self._all, self._since, self._last)
        self._files.clear()
        self._folders.clear()
        self._all = False
        self._since = 0.0
        return taken
