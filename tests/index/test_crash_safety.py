"""What a crash, a full disk or a damaged file leaves behind: the next command answers right, and paid work is kept."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.hard import Known, command, environment
from benchmarks.hard import run as run_command
from repomap.index import open_index
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

    assert (after.stdout, after.returncode, after.stderr) == (before.stdout, 0, before.stderr)


def test_a_kept_graph_that_is_damaged_is_made_anew(repo: Repository, run: Run) -> None:
    repo.write("a.py", "def f():\n    g()\n\n\ndef g(): ...\n")
    before = run("map").stdout
    with sqlite3.connect(repo.root / ".repomap/index.db") as database:
        database.execute("UPDATE memo SET value=x'00ff'")
    database.close()
    after = run("map")

    assert (after.stdout, after.stderr) == (before, "")


# Where nothing more can be written


def as_said(run: Run, *arguments: str) -> tuple[str, int]:
    done = run(*arguments)
    assert "Traceback" not in done.stderr
    return done.stdout, done.returncode


QUESTIONS = (["map"], ["grep", "def f"], ["symbols"], ["pseudo", "a.py"], ["callers", "f1"])


@pytest.fixture
def some(repo: Repository) -> Repository:
    for number in range(8):
        repo.write(f"f{number}.py", f"def f{number}(x):\n    return f{(number + 1) % 8}(x)\n" * 20)
    repo.write("a.py", "def f():\n    f1(2)\n")
    return repo


@pytest.mark.parametrize("limit", [0, 40_000])
def test_on_a_full_disk_every_answer_is_right(some: Repository, run: Run, limit: int) -> None:
    right = [as_said(run, *question) for question in QUESTIONS]
    shutil.rmtree(some.root / ".repomap")
    code = (
        f"import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}));"
        "from repomap.cli import main; main()"
    )
    for question, answer in zip(QUESTIONS, right, strict=True):
        done = subprocess.run(
            [sys.executable, "-c", code, *question], cwd=some.root, capture_output=True, text=True, check=False
        )
        assert (done.stdout, done.returncode) == answer, done.stderr
        assert "Traceback" not in done.stderr
    assert [as_said(run, *question) for question in QUESTIONS] == right  # and when there is room again


def test_a_state_folder_that_may_only_be_read_is_left_alone(some: Repository, run: Run) -> None:
    right = [as_said(run, *question) for question in QUESTIONS]
    state = some.root / ".repomap"
    state.chmod(0o500)
    try:
        if os.access(state, os.W_OK):
            pytest.skip("this user may write everywhere")
        some.write("f0.py", "def f0(x):\n    return new(x)\n\n\ndef new(y): ...\n")
        assert "def new(y)" in as_said(run, "symbols")[0] + as_said(run, "map", "--mention", "new")[0]
    finally:
        state.chmod(0o700)
    some.write("f0.py", "def f0(x):\n    return f1(x)\n" * 20)
    assert [as_said(run, *question) for question in QUESTIONS] == right


def test_a_database_that_another_process_holds_is_waited_for_or_done_without(
    some: Repository, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("map")
    some.write("f0.py", "def changed(x): ...\n")
    with closing(sqlite3.connect(some.root / ".repomap/index.db", isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        monkeypatch.setattr("repomap.index.store.BUSY_SECONDS", 0.2)
        with closing(open_index(some.root)) as index:
            assert [item.name for item in index.reader.definitions("f0.py")] == ["changed"]
            assert "made in memory for this once" in " ".join(index.notes)
        holder.execute("ROLLBACK")
    assert "changed" in as_said(run, "symbols", "f0.py")[0]


def test_paid_lines_in_a_damaged_database_are_put_aside_not_deleted(some: Repository, run: Run) -> None:
    run("map")
    (some.root / ".repomap/lines.db").write_bytes(b"paid for, and damaged" * 100)
    done = run("grep", "def f1")

    assert done.returncode == 0
    assert "lines.db" in done.stderr
    aside = list((some.root / ".repomap").glob("lines.db.damaged*"))
    assert [place.read_bytes()[:8] for place in aside] == [b"paid for"]


@pytest.mark.parametrize("moment", [0, 4_000_000_000])
def test_times_of_another_age_are_as_good_as_any(some: Repository, run: Run, moment: int) -> None:
    run("map")
    some.write("f0.py", "def changed(x): ...\n")
    for place in some.root.glob("*.py"):
        os.utime(place, (moment, moment))

    assert "changed" in as_said(run, "symbols", "f0.py")[0]


# Kills at random moments: a few here, two hundred in benchmarks/kill.py


def test_a_kill_at_any_moment_leaves_an_index_that_answers_right(tmp_path: Path) -> None:
    known = Known(tmp_path / "repo", 25)
    known.make()
    luck = random.Random(5)
    for seconds in (0.15, 0.3, 0.5, 0.8):
        known.edit(luck, 20)
        process = subprocess.Popen(command("index"), cwd=known.root, env=environment(), stdout=subprocess.DEVNULL)
        time.sleep(seconds)
        process.kill()
        process.wait()
        done = run_command(known.root, "symbols", "--json")
        assert (done.returncode, done.stderr) == (0, "")
        assert sorted(json.loads(line)["name"] for line in done.stdout.splitlines()) == known.names()
