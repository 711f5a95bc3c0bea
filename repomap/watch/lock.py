"""One watcher a repository: a lock on a file, which the system gives back when its holder ends, however it ends."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from repomap.errors import RepoMapError
from repomap.files.ours import claim

NAME = "watch.lock"


class AlreadyWatched(RepoMapError):
    """Another process watches the repository. The message is one sentence with its process id."""


@contextlib.contextmanager
def only_watcher(root: Path, state: Path) -> Iterator[None]:
    """Hold the lock in the state folder. Raises AlreadyWatched, OSError where no file can be made there.

    The file stays: to delete it would let a third process lock a new one while a second holds the old.
    """
    claim(state)
    descriptor = os.open(state / NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(descriptor, 20).decode("ascii", "replace").strip()
            who = f"process {holder}" if holder.isdigit() else "another process"
            raise AlreadyWatched(f"{os.fspath(root)} is watched by {who} already; its index is live for all") from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode("ascii"), 0)
        yield
        os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)
