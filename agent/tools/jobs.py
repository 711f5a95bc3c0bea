"""Background jobs of the shell tool: started, looked at, ended; their output kept in bounded memory."""

from __future__ import annotations

import os
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path

from agent.tool import Result, ToolFailed
from agent.tools.capture import Capture
from agent.tools.processes import end_all, environment

MAX_JOBS = 16  # running at once; a model that starts more has lost count of them


@dataclass(slots=True)
class Job:
    """One command in the background."""

    command: str
    process: subprocess.Popen[bytes]
    capture: Capture
    reader: threading.Thread


class Jobs:
    """The jobs of one session, by the id that the model was told."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}

    def start(self, command: str, folder: Path) -> Result:
        """Start a command and return its id."""
        if sum(job.process.poll() is None for job in self._jobs.values()) >= MAX_JOBS:
            raise ToolFailed(f"{MAX_JOBS} jobs are running already; stop one first")
        process = subprocess.Popen(
            ["bash", "--noprofile", "--norc", "-c", command],
            cwd=folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        capture = Capture()
        reader = threading.Thread(target=_read, args=(process, capture), daemon=True)
        name = f"job{len(self._jobs) + 1}"
        self._jobs[name] = Job(command, process, capture, reader)
        reader.start()
        return Result(f"started as {name}; look at it with job={name!r}")

    def show(self, name: str) -> Result:
        """Return a job's state and what it has printed so far."""
        job = self._job(name)
        code = job.process.poll()
        if code is not None:
            job.reader.join(1)
        state = "is running" if code is None else f"ended with exit code {code}"
        return Result(f"{job.capture.text().rstrip()}\n[{name} {state}]".lstrip("\n"))

    def stop(self, name: str) -> Result:
        """End a job with all its processes."""
        job = self._job(name)
        end_all(job.process.pid, job.process)
        job.reader.join(1)
        return Result(f"{job.capture.text().rstrip()}\n[{name} was stopped]".lstrip("\n"))

    def close(self) -> None:
        """End all jobs that still run."""
        for job in self._jobs.values():
            if job.process.poll() is None:
                end_all(job.process.pid, job.process)

    def _job(self, name: str) -> Job:
        if name not in self._jobs:
            raise ToolFailed(f"there is no job {name!r} (there are: {', '.join(self._jobs) or 'none'})")
        return self._jobs[name]


def _read(process: subprocess.Popen[bytes], capture: Capture) -> None:
    assert process.stdout is not None
    try:
        while data := os.read(process.stdout.fileno(), 65536):
            capture.feed(data)
    except (OSError, ValueError):
        return
