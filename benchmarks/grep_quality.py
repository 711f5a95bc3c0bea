"""How well a search of the pseudocode finds the files of a task, beside `rg` over the sources with the same words.

    MIRROR=FOLDER python benchmarks/grep_quality.py CASES.jsonl [NUMBER]

CASES holds an object a line: `repo` ("owner/name"), `base_commit`, `query`, `gold_files`. MIRROR holds bare clones,
each in OWNER+NAME/repo. NUMBER cases are taken, evenly spread. The words of a task are its identifiers, then its
longest words. Each is searched for, ignoring case; a file counts the more, the rarer the words are that hit it, and the
first ten are what is found: the same for both.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import summarizer
from summarizer.search import search

WORDS = 8  # searched for at most
FILES = 10  # looked at
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


def run_case(case: dict[str, object], mirror: Path) -> tuple[bool, bool]:
    """Return whether a gold file is among the first files hit: by the pseudocode, by `rg`."""
    clone = mirror / str(case["repo"]).replace("/", "+") / "repo"
    packed = subprocess.run(
        ["git", "-C", os.fspath(clone), "archive", str(case["base_commit"])], check=True, capture_output=True
    ).stdout
    gold = set(case["gold_files"])  # type: ignore[call-overload]
    words = words_of(str(case["query"]))
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(root, filter="data")

        def plain(word: str) -> list[str]:
            said = subprocess.run(
                ["rg", "-l", "-i", "-F", "--sort", "path", word], cwd=root, check=False, capture_output=True, text=True
            )
            return said.stdout.splitlines()

        with summarizer.library(root) as found:

            def pseudo(word: str) -> list[str]:
                return list(dict.fromkeys(hit.path for hit in search(found, word, ignore_case=True, fixed=True)))

            ours = first_files(words, pseudo)
        return bool(gold & set(ours)), bool(gold & set(first_files(words, plain)))


def main() -> None:
    """Print both shares."""
    cases = [json.loads(line) for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()]
    number = int(sys.argv[2]) if len(sys.argv) > 2 else len(cases)
    mirror = Path(os.environ["MIRROR"])
    chosen = [cases[at * len(cases) // number] for at in range(number)]
    ours = plain = done = 0
    for case in chosen:
        try:
            pseudo, sources = run_case(case, mirror)
        except subprocess.CalledProcessError as error:
            print(f"left out {case['id']}: {error}", file=sys.stderr)
            continue
        done, ours, plain = done + 1, ours + pseudo, plain + sources
        print(f"{done} cases: pseudocode {ours / done:.1%}, rg {plain / done:.1%}", flush=True)


if __name__ == "__main__":
    main()
