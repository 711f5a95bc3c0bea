"""Tell without asking git, and without opening a folder, that a repository holds the same files as at the last look.

Kept are the stats of every folder that was looked into, and of every file that says what git tracks or what is ignored.
A name that comes or goes changes its folder's stat. Only a listing that such stats decide is kept: of one repository
with a `.git` folder at the root, without repositories inside, without anything that was left out for a reason.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from array import array
from collections.abc import Iterable
from pathlib import Path

from repomap.checksum import blake2b
from repomap.discover import Discovery, SourceFile, discover, leads_inside
from repomap.gitfiles import GitRefused, program
from repomap.settings import FileSettings

NAME = "listing"
VERSION = 1  # raise it when listings are made or kept differently
SURE_NS = 2_000_000_000  # what changed so shortly before may change again within a tick of the coarsest clock in use

_ABSENT = (-1, -1, -1, -1)


def listed(root: Path, settings: FileSettings, state: Path) -> Discovery:
    """Return what `discover` does, from the listing kept in the folder `state` where that is known to be the same."""
    top = os.path.realpath(root)
    key = _key(top, settings)
    kept = _kept(top, state, key) if key else None
    if kept is not None:
        return kept
    begun = time.time_ns()
    found = discover(root, settings)
    if key and found.marks is not None and not found.skipped and not found.notes:
        with contextlib.suppress(OSError):
            _keep(found, top, state, key, begun - SURE_NS)
    return found


def _key(top: str, settings: FileSettings) -> bytes:
    """Return a hash of what decides about a listing and is no file, b"" where no git is to be asked."""
    try:
        git, owner = program(), os.lstat(os.path.join(top, ".git")).st_uid
    except (GitRefused, OSError):
        return b""
    about = ("HOME", "XDG_CONFIG_HOME", "USERPROFILE")
    surroundings = sorted((name, value) for name, value in os.environ.items() if name in about or name[:4] == "GIT_")
    who = os.geteuid() if hasattr(os, "geteuid") else -1
    facts = (VERSION, top, git, who, owner, settings.include, settings.exclude, surroundings)
    return blake2b(repr(facts).encode("utf-8", "surrogateescape"), digest_size=16).digest()


def _kept(top: str, state: Path, key: bytes) -> Discovery | None:
    """Return the kept listing with the files' stats of now, None when it may not be what `discover` would give."""
    try:
        with open(state / NAME, "rb") as file:
            data = file.read()
        if data[:16] != key:
            return None
        sizes = array("Q", data[16:48])
        end = 48 + 8 * int(sizes[0])
        numbers = array("q", data[48:end])
        texts = data[end:].decode("utf-8", "surrogateescape").split("\0")
        files, folders, marks = map(int, sizes[1:])
    except (OSError, ValueError, IndexError):
        return None
    base = top.rstrip("/") + "/"
    places = texts[files : files + folders + marks]
    if len(numbers) != 4 * len(places) or len(places) != folders + marks or _stats(base, places) != numbers:
        return None
    found = []
    lstat, regular, new = os.lstat, stat.S_IFREG, tuple.__new__
    try:
        if not all(leads_inside(top, base + link) for link in texts[files + len(places) :] if link):
            return None
        for path in texts[:files]:
            facts = lstat(base + path)
            if stat.S_IFMT(facts.st_mode) != regular:
                return None
            found.append(new(SourceFile, (path, facts.st_size, facts.st_mtime_ns, facts.st_ino, facts.st_ctime_ns)))
    except OSError:
        return None
    return Discovery(Path(top), tuple(found), (), (), tuple(texts[files : files + folders]))


def _keep(found: Discovery, top: str, state: Path, key: bytes, before: int) -> None:
    """Keep a listing when all that decides about it is older than `before`. Raises OSError."""
    if not state.is_dir():
        return
    places = (*found.folders, *(found.marks or ()))
    numbers = _stats(top.rstrip("/") + "/", places)
    if max(numbers[1::4], default=0) >= before or max(numbers[3::4], default=0) >= before:
        return
    texts = "\0".join([*(file.path for file in found.files), *places, *found.links])
    sizes = array("Q", (len(numbers), len(found.files), len(found.folders), len(places) - len(found.folders)))
    draft = os.path.join(state, f"{NAME}.{os.getpid()}.part")
    try:
        with open(draft, "wb") as file:
            file.writelines((key, sizes.tobytes(), numbers.tobytes(), texts.encode("utf-8", "surrogateescape")))
        os.replace(draft, state / NAME)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(draft)
        raise


def _stats(base: str, places: Iterable[str]) -> array[int]:
    """Return size, time of change, number and time of any change of each of `places`, where links lead."""
    numbers = array("q")
    for place in places:
        try:
            facts = os.stat(base + place if place[:1] != "/" else place)
        except OSError:
            numbers.extend(_ABSENT)
        else:
            numbers.extend((facts.st_size, facts.st_mtime_ns, facts.st_ino, facts.st_ctime_ns))
    return numbers
