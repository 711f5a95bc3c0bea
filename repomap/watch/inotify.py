"""Hear of changes through Linux's inotify: one watch on every folder that belongs to the repository, none on others.

watchdog's own recursive observer would watch what git ignores, too, and report every file of an `npm install`; its
`InotifyFD` reads the events, and which folders are watched is decided here.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections.abc import Iterable, Set

from watchdog.observers.inotify_c import CallbackId, InotifyConstants, InotifyEvent, InotifyFD, Mask, WatchDescriptor

from repomap.watch.events import Ear

_HEARD = Mask(
    InotifyConstants.IN_CREATE
    | InotifyConstants.IN_DELETE
    | InotifyConstants.IN_MOVED_FROM
    | InotifyConstants.IN_MOVED_TO
    | InotifyConstants.IN_MODIFY
    | InotifyConstants.IN_CLOSE_WRITE  # what is written through a memory map is heard of only here
    | InotifyConstants.IN_ATTRIB
    | InotifyConstants.IN_DELETE_SELF
    | InotifyConstants.IN_MOVE_SELF
    | InotifyConstants.IN_ONLYDIR
    | InotifyConstants.IN_DONT_FOLLOW
)
_OF_A_FOLDER = InotifyConstants.IN_CREATE | InotifyConstants.IN_DELETE | InotifyConstants.IN_MOVE
_OWN = InotifyConstants.IN_DELETE_SELF | InotifyConstants.IN_MOVE_SELF | InotifyConstants.IN_UNMOUNT


class InotifyFolders:
    """Watches on folders below `root`, paths as `Discovery.folders` has them. Raises OSError where inotify is closed.

    What is heard goes to `ear`, from a thread of its own.
    """

    keeps = True

    def __init__(self, root: str, ear: Ear) -> None:
        logging.getLogger("watchdog").addHandler(logging.NullHandler())  # it would write on standard error
        self._base = os.fsencode(os.path.join(root, ""))
        self._ear = ear
        self._id = CallbackId(id(self))
        self._lock = threading.Lock()
        self._folder_of: dict[WatchDescriptor, str] = {}
        self._watch_of: dict[str, WatchDescriptor] = {}
        self._events = InotifyFD()

    def follow(self, folders: Set[str]) -> list[str]:
        """Watch exactly `folders`; return those that were not watched before.

        Raises OSError when the system allows no more watches.
        """
        with self._lock:
            self._forget([folder for folder in self._watch_of if folder not in folders])
            return [folder for folder in folders if folder not in self._watch_of and self._watch(folder)]

    def start(self) -> None:
        """Tell the ear, also of what happened since the folders were followed: the kernel keeps it."""
        self._events.start()

    def start_anew(self) -> None:
        """Give up every watch: after lost events a folder may no longer be where it was."""
        with self._lock:
            self._forget(list(self._watch_of))

    def alive(self) -> bool:
        """Tell whether it still tells, once started."""
        return self._events.is_alive()

    def close(self) -> None:
        """Stop listening."""
        self._events.stop()
        if self._events.is_alive():
            self._events.join()

    def on_event(self, event: InotifyEvent) -> None:
        """Take an event from watchdog's thread."""
        mask = event.mask
        with self._lock:
            folder = self._folder_of.get(event.wd)
            if folder is None:
                return
            path = folder + os.fsdecode(event.name)
            if mask & InotifyConstants.IN_MOVED_FROM and mask & InotifyConstants.IN_ISDIR:
                inside = path + "/"
                self._forget([watched for watched in self._watch_of if watched.startswith(inside)])
        if not event.name:
            if folder == "" and mask & _OWN:
                self._ear.root_went()
        elif mask & InotifyConstants.IN_ISDIR:
            self._ear.folder(path, appeared=bool(mask & _OF_A_FOLDER))
        else:
            self._ear.file(path)

    def on_watch_deleted(self, wd: WatchDescriptor) -> None:
        """Take from watchdog's thread that a folder is gone."""
        with self._lock:
            folder = self._folder_of.pop(wd, None)
            if folder is not None and self._watch_of.get(folder) == wd:
                del self._watch_of[folder]

    def on_queue_overflow(self) -> None:
        """Take from watchdog's thread that events were lost."""
        self.start_anew()
        self._ear.lost()

    def _watch(self, folder: str) -> bool:
        try:
            watch = self._events.add_callback(self._base + os.fsencode(folder), _HEARD, self, self._id)
        except (FileNotFoundError, NotADirectoryError):
            return False  # it went since it was listed; its parent says so
        if watch == -1:
            return False  # it may not be read
        self._folder_of[watch] = folder
        self._watch_of[folder] = watch
        return True

    def _forget(self, folders: Iterable[str]) -> None:
        gone = []
        for folder in folders:
            watch = self._watch_of.pop(folder)
            if self._folder_of.get(watch) == folder:
                del self._folder_of[watch]
                gone.append((watch, self._id))
        with contextlib.suppress(OSError):
            self._events.remove_callbacks(gone)
