"""Show on a terminal how far a long piece of work is."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from repomap.index import Progress

PATIENCE = 0.5  # seconds before anything is shown: most work is done by then
WIDTH = 30


def progress_bar(label: str) -> Progress | None:
    """Return what draws a bar on standard error, or None when no terminal watches."""
    terminal = sys.__stderr__  # not the one that writes out what acts on a terminal: this is meant to
    if terminal is None or not terminal.isatty():
        return None
    started = time.monotonic()

    def show(done: int, total: int) -> None:
        if time.monotonic() - started < PATIENCE:
            return
        filled = WIDTH * done // max(total, 1)
        end = "\r\033[K" if done >= total else ""
        bar = "#" * filled + "." * (WIDTH - filled)
        terminal.write(f"\r{label} [{bar}] {done} of {total}{end}")
        terminal.flush()

    return show
