"""Tell which files differ from a revision, without running anything the repository's configuration names."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from repomap.errors import RepoMapError
from repomap.files.gitfiles import GitRefused, committed_files, tracked_files


def changed_since(root: Path, revision: str) -> list[str]:
    """Return the tracked files below `root` that differ from `revision` or are new since, sorted.

    The files' bytes are hashed here: `git diff` would run the filters that a repository may name.
    Raises RepoMapError when git does not know the revision.
    """
    folder = os.fspath(root)
    try:
        committed = committed_files(folder, revision)
        present = tracked_files(folder)
    except GitRefused as error:
        raise RepoMapError(_refusal(root, revision, str(error))) from error
    return sorted(
        path for path in set(present) if _blob_id(os.path.join(folder, path)) not in ("", committed.get(path))
    )


def _refusal(root: Path, revision: str, reason: str) -> str:
    if "dubious ownership" in reason:
        return (
            f"--since {revision} asks git, which does not trust this folder because it belongs to another user; "
            f"to trust it: git config --global --add safe.directory '{root}'"
        )
    return f"--since {revision} cannot be answered: {reason}"


def _blob_id(path: str) -> str:
    """Return git's id of a file's contents, "" for what is not there or is no file."""
    try:
        data = Path(path).read_bytes()
    except OSError:
        return ""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
