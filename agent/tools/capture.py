"""Keep the head and the tail of an endless output in bounded memory."""

from __future__ import annotations

import threading
from collections import deque

from agent.cap import readable

HEAD_BYTES = 512 * 1024  # kept whole for the archive; an output within both is lost nowhere
TAIL_BYTES = 512 * 1024


class Capture:
    """Bytes fed from one thread and read from another; memory stays below `HEAD_BYTES` + `TAIL_BYTES` + one chunk."""

    def __init__(self) -> None:
        self.total = 0
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self._lock = threading.Lock()

    def feed(self, data: bytes) -> None:
        """Add a chunk."""
        with self._lock:
            self.total += len(data)
            room = HEAD_BYTES - len(self._head)
            self._head += data[:room]
            if rest := data[room:] if room else data:
                self._tail.append(rest)
                self._tail_size += len(rest)
            while self._tail and self._tail_size - len(self._tail[0]) >= TAIL_BYTES:
                self._tail_size -= len(self._tail.popleft())

    def text(self) -> str:
        """Return what is kept, with a line that says how much lies between."""
        with self._lock:
            head, tail = bytes(self._head), b"".join(self._tail)
        lost = self.total - len(head) - len(tail)
        if not lost:
            return readable(head + tail)
        return f"{readable(head)}\n[… {lost} of {self.total} bytes left out …]\n{readable(tail)}"
