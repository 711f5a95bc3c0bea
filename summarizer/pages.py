"""Open the pages of a repository for a search: at once where no file has changed since they were last made true."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from repomap.checksum import blake2b
from repomap.files.discover import STATE_FOLDER, state_folder
from repomap.files.unchanged import token_of
from repomap.languages import languages
from repomap.languages.load import QUERIES, installed_grammars
from repomap.languages.plugins import FILE
from repomap.settings import configuration_folder, load_settings
from repomap.version import EXTRACTOR
from summarizer import lines, mirror, shelf
from summarizer.outline import OUTLINES
from summarizer.shelf import Shelf

if TYPE_CHECKING:
    from repomap.index import Progress


class Pages(NamedTuple):
    """Pages that are true, and sentences for the user."""

    shelf: Shelf
    notes: Sequence[str]


@contextmanager
def pages(root: Path, progress: Progress | None = None) -> Iterator[Pages]:
    """Open the pages of `root` as its files are now, mirror and all."""
    state = state_folder(root)
    ready = _ready(root, state)
    if ready is not None:
        try:
            yield Pages(ready, ())
        finally:
            ready.close()
        return
    from summarizer.library import library

    with library(root, progress) as found:
        token = found.index.discovery.token
        if token and not found.notes and found.lines is None and _is_plain(root, state):
            found.shelf.note_also(found.made_from, _key(token, found.index.settings.files.max_bytes))
        yield Pages(found.shelf, found.notes)


def _ready(root: Path, state: Path) -> Shelf | None:
    """Return the kept pages when they are known to be true, and the mirror is there."""
    if not (state / shelf.NAME).is_file() or not _is_plain(root, state):
        return None
    if not all(map(os.path.isdir, mirror.mirror_folders(root, state))):
        return None
    settings = load_settings(state).files
    token = token_of(root, settings, state)
    if not token:
        return None
    try:
        found = Shelf(state)
    except (OSError, sqlite3.Error):
        return None
    if found.knows(_key(token, settings.max_bytes)):
        return found
    found.close()
    return None


def _is_plain(root: Path, state: Path) -> bool:
    """Tell whether pages depend on files and what is installed alone: no model's lines, no languages of the user's."""
    if os.fspath(state) != os.path.join(os.path.realpath(root), STATE_FOLDER):
        return False
    if any(name.startswith(lines.NAME) for name in os.listdir(state)):
        return False
    return not any(os.path.lexists(folder / FILE) for folder in (configuration_folder(), state))


def _key(token: bytes, max_bytes: int) -> bytes:
    """Return a hash of all that pages are made from, `token` standing for the files."""
    with os.scandir(QUERIES) as entries:
        queries = sorted((entry.name, entry.stat().st_size, entry.stat().st_mtime_ns) for entry in entries)
    facts = (token, OUTLINES.version, EXTRACTOR, max_bytes, queries, sorted(installed_grammars().items()), languages())
    return blake2b(repr(facts).encode("utf-8", "surrogateescape"), digest_size=16).digest()
