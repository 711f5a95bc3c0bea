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

    return RepoMap(root if root is not None else root_here(), progress_bar("indexing"))


def repository_of(paths: Sequence[Path]) -> RepoMap:
    """Return the repository that holds the first of `paths`, or the current folder."""
    from repomap.api import RepoMap

    return RepoMap(root_of(paths), progress_bar("indexing"))


def root_here() -> Path:
    """Return the root that holds the current folder; where that is a part of a repository, say so."""
    from repomap.files.discover import find_root

    top = find_root(Path.cwd())
    if not (top / ".git").exists():
        whole = find_root(top.parent)
        if whole != top and (whole / ".git").exists():
            part = top.relative_to(whole)
            say_notes([f"this is about {part} alone, which has a .repomap of its own; the repository is {whole}"])
    return top


def root_of(paths: Sequence[Path]) -> Path:
    """Return the root that holds the first of `paths`, or the current folder where there are none.

    A path below the current root is a question about that one, unless a repository lies between. Raises RepoMapError
    for one elsewhere that no repository holds: to look into it would be to index the folder it lies in.
    """
    from repomap.errors import RepoMapError
    from repomap.files.discover import find_root

    if not paths:
        return root_here()
    start = paths[0].absolute()
    top = find_root(start if start.is_dir() else start.parent)
    here = find_root(Path.cwd())
    if top == here or (top / ".git").exists():
        return top
    if top.is_relative_to(here) and (_is_marked(here) or not _is_marked(top)):
        return here
    if not _is_marked(top) and start.exists():
        raise RepoMapError(f"{paths[0]} is in no repository: no folder above it holds .git or .repomap")
    return top


def _is_marked(folder: Path) -> bool:
    from repomap.files.discover import NEVER_LISTED

    return any((folder / name).exists() for name in NEVER_LISTED)


def as_typed(root: Path, path: Path) -> str:
    """Return `path` relative to the root: as it lies in the current folder, else as answers name it."""
    from repomap.files.inside import relative

    return relative(root, path.absolute() if path.exists() else path)


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
