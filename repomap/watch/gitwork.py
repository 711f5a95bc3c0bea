"""Wait while git is at work, so that a branch switch is one change, and notice when git's list of files changes."""

from __future__ import annotations

import os
from collections.abc import Iterable

from repomap.checksum import blake2b
from repomap.files.gitfiles import GitRefused, tracked_files
from repomap.watch.stamp import Stamp, stamp

GIT_PATIENCE = 15.0
"""Seconds from a burst's first event for which a lock of git is waited for: a checkout of 10 000 files takes a few. A
lock that is older was left behind by a git that died."""

REBASE_QUIET = 1.0
"""Seconds of quiet asked for in the middle of a rebase, whose steps come apart; it may also have stopped for a person
to edit, so it is not waited out to its end."""

REBASES = ("rebase-merge", "rebase-apply")


def git_folder(place: str) -> str | None:
    """Return where git keeps its index for the work tree at `place`, None when no repository begins there."""
    git = os.path.join(place, ".git")
    if os.path.isdir(git):
        return git
    try:
        with open(git, "rb") as file:
            text = file.read(4096)
    except OSError:
        return None
    if not text.startswith(b"gitdir: "):
        return None
    return os.path.normpath(os.path.join(place, os.fsdecode(text[8:].rstrip(b"\r\n"))))


class GitWork:
    """What git does in the repositories whose work trees are at `places`."""

    def __init__(self, places: Iterable[str]) -> None:
        found = ((place, git_folder(place)) for place in places)
        self._folders = {place: folder for place, folder in found if folder is not None}
        self._left_behind: set[Stamp] = set()
        self._indexes = {place: self._index(place) for place in self._folders}
        self._tracked = {place: _tracked(place) for place in self._folders}

    def at_work(self, quiet: float, waited: float) -> bool:
        """Tell whether a burst that began `waited` seconds ago and pauses since `quiet` is to be waited for."""
        locks = {stamp(os.path.join(folder, "index.lock")) for folder in self._folders.values()} - {None}
        if waited > GIT_PATIENCE:
            self._left_behind.update(lock for lock in locks if lock)
            return False
        if locks - self._left_behind:
            return True
        if quiet >= REBASE_QUIET:
            return False
        return any(os.path.isdir(os.path.join(folder, name)) for folder in self._folders.values() for name in REBASES)

    def tracks_others(self) -> bool:
        """Tell whether git tracks other files than when last asked. Costs a stat a repository while its index rests."""
        changed = False
        for place in self._folders:
            index = self._index(place)
            if index == self._indexes[place]:
                continue
            self._indexes[place] = index
            tracked = _tracked(place)
            changed = changed or tracked != self._tracked[place]
            self._tracked[place] = tracked
        return changed

    def _index(self, place: str) -> Stamp | None:
        return stamp(os.path.join(self._folders[place], "index"))


def _tracked(place: str) -> bytes:
    """Return a hash of what git tracks at `place`, b"" when it does not answer."""
    try:
        names = "\0".join(tracked_files(place))
    except GitRefused:
        return b""
    return blake2b(names.encode("utf-8", "surrogateescape"), digest_size=16).digest()
