"""One watcher a repository, also after one that was killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from repomap.files.discover import state_folder
from repomap.watch.lock import AlreadyWatched, only_watcher
from tests.conftest import Repository

HOLD = """
import sys, time
from pathlib import Path
from repomap.files.discover import state_folder
from repomap.watch.lock import only_watcher
with only_watcher(Path(sys.argv[1]), state_folder(Path(sys.argv[1]))):
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_watcher_that_was_killed_leaves_no_lock(repo: Repository) -> None:
    first = subprocess.Popen([sys.executable, "-c", HOLD, os.fspath(repo.root)], stdout=subprocess.PIPE, text=True)
    try:
        assert first.stdout is not None
        assert first.stdout.readline() == "held\n"
        with (
            pytest.raises(AlreadyWatched, match=f"is watched by process {first.pid} already"),
            only_watcher(repo.root, state_folder(repo.root)),
        ):
            pass
    finally:
        first.send_signal(signal.SIGKILL)
        first.wait()

    with only_watcher(repo.root, state_folder(repo.root)):
        pass
