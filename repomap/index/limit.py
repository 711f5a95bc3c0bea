"""The time that one file may take: a process that computes for longer ends, in the middle of a parse, too."""

from __future__ import annotations

import signal
import time

from repomap.index.rows import Outcome, Task
from repomap.languages.detect import by_name

FILE_SECONDS = 20.0  # of a processor: a megabyte parses in a quarter of one; what takes this long will not end
TIME_IS_UP = getattr(signal, "SIGPROF", 0)  # not on Windows


def allow(seconds: float) -> None:
    """End this process when it computes for longer than this from now on; 0 for no limit."""
    if TIME_IS_UP:
        signal.setitimer(signal.ITIMER_PROF, seconds)


def reason(slow: bool) -> str:
    """Say what a file did that ended the process which read it."""
    return f"took longer than {FILE_SECONDS:.0f} s to parse" if slow else "ended the parser"


def unread(task: Task, slow: bool) -> Outcome:
    """Return what became of a file that ended the process which read it."""
    language = by_name(task[0]) or ""  # so that another version of its grammar reads it again
    return Outcome(*task, "" if language == "?" else language, reason(slow), None, time.time_ns())
