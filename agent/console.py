"""A person at the terminal: a typed line steers the agent, or answers the question that is open."""

from __future__ import annotations

import os
import queue
import select
import threading
from collections.abc import Callable
from typing import TextIO

from agent.permissions import Reply
from agent.tool import Ask

POLL_SECONDS = 0.2  # within which the reading thread notices that the session is over

QUESTION = {
    "shell": "run this command?",
    "write": "write this file?",
    "network": "fetch this address?",
    "mcp": "use this tool?",
    "screen": "let it act on the screen?",
}


class Console:
    """Reads lines in a thread of its own. `steer` gets the lines that answer no question."""

    def __init__(self, source: TextIO, out: TextIO, steer: Callable[[str], None]) -> None:
        self._source = source
        self._out = out
        self._steer = steer
        self._answers: queue.Queue[str] = queue.Queue()
        self._asking = threading.Event()
        self._one_question = threading.Lock()
        self._closed = False
        threading.Thread(target=self._read, daemon=True).start()

    def ask(self, question: Ask) -> Reply:
        """Put a question and wait for its answer. The end of input, or `close`, is a no."""
        with self._one_question:
            if self._closed:
                return "no"
            self._asking.set()
            print(
                f"\n  {question.subject}\n{QUESTION[question.kind]} [y]es / [n]o / [a]lways: ", file=self._out, end=""
            )
            self._out.flush()
            answer = self._answers.get()
            self._asking.clear()
        if answer.casefold() in ("a", "always"):
            return "always"
        return "yes" if answer.casefold() in ("y", "yes") else "no"

    def close(self) -> None:
        """Answer an open question, and every later one, with no."""
        self._closed = True
        self._answers.put("no")

    def _read(self) -> None:
        # not through the file object: a thread that waits inside it at the end of the program brings Python down
        descriptor, pending = self._source.fileno(), b""
        while not self._closed:
            if not select.select([descriptor], [], [], POLL_SECONDS)[0]:
                continue
            try:
                data = os.read(descriptor, 4096)
            except OSError:  # the terminal is gone
                data = b""
            if not data:
                break
            *lines, pending = (pending + data).split(b"\n")
            for line in lines:
                self._hear(line.decode("utf-8", "replace").strip())
        self.close()

    def _hear(self, line: str) -> None:
        if self._asking.is_set():
            self._answers.put(line)
        elif line:
            self._steer(line)
