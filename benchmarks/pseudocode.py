"""What pseudocode costs: CPU beside a cold index, tokens beside the sources, time for an edited file and for a search.

    python -m benchmarks.pseudocode FOLDER [RUNS]

FOLDER is copied first; nothing is written to it. The table goes to docs/benchmarks.md.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.report import put_section, table
from repomap.index import Annotator, open_index
from repomap.tokens import counter
from summarizer.library import library
from summarizer.outline import OUTLINES

RUNS = 3
TYPICAL = 0.9  # of files by size: nine in ten are no larger than the one that is edited


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


def edited(root: Path, path: str, runs: int) -> float:
    """Return the least CPU time in which a change of one file is in the mirror, the look for changes included."""

    def edit() -> None:
        with (root / path).open("a", encoding="utf-8") as file:
            file.write("\n# again\n")
        with library(root):
            pass

    return min(cpu_seconds(edit) for _ in range(runs))


def search(root: Path, runs: int) -> tuple[float, float]:
    """Return the least CPU time of `repomap grep` with nothing changed, and of Python's own start."""
    found: list[float] = []
    bare: list[float] = []
    for _ in range(runs):
        for command, times in (
            (["-m", "repomap", "grep", "-l", "raise .*Timeout"], found),
            (["-c", "pass"], bare),
        ):
            whole = [sys.executable, *command]
            times.append(cpu_seconds(lambda: _run(whole, root)))  # noqa: B023
    return min(found), min(bare)


def _run(command: list[str], root: Path) -> None:
    subprocess.run(command, cwd=root, capture_output=True, check=False)


def main() -> None:
    """Write the table."""
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else RUNS
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "copy"
        shutil.copytree(sys.argv[1], root, symlinks=True, ignore=shutil.ignore_patterns(".git", ".repomap"))
        pairs = [(cold(root, None), cold(root, OUTLINES)) for _ in range(runs)]
        plain, outlined = (min(times) for times in zip(*pairs, strict=True))
        with library(root) as found:
            paths = found.paths
            count = counter("claude")
            steps = sorted(len(steps) for outline in found.outlines(paths).values() for steps in outline.steps.values())
            sizes = [
                (count(found.page(path)), count((root / path).read_text(encoding="utf-8", errors="replace")))
                for path in paths
            ]
        by_size = sorted(paths, key=lambda path: (root / path).stat().st_size)
        typical = by_size[int(len(by_size) * TYPICAL)]
        hit, bare = search(root, runs)
        shares = [page / source for page, source in sizes if source > 200]
        put_section(
            "pseudocode",
            f"What pseudocode costs: {Path(sys.argv[1]).name}, {len(paths)} files",
            "python -m benchmarks.pseudocode FOLDER",
            table(
                ["what", "measured"],
                [
                    ["a cold index, CPU s", plain],
                    ["the same with outlines, CPU s", outlined],
                    ["outlines add", f"{outlined / plain - 1:.0%}"],
                    ["tokens of all pages, share of the sources'", sum(p for p, _ in sizes) / sum(s for _, s in sizes)],
                    ["the same for the median file of over 200 tokens", statistics.median(shares)],
                    [
                        "steps a function: median, nine in ten, most",
                        f"{steps[len(steps) // 2]}, {steps[len(steps) * 9 // 10]}, {steps[-1]}",
                    ],
                    [
                        f"an edit of {(root / typical).stat().st_size} bytes until the mirror is right, CPU s",
                        edited(root, typical, runs),
                    ],
                    ["repomap grep, nothing changed, CPU s beyond python -c pass", hit - bare],
                ],
            ),
        )


if __name__ == "__main__":
    os.environ["PYTHONPATH"] = os.fspath(Path(__file__).resolve().parents[1])
    main()
