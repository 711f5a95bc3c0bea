"""One bash kept open: commands go in through a file, output comes back up to a marker, a stuck one is ended alone."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import tempfile
import threading
import time
import uuid
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from agent.tools.capture import Capture
from agent.tools.processes import descendants, end_all, environment

KILL_SECONDS = 0.3  # between SIGINT and SIGKILL for a command's processes: enough to close files
GRACE_SECONDS = 2.0  # between asking a command to end and taking the whole shell down
POLL_SECONDS = 0.05

# The rest of a stopped command line must not run. Bash handles the signal before its next command: the sourced file
# returns and the shell lives on; inside a function only leaving the shell is sure.
STOP_TRAP = """trap '[[ -z ${FUNCNAME[0]} ]] && return 143; exit 143' USR1\n"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a command ended: its exit code (None unless it finished), its output, and whether the shell is a new one."""

    output: str
    code: int | None
    ended: Literal["finished", "timeout", "stopped"]
    restarted: bool = False


class PersistentShell:
    """A bash in `root`. One command at a time; not for several threads."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root
        self._process: subprocess.Popen[bytes] | None = None
        self._scripts = tempfile.TemporaryDirectory(prefix="repomap-shell-")

    def run(self, command: str, seconds: float, stop: threading.Event) -> Outcome:
        """Run a command; ends it after `seconds` or when `stop` is set, first its processes, then the whole shell."""
        process = self._started()
        marker = uuid.uuid4().hex
        script = Path(self._scripts.name) / "command"
        script.write_text(command + "\n")
        before = set(descendants(process.pid))
        line = f". {script} </dev/null; printf '\\n{marker}:%d:%s\\n' $? \"$PWD\"\n"
        assert process.stdin is not None
        process.stdin.write(line.encode())
        process.stdin.flush()
        return self._wait(process, marker.encode(), seconds, stop, before)

    def close(self) -> None:
        """End the shell with everything it started."""
        if self._process:
            end_all(self._process.pid, self._process)
        self._process = None
        self._scripts.cleanup()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.folder = self.root
            self._process = subprocess.Popen(
                ["bash", "--noprofile", "--norc"],
                cwd=self.root,
                env=environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            assert self._process.stdin is not None
            self._process.stdin.write(STOP_TRAP.encode())
        return self._process

    def _wait(
        self,
        process: subprocess.Popen[bytes],
        marker: bytes,
        seconds: float,
        stop: threading.Event,
        before: set[int],
    ) -> Outcome:
        assert process.stdout is not None
        capture, pending = Capture(), b""
        deadline = time.monotonic() + seconds
        ended: Literal["finished", "timeout", "stopped"] = "finished"
        asked_at = 0.0
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while True:
                if selector.select(POLL_SECONDS):
                    data = os.read(process.stdout.fileno(), 65536)
                    if not data:
                        return self._gone(process, capture, pending, ended)
                    pending += data
                    found = pending.find(b"\n" + marker)
                    if found >= 0 and pending.find(b"\n", found + 1) >= 0:
                        capture.feed(pending[:found])
                        return self._finished(pending[found + 1 :], capture, ended)
                    keep = len(marker) + 4096 if found >= 0 else len(marker) + 1
                    capture.feed(pending[:-keep])
                    pending = pending[-keep:]
                now = time.monotonic()
                if ended == "finished" and (stop.is_set() or now > deadline):
                    ended = "stopped" if stop.is_set() else "timeout"
                    asked_at = now
                    _signal([process.pid], signal.SIGUSR1)
                    _signal(set(descendants(process.pid)) - before, signal.SIGINT)
                if ended != "finished" and now > asked_at + KILL_SECONDS:
                    _signal(set(descendants(process.pid)) - before, signal.SIGKILL)
                if ended != "finished" and now > asked_at + GRACE_SECONDS:
                    end_all(process.pid, process)
                    capture.feed(pending)
                    return Outcome(capture.text(), None, ended, restarted=True)

    def _finished(self, tail: bytes, capture: Capture, ended: Literal["finished", "timeout", "stopped"]) -> Outcome:
        _, code, folder = tail.split(b"\n", 1)[0].split(b":", 2)
        self.folder = Path(os.fsdecode(folder))
        return Outcome(capture.text(), int(code) if ended == "finished" else None, ended)

    def _gone(
        self,
        process: subprocess.Popen[bytes],
        capture: Capture,
        pending: bytes,
        ended: Literal["finished", "timeout", "stopped"],
    ) -> Outcome:
        capture.feed(pending)
        code = process.wait()
        return Outcome(capture.text(), code if ended == "finished" else None, ended, restarted=True)


def _signal(processes: Iterable[int], number: int) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)
