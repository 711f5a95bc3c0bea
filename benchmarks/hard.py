"""A small repository whose right answers are known without asking repomap, and a way to run the command on it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FUNCTIONS = 12  # in a file


@dataclass
class Known:
    """A repository of `files` Python files; file n holds the functions of its version."""

    root: Path
    files: int
    versions: dict[int, int] = field(default_factory=dict)

    def make(self) -> None:
        """Write all files at version 0, in a git repository."""
        self.root.mkdir(parents=True, exist_ok=True)
        subprocess.run(["git", "init", "-q", "."], cwd=self.root, check=True)
        for number in range(self.files):
            self.write(number, 0)

    def write(self, number: int, version: int) -> None:
        """Put a file at a version, whole at once, as editors do."""
        self.versions[number] = version
        place = self.root / f"file{number}.py"
        draft = place.with_suffix(".new")
        draft.write_text("".join(_function(number, version, at) for at in range(FUNCTIONS)), encoding="ascii")
        draft.replace(place)

    def edit(self, luck: random.Random, count: int) -> None:
        """Raise the version of some files."""
        for number in luck.sample(range(self.files), count):
            self.write(number, self.versions[number] + 1)

    def names(self) -> list[str]:
        """Return every function that there is now, sorted."""
        return sorted(
            _name(number, version, at) for number, version in self.versions.items() for at in range(FUNCTIONS)
        )


def _name(number: int, version: int, at: int) -> str:
    return f"f{number}_{version}_{at}"


def _function(number: int, version: int, at: int) -> str:
    name, called = _name(number, version, at), _name(number, version, (at + 1) % FUNCTIONS)
    return f'def {name}(value):\n    """Step {at}."""\n    if value:\n        return {called}(value)\n\n\n'


def command(*arguments: str) -> list[str]:
    """Return the words that run repomap with this interpreter."""
    return [sys.executable, "-m", "repomap", *arguments]


def environment(**more: str) -> dict[str, str]:
    """Return this process's environment, so that the command is found from anywhere."""
    return {**os.environ, "PYTHONPATH": os.fspath(ROOT), **more}


def run(root: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    return subprocess.run(
        command(*arguments), cwd=root, env=environment(**more), capture_output=True, text=True, timeout=600, check=False
    )
