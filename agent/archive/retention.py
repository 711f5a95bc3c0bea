"""How long each kind of stored data lives: transcripts, screenshot files and uploads, each by its own setting."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from agent.archive.log import ArchiveError
from agent.archive.media import SCREENSHOTS, UPLOADS
from repomap.settings import advice

DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Retention:
    """The `[retention]` settings, in days since last written; 0 keeps for ever. None follows from another.

    What a request shows is not here: pruning a prompt deletes nothing.
    """

    transcript_days: int = 0
    screenshot_days: int = 30
    upload_days: int = 0


def read_retention(table: Mapping[str, Any]) -> Retention:
    """Return the settings of a parsed `[retention]` table. Raises ArchiveError that names a bad setting."""
    known = [item.name for item in fields(Retention)]
    for name, value in table.items():
        if name not in known:
            raise ArchiveError(f"[retention] {name} is not a setting; {advice(name, known)}")
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise ArchiveError(f"[retention] {name} must be a whole number of days, 0 or more, not {value!r}")
    return Retention(**table)


def prune(folder: Path, retention: Retention, now: float | None = None) -> list[Path]:
    """Delete what has outlived its own setting and return the files that are gone."""
    now = time.time() if now is None else now
    gone: list[Path] = []
    for days, paths in (
        (retention.screenshot_days, folder.glob(f"*/{SCREENSHOTS}/*")),
        (retention.upload_days, folder.glob(f"*/{UPLOADS}/*")),
        (retention.transcript_days, _logs(folder)),
    ):
        for path in sorted(paths):
            if days and path.is_file() and now - path.stat().st_mtime > days * DAY:
                path.unlink()
                gone.append(path)
    return gone


def _logs(folder: Path) -> Iterator[Path]:
    for log in folder.glob("*.jsonl"):
        yield log
        yield from folder.glob(f"{log.stem}.index.db*")
