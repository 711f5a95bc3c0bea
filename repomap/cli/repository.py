"""Open the repository a command speaks of."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from repomap.cli.progress import progress_bar

if TYPE_CHECKING:
    from repomap.api import RepoMap
    from repomap.index import Index


def repository(root: Path | None) -> RepoMap:
    """Return the repository at `root`, or the one that holds the current folder."""
    from repomap.api import RepoMap
    from repomap.files.discover import find_root

    return RepoMap(root if root is not None else find_root(Path.cwd()), progress_bar("indexing"))


def repository_of(paths: Sequence[Path]) -> RepoMap:
    """Return the repository that holds the first of `paths`, or the current folder."""
    from repomap.api import RepoMap

    return RepoMap(root_of(paths), progress_bar("indexing"))


def root_of(paths: Sequence[Path]) -> Path:
    """Return the folder of the repository that holds the first of `paths`, or the current folder.

    A path below the current folder that no repository holds is one of the current folder, as it is without paths.
    """
    from repomap.files.discover import NEVER_LISTED, find_root

    start = paths[0].absolute() if paths else Path.cwd()
    top = find_root(start if start.is_dir() else start.parent)
    here = Path.cwd().resolve()
    if top.is_relative_to(here) and not any((top / name).exists() for name in NEVER_LISTED):
        top = here
    return top


def say_notes(notes: Sequence[str]) -> None:
    """Say what the user should know about an answer, on standard error."""
    for note in notes:
        print(f"repomap: {note}", file=sys.stderr)


@contextmanager
def opened(repo: RepoMap) -> Iterator[Index]:
    """Open the index, say its notes, and close it in the end."""
    index = repo.open()
    try:
        say_notes(index.notes)
        yield index
    finally:
        index.close()
