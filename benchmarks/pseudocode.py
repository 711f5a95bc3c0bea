"""What pseudocode costs: CPU beside a cold index, tokens beside the sources, time for one edited file and for a search.

    python benchmarks/pseudocode.py FOLDER

FOLDER is copied first; nothing is written to it.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from repomap.index import Annotator, open_index
from repomap.tokens import counter
from summarizer.library import library
from summarizer.outline import OUTLINES

RUNS = 3


def cpu_seconds(work: Callable[[], None]) -> float:
    """Return the CPU time that `work` takes, workers included."""
    before = _used()
    work()
    return _used() - before


def _used() -> float:
    own, workers = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + workers.ru_utime + workers.ru_stime


def cold(root: Path, annotator: Annotator | None) -> float:
    """Return the CPU time of a cold index."""
    shutil.rmtree(root / ".repomap", ignore_errors=True)
    return cpu_seconds(lambda: open_index(root, None, annotator).close())


def main() -> None:
    """Print every figure."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "copy"
        shutil.copytree(sys.argv[1], root, symlinks=True, ignore=shutil.ignore_patterns(".git", ".repomap"))
        plain, outlined = ([cold(root, which) for _ in range(RUNS)] for which in (None, OUTLINES))
        print(
            f"cold index, CPU s: {min(plain):.2f}; with outlines {min(outlined):.2f} "
            f"(+{min(outlined) / min(plain) - 1:.0%})"
        )
        with library(root) as found:
            paths = found.paths
            count = counter("claude")
            steps = sorted(len(steps) for outline in found.outlines(paths).values() for steps in outline.steps.values())
            shares = []
            pseudo = source = 0
            for path in paths:
                own = count(found.page(path))
                whole = count((root / path).read_text(encoding="utf-8", errors="replace"))
                pseudo, source = pseudo + own, source + whole
                if whole > 200:
                    shares.append(own / whole)
        print(f"{len(paths)} files: {pseudo / source:.1%} of their tokens; median file {statistics.median(shares):.1%}")
        print(
            f"steps a function: median {steps[len(steps) // 2]}, nine in ten {steps[len(steps) * 9 // 10]}, "
            f"most {steps[-1]}"
        )
        longest = max(paths, key=lambda path: (root / path).stat().st_size)
        edits = []
        for number in range(RUNS):
            with (root / longest).open("a", encoding="utf-8") as file:
                file.write(f"\n# {number}\n")
            started = time.perf_counter()
            with library(root):
                edits.append(time.perf_counter() - started)
        print(
            f"one edited file ({(root / longest).stat().st_size} bytes), mirror right after ms: {min(edits) * 1000:.0f}"
        )
        searches, starts = [], []
        for _ in range(RUNS):
            started = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "repomap", "grep", "-l", "raise .*Timeout"],
                cwd=root,
                capture_output=True,
                check=False,
            )
            searches.append(time.perf_counter() - started)
            started = time.perf_counter()
            subprocess.run([sys.executable, "-c", "pass"], check=True)
            starts.append(time.perf_counter() - started)
        print(f"grep over {len(paths)} files, ms beyond Python's start: {(min(searches) - min(starts)) * 1000:.0f}")


if __name__ == "__main__":
    os.environ.setdefault("PYTHONPATH", os.fspath(Path(__file__).resolve().parents[1]))
    main()
