"""Run commands and measure them: time by the clock, time of processors, and the memory of the largest process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from statistics import median

_WRAPPER = """
import json, resource, subprocess, sys, time
started = time.perf_counter()
done = subprocess.run(sys.argv[2:], stdout=open(sys.argv[1] + ".out", "wb"), stderr=subprocess.PIPE)
seconds = time.perf_counter() - started
used = resource.getrusage(resource.RUSAGE_CHILDREN)
facts = [seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]
json.dump(facts, open(sys.argv[1], "w"))
sys.stderr.buffer.write(done.stderr)
sys.exit(done.returncode)
"""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a command: seconds by the clock, seconds of processors, megabytes of the largest process."""

    wall: float
    cpu: float
    memory: float
    output: str


@dataclass(frozen=True, slots=True)
class Case:
    """A command, what to do before each run (not measured), and the folder it runs in."""

    command: Sequence[str]
    folder: Path
    before: Callable[[], None] = lambda: None
    environment: Mapping[str, str] | None = None


def run(case: Case) -> Run:
    """Run a case once. Raises RuntimeError when the command fails."""
    case.before()
    with tempfile.TemporaryDirectory() as folder:
        facts = os.path.join(folder, "facts")
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        done = subprocess.run(
            [sys.executable, "-c", _WRAPPER, facts, *case.command],
            cwd=case.folder,
            env={**environment, **(case.environment or {})},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"{' '.join(case.command)}: {done.stderr[-400:]}")
        wall, cpu, memory = map(float, Path(facts).read_text().strip("[]").split(","))
        return Run(wall, cpu, memory, Path(facts + ".out").read_text("utf-8", "replace"))


def interleaved(cases: Mapping[str, Case], runs: int) -> dict[str, list[Run]]:
    """Run all cases in turn, `runs` times, so that what else the machine does falls on all alike."""
    found: dict[str, list[Run]] = {name: [] for name in cases}
    for _ in range(runs):
        for name, case in cases.items():
            found[name].append(run(case))
            print(f"  {name}: {found[name][-1].wall:.2f} s, {found[name][-1].cpu:.2f} s CPU", file=sys.stderr)
    return found


def middle(runs: Sequence[Run]) -> Run:
    """Return the medians of several runs, and the output of the last."""
    return Run(
        median(run.wall for run in runs),
        median(run.cpu for run in runs),
        max(run.memory for run in runs),
        runs[-1].output,
    )


def exponent(sizes: Sequence[float], values: Sequence[float]) -> float:
    """Return e of the curve size**e that fits best: 1 for linear growth, less for slower."""
    x, y = [log(size) for size in sizes], [log(value) for value in values]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / sum((a - mean_x) ** 2 for a in x)
