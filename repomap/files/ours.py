"""Tell a state folder that repomap made here from one that came with a clone, and a configuration its user vouched for.

A folder of ours holds a sign: the number and the change time of its `.gitignore`, which neither git nor an archive can
bring along. What a person writes by hand may come first; anything else without the sign is not used. Nor is a folder
in which git tracks more than that: a pull could put a database of its own in place of ours.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable
from pathlib import Path

from repomap.checksum import blake2b
from repomap.files.gitfiles import GitRefused, tracked_files

SIGN = "ours"
MARK = ".gitignore"
BY_HAND = (".toml", ".scm", ".json", ".md", MARK)
"""Endings of the names of what a person may put into a state folder, and a team may share."""


def is_ours(folder: str) -> bool:
    """Tell whether the existing folder was made here, or holds only what a person writes, and git tracks no more."""
    try:
        entries = list(os.scandir(folder))  # before the sign is read: another process may be making the rest
        if not _signed(folder) and not all(_by_hand(entry) for entry in entries):
            return False
    except OSError:
        return False
    return not planted(folder)


def why_not(folder: str) -> str:
    """Return in a few words why an existing state folder is not used."""
    if os.path.islink(folder):
        return "it is a link"
    if not os.access(folder, os.W_OK | os.X_OK):
        return "it cannot be written"
    names = planted(folder)
    if names:
        return f"git tracks {names[0]} in it"
    return "it was not made here: it came with the files, was copied, or was made by another program"


def claim(folder: Path) -> None:
    """Make the state folder, if it is not there, and put the sign into it. Raises OSError.

    Only for a folder that `state_folder` returned.
    """
    if not folder.exists():
        import shutil  # 5 ms of a run that, mostly, makes nothing
        import tempfile

        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=folder.name + ".", dir=folder.parent))
        try:
            _sign(draft, "")
            draft.chmod(0o755)
            draft.rename(folder)  # whole at once: nobody sees a folder without its sign
            return
        except OSError:
            shutil.rmtree(draft, ignore_errors=True)
            if not folder.exists():  # else another process was first
                raise
    if not _signed(os.fspath(folder)):
        _sign(folder, "")


def vouch(folder: Path, files: Iterable[Path]) -> None:
    """Take the folder for ours, and what configuration `files` say now as its user's will. Raises OSError."""
    if not folder.is_dir() or not _signed(os.fspath(folder)):
        folder.mkdir(parents=True, exist_ok=True)
    _sign(folder, _digest(files))


def is_vouched(folder: Path, files: Iterable[Path]) -> bool:
    """Tell whether the folder's user has vouched for configuration `files` as they are now."""
    return _signed(os.fspath(folder)) and _read(os.fspath(folder))[1:2] == [_digest(files)]


def planted(folder: str) -> list[str]:
    """Return the paths that git tracks in a state folder and no person wrote, sorted.

    git is asked again only when its index has changed since, which the sign remembers.
    """
    root = os.path.dirname(folder)
    seen = _index_of(root)
    if seen and _read(folder)[2:3] == [seen]:
        return []
    try:
        tracked = tracked_files(root, f":(icase){os.path.basename(folder)}")
    except GitRefused:  # no repository, or not one for this user: nothing was pulled into it
        return []
    found = sorted(path for path in tracked if not path.endswith(BY_HAND))
    if not found and _signed(folder):
        with contextlib.suppress(OSError):
            _write(folder, [*_read(folder)[:2], seen])
    return found


def _by_hand(entry: os.DirEntry[str]) -> bool:
    return entry.name.endswith(BY_HAND) and entry.is_file(follow_symlinks=False)


def _signed(folder: str) -> bool:
    lines = _read(folder)
    return bool(lines) and lines[0] != "" and lines[0] == _identity(folder)


def _identity(folder: str) -> str:
    """Return what nobody who makes a repository can know; "" where there is no mark."""
    try:
        facts = os.lstat(os.path.join(folder, MARK))
    except OSError:
        return ""
    return f"{facts.st_ino} {facts.st_ctime_ns}" if stat.S_ISREG(facts.st_mode) else ""


def _read(folder: str) -> list[str]:
    """Return the sign's lines: the identity, the hash of what was vouched for, git's index when it was last asked."""
    try:
        descriptor = os.open(os.path.join(folder, SIGN), os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            return file.read(1000).decode("ascii", "replace").split("\n")
    except OSError:
        return []


def _sign(folder: Path, vouched: str) -> None:
    with contextlib.suppress(FileExistsError), open(folder / MARK, "x", encoding="ascii") as mark:
        mark.write("*\n")
    _write(os.fspath(folder), [_identity(os.fspath(folder)), vouched, ""])


def _write(folder: str, lines: list[str]) -> None:
    import threading  # not before something is written

    draft = os.path.join(folder, f"{SIGN}.{os.getpid()}.{threading.get_ident()}.part")
    try:
        with open(draft, "w", encoding="ascii") as file:
            file.write("\n".join(lines))
        os.replace(draft, os.path.join(folder, SIGN))
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(draft)
        raise


def _digest(files: Iterable[Path]) -> str:
    found = blake2b(digest_size=16)
    for file in files:
        try:
            data = file.read_bytes()
        except OSError:
            data = b""
        found.update(b"%d " % len(data) + data)
    return found.hexdigest()


def _index_of(root: str) -> str:
    """Return what tells that the index of the repository around `root` has not changed, "" for no plain one."""
    place = root
    while not os.path.lexists(os.path.join(place, ".git")):
        above = os.path.dirname(place)
        if above == place:
            return ""
        place = above
    try:
        facts = os.stat(os.path.join(place, ".git", "index"))
    except OSError:
        return ""
    return f"{facts.st_ino} {facts.st_size} {facts.st_mtime_ns} {facts.st_ctime_ns}"
