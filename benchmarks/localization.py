"""How well the map finds the files of real fixes: runs cases, and prints tables by language and by repository size.

    python -m benchmarks.localization CASES.jsonl MIRRORS [--processes 2] [--every 6] [--lang Go] [--json ROWS.jsonl]

Each line of CASES has `id repo mirror base_commit language query gold_files gold_symbols n_source_files`; MIRRORS holds
clones with their history, bare or not, as OWNER+NAME/repo (`mirror` is OWNER/NAME). Work trees are made once, in the
user's cache folder: some 3 GB for 234 cases of 22 repositories.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from repomap import RepoMap

BUDGETS = (1024, 4096)
COLUMNS = (
    *(f"{what} {budget}" for budget in BUDGETS for what in ("files", "symbols")),
    *("mrr", "hit@1", "acc@1", "acc@5", "acc@10", "seconds"),
)

Case = Mapping[str, Any]
Row = dict[str, Any]


def main() -> int:
    """Run the cases and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("cases", type=Path)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--lang")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--json", type=Path, help="write a row for each case here")
    options = parser.parse_args()
    cases = [json.loads(line) for line in options.cases.read_text(encoding="utf-8").splitlines()]
    chosen = [case for case in cases if options.lang in (None, case["language"])][:: options.every]
    rows = []
    with ProcessPoolExecutor(options.processes) as pool:  # its processes may start others, as a first index does
        for number, row in enumerate(pool.map(partial(attempt, mirrors=options.mirrors), chosen), 1):
            if row is not None:
                rows.append(row)
            print(f"\r{number} of {len(chosen)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if options.json:
        options.json.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    print(f"All\n\n{table(rows, lambda row: 'all')}\n")
    print(f"By language\n\n{table(rows, lambda row: row['language'])}\n")
    print(f"By source files in the repository\n\n{table(rows, size)}")
    return 0 if rows else 1


def attempt(case: Case, mirrors: Path) -> Row | None:
    """Return one case's figures, None when its files cannot be had, which is said."""
    try:
        return measure(case, work_tree(case, mirrors))
    except (subprocess.CalledProcessError, OSError) as error:
        print(f"{case['id']}: {error}", file=sys.stderr)
        return None


def work_tree(case: Case, mirrors: Path) -> Path:
    """Return the folder with the case's files, made when it is not there yet."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "repomap-benchmarks"
    folder: Path = cache / case["repo"].replace("/", "+") / case["base_commit"][:12]
    done = folder / ".git" / "checked-out"
    if not done.exists():
        mirror = mirrors / case["mirror"].replace("/", "+") / "repo"
        objects = (mirror if (mirror / "objects").is_dir() else mirror / ".git") / "objects"
        subprocess.run(["git", "init", "-q", "--template=", os.fspath(folder)], check=True)
        borrowed = folder / ".git" / "objects" / "info"
        borrowed.mkdir(exist_ok=True)
        (borrowed / "alternates").write_text(f"{objects.resolve()}\n", encoding="utf-8")
        git = ["git", "-C", os.fspath(folder)]
        subprocess.run([*git, "update-ref", "HEAD", case["base_commit"]], check=True)
        subprocess.run([*git, "read-tree", "HEAD"], check=True)
        # a mirror may lack some of its largest files, which are left out
        subprocess.run([*git, "checkout-index", "-q", "--all", "--force"], stderr=subprocess.DEVNULL, check=False)
        if absent := [path for path in case["gold_files"] if not (folder / path).exists()]:
            raise FileNotFoundError(f"{mirror} does not hold {absent[0]}")
        done.touch()
    return folder


def measure(case: Case, folder: Path) -> Row:
    """Return one case's figures: recall of files and symbols at the budgets, and where the files stand."""
    gold = case["gold_files"]
    symbols = {(symbol["file"], symbol["name"].rpartition(".")[2]) for symbol in case["gold_symbols"]}
    repository = RepoMap(folder)
    row: Row = {"id": case["id"], "language": case["language"], "size": case["n_source_files"]}
    for budget in BUDGETS:
        shown = json.loads(repository.map(budget, case["query"], form="json", tokenizer="o200k").text)
        texts = {
            file["path"]: " ".join(f"{symbol['name']} {symbol['signature']}" for symbol in file["symbols"])
            for file in shown["files"]
        }
        row[f"files {budget}"] = sum(path in texts for path in gold) / len(gold)
        if symbols:
            row[f"symbols {budget}"] = sum(holds(texts.get(path, ""), name) for path, name in symbols) / len(symbols)
    started = time.perf_counter()
    place = {file.path: number for number, file in enumerate(repository.files(case["query"]).files, 1)}
    row["seconds"] = time.perf_counter() - started
    places = sorted(place.get(path, sys.maxsize) for path in gold)
    row["mrr"] = 1 / places[0]
    row["hit@1"] = float(places[0] <= 1)
    for limit in (1, 5, 10):
        row[f"acc@{limit}"] = float(places[-1] <= limit)
    return row


def holds(text: str, name: str) -> bool:
    """Tell whether a name stands in a text as a word."""
    return re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", text) is not None


def size(row: Row) -> str:
    """Return the class of a repository by how many source files it has."""
    return "under 150" if row["size"] < 150 else "150 to 599" if row["size"] < 600 else "over 600"


def table(rows: Sequence[Row], key: Callable[[Row], str]) -> str:
    """Return means in Markdown, a line for each value of `key`."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    lines = [f"| | cases | {' | '.join(COLUMNS)} |", f"|---|---|{'---|' * len(COLUMNS)}"]
    for name, group in sorted(groups.items()):
        figures = (mean(row[column] for row in group if column in row) for column in COLUMNS)
        lines.append(f"| {name} | {len(group)} | {' | '.join(figures)} |")
    return "\n".join(lines)


def mean(values: Iterable[float]) -> str:
    """Return a mean with two places, a dash for none."""
    some = list(values)
    return f"{statistics.mean(some):.2f}" if some else "–"


if __name__ == "__main__":
    sys.exit(main())
