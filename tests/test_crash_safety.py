"""What a crash, a full disk or a damaged file leaves behind: the next command answers right, and paid work is kept."""

from __future__ import annotations

import sqlite3

import pytest

from tests.conftest import Repository, Run


@pytest.mark.parametrize("column", ["definitions", "refs", "imports"])
def test_a_record_that_cannot_be_unpacked_is_made_anew_within_the_same_command(
    repo: Repository, run: Run, column: str
) -> None:
    repo.write("a.py", "import b\n\n\ndef f():\n    b.g()\n")
    repo.write("b.py", "def g(): ...\n")
    question = ("map", "--query", "what f calls")
    before = run(*question)
    with sqlite3.connect(repo.root / ".repomap/index.db") as database:
        database.execute(f"UPDATE record SET {column}=x'00ff'")
        database.execute("DELETE FROM memo")
    database.close()
    after = run(*question)

    assert (after.stdout, after.returncode, after.stderr) == (before.stdout, 0, "")


def test_a_kept_graph_that_is_damaged_is_made_anew(repo: Repository, run: Run) -> None:
    repo.write("a.py", "def f():\n    g()\n\n\ndef g(): ...\n")
    before = run("map").stdout
    with sqlite3.connect(repo.root / ".repomap/index.db") as database:
        database.execute("UPDATE memo SET value=x'00ff'")
    database.close()
    after = run("map")

    assert (after.stdout, after.stderr) == (before, "")
