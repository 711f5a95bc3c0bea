"""A clock that is wrong, or set while a command runs: answers are of the files as they are; nothing waits for it."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Repository, Run

FAKETIME = shutil.which("faketime")
pytestmark = pytest.mark.skipif(FAKETIME is None, reason="faketime is missing (Debian package of that name)")

KINDS = {"NO_FAKE_STAT": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_NO_CACHE": "1"}
"""What a clock that is set does: files' times and the time since the start stay as they are."""


def library() -> str:
    """Return where the library lies that `faketime` loads."""
    assert FAKETIME is not None
    done = subprocess.run([FAKETIME, "-m", "now", "env"], capture_output=True, text=True, check=True)
    return next(line.partition("=")[2] for line in done.stdout.splitlines() if line.startswith("LD_PRELOAD="))


def test_each_command_may_live_in_another_year(repo: Repository, run: Run) -> None:
    shutil.rmtree(repo.root / ".git")  # beside a false clock no program can be waited for with a time limit
    luck = random.Random(7)
    preload = library()
    for number in range(3):
        name = f"f{luck.randrange(10, 99)}"  # of one length, so that a file's size tells nothing
        repo.write("a.py", f"def {name}(): ...\n")
        clock = {"LD_PRELOAD": preload, "FAKETIME": ("-9000d", "+9000d", "-1d")[number], **KINDS}
        for question in (["symbols", "a.py"], ["grep", "def"]):
            done = run(*question, **clock)
            assert (done.returncode, done.stderr) == (0, ""), question
            assert name in done.stdout, question


def test_a_watch_lives_on_when_the_clock_is_set(repo: Repository, tmp_path: Path) -> None:
    repo.write("a.py", "def a(): ...\n")
    clock = tmp_path / "clock"
    clock.write_text("+0\n")
    environment = {**os.environ, "LD_PRELOAD": library(), "FAKETIME_TIMESTAMP_FILE": os.fspath(clock), **KINDS}
    command = [sys.executable, "-m", "repomap", "watch", "--json"]
    with subprocess.Popen(command, cwd=repo.root, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        told = []
        for number, offset in enumerate(("+400d", "-400d", "+0")):
            clock.write_text(f"{offset}\n")
            repo.write(f"f{number}.py", f"def f{number}(): ...\n")
            told.append(json.loads(process.stdout.readline())["files"])
        process.terminate()

    assert told == [["f0.py"], ["f1.py"], ["f2.py"]]
