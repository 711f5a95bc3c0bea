"""Processes that the shell starts: their environment without the agent's keys, and their end with all descendants."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

WITHHELD = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")  # a command has no need of what pays for the model


def environment() -> dict[str, str]:
    """Return the environment for commands: no keys of the model's, no colours, no pagers."""
    kept = {name: value for name, value in os.environ.items() if name not in WITHHELD}
    return {**kept, "PAGER": "cat", "GIT_PAGER": "cat", "TERM": "dumb", "GIT_TERMINAL_PROMPT": "0", "PS1": ""}


def descendants(process: int) -> list[int]:
    """Return the ids of all processes below `process`, parents first (from /proc; none where there is no /proc)."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            fields = entry.read_text().rpartition(")")[2].split()
            children.setdefault(int(fields[1]), []).append(int(entry.parent.name))
    found, waiting = [], [process]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def end_all(leader: int, process: subprocess.Popen[bytes]) -> None:
    """Kill a session's leader with its descendants and its process group, and reap it.

    Parents go first: a shell whose child is killed says so in what it prints.
    """
    for each in (leader, *descendants(leader)):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(each, signal.SIGKILL)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream:
            with suppress(OSError):
                stream.close()
