"""The time that one file may take: a process that computes for longer ends, in the middle of a parse, too."""

from __future__ import annotations

import signal
import time

from repomap.index.rows import Outcome, Task

FILE_SECONDS = 20.0  # of a processor: a megabyte parses in a quarter of one; what takes this long will not end
TIME_IS_UP = getattr(signal, "SIGPROF", 0)  # not on Windows


def allow(seconds: float) -> None:
    """End this process when it computes for longer than this from now on; 0 for no limit."""
    if TIME_IS_UP:
        signal.setitimer(signal.ITIMER_PROF, seconds)


def unread(task: Task, slow: bool) -> Outcome:
    """Return what became of a file that ended the process which read it."""
    problem = f"took longer than {FILE_SECONDS:.0f} s to parse" if slow else "ended the parser"
    return Outcome(*task, "", problem, None, time.time_ns())
