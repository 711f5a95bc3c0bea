"""How well a search of the pseudocode finds the files of a task, beside `rg` over the sources with the same words.

    MIRROR=FOLDER python -m benchmarks.grep_quality CASES.jsonl [NUMBER]

CASES holds an object a line: `repo` ("owner/name"), `base_commit`, `query`, `gold_files`. MIRROR holds bare clones,
each in OWNER+NAME/repo. NUMBER cases are taken, evenly spread; those of one repository share a folder, in which only
what differs from one tree to the next is written. The words of a task are its identifiers, then its longest words. Each
is searched for, ignoring case; a file counts the more, the rarer the words are that hit it, and the first ten are what
is found: the same for both. The table goes to docs/benchmarks.md.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from itertools import groupby
from pathlib import Path

from benchmarks.report import put_section, table
from summarizer.library import library
from summarizer.search import search

WORDS = 8  # searched for at most
FILES = 10  # looked at
FIRST = (1, 5, FILES)
LEAST_LETTERS = 4

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]{3,}")
_IDENTIFIER = re.compile(r"_|[a-z][A-Z]")
_PLAIN = frozenset(
    (
        *("this", "that", "with", "from", "when", "should", "have", "does", "what", "which", "there", "where", "would"),
        *("could", "because", "after", "before", "only", "then", "than", "they", "them", "into", "issue", "code"),
        *("file", "version", "using", "used", "fails", "error", "description", "expected", "behavior"),
    )
)


def words_of(query: str) -> list[str]:
    """Return the words to search for: identifiers first, then the longest others, each once."""
    found = dict.fromkeys(word for word in _WORD.findall(query) if word.lower() not in _PLAIN)
    named = [word for word in found if _IDENTIFIER.search(word)]
    others = sorted((word for word in found if word not in named), key=lambda word: -len(word))
    return (named + others)[:WORDS]


def first_files(words: Iterable[str], files_with: Callable[[str], list[str]]) -> list[str]:
    """Return the files hit first: a word counts the more, the fewer files it hits; then in path order."""
    worth: dict[str, float] = {}
    for word in words:
        hit = files_with(word)
        for path in hit:
            worth[path] = worth.get(path, 0.0) + 1 / len(hit)
    return sorted(worth, key=lambda path: (-worth[path], path))[:FILES]


def run_case(case: dict[str, object], mirror: Path, folder: Path) -> tuple[int, int]:
    """Return at which place the first gold file comes, from 0: by the pseudocode, by `rg`; FILES when by none.

    `folder` holds the tree and its index of the case of the same repository before, or nothing.
    """
    clone = mirror / str(case["repo"]).replace("/", "+") / "repo"
    root = folder / "tree"
    root.mkdir(exist_ok=True)
    command = ["git", f"--git-dir={clone}", f"--work-tree={root}", "read-tree", "-u", "--reset"]
    subprocess.run(
        [*command, str(case["base_commit"])],
        env=dict(os.environ, GIT_INDEX_FILE=os.fspath(folder / "index")),
        check=True,
        capture_output=True,
    )
    words = words_of(str(case["query"]))

    def plain(word: str) -> list[str]:
        said = subprocess.run(
            ["rg", "-l", "-i", "-F", "--sort", "path", word], cwd=root, check=False, capture_output=True, text=True
        )
        return said.stdout.splitlines()

    with library(root) as found:

        def pseudo(word: str) -> list[str]:
            return list(dict.fromkeys(hit.path for hit in search(found, word, ignore_case=True, fixed=True)))

        ours = first_files(words, pseudo)
    gold = set(case["gold_files"])  # type: ignore[call-overload]
    return tuple(  # type: ignore[return-value]
        next((at for at, path in enumerate(files) if path in gold), FILES)
        for files in (ours, first_files(words, plain))
    )


def main() -> None:
    """Write the shares of both."""
    cases = [json.loads(line) for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()]
    number = int(sys.argv[2]) if len(sys.argv) > 2 else len(cases)
    mirror = Path(os.environ["MIRROR"])
    places: list[tuple[int, int]] = []
    taken = sorted((cases[at * len(cases) // number] for at in range(number)), key=lambda case: str(case["repo"]))
    for _, some in groupby(taken, key=lambda case: str(case["repo"])):
        with tempfile.TemporaryDirectory() as folder:
            for case in some:
                try:
                    places.append(run_case(case, mirror, Path(folder)))
                except subprocess.CalledProcessError as error:
                    print(f"left out {case['id']}: {error}", file=sys.stderr)
                    continue
                print(case["id"], *places[-1], flush=True)
    rows = []
    for name, ranks in zip(("repomap grep", "rg over the sources"), zip(*places, strict=True), strict=True):
        shares = [sum(rank < first for rank in ranks) / len(ranks) for first in FIRST]
        mean = sum(1 / (rank + 1) for rank in ranks if rank < FILES) / len(ranks)
        rows.append([name, len(ranks), *(f"{share:.1%}" for share in shares), mean])
    put_section(
        "grep",
        "A gold file among the first files hit, searched with the task's words",
        "python -m benchmarks.grep_quality CASES.jsonl",
        table(["searched with", "cases", *(f"in the first {first}" for first in FIRST), "mean reciprocal rank"], rows),
    )


if __name__ == "__main__":
    main()
