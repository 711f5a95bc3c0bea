"""Hear of changes through watchdog's observer, on systems that watch whole trees by themselves."""

from __future__ import annotations

import os
from collections.abc import Set

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from repomap.watch.events import Ear

_QUIET = frozenset(("opened", "closed_no_write"))


class ObservedRoot(FileSystemEventHandler):
    """An observer of everything below `root`; the ear passes over what does not belong."""

    keeps = False

    def __init__(self, root: str, ear: Ear) -> None:
        self._base = os.path.join(root, "")
        self._root = root
        self._ear = ear
        self._observer = Observer()
        self._observer.schedule(self, root, recursive=True)

    def start(self) -> None:
        """Start to listen."""
        self._observer.start()

    def follow(self, folders: Set[str]) -> list[str]:
        """Do nothing: all folders are heard of."""
        return []

    def alive(self) -> bool:
        """Tell whether it still tells, once started."""
        return self._observer.is_alive()

    def close(self) -> None:
        """Stop listening."""
        self._observer.stop()
        if self._observer.is_alive():
            self._observer.join()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Take an event from the observer's thread."""
        if event.event_type in _QUIET or (event.is_directory and event.event_type == "modified"):
            return
        for place in (event.src_path, event.dest_path):
            path = os.fsdecode(place)
            if path == self._root:
                if event.event_type in ("deleted", "moved"):
                    self._ear.root_went()
            elif path.startswith(self._base):
                if event.is_directory:
                    self._ear.folder(path[len(self._base) :], appeared=event.event_type != "attrib")
                else:
                    self._ear.file(path[len(self._base) :])
