"""Say where a path lies inside a repository."""

from __future__ import annotations

import os
from pathlib import Path

from repomap.errors import RepoMapError


def relative(root: Path, path: str | os.PathLike[str]) -> str:
    """Return `path`, relative to the resolved `root` or to the current folder, as one relative to the root.

    Raises RepoMapError for one outside the root or one that is not there.
    """
    full = (root / path).resolve()
    if not full.exists() and Path(path).exists():
        full = Path(path).resolve()
    if not full.is_relative_to(root):
        raise RepoMapError(f"{path} is not in {root}")
    if not full.exists():
        raise RepoMapError(f"{path} does not exist in {root}")
    return full.relative_to(root).as_posix()
