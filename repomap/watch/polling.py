"""Look at all files again and again, where no events come: network and shared file systems, limits that are reached."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Set

from repomap.files.discover import SourceFile
from repomap.watch.events import Ear

POLL_SECONDS = 2.0
"""Seconds between two looks, at least: a person who saves and turns to a map has taken as long."""

POLL_SHARE = 20
"""A look that takes long is followed by a pause this many times as long, so that looking takes 5 % of a core."""

SILENT = frozenset(
    (
        *("nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "ceph", "glusterfs", "lustre", "gfs2", "ocfs2"),
        *("9p", "virtiofs", "vboxsf", "vmhgfs", "prl_fs", "drvfs", "fakeowner", "grpcfuse"),
    )
)
"""File systems whose other side changes files without the kernel here hearing of it: network shares, and folders of the
host in containers and virtual machines. The same behind `fuse.`; sshfs and rclone are only there."""

SILENT_FUSE = SILENT | {"sshfs", "rclone", "s3fs", "gcsfuse", "osxfs"}

Look = Callable[[], tuple[SourceFile, ...]]


def silent_file_system(root: str, mounts: str = "/proc/self/mountinfo") -> str:
    """Return the name of the file system at `root` when it does not tell of changes, else "" (also when unknown)."""
    try:
        with open(mounts, encoding="utf-8", errors="surrogateescape") as file:
            lines = file.readlines()
    except OSError:
        return ""
    best, kind = -1, ""
    for line in lines:
        place, _, rest = line.partition(" - ")
        fields = place.split(" ")
        if len(fields) < 5:
            continue
        point = fields[4].replace("\\040", " ")
        if os.path.commonpath((point, root)) == point and len(point) >= best:
            best, kind = len(point), rest.split(" ")[0]
    fuse, _, name = kind.partition(".")
    silent = name in SILENT_FUSE if fuse == "fuse" and name else kind in SILENT
    return kind if silent else ""


class Poller:
    """Compares what `look` returns with what it returned before, in a thread of its own."""

    keeps = False

    def __init__(self, ear: Ear, look: Look) -> None:
        self._ear = ear
        self._look = look
        self._before: tuple[SourceFile, ...] = ()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="repomap-look", daemon=True)

    def start(self) -> None:
        """Look for the first time, then in a thread. What changed before is not noticed."""
        self._before = self._look()
        self._thread.start()

    def follow(self, folders: Set[str]) -> list[str]:
        """Do nothing: all folders are looked at."""
        return []

    def alive(self) -> bool:
        """Tell whether it still tells, once started."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Stop looking."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        pause = POLL_SECONDS
        while not self._stop.wait(pause):
            started = time.monotonic()
            try:
                found = self._look()
            except OSError:  # the root cannot be read just now; whoever watches it will say when it is gone
                found = self._before
            if found != self._before:
                self._before = found
                self._ear.lost()
            pause = max(POLL_SECONDS, POLL_SHARE * (time.monotonic() - started))
