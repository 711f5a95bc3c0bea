"""What pseudocode costs: CPU beside a cold index, tokens beside the sources, time for an edited file and for a search.

    python -m benchmarks.pseudocode FOLDER [RUNS]
    python -m benchmarks.pseudocode --shares FOLDER...

Folders are copied first, into a git repository; nothing is written to them. The tables go to docs/benchmarks.md.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.report import put_section, table
from repomap.index import Annotator, open_index
from repomap.rendering.tokens import counter
from summarizer.library import library
from summarizer.outline import OUTLINES
from summarizer.room import TEST

RUNS = 3
LEAST_TOKENS = 200  # of a file whose share is counted on its own: of a smaller one the page's head is most
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


class Shares(NamedTuple):
    """Of a repository: its files, and tokens of pages by tokens of sources: of all, and the mean of larger files."""

    files: int
    whole: float
    mean: float
    lines: tuple[float, float]
    """Lines that a function of 15 to 25 and of 26 to 60 lines has, its own included, at the median."""


def shares(folder: Path) -> Shares:
    """Return what the pages of the files in `folder` take."""
    count = counter("claude")
    with tempfile.TemporaryDirectory() as place:
        root = Path(place) / "copy"
        shutil.copytree(folder, root, symlinks=True, ignore=shutil.ignore_patterns(".git", ".repomap"))
        with library(root) as found:
            pairs = []
            lines: dict[bool, list[int]] = {False: [], True: []}
            outlines = found.outlines(found.paths)
            for path in found.paths:
                source = (root / path).read_text(encoding="utf-8", errors="replace")
                pairs.append((count(found.page(path)), count(source)))
                outline = outlines[found.index.reader.rows[path].content]
                for at, definition in enumerate(found.index.reader.definitions(path)):
                    size = definition.end_line - definition.line + 1
                    test = TEST.search(path) or TEST.search(definition.name)
                    if definition.kind in ("function", "method") and 15 <= size <= 60 and not test:
                        lines[size > 25].append(1 + len(outline.steps.get(at, ())))
    return Shares(
        len(pairs),
        sum(page for page, _ in pairs) / sum(source for _, source in pairs),
        statistics.mean(page / source for page, source in pairs if source > LEAST_TOKENS),
        (statistics.median(lines[False] or [0]), statistics.median(lines[True] or [0])),
    )


def write_shares(folders: Sequence[Path]) -> None:
    """Write the table of what pages take."""
    rows = []
    for folder in folders:
        found = shares(folder)
        print(folder.name, *found, flush=True)
        rows.append([folder.name, found.files, found.whole, found.mean, *found.lines])
    put_section(
        "pages",
        "Tokens of the pages, as a share of their sources'",
        "python -m benchmarks.pseudocode --shares FOLDER...",
        table(
            [
                "repository",
                "files",
                "all pages",
                f"mean of files over {LEAST_TOKENS} tokens",
                "lines of a function of 15 to 25 lines (median)",
                "of 26 to 60",
            ],
            rows,
        ),
    )


def main() -> None:
    """Write the table."""
    if sys.argv[1] == "--shares":
        write_shares([Path(folder) for folder in sys.argv[2:]])
        return
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else RUNS
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "copy"
        shutil.copytree(sys.argv[1], root, symlinks=True, ignore=shutil.ignore_patterns(".git", ".repomap"))
        subprocess.run(["git", "init", "-q"], cwd=root, check=True)
        pairs = [(cold(root, None), cold(root, OUTLINES)) for _ in range(runs)]
        plain, outlined = (min(times) for times in zip(*pairs, strict=True))
        with library(root) as found:
            paths = found.paths
        by_size = sorted(paths, key=lambda path: (root / path).stat().st_size)
        typical = by_size[int(len(by_size) * TYPICAL)]
        hit, bare = search(root, runs)
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
