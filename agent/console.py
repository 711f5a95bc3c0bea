"""A person at the terminal: a typed line steers the agent, or answers the question that is open."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import TextIO

from agent.permissions import Reply
from agent.tool import Ask

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
        for line in self._source:
            if self._asking.is_set():
                self._answers.put(line.strip())
            elif line.strip():
                self._steer(line.strip())
        self.close()
