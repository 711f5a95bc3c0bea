"""Keep a text file of pseudocode for every source file, where plain `rg` and `grep -r` find it."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from summarizer.page import SUFFIX

FOLDER = "pseudocode"
VISIBLE_MARK = ".repomap-mirror"
"""The file that says that a visible folder is kept true as well: `repomap pseudo --commit` makes it."""


def mirror_folders(root: Path, state: Path) -> list[Path]:
    """Return the folders that hold the mirror: the one in the state folder, and the visible one when it is kept."""
    folders = [state / FOLDER]
    visible = root / FOLDER
    if (visible / VISIBLE_MARK).is_file() and not visible.is_symlink():
        folders.append(visible)
    return folders


def prepare(folder: Path) -> bool:
    """Make the folder findable; tell whether it had to be made. Raises OSError."""
    made = not folder.is_dir()
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".ignore"
    if folder.parent.name == ".repomap" and not ignore.exists():
        ignore.write_text("!*\n", encoding="ascii")  # rg: what lies here is searched, whatever files above ignore
    return made


def write(folder: Path, texts: Mapping[str, str]) -> list[str]:
    """Write pages, each whole or not at all, unless it is there already; return why some could not be written.

    Where a link leads out of the mirror nothing is written.
    """
    reasons: list[str] = []
    looked_at: dict[str, OSError | None] = {}
    for path, text in texts.items():
        place = os.path.join(folder, path + SUFFIX)
        inside = os.path.dirname(place)
        try:
            if inside not in looked_at:
                looked_at[inside] = _opened(folder, place)
            refused = looked_at[inside]
            if refused is not None:
                raise refused
            _write(place, text.encode("utf-8", "surrogateescape"))
        except OSError as error:
            reasons.append(f"{path}: {error.strerror}")
    return reasons


def _opened(folder: Path, place: str) -> OSError | None:
    """Make the folder of a page; return why it cannot be written to."""
    try:
        _refuse_ways_out(folder, place)
        os.makedirs(os.path.dirname(place), exist_ok=True)
    except OSError as error:
        return error
    return None


def _write(place: str, data: bytes) -> None:
    """Raises OSError."""
    with contextlib.suppress(OSError), open(place, "rb") as file:
        if file.read() == data:
            return
    draft = f"{place}.{os.getpid()}.part"
    try:
        with open(draft, "wb") as file:
            file.write(data)
        os.replace(draft, place)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(draft)
        raise


def remove(folder: Path, paths: Iterable[str]) -> None:
    """Delete pages, and the folders that are empty then."""
    for path in paths:
        place = os.path.join(folder, path + SUFFIX)
        with contextlib.suppress(OSError):
            _refuse_ways_out(folder, place)
            os.unlink(place)
        above = os.path.dirname(place)
        while above != os.fspath(folder):
            try:
                os.rmdir(above)
            except OSError:
                break
            above = os.path.dirname(above)


def _refuse_ways_out(folder: Path, place: str) -> None:
    """Raise OSError for a page whose folder is reached through a link: a cloned mirror may lead anywhere."""
    real = os.path.realpath(folder)
    if os.path.realpath(os.path.dirname(place)) != os.path.join(
        real, os.path.relpath(os.path.dirname(place), folder)
    ).removesuffix("/."):
        raise OSError(errno.ELOOP, "a link leads out of the mirror", place)


def present(folder: Path) -> list[str]:
    """Return the source paths of all pages in the folder."""
    base = os.fspath(folder)
    found: list[str] = []
    for top, _, names in os.walk(base):
        lead = os.path.relpath(top, base)
        lead = "" if lead == "." else lead + "/"
        found.extend(lead + name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX))
    return sorted(found)
