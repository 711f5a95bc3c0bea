"""Tell whether a single file outside the watched folders is still what it was, by one stat."""

from __future__ import annotations

import os

Stamp = tuple[int, int, int, int]
"""Device, inode, time of change in nanoseconds, size."""


def stamp(path: str) -> Stamp | None:
    """Return the stamp of what is at `path`, links followed; None when nothing is there or it cannot be asked."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_ctime_ns, status.st_size


def identity(path: str) -> tuple[int, int] | None:
    """Return the device and inode of what is at `path`, None when nothing is there."""
    found = stamp(path)
    return found[:2] if found else None
