"""Which sessions there are, without reading them whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.archive.log import ArchiveError, read_archive


@dataclass(frozen=True, slots=True)
class Session:
    """One session on disk: name, what it is about (its first entry), entries, bytes, and when it was last written."""

    name: str
    about: Mapping[str, Any]
    entries: int
    size: int
    written: float


def sessions(folder: Path) -> list[Session]:
    """Return a folder's sessions, the newest first. One that cannot be read is listed with its error in `about`."""
    found: list[Session] = []
    for path in folder.glob("*.jsonl"):
        stat = path.stat()
        about: Mapping[str, Any] = {}
        entries = 0
        try:
            archive = read_archive(folder, path.stem)
            entries = len(archive)
            about = archive.read(0, media=False).data if entries else {}
        except ArchiveError as error:
            about = {"error": str(error)}
        found.append(Session(path.stem, about, entries, stat.st_size, stat.st_mtime))
    return sorted(found, key=lambda session: (-session.written, session.name))
