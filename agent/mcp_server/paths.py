"""Find and open files by the paths that a client names: only files the repository lists, never one outside the root."""

from __future__ import annotations

import contextlib
import difflib
import os
import stat
import unicodedata
from collections.abc import Collection
from pathlib import Path

from agent.tool import ToolFailed
from agent.workspace import Workspace
from repomap.rendering.formats import quoted

MAX_BYTES = 20_000_000  # of a file whose lines are asked for; only files of up to 1 MB are parsed


def listed_path(root: Path, path: str, listed: Collection[str]) -> str:
    """Return `path` (relative to the root, or absolute inside it; links resolved) as the repository lists it.

    `listed` are the repository's files. Raises ToolFailed for a path outside the root, and for one that is not
    listed: it does not exist, is ignored, or belongs to git or to the index.
    """
    name = inside(root, path)
    if name in listed:
        return name
    raise ToolFailed(f"{quoted(path)} is not among the repository's files{_hint(name, listed)}")


def inside(root: Path, path: str) -> str:
    """Return `path` relative to the root, "." for the root itself. Raises ToolFailed when it leads elsewhere."""
    try:
        real = Workspace(root).inside(path)
    except (UnicodeError, ValueError):
        raise ToolFailed(f"{path!r} cannot be a path") from None
    return real.relative_to(root).as_posix()


def _hint(name: str, listed: Collection[str]) -> str:
    """Name the file that was perhaps meant: the same in other case or Unicode form, or the nearest."""
    wanted = _folded(name)
    last = wanted.rpartition("/")[2]
    near = [each for each in listed if _folded(each).rpartition("/")[2] == last]
    exact = [each for each in near if _folded(each) == wanted]
    best = exact or difflib.get_close_matches(name, near, n=1, cutoff=0.0)
    return f"; did you mean {quoted(best[0])}?" if best else " (ignored files are not served)"


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()


def read_inside(root: Path, name: str) -> bytes:
    """Return the bytes of the regular file `name`, a path relative to the root without links.

    Every folder on the way is opened in the one before and no link is followed, so that nothing outside the root is
    read even when a folder is swapped for a link meanwhile. Raises ToolFailed.
    """
    try:
        with contextlib.ExitStack() as held:
            folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
            held.callback(os.close, folder)
            *folders, last = name.split("/")
            for part in folders:
                folder = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
                held.callback(os.close, folder)
            descriptor = os.open(last, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
            with open(descriptor, "rb") as file:
                facts = os.fstat(descriptor)
                if not stat.S_ISREG(facts.st_mode):
                    raise ToolFailed(f"{quoted(name)} is not a regular file")
                if facts.st_size > MAX_BYTES:
                    raise ToolFailed(f"{quoted(name)} has {facts.st_size} bytes; at most {MAX_BYTES} are read")
                return file.read(MAX_BYTES)
    except OSError as error:
        raise ToolFailed(f"{quoted(name)} cannot be read: {error.strerror}") from None
