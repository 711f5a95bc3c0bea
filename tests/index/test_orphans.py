"""Processes that help the command end with it, however it ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

_INDEX = """
import sys, time
from repomap.index import workers
from repomap.index.rows import Stat

def wait(done):
    print("the first chunk", flush=True)
    time.sleep(600)

workers.CHUNK_BYTES = 1
tasks = [(f"f{number}.py", Stat(1, 0, 0, 0)) for number in range(6)]
list(workers.index_in_workers(sys.argv[1], 1_000_000, tasks, 3, wait))
"""

_ROWS = """
import os, sys, time
from repomap.graph import graph_rows
from repomap.index import workers

class Maker:
    def row(self, path):
        if os.getpid() == parent:
            print("the first row", flush=True)
            time.sleep(600)
        return [(graph_rows.Target(path, "x" * 100_000, 0), 1.0)]

parent = os.getpid()
workers.cores = lambda: 3
graph_rows._Rows = lambda reader, binder: Maker()
graph_rows.rows_of_all(None, None, [f"f{number}.py" for number in range(graph_rows.MIN_FILES)])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("script", [_INDEX, _ROWS], ids=["index", "rows"])
def test_no_process_is_left_when_the_command_is_killed(script: str, tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"f{number}.py").write_text("def alpha(): ...\n")
    process = subprocess.Popen(
        [sys.executable, "-c", script, os.fspath(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONPATH": os.fspath(PROJECT)},
        text=True,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    process.kill()

    rest, _ = process.communicate(timeout=60)  # to the end of the output, which each process that is left holds open
    assert (first[:9], rest) == ("the first", "")
