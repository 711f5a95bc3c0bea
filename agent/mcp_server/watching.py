"""The process that follows the repository's files and prints which have changed, for the server to tell."""

from __future__ import annotations

import json
import os
import sys
import threading
from contextlib import suppress
from pathlib import Path

from agent.mcp_server.signals import follow_the_server
from repomap.files.discover import state_folder
from repomap.index.rows import FileRow
from repomap.index.store import Store
from repomap.watch import AlreadyWatched, Update, watch
from summarizer.live import LivePages

LOOK_SECONDS = 2.0  # between tries, and between looks at the index while another process keeps it live


def main() -> None:
    """Watch until the server ends: `python -m agent.mcp_server.watching ROOT`."""
    follow_the_server()
    root = Path(sys.argv[1])
    stop = threading.Event()
    threading.Thread(target=_stop_at_end, args=(stop,), daemon=True).start()
    known: dict[str, FileRow] | None = None
    while not stop.is_set():
        with suppress(Exception):  # a broken configuration, a root that is gone: either may be mended
            try:
                _follow(root, stop)
            except AlreadyWatched:
                known = _look(state_folder(root), known)
        stop.wait(LOOK_SECONDS)


def _follow(root: Path, stop: threading.Event) -> None:
    """Keep index and pseudocode live, and tell of what changes after the start."""
    pages = LivePages(root)

    def take(update: Update) -> None:
        pages.take(update.index, update.changed, update.removed, whole=update.whole)
        if not update.first:
            _tell([*update.changed, *update.removed])

    try:
        watch(root, take, stop, annotator=pages.annotator)
    finally:
        pages.close()


def _stop_at_end(stop: threading.Event) -> None:
    while os.read(0, 4096):
        pass
    stop.set()


def _look(state: Path, known: dict[str, FileRow] | None) -> dict[str, FileRow]:
    """Tell what another process has changed in the index since the last look; return what is in it now."""
    store = Store(state)
    try:
        rows = store.files()
    finally:
        store.close()
    if known is not None:
        _tell(sorted(path for path in known.keys() | rows.keys() if _read(known, path) != _read(rows, path)))
    return rows


def _read(rows: dict[str, FileRow], path: str) -> tuple[object, ...] | None:
    """Return how a file is read, whatever its stat says."""
    row = rows.get(path)
    return row[1:] if row else None


def _tell(files: list[str]) -> None:
    if files:
        print(json.dumps({"files": files}), flush=True)


if __name__ == "__main__":
    main()
