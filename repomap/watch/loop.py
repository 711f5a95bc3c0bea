"""Follow a repository's files: wait until changes pause, bring the index up to date, say what changed."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from repomap.errors import RepoMapError
from repomap.files.discover import SourceFile, discover, state_folder
from repomap.index import Annotator, Index, Progress, open_index
from repomap.index.reader import Reader
from repomap.index.refresh import RACY_NS, take_in
from repomap.index.rows import FileRow
from repomap.languages.detect import by_name
from repomap.settings import FileSettings, SettingsError, load_settings
from repomap.watch.events import Ear
from repomap.watch.gitwork import GitWork
from repomap.watch.listing import Doubtful, Listing
from repomap.watch.lock import only_watcher
from repomap.watch.outside import folders_above, rules_outside
from repomap.watch.settle import Gathering, Touched
from repomap.watch.sources import Source, looking, source_for, why_not
from repomap.watch.stamp import identity
from repomap.watch.warm import warm

HEARTBEAT = 2.0
"""Seconds between looks at what no event tells of: settings, git's list of files, whether root and index are there. A
look is a dozen stats, 0.1 ms."""


STOP_SECONDS = 0.5
"""Seconds within which `stop` is noticed while nothing happens. Waking up takes 20 µs."""

DELETION = 1.0
"""Seconds to wait when the index is gone: the whole root may be being deleted, and a new index would be in the way."""


class RootGone(RepoMapError):
    """The root was deleted, moved or unmounted while it was watched."""


@dataclass(frozen=True, slots=True)
class Update:
    """The index after a burst of changes. It is open until the call that was given it returns.

    `changed` are files that are new or read differently now, `removed` those that went, both sorted; what was touched
    and is the same is in neither. `first` marks the index made at the start, which is told of even when nothing
    changed. With `whole` every file was looked at, else only what was touched. `last` is when the burst's last event
    came, by `time.monotonic`.
    """

    index: Index
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    first: bool
    whole: bool
    last: float


def watch(
    root: str | os.PathLike[str],
    on_update: Callable[[Update], None],
    stop: threading.Event,
    *,
    annotator: Annotator | None = None,
    progress: Progress | None = None,
    on_note: Callable[[str], None] = lambda note: None,
    on_quiet: Callable[[Index], None] = lambda index: None,
) -> None:
    """Keep the index of `root` live until `stop` is set (noticed within STOP_SECONDS).

    `on_update` is called in this thread once for the first index and then after every burst that changed something.
    What is parsed is annotated by `annotator`; `on_note` takes sentences for the user, each once. `on_quiet` is called
    about every STOP_SECONDS in which nothing was touched, with the index that is open then. Raises AlreadyWatched
    when another process watches the root, RootGone when it vanishes, RepoMapError when it is no folder, SettingsError
    for a broken configuration at the start.
    """
    top = Path(os.path.realpath(root))
    if not top.is_dir():
        raise RepoMapError(
            f"{os.fspath(root)} is not a folder" if top.exists() else f"{os.fspath(root)} does not exist"
        )
    follower = _Follower(top, on_update, stop, annotator, on_note, on_quiet)
    try:
        follower.start(progress)
        follower.run()
    finally:
        follower.close()


class _Follower:
    """One watch under way."""

    def __init__(
        self,
        root: Path,
        on_update: Callable[[Update], None],
        stop: threading.Event,
        annotator: Annotator | None,
        on_note: Callable[[str], None],
        on_quiet: Callable[[Index], None],
    ) -> None:
        self.root = root
        self.on_update = on_update
        self.stop = stop
        self.annotator = annotator
        self.tell = on_note
        self.on_quiet = on_quiet
        self.told: set[str] = set()
        self.identity = identity(os.fspath(root))
        self.lock = contextlib.ExitStack()
        self.gathering = Gathering()
        self.ear = Ear(self.gathering, lambda path: self.listing.ignores(path), lambda path: self.listing.unknown(path))
        self.source: Source | None = None
        self.index: Index | None = None

    def start(self, progress: Progress | None) -> None:
        """Take the lock, follow the folders, then make the index: what changes meanwhile is heard."""
        state = state_folder(self.root)
        self._hold_lock()
        self.rules = rules_outside(self.root, state)
        settings = load_settings(state)
        self.listing = Listing(discover(self.root, settings.files), settings.files)
        self.source, why = source_for(os.fspath(self.root), self.ear, self.listing.folders, self._look)
        if why:
            self.note(why)
        self._whole(time.monotonic(), progress)
        self._begin()

    def run(self) -> None:
        """Work until told to stop. Raises RootGone."""
        beat = time.monotonic() + HEARTBEAT
        assert self.index is not None
        assert self.source is not None
        if not self.stop.is_set():
            warm(self.index, self.annotator)
        while not self.stop.is_set():
            touched = self.gathering.wait(STOP_SECONDS, self._held)
            if self.stop.is_set():
                return
            if touched is not None:
                self._check_root()
                self._work(touched)
                continue
            if time.monotonic() >= beat:
                beat = time.monotonic() + HEARTBEAT
                self._check_root()
                if not self.source.alive():
                    self._look_instead("changes are no longer heard of")
                    self._begin()
                if self._outside_changed():
                    self.gathering.touch_all()
            self.on_quiet(self.index)

    def close(self) -> None:
        """Stop listening, close the index, give back the lock."""
        self.lock.close()
        if self.source is not None:
            self.source.close()
        if self.index is not None:
            self.index.close()

    def _hold_lock(self) -> None:
        try:
            self.lock.enter_context(only_watcher(self.root, state_folder(self.root)))
        except OSError as error:  # some network shares know no locks
            self.note(f"no lock can be held ({error.strerror}): a second watcher would not be noticed")

    def note(self, sentence: str) -> None:
        """Tell the user something, once."""
        if sentence not in self.told:
            self.told.add(sentence)
            self.tell(sentence)

    def _held(self, quiet: float, waited: float) -> bool:
        return not self.stop.is_set() and self.git.at_work(quiet, waited)

    def _check_root(self) -> None:
        if self.ear.root_is_gone or identity(os.fspath(self.root)) != self.identity:
            raise RootGone(f"{os.fspath(self.root)} is gone: nothing is left to watch")

    def _work(self, touched: Touched) -> None:
        assert self.index is not None
        if self._index_is_gone():
            self.stop.wait(DELETION)
            self._check_root()
            self.lock.close()  # its file went with the index
            self._hold_lock()
        elif not touched.all:
            with contextlib.suppress(Doubtful):
                changed, removed = self._part(touched)
                self._tell_of(changed, removed, touched.last, first=False, whole=False)
                return
        self._whole(touched.last)

    def _part(self, touched: Touched) -> tuple[list[str], list[str]]:
        """Update what was touched and nothing else; return what changed and what went. Raises Doubtful."""
        assert self.index is not None
        relisted = self.listing.take(touched)
        rows = self.index.reader.rows
        stale = [
            file
            for file in relisted.present
            if by_name(file.path) is not None and (file.path not in rows or rows[file.path].stat != file[1:])
        ]
        removed = [path for path in relisted.gone if path in rows]
        before = {path: rows.get(path) for path in (*removed, *(file.path for file in stale))}
        store, settings = self.index.reader.store, self.index.settings
        try:
            take_in(store, os.fspath(self.root), rows, stale, removed, settings.files.max_bytes, None, self.annotator)
        except sqlite3.Error as error:
            for path, row in before.items():  # nothing of it has been told of
                rows.pop(path, None)
                if row is not None:
                    rows[path] = row
            raise Doubtful from error
        self.index = self.index._replace(discovery=self.listing.discovery, reader=Reader(store, rows))
        return [file.path for file in stale if _differs(before[file.path], rows.get(file.path))], removed

    def _whole(self, last: float, progress: Progress | None = None) -> None:
        """Look at every file."""
        first = self.index is None
        before = {} if self.index is None else self.index.reader.rows
        self.rules = rules_outside(self.root, state_folder(self.root))
        started_ns = time.time_ns()
        try:
            index = open_index(self.root, progress, self.annotator)
        except SettingsError as error:
            if first:
                raise
            self.note(str(error))
            return
        except OSError:
            self._check_root()
            raise
        if self.index is not None:
            self.index.close()
        self.index = index
        self.database = state_folder(self.root) / "index.db"
        self.index_identity = identity(os.fspath(self.database))
        for note in index.notes:
            self.note(note)
        self.listing = Listing(index.discovery, index.settings.files)
        self.git = GitWork(self._repositories())
        self._listen(started_ns, first)
        rows = index.reader.rows
        changed = [path for path, row in rows.items() if _differs(before.get(path), row)]
        removed = [path for path in before if path not in rows]
        self._tell_of(changed, removed, last, first=first, whole=True)

    def _tell_of(self, changed: list[str], removed: list[str], last: float, *, first: bool, whole: bool) -> None:
        assert self.index is not None
        if changed or removed or first:
            self.on_update(Update(self.index, tuple(sorted(changed)), tuple(sorted(removed)), first, whole, last))

    def _listen(self, started_ns: int, first: bool) -> None:
        """Follow the folders there are now. What changed in new ones before they were followed is looked at again."""
        assert self.source is not None
        try:
            new = self.source.follow(self.listing.folders)
        except OSError as error:
            self._look_instead(why_not(error))
            if not first:
                self._begin()
            return
        if self.listing.changed_since(started_ns - RACY_NS, new):
            self.gathering.touch_all()

    def _look_instead(self, why: str) -> None:
        assert self.source is not None
        self.source.close()
        self.source, sentence = looking(self.ear, self._look, why)
        self.note(sentence)

    def _begin(self) -> None:
        """Let the source tell. Until the first index is made it has no thread: beside one, workers start slowly."""
        assert self.source is not None
        self.source.start()
        if not self.source.keeps:
            self.gathering.touch_all()

    def _look(self) -> tuple[SourceFile, ...]:
        """List all files, for comparison with the same a while ago."""
        settings = FileSettings() if self.index is None else self.index.settings.files
        return discover(self.root, settings).files

    def _repositories(self) -> list[str]:
        above = folders_above(os.fspath(self.root))[:1]
        inside = (os.path.join(self.root, folder) for folder in self.listing.folders)
        return [*above, *(folder for folder in inside if os.path.lexists(folder + ".git") and folder[:-1] not in above)]

    def _outside_changed(self) -> bool:
        """Tell whether something changed of which no event tells. Takes about 0.1 ms."""
        rules = rules_outside(self.root, state_folder(self.root))
        return rules != self.rules or self._index_is_gone() or self.git.tracks_others()

    def _index_is_gone(self) -> bool:
        return self.index_identity is not None and identity(os.fspath(self.database)) != self.index_identity


def _differs(before: FileRow | None, after: FileRow | None) -> bool:
    """Tell whether a file is read differently, whatever its stat says."""
    return before is None or after is None or before[1:] != after[1:]
