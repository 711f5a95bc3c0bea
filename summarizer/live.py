"""Keep the pages of a repository true while its index is live, for whoever watches its files."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from repomap.files.discover import state_folder
from repomap.index import Index, Progress
from summarizer.library import Library, bring_paths_up_to_date, bring_up_to_date
from summarizer.lines import Lines, open_lines
from summarizer.outline import ANCHORED, OUTLINES
from summarizer.shelf import Shelf


class LivePages:
    """The pages of `root`, mirror and all, made true by `take` after each change of the index.

    With `anchored` a model's lines are to be added to them. `annotator` is what the index must be kept with.
    """

    def __init__(self, root: Path, *, anchored: bool = False) -> None:
        self._state = state_folder(root)
        self._lines: Lines | None = open_lines(self._state, create=anchored)
        self._shelf: Shelf | None = None
        self.annotator = ANCHORED if self._lines is not None else OUTLINES

    def take(
        self,
        index: Index,
        changed: Iterable[str],
        removed: Iterable[str],
        *,
        whole: bool,
        progress: Progress | None = None,
    ) -> Sequence[str]:
        """Make true the pages of what changed, or with `whole` all pages; return notes for the user."""
        notes: list[str] = []
        if self._lines is None:  # another process may have had a model write since
            self._lines = open_lines(self._state, create=False)
            self.annotator = ANCHORED if self._lines is not None else OUTLINES
        if whole and self._shelf is not None:
            self._shelf.close()
            self._shelf = None  # the state folder may have been deleted and made anew
        if self._shelf is None:
            try:
                self._shelf = Shelf(self._state)
            except (OSError, sqlite3.OperationalError) as error:
                notes.append(f"the pseudocode cannot be kept in {os.fspath(self._state)} ({error})")
                self._shelf = Shelf(None)
        found = Library(index, self._shelf, self._lines, self._state, self.annotator, notes)
        if whole:
            bring_up_to_date(found, progress)
        else:
            bring_paths_up_to_date(found, changed, removed)
        self._shelf = found.shelf
        return notes

    def take_folders(self, index: Index, folders: Iterable[str]) -> None:
        """Have the sentences of folders looked at again, and the heads of the pages that show them."""
        if self._shelf is not None:
            self._shelf.look_at(folders)
            self.take(index, (), (), whole=False)

    def close(self) -> None:
        """Close the databases."""
        if self._shelf is not None:
            self._shelf.close()
        if self._lines is not None:
            self._lines.close()
