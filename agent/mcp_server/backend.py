"""The server's processes: one answers questions, one indexes when there is much to do, one watches the files."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from pathlib import Path
from typing import Any

from agent.mcp_server.catalogue import WARM

CALL_SECONDS = 60.0  # for one answer: as long as our own client waits for one (agent.mcp_servers.SECONDS)
ENDING_SECONDS = 2.0  # that a process gets to end in order
ENDED = "the answer's process ended before it was done"


class AnswerError(Exception):
    """A question that was not answered; the message is one sentence for the client."""


class Backend:
    """What answers questions about the repository at `root`. To be made, asked and closed by one thread."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._lock = threading.Lock()
        self._waiting: dict[int, tuple[subprocess.Popen[bytes], Future[dict[str, Any]]]] = {}
        self._count = 0
        self._closed = False
        self._is_current = False  # as far as the last answer told
        self._keeps_nothing = False  # no folder takes the index: each answer has to wait for one of its own
        self._progress: tuple[int, int] | None = None  # of the indexing process, while there is one
        self._indexer: subprocess.Popen[bytes] | None = None
        self._answerer = self._start_answerer()
        self._changed: Callable[[list[str]], None] | None = None
        self._watcher: subprocess.Popen[bytes] | None = None

    def close(self) -> None:
        """Have the processes end at once, and end their own; what they have written is kept."""
        self._closed = True
        for process in (self._answerer, self._indexer, self._watcher):
            if process is not None and process.poll() is None:
                process.terminate()

    def watch(self, changed: Callable[[list[str]], None]) -> None:
        """Follow the files: `changed` is called, from another thread, with the paths of those that changed.

        The watcher begins when the index is there, for it would make a second one beside the indexing process.
        """
        with self._lock:
            self._changed = changed
            if self._is_current:
                self._start_watcher()

    def warm(self) -> None:
        """Have the answering process read the index ahead of the first question."""
        self._send(WARM, {})

    async def ask(self, question: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return {"data": …, "text": …}. Raises AnswerError.

        When the caller is cancelled the answer is made all the same, and dropped.
        """
        future = self._send(question, arguments)
        try:
            reply = await asyncio.wait_for(asyncio.wrap_future(future), CALL_SECONDS)
        except TimeoutError:
            threading.Thread(target=_end, args=(self._answerer,), daemon=True).start()
            raise AnswerError(f"{question} took longer than {CALL_SECONDS:.0f} s and was stopped") from None
        if "error" in reply:
            raise AnswerError(reply["error"])
        found: dict[str, Any] = reply["answer"]
        return found

    def _send(self, question: str, arguments: Mapping[str, Any]) -> Future[dict[str, Any]]:
        with self._lock:
            if self._answerer.poll() is not None:
                self._answerer = self._start_answerer()
            self._count += 1
            number, process, future = self._count, self._answerer, Future[dict[str, Any]]()
            self._waiting[number] = process, future
            about = {"note": self._note(), "wait": self._keeps_nothing}
            line = {"id": number, "ask": question, "arguments": dict(arguments), **about}
            assert process.stdin is not None
            with suppress(OSError):  # that it has ended is noticed where its answers are read
                process.stdin.write(json.dumps(line).encode("ascii") + b"\n")
                process.stdin.flush()
            return future

    def _note(self) -> str:
        """Say how far indexing is, "" when none is going on."""
        if self._progress is None:
            return ""
        done, total = self._progress
        far = f"{done} of {total} files" if total else "it has just begun"
        return f"indexing goes on ({far}); this is made from what is indexed so far"

    def _start_answerer(self) -> subprocess.Popen[bytes]:
        return self._start("asking", self._answered)

    def _answered(self, line: dict[str, Any]) -> None:
        with self._lock:
            _, future = self._waiting.pop(line.pop("id"))
            if "answer" in line and "behind" not in line and self._progress is None:
                self._is_current = True
                self._start_watcher()
            if line.get("behind") and self._progress is None and not self._closed:
                if self._indexer is not None and not line["answer"]["data"]["freshness"]["indexed"]:
                    self._keeps_nothing = True
                else:
                    self._progress = (0, 0)
                    self._indexer = self._start("indexing", self._indexed)
        with suppress(InvalidStateError):  # its caller has gone
            future.set_result(line)

    def _start_watcher(self) -> None:
        if self._changed is not None and self._watcher is None and not self._closed:
            hear = self._changed
            self._watcher = self._start("watching", lambda line: hear(line["files"]))

    def _indexed(self, line: dict[str, Any]) -> None:
        self._progress = (line["done"], line["total"])

    def _start(self, module: str, hear: Callable[[dict[str, Any]], None]) -> subprocess.Popen[bytes]:
        """Start one of the modules beside this one. It ends when its standard input does: with this process.

        It runs in the folder of this package: Python looks for modules in the folder it runs in, which must not be
        the repository.
        """
        process = subprocess.Popen(
            [sys.executable, "-m", f"agent.mcp_server.{module}", os.fspath(self.root)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=os.fspath(Path(__file__).parents[2]),
        )
        threading.Thread(target=self._listen, args=(process, hear), daemon=True).start()
        return process

    def _listen(self, process: subprocess.Popen[bytes], hear: Callable[[dict[str, Any]], None]) -> None:
        """Hand on what a process says, line by line, until it ends."""
        assert process.stdout is not None
        for line in process.stdout:
            with suppress(ValueError):
                hear(json.loads(line))
        process.wait()
        with self._lock:
            if process is self._indexer:
                self._progress = None
                self._start_watcher()
            lost = [number for number, (own, _) in self._waiting.items() if own is process]
            futures = [self._waiting.pop(number)[1] for number in lost]
        for future in futures:
            with suppress(InvalidStateError):
                future.set_result({"error": ENDED})


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process that does not answer: first in order, so that it ends its own."""
    process.terminate()
    try:
        process.wait(ENDING_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
