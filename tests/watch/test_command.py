"""`repomap watch` as a user or a program runs it."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.conftest import Repository, Run
from tests.fake_api import FakeApi
from tests.summarizer.conftest import answered, fake_api
from tests.watch.conftest import DEADLINE

__all__ = ["fake_api"]

WATCH = [sys.executable, "-m", "repomap", "watch"]
Process = subprocess.Popen[str]


@contextmanager
def started(repo: Repository, *arguments: str, before: tuple[str, ...] = ()) -> Iterator[Process]:
    """Run the command until the test is over, at most DEADLINE seconds."""
    process = subprocess.Popen(
        [*before, *WATCH, *arguments], cwd=repo.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    timer = threading.Timer(DEADLINE, process.kill)
    timer.start()
    try:
        yield process
    finally:
        timer.cancel()
        process.kill()
        process.wait()


def event(process: Process) -> dict[str, Any]:
    assert process.stdout is not None
    found: dict[str, Any] = json.loads(process.stdout.readline())
    return found


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_events_are_objects_a_line_and_a_signal_ends_it_cleanly(repo: Repository, number: signal.Signals) -> None:
    repo.write("a.py", "def a(): ...\n")
    repo.write("b.py", "def b(): ...\n")
    with started(repo, "--json") as process:
        assert {**event(process), "ms": 0} == {"event": "started", "root": str(repo.root), "files": 2, "ms": 0}
        repo.write("a.py", "def a2(): ...\n")
        (repo.root / "b.py").unlink()
        updated = event(process)
        process.send_signal(number)
        rest, errors = process.communicate()

    assert isinstance(updated.pop("ms"), int)
    assert updated == {"event": "updated", "files": ["a.py", "b.py"], "removed": ["b.py"]}
    assert (process.returncode, rest, errors) == (0, '{"event": "stopped"}\n', "")


def test_the_mirror_is_right_when_an_update_is_told_of(repo: Repository) -> None:
    repo.write("a.py", "def a(): ...\n")
    repo.write("b.py", "def b(): ...\n")
    mirror = repo.root / ".repomap" / "pseudocode"
    with started(repo, "--json") as process:
        event(process)
        assert "def a()" in (mirror / "a.py.pseudo").read_text()
        repo.write("a.py", "def renamed(): ...\n")
        (repo.root / "b.py").unlink()
        event(process)

        assert "def renamed()" in (mirror / "a.py.pseudo").read_text()
        assert not (mirror / "b.py.pseudo").exists()


def test_a_mirror_that_is_checked_in_never_triggers(repo: Repository, run: Run) -> None:
    repo.write("a.py", "def a(): ...\n")
    run("pseudo", "--commit")
    with started(repo, "--json") as process:
        event(process)
        repo.write("a.py", "def b(): ...\n")
        assert event(process)["files"] == ["a.py"]
        assert "def b()" in (repo.root / "pseudocode" / "a.py.pseudo").read_text()
        repo.write("z.py", "def z(): ...\n")
        assert event(process)["files"] == ["z.py"]


def test_a_second_watcher_fails_with_a_sentence(repo: Repository, run: Run) -> None:
    with started(repo, "--json") as process:
        event(process)
        second = run("watch")

    assert (second.returncode, second.stdout) == (3, "")
    assert second.stderr == (
        f"repomap: {repo.root} is watched by process {process.pid} already; its index is live for all\n"
    )


def test_a_root_that_vanishes_fails_with_a_sentence(repo: Repository) -> None:
    repo.write("a.py", "def a(): ...\n")
    with started(repo, "--json") as process:
        event(process)
        shutil.rmtree(repo.root)
        rest, errors = process.communicate()

    assert process.returncode == 3
    assert errors == f"repomap: {repo.root} is gone: nothing is left to watch\n"
    assert rest.endswith('{"event": "stopped"}\n')


def test_deltas_follow_a_map_that_is_printed_first(repo: Repository) -> None:
    for name in "abcde":
        repo.write(f"{name}.py", f"def {name}(): ...\n")
    with started(repo, "--json", "--delta") as process:
        event(process)
        first = event(process)
        repo.write("b.py", "def b(): ...\ndef b2(): ...\n")
        event(process)
        delta = event(process)

    assert first["event"] == "map"
    assert "b.py\n def b()\n" in first["text"]
    assert (delta["event"], delta["since"]) == ("delta", first["id"])
    assert delta["text"].splitlines() == [
        f"map {delta['id']} since {first['id']}",
        "~ b.py",
        "    def b()",
        "  + def b2()",
        "= 5 of 5 files, 6 of 6 symbols; tokens: claude",
    ]


def test_a_terminal_shows_one_line(repo: Repository) -> None:
    repo.write("a.py", "def a(): ...\n")
    main, other = pty.openpty()
    process = subprocess.Popen(WATCH, cwd=repo.root, stdout=other, stderr=other, stdin=other)
    os.close(other)
    timer = threading.Timer(DEADLINE, process.kill)
    timer.start()
    try:
        seen = ""
        while "index up to date after" not in seen:
            seen += os.read(main, 1000).decode()
        repo.write("a\x1b[31m.py", "def b(): ...\n")
        while "x1b" not in seen:
            seen += os.read(main, 1000).decode()
        process.send_signal(signal.SIGINT)
        while "stopped" not in seen:
            seen += os.read(main, 1000).decode()
        assert process.wait() == 0
    finally:
        timer.cancel()
        process.kill()
        os.close(main)

    last = re.sub(r"\x1b\[\d?K", "", seen).split("\r")
    assert any(re.match(r'watching repo · \d\d:\d\d:\d\d "a\\x1b\[31m.py" in \d+ ms', line) for line in last), last
    assert "\x1b[31m" not in seen


def test_a_budget_without_a_model_and_a_model_without_a_budget_are_refused(repo: Repository, run: Run) -> None:
    without = run("watch", "--model")
    alone = run("watch", "--max-calls", "3")

    assert (without.returncode, without.stderr) == (2, "repomap: --model needs a budget: --max-usd or --max-calls\n")
    assert (alone.returncode, alone.stderr.count("\n")) == (2, 1)


@pytest.mark.skipif(not shutil.which("unshare"), reason="unshare is not installed")
def test_the_systems_own_limit_of_watches_makes_it_look_instead(repo: Repository) -> None:
    repo.write("a/b/c/d.py", "def d(): ...\n")
    limit = ("unshare", "-Ur", "sh", "-c", 'echo 2 > /proc/sys/user/max_inotify_watches && exec "$@"', "sh")
    if subprocess.run([*limit, "true"], capture_output=True).returncode:
        pytest.skip("no user namespace can be made here")
    with started(repo, "--json", before=limit) as process:
        event(process)
        repo.write("a/b/c/d.py", "def e(): ...\n")
        assert event(process)["files"] == ["a/b/c/d.py"]
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate()

    assert errors == (
        "repomap: the system's limit of watched folders (fs.inotify.max_user_watches) is reached: "
        "all files are looked at every 2 s or more instead\n"
    )


def test_the_map_is_made_ready_when_nothing_changes(repo: Repository) -> None:
    repo.write("a.py", "def a(): ...\n")
    with started(repo, "--json") as process:
        event(process)
        deadline = time.monotonic() + DEADLINE
        database = sqlite3.connect(repo.root / ".repomap" / "index.db")
        while not database.execute("SELECT 1 FROM memo WHERE name='backbone'").fetchone():
            assert time.monotonic() < deadline
            time.sleep(0.1)
        database.close()

    assert not (repo.root / ".repomap" / "maps").exists()


def test_a_search_beside_a_watch_shows_what_was_just_written(repo: Repository, run: Run) -> None:
    repo.write("a.py", "def a(): ...\n")
    with started(repo, "--json") as process:
        event(process)
        repo.write("a.py", "def fresh(): ...\n")
        event(process)

        assert run("grep", "def fresh").stdout.startswith("a.py:1: def fresh()")
    repo.write("a.py", "def a(): ...\n")
    assert run("grep", "-l", "def ").stdout == "a.py\n"
    assert run("grep", "fresh").returncode == 1


def test_the_model_catches_up_within_its_budget(repo: Repository, fake_api: FakeApi) -> None:
    fake_api.fallback = answered()
    function = "def hub(a):\n    if a:\n        a += 1\n    send(a)\n    return a\n"
    repo.write("core.py", function)
    with started(repo, "--json", "--model", "--max-calls", "1") as process:
        assert event(process)["event"] == "started"
        asked = event(process)
        assert "the gist of hub" in (repo.root / ".repomap" / "pseudocode" / "core.py.pseudo").read_text()
        repo.write("core.py", function.replace("hub", "center"))
        assert event(process)["files"] == ["core.py"]
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate()

    assert {**asked, "usd": 0} == {"event": "model", "written": 1, "calls": 1, "usd": 0}
    assert errors in ("", "repomap: the limit of 1 calls is reached; the outlines are kept true without a model\n")
    assert len(fake_api.messages) == 1


def test_a_reader_that_has_seen_enough_ends_it_quietly(repo: Repository) -> None:
    repo.write("a.py", "def a(): ...\n")
    with started(repo, "--json") as process:
        event(process)
        assert process.stdout is not None
        process.stdout.close()
        repo.write("a.py", "def b(): ...\n")
        assert process.wait() == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""
