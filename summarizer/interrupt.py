"""Let Ctrl-C wait until what is under way has come in."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def deferred() -> Iterator[list[int]]:
    """Collect interruptions in the list that is yielded, instead of raising them; a second one is raised at once.

    Outside the main thread, where none arrive, the list stays empty. Its user raises KeyboardInterrupt in the end.
    """
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)
        if len(came) > 1:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)
