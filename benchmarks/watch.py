"""Measure a live index: how soon after an edit it is right, what that costs, what it costs to wait, and its memory.

python -m benchmarks.watch [--inputs FOLDER] [--edits 10000]
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import inputs
from benchmarks.measure import Case, run
from benchmarks.report import put_section, table

COMMAND = [sys.executable, "-m", "repomap", "watch", "--json"]
TICKS = os.sysconf("SC_CLK_TCK")
PAUSE = 1.0  # seconds between two edits: a burst has ended by then
REST = 5.0  # seconds after which the map has followed as well
IDLE = 60.0  # seconds for which nothing happens
EDITS = 40  # single edits that are timed
BURSTS = (1, 10, 100, 1000)
INSTALLED = 5000  # files that a package manager writes into an ignored folder


class Watch:
    """A `repomap watch` under way: its events, and what its process has used."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._process = subprocess.Popen(COMMAND, cwd=root, stdout=subprocess.PIPE, text=True)
        assert self.event()["event"] == "started"

    def event(self) -> dict[str, Any]:
        """Return the next event, with the time at which it came."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        return {**json.loads(line), "at": time.monotonic()}

    def updated(self, files: int) -> tuple[float, int]:
        """Wait until so many files have been told of; return when that was, and in how many events."""
        events = 0
        told: set[str] = set()
        while len(told) < files:
            event = self.event()
            if event["event"] == "updated":
                told.update(event["files"])
                events += 1
        return event["at"], events

    def cpu(self) -> float:
        """Return the seconds of processors that the process and those it started and ended have used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(") ")[2].split()
        return sum(map(int, fields[11:15])) / TICKS

    def memory(self) -> float:
        """Return its resident megabytes."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 1e6

    def stop(self) -> None:
        """End it as a service manager would."""
        self._process.send_signal(signal.SIGTERM)
        if self._process.wait(60):
            raise RuntimeError("repomap watch did not end with exit code 0")


@contextmanager
def watching(root: Path) -> Iterator[Watch]:
    """Run `repomap watch` in `root`, and put the files back in the end."""
    under_way = Watch(root)
    try:
        time.sleep(REST)
        yield under_way
    finally:
        under_way.stop()
        subprocess.run(["git", "checkout", "-q", "."], cwd=root, check=True)


def latency_table(root: Path) -> str:
    """Time single edits, from the write to the event, when index and pseudocode hold what was written."""
    paths = _python(root)
    some = paths[:: len(paths) // EDITS][:EDITS]
    walls, cpus, busy = [], [], []
    with watching(root) as watch:
        for number, path in enumerate(some):
            used = watch.cpu()
            name = f"live_{number}"
            _append(path, name)
            written = time.monotonic()
            at, _ = watch.updated(1)
            walls.append(1000 * (at - written))
            cpus.append(1000 * (watch.cpu() - used))
            busy.append(path.stat().st_size / 1000)
            assert name in _page(root, path), f"{path} is not right"
            time.sleep(PAUSE)
    ordered = sorted(walls)
    rows = [
        ["wall, ms", median(walls), ordered[len(ordered) * 9 // 10], ordered[-1]],
        ["size of the file, kB", median(busy), sorted(busy)[len(busy) * 9 // 10], max(busy)],
    ]
    load = os.getloadavg()[0]
    return (
        f"{len(some)} edits of files all over Django, from the write to the event; each was right then in index and "
        f"mirror. CPU: {sum(cpus) / len(cpus):.0f} ms an edit. {os.cpu_count()} cores, load {load:.1f}.\n\n"
        + table(["", "median", "nine in ten", "most"], rows)
    )


def burst_table(root: Path) -> str:
    """Count updates and processor time of bursts of several sizes, of a branch switch and of an installation."""
    paths = _python(root)
    rows: list[list[object]] = []

    def measured(name: str, files: int, action: Callable[[], None], expected: int) -> None:
        used = watch.cpu()
        action()
        written = time.monotonic()
        at, events = watch.updated(expected) if expected else (written, 0)
        if not expected:
            time.sleep(REST)
        spent = watch.cpu() - used
        rows.append([name, files, events, at - written if expected else "", spent, 1000 * spent / files])
        time.sleep(REST)

    with watching(root) as watch:
        for size in BURSTS:
            some = paths[:size]
            measured(f"{size} files written", size, partial(_append_all, some, f"burst_{size}"), size)
        subprocess.run([*inputs.GIT, "checkout", "-q", "--detach"], cwd=root, check=True)
        subprocess.run([*inputs.GIT, "commit", "-qam", "bursts"], cwd=root, check=True)
        measured("git checkout of another branch", 1000, lambda: _git(root, "checkout", "-q", "HEAD~1"), 1000)
        measured("git checkout back", 1000, lambda: _git(root, "checkout", "-q", "-"), 1000)
        measured("an installation into an ignored folder", INSTALLED, lambda: _install(root), 0)
        _git(root, "checkout", "-q", "HEAD~1")
        shutil.rmtree(root / "node_modules")
    head = ["what", "files", "updates", "right after, s", "CPU, s", "CPU a file, ms"]
    return table(head, rows)


def rest_table(root: Path, edits: int) -> str:
    """Measure a watch at rest, and its memory while `edits` edits are made."""
    paths = _python(root)[:50]
    with watching(root) as watch:
        used = watch.cpu()
        time.sleep(IDLE)
        idle = watch.cpu() - used
        rows: list[list[object]] = [["at rest", 0, watch.memory(), ""]]
        used = watch.cpu()
        for number in range(edits):
            path = paths[number % len(paths)]
            _append(path, f"edit_{number}", f"# {number}\n")
            watch.updated(1)
            if number + 1 in (edits // 10, edits // 4, edits // 2, edits * 3 // 4, edits):
                rows.append(["after edits", number + 1, watch.memory(), 1000 * (watch.cpu() - used) / (number + 1)])
            if number % 500 == 499:
                print(number + 1, f"{watch.memory():.0f} MB", file=sys.stderr)
                subprocess.run(["git", "checkout", "-q", "."], cwd=root, check=True)
                watch.updated(len(paths))
        size = (root / ".repomap" / "index.db").stat().st_size / 1e6
    return (
        f"Nothing happens for {IDLE:.0f} s: {1000 * idle:.0f} ms of a processor, {100 * idle / IDLE:.2f} %.\n\n"
        + table(["", "edits", "resident, MB", "CPU an edit, ms"], rows)
        + f"\n\nThe index is {size:.1f} MB in the end."
    )


def _python(root: Path) -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z", "*.py"], cwd=root, check=True, capture_output=True).stdout
    paths = [root / os.fsdecode(name) for name in listed.split(b"\0") if name]
    return [path for path in paths if path.is_file() and path.stat().st_size > 500]


def _append(path: Path, name: str, text: str = "") -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n\ndef {name}():\n    return 1\n{text}")


def _append_all(paths: Sequence[Path], name: str) -> None:
    for path in paths:
        _append(path, name)


def _page(root: Path, path: Path) -> str:
    """Return a page of the mirror, once the index is found to hold the file as it is."""
    relative = path.relative_to(root).as_posix()
    status = path.stat()
    database = sqlite3.connect(f"file:{root}/.repomap/index.db?mode=ro", uri=True)
    try:
        row = database.execute("SELECT mtime_ns FROM file WHERE path=?", (os.fsencode(relative),)).fetchone()
    finally:
        database.close()
    assert row == (status.st_mtime_ns,), f"the index does not hold {relative} as it is"
    return (root / ".repomap" / "pseudocode" / f"{relative}.pseudo").read_text("utf-8")


def _install(root: Path) -> None:
    for number in range(INSTALLED):
        folder = root / "node_modules" / f"package{number % 500}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"file{number}.js").write_text("module.exports = 1\n")


def _git(root: Path, *arguments: str) -> None:
    subprocess.run([*inputs.GIT, *arguments], cwd=root, check=True)


def main() -> None:
    """Prepare a copy of Django, measure, write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.watch", description=__doc__)
    parser.add_argument("--inputs", type=Path, default=Path.home() / ".cache" / "repomap-benchmarks")
    parser.add_argument("--edits", type=int, default=10_000)
    given = parser.parse_args()
    source = inputs.django(given.inputs.resolve())
    root = given.inputs.resolve() / "django-watched"
    shutil.rmtree(root, ignore_errors=True)
    subprocess.run(["git", "clone", "-q", os.fspath(source), os.fspath(root)], check=True)
    (root / ".git" / "info").mkdir(exist_ok=True)
    (root / ".git" / "info" / "exclude").write_text("node_modules/\n")
    run(Case([sys.executable, "-m", "repomap", "pseudo"], root))
    parts = [latency_table(root), burst_table(root), rest_table(root, given.edits)]
    put_section("watch", "A live index", "python -m benchmarks.watch", "\n\n".join(parts))


if __name__ == "__main__":
    main()
