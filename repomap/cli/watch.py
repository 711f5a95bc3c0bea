"""The command `watch`."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from repomap.cli.exits import FAILED
from repomap.cli.map import Root
from repomap.cli.progress import progress_bar
from repomap.cli.repository import repository
from repomap.cli.watch_screen import Screen, screen
from repomap.errors import RepoMapError
from repomap.rendering.tokens import DEFAULT_TOKENS

if TYPE_CHECKING:
    from repomap.index import Index
    from repomap.watch import Update
    from summarizer.background import Background

MaxUsd = Annotated[float | None, typer.Option("--max-usd", help="Spend no more than this, in US dollars.", min=0)]
MaxCalls = Annotated[int | None, typer.Option("--max-calls", help="Make no more calls than this.", min=0)]

MAP_QUIET = 2.0  # seconds without a change after which the map is brought up to date: a second's work for Django
MAP_NICE = 10  # and what else the machine does goes first

EXAMPLES = """\b
Examples:
  repomap watch                                until Ctrl-C
  repomap watch --json                         an event a line, for a program
  repomap watch --delta                        and what changed in the map
  repomap watch --model --max-usd 0.50         the cheap model catches up in the background
"""


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("watch", epilog=EXAMPLES)(follow)


def follow(
    root: Root = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON event a line.")] = False,
    delta: Annotated[bool, typer.Option("--delta", help="Print the map, then what changes in it.")] = False,
    tokens: Annotated[int, typer.Option("--tokens", help="The most tokens that map may take.")] = DEFAULT_TOKENS,
    model: Annotated[bool, typer.Option("--model", help="Have the cheap model catch up, within a budget.")] = False,
    max_usd: MaxUsd = None,
    max_calls: MaxCalls = None,
) -> None:
    """Keep the index, the map and the pseudocode live until Ctrl-C, which ends it with exit code 0."""
    from repomap.watch import AlreadyWatched, RootGone, watch
    from repomap.watch.maps import LiveMap
    from summarizer.live import LivePages

    if model and max_usd is None and max_calls is None:
        raise RepoMapError("--model needs a budget: --max-usd or --max-calls")
    if not model and (max_usd is not None or max_calls is not None):
        raise RepoMapError("--max-usd and --max-calls limit what --model spends, which was not given")
    top = repository(root).root
    shown = screen(as_json)
    signal.signal(signal.SIGTERM, _interrupt)
    pages = LivePages(top, anchored=model)
    told = _Told(top, shown, pages, LiveMap(top) if delta else None, tokens)
    try:
        if model:
            told.background = _background(top, max_usd, max_calls, shown)
        watch(
            top,
            told.update,
            threading.Event(),
            annotator=pages.annotator,
            progress=progress_bar("indexing"),
            on_note=shown.note,
            on_quiet=told.quiet,
        )
    except KeyboardInterrupt:
        pass
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (AlreadyWatched, RootGone) as error:
        shown.note(str(error))
        raise typer.Exit(FAILED) from None
    finally:
        told.stop()


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _background(top: Path, max_usd: float | None, max_calls: int | None, shown: Screen) -> Background:
    from summarizer.background import Background
    from summarizer.model import ModelUnavailable, model_name
    from summarizer.refresh import Limits

    try:
        return Background(top, model_name(), Limits(max_usd, max_calls), shown.note)
    except ModelUnavailable as error:
        shown.note(str(error))
        raise typer.Exit(FAILED) from None


def _prepare_map(top: Path) -> subprocess.Popen[bytes]:
    """Bring up to date what a map without a task is made from, in a process that gives way to an edit's update."""
    command = [sys.executable, "-m", "repomap.watch.ready", os.fspath(top)]
    quiet = subprocess.DEVNULL
    started = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, started.pid, MAP_NICE)
    return started


class _Told:
    """What is done after each update, and what is said of it."""

    def __init__(self, top: Path, screen: Screen, pages: Any, maps: Any, tokens: int) -> None:
        self.top = top
        self.screen = screen
        self.pages = pages
        self.maps = maps
        self.tokens = tokens
        self.background: Background | None = None
        self.started = time.monotonic()
        self.known = ""
        self.map_due = 0.0
        self.running = False
        self.mapping: subprocess.Popen[bytes] | None = None

    def update(self, update: Update) -> None:
        """Make the pages and the map follow the index."""
        progress = progress_bar("reading") if update.first else None
        changes = update.changed, update.removed
        for note in self.pages.take(update.index, *changes, whole=update.whole, progress=progress):
            self.screen.note(note)
        now = time.monotonic()
        if update.first:
            files = sum(1 for row in update.index.reader.rows.values() if row.content)
            self.running = True
            self.screen.started(self.top, files, _ms(now - self.started))
        else:
            self.screen.updated(update.changed, update.removed, _ms(now - update.last))
        if self.background is not None and (update.first or update.changed):
            self.background.wake(() if update.first else update.changed)
        if self.maps is not None:
            self._map(update.index)
        self.map_due = time.monotonic() + MAP_QUIET

    def quiet(self, index: Index) -> None:
        """Do what can wait until nothing changes."""
        if self.background is not None:
            self._take_answers(index, self.background)
        if self.map_due and time.monotonic() > self.map_due and self._mapping_is_over():
            self.map_due = 0.0
            if self.background is None:  # whose every answer makes all pages count as old
                self.pages.take(index, (), (), whole=True)  # compares all pages, so that the next search need not
            self.mapping = _prepare_map(self.top)

    def _take_answers(self, index: Index, background: Background) -> None:
        answered = False
        while not background.pages.empty():
            self.pages.take(index, background.pages.get(), (), whole=False)
            answered = True
        while not background.folders.empty():
            self.pages.take_folders(index, background.folders.get())
            answered = True
        if answered:
            self._asked(background)
            background.taken()

    def stop(self) -> None:
        """Wait for calls that are paid for, and say goodbye."""
        try:
            if self.background is not None:
                self.background.stop()
                self._asked(self.background)
        finally:
            if self.mapping is not None:
                self.mapping.kill()
                self.mapping.wait()
            self.pages.close()
            if self.running:
                self.screen.stopped()

    def _mapping_is_over(self) -> bool:
        return self.mapping is None or self.mapping.poll() is not None

    def _asked(self, background: Background) -> None:
        report = background.report
        self.screen.asked(report.written, report.calls, report.usd)

    def _map(self, index: Index) -> None:
        self.maps.live = index
        found = self.maps.map(self.tokens, delta=self.known)
        if found.id != self.known:
            self.screen.map(found.id, found.since, found.text)
        self.known = found.id


def _ms(seconds: float) -> int:
    return round(1000 * seconds)
