"""The map asked for the files of past commits."""

from __future__ import annotations

import json
from pathlib import Path

from repomap.ranking.evaluate import Outcome, table
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

    assert (done.returncode, done.stderr) == (2, "repomap: no commits to ask for: no commit yet\n")


def test_a_folder_in_no_repository_is_said_in_words_of_our_own(repo: Repository, run: Run, tmp_path: Path) -> None:
    done = run("eval", cwd=tmp_path)

    assert (done.returncode, done.stderr) == (
        2,
        "repomap: no commits to ask for: this folder is in no git repository\n",
    )


def test_a_map_that_names_every_file_is_said_to(repo: Repository, run: Run) -> None:
    history(repo)

    rows = [json.loads(line) for line in run("eval", "--json").stdout.splitlines()]

    assert [(row["recall"], row["named"]) for row in rows] == [(1.0, 1.0)]
    assert "1.00 of all files" in run("eval").stdout


def test_the_table_counts_one_and_all() -> None:
    outcomes = [Outcome("a", "x", ("a", "b"), (1, 7), 1, 0.25), Outcome("b", "y", ("c",), (3,), 1, 0.75)]

    lines = table(outcomes, 1024)

    assert lines[1].split()[4:10] == ["0.75", "of", "those", "sought,", "0.50", "of"]
    assert lines[-2].endswith("1.00 one of the files, 0.50 all of them")
