"""Start a worker process anew, for a program whose threads a fork would break; its main module is not run again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from multiprocessing.connection import Connection
from pathlib import Path

_CODE = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from repomap.index.spawned import main; main()"


class Spawned:
    """A process that answers over `connection` until it is closed, with what multiprocessing's have of methods.

    Raises OSError when none can be started.
    """

    def __init__(self, connection: Connection) -> None:
        number = connection.fileno()
        command = [sys.executable, "-P", "-c", _CODE, json.dumps(_path()), str(number)]
        nothing = subprocess.DEVNULL
        self._process = subprocess.Popen(command, stdin=nothing, stdout=nothing, pass_fds=[number])
        self.pid = self._process.pid

    @property
    def exitcode(self) -> int | None:
        """What it ended with, the negative of a signal; None while it runs."""
        return self._process.poll()

    def is_alive(self) -> bool:
        """Tell whether it runs."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def join(self) -> None:
        """Wait for its end."""
        self._process.wait()


def main() -> None:
    """Answer over the descriptor that is named on the command line."""
    from repomap.index.workers import serve

    serve(Connection(int(sys.argv[2])))


def _path() -> list[str]:
    """Return where modules are looked for, without the current folder, which may be a repository's."""
    here, current = os.fspath(Path(__file__).resolve().parents[2]), os.getcwd()
    return [here, *(entry for entry in sys.path if entry and entry not in (here, current))]
