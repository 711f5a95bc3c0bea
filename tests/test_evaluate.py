"""The map asked for the files of past commits."""

from __future__ import annotations

import json

from repomap.evaluate import Outcome, table
from tests.conftest import Repository, Run


def history(repo: Repository) -> None:
    repo.write("cache.py", "def evict(entry): ...\n")
    repo.write("draw.py", "def circle(radius): ...\n")
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "Start")
    repo.write("cache.py", "def evict(entry):\n    return entry\n")
    repo.write("new.py", "x = 1\n")
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "Evict the right entry")
    repo.write("README.md", "words\n")
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "Say more")


def test_a_commit_is_asked_of_the_tree_before_it(repo: Repository, run: Run) -> None:
    history(repo)

    done = run("eval", "--commits", "5", "--json")

    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, done.stderr
    assert [(row["subject"], row["files"], row["places"]) for row in rows] == [
        ("Evict the right entry", ["cache.py"], [1])  # new.py was not there before, the first commit has no parent
    ]


def test_the_work_tree_is_left_alone(repo: Repository, run: Run) -> None:
    history(repo)
    repo.write("cache.py", "unfinished work\n")
    run("eval", "--commits", "2")

    assert (repo.root / "cache.py").read_text() == "unfinished work\n"
    assert repo.git("status", "--short").strip() == "M cache.py"


def test_a_folder_without_commits_is_one_sentence(repo: Repository, run: Run) -> None:
    done = run("eval")

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_the_table_counts_one_and_all() -> None:
    outcomes = [Outcome("a", "x", ("a", "b"), (1, 7), 1), Outcome("b", "y", ("c",), (3,), 1)]

    lines = table(outcomes, 1024)

    assert "0.75" in lines[1]
    assert lines[-2].endswith("1.00 one of the files, 0.50 all of them")
