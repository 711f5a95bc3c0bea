"""A disk that is full, a small one made for it: answers are right, what is paid for is kept, and all goes on after."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Repository, Run
from tests.fake_api import FakeApi, tool_use
from tests.fake_api.fixture import fake_api
from tests.summarizer.conftest import answered

__all__ = ["fake_api"]

NUMBER = 8


@dataclass
class Disk:
    """A file system of two megabytes, with a repository on it."""

    folder: Path
    repo: Repository

    def fill(self) -> None:
        """Leave not a byte."""
        with (self.folder / "filler").open("ab", 0) as file:
            for size in (65_536, 1):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError:
                    continue

    def free(self) -> None:
        """Make room again."""
        (self.folder / "filler").unlink()


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "none", os.fspath(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this user may mount no file system")
    for name in ("cache", "config"):
        monkeypatch.setenv(f"XDG_{name.upper()}_HOME", os.fspath(folder / name))
    made = Repository(folder / "repo")
    made.root.mkdir()
    made.git("init", "-q")
    for number in range(NUMBER):
        made.write(f"f{number}.py", f"def f{number}(x):\n    return f{(number + 1) % NUMBER}(x)\n" * 20)
    yield Disk(folder, made)
    subprocess.run(["umount", "-l", folder], check=True)


@pytest.fixture
def repo(disk: Disk) -> Repository:
    """The repository in which `run` runs."""
    return disk.repo


def test_what_is_asked_is_answered_before_during_and_after(disk: Disk, run: Run) -> None:
    questions = [["map"], ["grep", "def f3"], ["symbols"], ["files"]]
    disk.fill()
    during = [run(*question) for question in questions]
    disk.free()
    after = [run(*question) for question in questions]

    assert [done.stdout for done in during] == [done.stdout for done in after]
    assert [done.stderr for done in after if not done.stdout] == []
    assert {done.returncode for done in during + after} == {0}
    assert "made in memory for this once" in during[0].stderr
    assert [done.stderr for done in after] == [""] * len(questions)


def test_an_edit_on_a_full_disk_is_seen_and_kept_when_there_is_room(disk: Disk, run: Run) -> None:
    run("grep", "f1")
    disk.repo.write("new.py", "def brand_new(): ...\n" * 200)
    disk.fill()
    during = [run("symbols", "new.py"), run("grep", "brand_new")]
    disk.free()
    after = [run("symbols", "new.py"), run("grep", "brand_new")]

    assert [done.stdout for done in during] == [done.stdout for done in after]
    assert [done.stdout.count("brand_new") for done in after] == [200, 200]
    assert [done.stderr for done in after] == ["", ""]


def test_no_model_is_asked_when_its_answer_could_not_be_kept(disk: Disk, run: Run, fake_api: FakeApi) -> None:
    fake_api.fallback = answered()
    disk.repo.write("long.py", "def long(x):\n    if x:\n" + "        x = f1(x)\n" * 20 + "    return x\n")
    run("grep", "f1")
    disk.fill()
    during = run("pseudo", "refresh", **fake_api.environment)
    asked = len(fake_api.messages)
    disk.free()
    after = run("pseudo", "refresh", **fake_api.environment)

    assert (during.returncode, asked) == (3, 0)
    assert during.stderr.startswith("repomap: database or disk is full")
    assert (after.returncode, len(fake_api.messages)) == (
        0,
        2,
    )  # the functions of a file, and what the repository is for


def test_a_session_stops_with_a_sentence_and_goes_on_where_it_was(disk: Disk, run: Run, fake_api: FakeApi) -> None:
    asked = 0

    def model(body: dict[str, Any]) -> Any:
        nonlocal asked
        asked += 1
        if asked == 2:
            disk.fill()
        return "done" if len(body["messages"]) > 6 else tool_use("shell", {"command": f"echo {asked}; seq 1 2000"})

    fake_api.fallback = model
    more = {**fake_api.environment, "REPOMAP_MODEL": "claude-sonnet-5"}
    stopped = run("agent", "--yes", "work", **more)
    disk.free()
    resumed = run("agent", "--yes", "--resume", "last", "go on", **more)

    assert stopped.returncode == 3
    assert "cannot be written: No space left on device; what is on record of it can be resumed" in stopped.stderr
    assert (resumed.returncode, resumed.stdout) == (0, "done\n")


def test_a_watch_goes_on(disk: Disk) -> None:
    root = disk.repo.root
    command = [sys.executable, "-m", "repomap", "watch", "--json"]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        disk.repo.write("during.py", "def during(): ...\n")
        disk.fill()
        during = files_of(process.stdout.readline())
        disk.free()
        disk.repo.write("after.py", "def after(): ...\n")
        after = files_of(process.stdout.readline())
        process.terminate()
        said = process.stderr.read()

    assert "during.py" in during
    assert "after.py" in after
    assert "Traceback" not in said


def files_of(line: str) -> list[str]:
    found: list[str] = json.loads(line)["files"]
    return found
