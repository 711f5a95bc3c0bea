"""Notice changes that decide what belongs to a repository and lie where no watch is: settings, rules above the root."""

from __future__ import annotations

import os
from pathlib import Path

from repomap.files.discover import WALK_IGNORE_FILES
from repomap.languages.plugins import FILE as LANGUAGES
from repomap.settings import CONFIG_NAME, configuration_folder
from repomap.watch.gitwork import git_folder
from repomap.watch.stamp import Stamp, stamp


def folders_above(root: str) -> list[str]:
    """Return the folders from the root's repository down to the root, without the root unless it is the repository.

    Empty when the root lies in no repository.
    """
    found = [root]
    while not os.path.lexists(os.path.join(found[-1], ".git")):
        above = os.path.dirname(found[-1])
        if above == found[-1]:
            return []
        found.append(above)
    return found[:0:-1] or found


def rules_outside(root: Path, state: Path) -> dict[str, Stamp | None]:
    """Return a stamp of every file outside the watched folders that has a say in what is listed or how it is read."""
    above = folders_above(os.fspath(root))
    paths = [
        os.path.join(folder, name) for folder in (state, configuration_folder()) for name in (CONFIG_NAME, LANGUAGES)
    ]
    paths += [os.path.join(folder, kind) for folder in above if folder != os.fspath(root) for kind in WALK_IGNORE_FILES]
    git = git_folder(above[0]) if above else None
    if git:
        paths += [os.path.join(git, "info", "exclude"), os.path.join(git, "config")]
    return {path: stamp(path) for path in paths}
