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
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, chain
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import NamedTuple

from repomap.checksum import blake2b
from repomap.collector import uncollected
from repomap.files.discover import Discovery, SourceFile, discover, leads_inside
from repomap.files.gitfiles import GitRefused, program
from repomap.settings import FileSettings

NAME = "listing"
VERSION = 2  # raise it when listings are made or kept differently
SURE_NS = 2_000_000_000  # what changed so shortly before may change again within a tick of the coarsest clock in use

_FACTS = attrgetter("st_mode", "st_size", "st_mtime_ns", "st_ino", "st_ctime_ns")
_NUMBERS = itemgetter(1, 2, 3, 4)
_ABSENT = (-1, -1, -1, -1)


class _Kept(NamedTuple):
    """A listing as it is kept: its own number, the paths of its parts, and the stats of all but the links.

    A file's stats are -1 where it was too new to tell, by them, that it is the same.
    """

    token: bytes
    files: list[str]
    folders: list[str]
    marks: list[str]
    links: list[str]
    stats: array[int]


def listed(root: Path, settings: FileSettings, state: Path) -> Discovery:
    """Return what `discover` does, from the listing kept in the folder `state` where that is known to be the same."""
    top = os.path.realpath(root)
    key = _key(top, settings)
    begun = time.time_ns()
    kept = _read(state, key) if key else None
    found = _now(top, kept) if kept is not None else None
    if found is None:
        found = discover(root, settings)
    elif kept is not None:
        files = _stats_of(found)
        if files == kept.stats[: len(files)]:
            return found._replace(token=kept.token)
        if max(files[3::4], default=0) >= begun - SURE_NS:
            return found  # the next listing is soon enough to be kept
    if key and found.marks is not None and not found.skipped and not found.notes:
        with contextlib.suppress(OSError):
            return found._replace(token=_keep(found, top, state, key, begun - SURE_NS))
    return found


def token_of(root: Path, settings: FileSettings, state: Path) -> bytes:
    """Return the number of the kept listing when every name and every file's stat is as in it, b"" when not."""
    top = os.path.realpath(root)
    key = _key(top, settings)
    kept = _read(state, key) if key else None
    if kept is None or any(not _leads_inside(top, link) for link in kept.links):
        return b""
    now = _stats(top.rstrip("/") + "/", (*kept.files, *kept.folders, *kept.marks))
    return kept.token if now == kept.stats else b""


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


def _read(state: Path, key: bytes) -> _Kept | None:
    """Return the listing that was kept under `key`, None when there is none that can be read."""
    try:
        with open(state / NAME, "rb") as file:
            data = file.read()
        if data[:16] != key:
            return None
        *sizes, length = array("Q", data[32:64])
        end = 64 + 32 * sum(sizes)
        stats = array("q", data[64:end])
        texts = data[end:].decode("utf-8", "surrogateescape").split("\0")
    except (OSError, ValueError, OverflowError):
        return None
    if len(data) != end + length or len(sizes) != 3 or len(texts) < sum(sizes):
        return None
    files, folders, marks = accumulate(sizes)
    links = [link for link in texts[marks:] if link]
    return _Kept(data[16:32], texts[:files], texts[files:folders], texts[folders:marks], links, stats)


@uncollected()
def _now(top: str, kept: _Kept) -> Discovery | None:
    """Return a kept listing with the files' stats of now, None when it may not be what `discover` would give."""
    base = top.rstrip("/") + "/"
    if _stats(base, (*kept.folders, *kept.marks)) != kept.stats[4 * len(kept.files) :]:
        return None
    try:
        facts = list(map(_FACTS, map(os.lstat, map(base.__add__, kept.files))))
    except OSError:
        return None
    if any(not stat.S_ISREG(mode) for mode in {mode for mode, *_ in facts}):
        return None
    if any(not _leads_inside(top, link) for link in kept.links):
        return None
    # tuple.__new__ takes a third of the time of SourceFile(), which is a Python function
    new: Callable[[type[SourceFile], Iterable[object]], SourceFile] = tuple.__new__
    found = [new(SourceFile, (path, *fact[1:])) for path, fact in zip(kept.files, facts, strict=True)]
    return Discovery(Path(top), tuple(found), (), (), tuple(kept.folders), tuple(kept.marks), tuple(kept.links))


def _leads_inside(top: str, link: str) -> bool:
    try:
        return leads_inside(top, os.path.join(top, link))
    except OSError:
        return False


def _keep(found: Discovery, top: str, state: Path, key: bytes, before: int) -> bytes:
    """Keep a listing when all names in it are older than `before`, and return its number, b"" when it is not sure.

    Raises OSError.
    """
    if not state.is_dir():
        return b""
    places = (*found.folders, *(found.marks or ()))
    numbers = _stats(top.rstrip("/") + "/", places)
    if max(numbers[1::4], default=0) >= before or max(numbers[3::4], default=0) >= before:
        return b""
    files = _stats_of(found)
    sure = max(files[3::4], default=0) < before
    if not sure:
        files = array("q", [-1]) * len(files)
    token = os.urandom(16)
    texts = "\0".join([*(file.path for file in found.files), *places, *found.links]).encode("utf-8", "surrogateescape")
    sizes = array("Q", (len(found.files), len(found.folders), len(places) - len(found.folders), len(texts)))
    draft = os.path.join(state, f"{NAME}.{os.getpid()}.part")
    parts = (key, token, sizes.tobytes(), files.tobytes(), numbers.tobytes(), texts)
    try:
        with open(draft, "wb") as file:
            file.writelines(parts)
        os.replace(draft, state / NAME)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(draft)
        raise
    return token if sure else b""


def _stats_of(found: Discovery) -> array[int]:
    return array("q", chain.from_iterable(map(_NUMBERS, found.files)))


def _stats(base: str, places: Iterable[str]) -> array[int]:
    """Return size, time of change, number and time of any change of each of `places`, where links lead."""
    numbers = array("q")
    add, stat_of = numbers.extend, os.stat
    with _folder(base) as folder:
        for place in places:
            try:
                facts = stat_of(place or "." if folder is not None else os.path.join(base, place), dir_fd=folder)
            except OSError:
                add(_ABSENT)
            else:
                add((facts.st_size, facts.st_mtime_ns, facts.st_ino, facts.st_ctime_ns))
    return numbers


@contextlib.contextmanager
def _folder(path: str) -> Iterator[int | None]:
    """Open a folder, from which paths below it are found in less time than from the root; None where that fails."""
    number = None
    with contextlib.suppress(OSError):
        number = os.open(path, os.O_RDONLY) if os.stat in os.supports_dir_fd else None
    try:
        yield number
    finally:
        if number is not None:
            os.close(number)
