"""Open a repository's index, up to date: made where there is none, made anew where it is broken."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from pathlib import Path
from typing import NamedTuple

from repomap.files.discover import STATE_FOLDER, Discovery, state_folder
from repomap.files.ours import why_not
from repomap.files.unchanged import SURE_NS, listed
from repomap.index.reader import Reader
from repomap.index.refresh import Progress, refresh
from repomap.index.rows import Annotator
from repomap.index.store import Store
from repomap.languages.plugins import register
from repomap.settings import Settings, load_settings


class Index(NamedTuple):
    """A repository and its index at one moment. `notes` are sentences for the user, such as why git was not asked."""

    root: Path
    settings: Settings
    discovery: Discovery
    reader: Reader
    notes: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]

    def close(self) -> None:
        """Close the database."""
        self.reader.store.close()


def open_index(root: Path, progress: Progress | None = None, annotator: Annotator | None = None) -> Index:
    """Return the index of `root` as its files are now. What is parsed for it is annotated, too, by `annotator`.

    Where neither the root nor the user's cache folder can be written, or the disk is full, the index is made in
    memory and a note says so. Raises SettingsError for a configuration that cannot be read.
    """
    folder = state_folder(root)
    settings = load_settings(folder)
    notes = register(folder)
    given = root.resolve() / STATE_FOLDER
    if given != folder and given.is_dir():
        notes.append(
            f"{os.fspath(given)} is not used ({why_not(os.fspath(given))}); the state is kept in {os.fspath(folder)}; "
            "repomap trust takes it as yours"
        )
    begun = time.time_ns()
    discovery = listed(root, settings.files, folder)
    notes.extend(discovery.notes)
    store: Store | None = None
    try:
        try:
            store = Store(folder)
            refreshed = refresh(store, discovery, settings.files.max_bytes, progress, annotator)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            if store is not None:
                store.close()
            remove_database(folder)
            store = Store(folder)
            refreshed = refresh(store, discovery, settings.files.max_bytes, progress, annotator)
    except (OSError, sqlite3.OperationalError) as error:
        if store is not None:
            store.close()
        notes.append(f"the index cannot be kept in {os.fspath(folder)} ({error}): made in memory for this once")
        store = Store(None)
        refreshed = refresh(store, discovery, settings.files.max_bytes, progress, annotator)
    made_anew = 2 * len(refreshed.changed) > len(refreshed.rows)
    if made_anew and not discovery.token and time.time_ns() - begun > SURE_NS:
        listed(root, settings.files, folder)  # what was too new to be believed may be old enough for the next command
    reader = Reader(store, refreshed.rows)
    return Index(root, settings, discovery, reader, tuple(notes), refreshed.changed, refreshed.removed)


def remove_database(folder: Path) -> None:
    """Delete the index in `folder`; nothing else that is kept there."""
    for suffix in ("", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            (folder / f"index.db{suffix}").unlink()
