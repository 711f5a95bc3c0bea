"""Folders of files for the tests, and what discovery finds in them."""

from __future__ import annotations

import subprocess
from pathlib import Path

from repomap.files.discover import Discovery, discover
from repomap.settings import FileSettings


def git(folder: Path, *arguments: str | bytes | Path) -> str:
    command = ["git", "-C", folder, *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout.decode("utf-8", "surrogateescape")


def write(folder: Path, *names: str, text: str = "x\n") -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def committed(folder: Path, *names: str) -> Path:
    """Make `folder` a git repository with these files in its first commit."""
    folder.mkdir(exist_ok=True)
    git(folder, "init", "-q")
    write(folder, *names)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    return folder


def listed(root: Path, **settings: object) -> list[str]:
    """Return the paths found, after checking that there was nothing to say."""
    found = discover(root, FileSettings(**settings))  # type: ignore[arg-type]
    assert (found.notes, found.skipped) == ((), ())
    return paths(found)


def paths(found: Discovery) -> list[str]:
    return [file.path for file in found.files]
