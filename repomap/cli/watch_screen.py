"""Say how a watch goes: as a line of status on a terminal, as lines to a file, or as JSON events to a program."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from repomap.cli.terminal import plain
from repomap.rendering.counts import counted
from repomap.rendering.formats import quoted

SHOWN = 3  # paths named on a terminal's one line


class Screen(Protocol):
    """What happened, for whoever looks. Milliseconds are counted from the last event that led to it."""

    def started(self, root: Path, files: int, ms: int) -> None:
        """The index is right, and followed from now on."""

    def updated(self, changed: Sequence[str], removed: Sequence[str], ms: int) -> None:
        """Index and pseudocode are right again."""

    def map(self, name: str, since: str, text: str) -> None:
        """The map changed to the one with the id `name`; with `since` the text is what changed since that one."""

    def asked(self, written: int, calls: int, usd: float) -> None:
        """A model has written about so many functions so far, in so many calls, for so many US dollars."""

    def note(self, sentence: str) -> None:
        """Something the user should know. May be called from any thread."""

    def stopped(self) -> None:
        """The watch is over."""


def screen(as_json: bool) -> Screen:
    """Return what fits where the output goes."""
    if as_json:
        return Events()
    streams = (sys.__stdout__, sys.__stderr__)
    return StatusLine() if all(stream is not None and stream.isatty() for stream in streams) else Lines()


class Events:
    """One JSON object a line on standard output; notes on standard error."""

    def started(self, root: Path, files: int, ms: int) -> None:
        self._say("started", root=os.fspath(root), files=files, ms=ms)

    def updated(self, changed: Sequence[str], removed: Sequence[str], ms: int) -> None:
        self._say("updated", files=sorted((*changed, *removed)), removed=list(removed), ms=ms)

    def map(self, name: str, since: str, text: str) -> None:
        if since:
            self._say("delta", id=name, since=since, text=text)
        else:
            self._say("map", id=name, text=text)

    def asked(self, written: int, calls: int, usd: float) -> None:
        self._say("model", written=written, calls=calls, usd=round(usd, 6))

    def note(self, sentence: str) -> None:
        _complain(sentence)

    def stopped(self) -> None:
        self._say("stopped")

    def _say(self, event: str, **facts: object) -> None:
        print(json.dumps({"event": event, **facts}), flush=True)


class Lines:
    """A line of words for each event on standard output."""

    def started(self, root: Path, files: int, ms: int) -> None:
        self._say(f"watching {root}: {counted(files, 'file')}, index up to date after {ms} ms")

    def updated(self, changed: Sequence[str], removed: Sequence[str], ms: int) -> None:
        self._say(f"updated in {ms} ms: {_names(changed, removed)}")

    def map(self, name: str, since: str, text: str) -> None:
        self._say(text if since else f"{text}\nmap {name}")

    def asked(self, written: int, calls: int, usd: float) -> None:
        self._say(f"model: {counted(written, 'function')} written in {counted(calls, 'call')}, {usd:.4f} US dollars")

    def note(self, sentence: str) -> None:
        _complain(sentence)

    def stopped(self) -> None:
        self._say("stopped")

    def _say(self, text: str) -> None:
        print(text, flush=True)


class StatusLine:
    """One line at the bottom of a terminal, written anew with each event; maps and notes scroll by above it."""

    def __init__(self) -> None:
        self._root = ""
        self._last = ""
        self._model = ""

    def started(self, root: Path, files: int, ms: int) -> None:
        self._root = f"watching {root.name or root}"
        self._last = f"{counted(files, 'file')}, index up to date after {ms} ms"
        self._draw()

    def updated(self, changed: Sequence[str], removed: Sequence[str], ms: int) -> None:
        count = len(changed) + len(removed)
        names = _names(changed[:SHOWN], removed[: max(0, SHOWN - len(changed))])
        more = f" and {count - SHOWN} more" if count > SHOWN else ""
        self._last = f"{time.strftime('%H:%M:%S')} {names}{more} in {ms} ms"
        self._draw()

    def map(self, name: str, since: str, text: str) -> None:
        self._clear()
        print(text if since else f"{text}\nmap {name}", flush=True)
        self._draw()

    def asked(self, written: int, calls: int, usd: float) -> None:
        self._model = f" · model: {counted(written, 'function')}, {usd:.4f} US dollars"
        self._draw()

    def note(self, sentence: str) -> None:
        self._clear()
        _complain(sentence)
        self._draw()

    def stopped(self) -> None:
        self._clear()
        print("stopped", flush=True)

    def _draw(self) -> None:
        if not self._root:
            return
        line = plain(f"{self._root} · {self._last}{self._model}")
        width = shutil.get_terminal_size().columns - 1
        self._write(f"\r\033[K{line if len(line) <= width else line[: width - 1] + '…'}")

    def _clear(self) -> None:
        self._write("\r\033[K")

    def _write(self, text: str) -> None:
        if sys.__stderr__ is not None:  # not the stream that writes out what acts on a terminal: this is meant to
            sys.__stderr__.write(text)
            sys.__stderr__.flush()


def _names(changed: Sequence[str], removed: Sequence[str]) -> str:
    return ", ".join((*map(quoted, changed), *(f"{quoted(path)} (gone)" for path in removed)))


def _complain(sentence: str) -> None:
    print(f"repomap: {sentence}", file=sys.stderr, flush=True)
