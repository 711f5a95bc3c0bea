"""Choose how to hear of changes: by events where the system tells of them, else by looking."""

from __future__ import annotations

import errno
import sys
from collections.abc import Set
from typing import Protocol

from repomap.watch.events import Ear
from repomap.watch.polling import POLL_SECONDS, Look, Poller, silent_file_system


class Source(Protocol):
    """What hears of changes below a root and tells an `Ear`."""

    keeps: bool
    """Whether it tells, once started, also of what changed before, since `follow`."""

    def follow(self, folders: Set[str]) -> list[str]:
        """Hear of changes in exactly these folders; return those that were not followed before. Raises OSError."""

    def start(self) -> None:
        """Begin to tell, from a thread of its own."""

    def alive(self) -> bool:
        """Tell whether it still tells, once started."""

    def close(self) -> None:
        """Stop."""


def source_for(root: str, ear: Ear, folders: Set[str], look: Look) -> tuple[Source, str]:
    """Return what follows the folders of `root`, and a sentence on why it cannot hear, "" when it can."""
    kind = silent_file_system(root)
    if kind:
        return looking(ear, look, f"{kind} does not tell of changes that other machines make")
    try:
        source = _events(root, ear)
    except OSError as error:
        return looking(ear, look, why_not(error))
    try:
        source.follow(folders)
    except OSError as error:
        source.close()
        return looking(ear, look, why_not(error))
    return source, ""


def looking(ear: Ear, look: Look, why: str) -> tuple[Source, str]:
    """Return what looks at all files again and again, and a sentence with the reason."""
    return Poller(ear, look), f"{why}: all files are looked at every {POLL_SECONDS:.0f} s or more instead"


def why_not(error: OSError) -> str:
    """Say in a few words why events cannot be had."""
    if error.errno == errno.ENOSPC:
        return "the system's limit of watched folders (fs.inotify.max_user_watches) is reached"
    if error.errno == errno.EMFILE:
        return "the system's limit of watching programs (fs.inotify.max_user_instances) is reached"
    return f"changes cannot be heard of ({error.strerror or error})"


def _events(root: str, ear: Ear) -> Source:
    if sys.platform.startswith("linux"):
        from repomap.watch.inotify import InotifyFolders

        return InotifyFolders(root, ear)
    from repomap.watch.observed import ObservedRoot

    return ObservedRoot(root, ear)
