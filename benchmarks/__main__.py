"""Measure speed, size and memory beside the limit and the peers: python -m benchmarks [--only TABLE] [REPOSITORY...]

Inputs and peers are prepared once in --inputs, from PyPI, npm and Debian's packages (apt-get update first). Further
repositories are measured like Django's. Results go to docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from itertools import count
from pathlib import Path

from benchmarks import inputs, peers
from benchmarks.measure import Case, Run, exponent, interleaved, middle, run
from benchmarks.report import put_section, table

HERE = Path(__file__).resolve().parent
REPOMAP = [sys.executable, "-m", "repomap"]
GROWTH = (10, 40, 160)  # megabytes of the kernel's C files; all of it is the fourth size
BUDGETS = (64, 256, 1024, 4096, 16384)
SWITCHED = 1_000  # files that differ between two branches
EDITED = ", after an edit"
SOURCES = (".py", ".c", ".ts", ".go", ".java")  # files that are edited
WORDS = [
    "prefetch",
    "slice",
    "cache",
    "flush",
    "retry",
    "timeout",
    "lock",
    "signal",
    "parse",
    "header",
    "token",
    "stream",
    "queue",
    "buffer",
    "index",
    "route",
]

_asked = count()


def new_query() -> str:
    """Return a task that was not asked before."""
    number = next(_asked)
    first, second = WORDS[number % len(WORDS)], WORDS[number // len(WORDS) % len(WORDS)]
    return f"{first} fails after {second} number{number}"


def forget(root: Path) -> Callable[[], None]:
    """Return what removes the index of `root`."""
    return lambda: shutil.rmtree(root / ".repomap", ignore_errors=True)


def mapped(root: Path) -> Case:
    """Return a map with a new query, as a whole process."""
    return Case([*REPOMAP, "map", str(root), "--query", new_query()], root)


def plain(root: Path) -> Case:
    """Return a map without a task, as a whole process."""
    return Case([*REPOMAP, "map", str(root)], root)


def warm_runs(root: Path, runs: int) -> dict[str, list[Run]]:
    """Measure what a map costs when nothing has changed and after an edit, beside importing the command line's library.

    All in turn: the processor's own speed changes.
    """
    found: dict[str, list[Run]] = defaultdict(list)
    for _ in range(runs):
        found["import typer"].append(run(Case([sys.executable, "-c", "import typer"], root)))
        for name, case in (("map with a new query", mapped(root)), ("map without a task", plain(root))):
            found[name].append(run(case))
            found[name + EDITED].append(edited_map(root, case))
    return found


def cold_table(roots: list[Path], runs: int) -> str:
    """Measure a first index against the bare parse of the same files."""
    rows = []
    for root in roots:
        run(Case([*REPOMAP, "index", str(root)], root))  # says which files the bare parse is to read
        bare = Case([sys.executable, str(HERE / "bare_parse.py"), str(root)], root)
        index = Case([*REPOMAP, "index", str(root)], root, forget(root))
        found = interleaved({"bare parse": bare, "repomap index": index}, runs)
        limit, ours = middle(found["bare parse"]), middle(found["repomap index"])
        database = (root / ".repomap" / "index.db").stat().st_size
        facts = json.loads(run(Case([*REPOMAP, "status", str(root), "--json"], root)).output)
        source = source_bytes(root)
        rows.append(
            [
                root.name,
                f"{facts['parsed']} files, {source / 1e6:.0f} MB",
                f"{limit.cpu:.1f} s",
                f"{ours.cpu:.1f} s",
                ours.cpu / limit.cpu,
                ours.wall / limit.wall,
                f"{ours.memory:.0f} MB",
                f"{database / 1e6:.1f} MB = {database / source:.2f} of the sources",
            ]
        )
    return table(
        ["repository", "parsed", "bare parse, CPU", "cold index, CPU", "CPU ratio", "wall ratio", "memory", "on disk"],
        rows,
    )


def source_bytes(root: Path) -> int:
    """Return the bytes of the files that are parsed."""
    import sqlite3

    database = sqlite3.connect(f"file:{root}/.repomap/index.db?mode=ro", uri=True)
    total: int = database.execute("SELECT sum(size) FROM file WHERE content > 0 AND size > 0").fetchone()[0]
    database.close()
    return total


def warm_table(roots: list[Path], runs: int) -> str:
    """Measure maps when nothing, one file or a thousand files have changed."""
    rows = []
    for root in roots:
        run(Case([*REPOMAP, "map", str(root)], root))
        found = {name: middle(several) for name, several in warm_runs(root, runs).items()}
        warm = found["map with a new query"]
        unit = found["import typer"]
        for name, one in found.items():
            before = found.get(name.removesuffix(EDITED), one)
            more = one.cpu - before.cpu if before is not one else ""
            rows.append([root.name, name, one.wall, one.cpu, one.cpu / unit.cpu, more])
        for name, one in switched_maps(root).items():
            rows.append([root.name, name, one.wall, one.cpu, one.cpu / unit.cpu, one.cpu - warm.cpu])
    return table(["repository", "what", "wall, s", "CPU, s", "× import typer", "more than the warm map"], rows)


def edited_map(root: Path, case: Case) -> Run:
    """Measure a map after a comment was added to a source file, which no other run has added."""
    path = root / next(path for path in tracked(root)[7:] if path.endswith(SOURCES))
    before = path.read_bytes()
    path.write_bytes(before + f"\n# edited {next(_asked)}, {time.time()}\n".encode())
    try:
        return run(case)
    finally:
        path.write_bytes(before)
        run(plain(root))


def switched_maps(root: Path) -> dict[str, Run]:
    """Measure the map after a branch switch that changes many files, and after the switch back."""
    changed = [path for path in tracked(root) if path.endswith(SOURCES)][:SWITCHED]
    git = [*inputs.GIT, "-C", str(root)]
    home = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    subprocess.run([*git, "checkout", "-q", "--detach"], check=True)
    for path in changed:
        with open(root / path, "ab") as file:
            file.write(f"\n# {time.time()}\n".encode())  # contents not seen before
    subprocess.run([*git, "commit", "-qam", "another branch"], check=True)
    there = run(mapped(root))
    subprocess.run([*git, "checkout", "-q", home], check=True)
    return {f"map, {len(changed)} files changed": there, "map, the same files changed back": run(mapped(root))}


def tracked(root: Path) -> list[str]:
    """Return what git tracks in `root`."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True).stdout
    return listed.decode("utf-8", "surrogateescape").split("\0")[:-1]


def peer_table(folder: Path, root: Path, runs: int) -> str:
    """Measure what other tools need for the same files."""
    ours = Case([*REPOMAP, "map", str(root)], root, forget(root))
    found = interleaved({"repomap map": ours, **peers.cold(folder, root)}, runs)
    first = middle(found["repomap map"])
    rows: list[list[object]] = []
    for name, several in found.items():
        one = middle(several)
        seconds = _last_seconds(one) if name == "Aider" else one.wall
        rows.append([name, seconds, one.cpu, seconds / first.wall, f"{one.memory:.0f} MB"])
    warm = peers.cold(folder, root)["Aider"]
    warm = Case(warm.command, root, environment=warm.environment)
    again = interleaved({"Aider": warm, "repomap": mapped(root)}, runs)
    ours_warm = middle(again["repomap"])
    aider = [_last_seconds(one) for one in again["Aider"]]
    seconds = sorted(aider)[len(aider) // 2]
    rows.append(["repomap map, warm", ours_warm.wall, ours_warm.cpu, 1.0, f"{ours_warm.memory:.0f} MB"])
    rows.append(
        [
            "Aider, warm",
            seconds,
            middle(again["Aider"]).cpu,
            seconds / ours_warm.wall,
            f"{middle(again['Aider']).memory:.0f} MB",
        ]
    )
    note = (
        "Aider's seconds are without its imports, ours are whole processes; warm rows are compared with our warm map."
    )
    return table(["tool", "wall, s", "CPU, s", "× repomap", "memory"], rows) + "\n\n" + note


def _last_seconds(one: Run) -> float:
    """Return the seconds that `aider_map.py` printed last, after what Aider itself says."""
    return float(one.output.splitlines()[-1].split()[0])


def budget_table(root: Path) -> str:
    """Show what maps of several budgets use."""
    rows: list[list[object]] = []
    for budget in BUDGETS:
        for name, more in (("no task", []), ("a task", ["--query", new_query()])):
            one = run(Case([*REPOMAP, "map", str(root), "--tokens", str(budget), "--format", "json", *more], root))
            used = json.loads(one.output)["tokens"]["used"]
            rows.append([budget, name, used, used / budget])
    return table(["budget", "task", "used", "share"], rows)


def growth_table(folder: Path, kernel: Path, runs: int) -> str:
    """Measure four sizes and the exponents of the curves through them."""
    rows = []
    for root in [*(inputs.part_of(kernel, folder, f"linux-{size}", size) for size in GROWTH), kernel]:
        index = run(Case([*REPOMAP, "index", str(root)], root, forget(root)))
        maps = middle([run(mapped(root)) for _ in range(runs)])
        files = json.loads(run(Case([*REPOMAP, "status", str(root), "--json"], root)).output)["parsed"]
        rows.append([root.name, files, source_bytes(root) / 1e6, index.cpu, index.memory, maps.cpu])
    columns = list(zip(*rows, strict=True))
    sizes, counts = [float(value) for value in columns[2]], [float(value) for value in columns[1]]
    fits = [
        f"time of the index {exponent(sizes, columns[3]):.2f} (bytes)",
        f"memory of the index {exponent(sizes, columns[4]):.2f} (bytes)",
        f"time of a map {exponent(counts, columns[5]):.2f} (files)",
    ]
    head = ["repository", "files", "MB", "cold index, CPU s", "largest process, MB", "warm map, CPU s"]
    return table(head, rows) + "\n\nExponents: " + ", ".join(fits) + "."


def start_table(runs: int) -> str:
    """Measure how long the command takes to start."""
    here = Path.cwd()
    cases = {
        "python -c 'import typer'": Case([sys.executable, "-c", "import typer"], here),
        "repomap --version": Case([*REPOMAP, "--version"], here),
        "repomap --help": Case([*REPOMAP, "--help"], here),
    }
    found = {name: middle(several) for name, several in interleaved(cases, runs).items()}
    unit = next(iter(found.values()))
    return table(
        ["what", "wall, s", "CPU, s", "× import typer, CPU"],
        [[name, one.wall, one.cpu, one.cpu / unit.cpu] for name, one in found.items()],
    )


TABLES = {
    "start": "The command starts",
    "cold": "A first index, against the bare parse of the same files in one process",
    "warm": "Maps of a repository that is indexed",
    "budget": "Budgets are never exceeded",
    "peers": "Other tools on the same files",
    "kernel": "The Linux kernel",
    "growth": "Growth",
}


def main() -> None:
    """Prepare, measure, write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "repositories", nargs="*", type=Path, help="further git repositories to measure (they are edited)"
    )
    parser.add_argument(
        "--inputs",
        type=Path,
        default=Path.home() / ".cache" / "repomap-benchmarks",
        help="where inputs and peers are kept",
    )
    parser.add_argument("--only", action="append", choices=TABLES, help="only this table")
    parser.add_argument("--runs", type=int, default=5, help="how often each is measured; medians are written")
    given = parser.parse_args()
    folder: Path = given.inputs.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for name in given.only or TABLES:
        print(name, file=sys.stderr)
        if name == "start":
            body = start_table(given.runs)
        elif name == "kernel":
            kernel = [inputs.linux(folder)]
            body = cold_table(kernel, 1) + "\n\n" + warm_table(kernel, 3)
        elif name == "growth":
            body = growth_table(folder, inputs.linux(folder), 3)
        else:
            roots = [inputs.django(folder), *(path.resolve() for path in given.repositories)]
            if name == "cold":
                body = cold_table(roots, given.runs)
            elif name == "warm":
                body = warm_table(roots, given.runs)
            elif name == "peers":
                body = peer_table(folder, roots[0], min(given.runs, 3))
            else:
                body = budget_table(roots[0])
        put_section(name, TABLES[name], f"python -m benchmarks --only {name}", body)


if __name__ == "__main__":
    main()
