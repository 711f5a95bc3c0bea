"""A small repository whose right answers are known without asking repomap, and a way to run the command on it.

`python -m benchmarks.hard --files 100000` maps one folder of so many files, and says what that takes.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
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


def main() -> None:
    """Map a folder of many files from nothing, then once more; fail when a symbol is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=100_000)
    count: int = parser.parse_args().files
    with tempfile.TemporaryDirectory(prefix="repomap-hard-") as folder:
        root = Path(folder)
        (root / ".git").mkdir()  # no repository, so that files are found by walking
        for number in range(count):
            (root / f"m{number}.py").write_text(f"def f{number}(x): return x\n")
        for name in ("from nothing", "once more"):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            last = run(root, "map").stdout.splitlines()[-1]
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            print(
                f"{name:13} {seconds:6.1f} s of a processor, at most {after.ru_maxrss / 1024:.0f} MB a process; {last}"
            )
            if f" of {count:,} symbols".replace(",", " ") not in last:
                raise SystemExit("a symbol is missing")


if __name__ == "__main__":
    main()
