"""The log of one session: JSON lines that are only ever appended, whole, before any filter sees them."""

from __future__ import annotations

import fcntl
import json
import mmap
import os
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.archive.media import restore_media, store_media

VERSION = 1
LATEST = 1e12  # seconds since 1970: a later time is damage, and too large for what would print it


class ArchiveError(Exception):
    """A session that cannot be opened; the message says why in one sentence."""


class NotWritten(ArchiveError):
    """An entry that the disk did not take; the session is as it was before, and can be resumed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log. `seq` is its position, from 0; `data` is what was appended, images put back."""

    seq: int
    kind: str
    turn: int
    time: float
    data: Mapping[str, Any]


class Archive:
    """An open session. One process may append; any number may read.

    `append` returns once the line is written to the system (a killed process loses at most an unfinished line),
    `end_turn` once it is on the disk. Not safe for two threads at once.
    """

    def __init__(self, path: Path, descriptor: int | None) -> None:
        self.path = path
        self.folder = path.with_suffix("")
        self.turn = 0
        self.cut = 0
        """Bytes of an unfinished last line that were cut off when the session was opened for writing."""
        self._descriptor = descriptor
        self._offsets, end = _complete_lines(path)
        self._end = end
        self._unsynced: list[Path] = []
        if descriptor is not None:
            size = os.fstat(descriptor).st_size
            if size > end:
                self.cut = size - end
                os.ftruncate(descriptor, end)
        if self._offsets:
            self.turn = max((self.read(seq).turn for seq in (0, len(self._offsets) - 1)), default=0)

    def __len__(self) -> int:
        return len(self._offsets)

    @property
    def session(self) -> str:
        """The session's name."""
        return self.path.stem

    def span(self, seq: int) -> tuple[int, int]:
        """Return the bytes [start, end) of an entry's line in the file. Raises ArchiveError for an unknown position."""
        if not 0 <= seq < len(self._offsets):
            last = len(self._offsets) - 1
            raise ArchiveError(f"the archive has no position {seq} (it goes from 0 to {last})")
        end = self._offsets[seq + 1] if seq + 1 < len(self._offsets) else self._end
        return self._offsets[seq], end

    def append(self, kind: str, data: Mapping[str, Any]) -> int:
        """Append an entry whole and return its position. Images go to files first: no line names a missing one.

        Raises NotWritten (a full disk); then nothing of it is in the log.
        """
        if self._descriptor is None:
            raise ArchiveError(f"session {self.session} is open for reading only")
        try:
            body, written = store_media(data, self.folder)
            self._unsynced += written
            line = _encode({"kind": kind, "turn": self.turn, "time": round(time.time(), 3), "data": body})
            view = memoryview(line)
            while view:
                view = view[os.write(self._descriptor, view) :]
        except OSError as error:
            os.ftruncate(self._descriptor, self._end)
            raise NotWritten(f"session {self.session} cannot be written: {error.strerror}") from error
        self._offsets.append(self._end)
        self._end += len(line)
        return len(self._offsets) - 1

    def end_turn(self) -> None:
        """Bring everything appended so far to the disk and begin the next turn."""
        if self._descriptor is None:
            return
        for path in self._unsynced:
            _sync(path)
        self._unsynced.clear()
        os.fsync(self._descriptor)
        self.turn += 1

    def read(self, seq: int, *, media: bool = True) -> Entry:
        """Return the entry at a position, images put back unless `media` is off. Raises ArchiveError for none."""
        start, end = self.span(seq)
        with self.path.open("rb") as file:
            file.seek(start)
            return self._entry(seq, file.read(end - start), media)

    def entries(self, kind: str = "", *, media: bool = True) -> Iterator[Entry]:
        """Yield all entries in order, or those of one kind; what is skipped is not even parsed."""
        start_of_line = f'{{"kind":"{kind}"'.encode() if kind else b""
        with self.path.open("rb") as file:
            for seq in range(len(self._offsets)):
                start, end = self.span(seq)
                file.seek(start)
                line = file.read(end - start)
                if line.startswith(start_of_line):
                    yield self._entry(seq, line, media)

    def history(self) -> tuple[list[dict[str, Any]], list[int]]:
        """Return the conversation to resume: its messages and their positions, later rewinds applied."""
        messages: list[dict[str, Any]] = []
        positions: list[int] = []
        for entry in self.entries():
            if entry.kind == "message":
                messages.append({"role": entry.data.get("role"), "content": entry.data.get("content")})
                positions.append(entry.seq)
            elif entry.kind == "rewind" and isinstance(to := entry.data.get("to"), int):
                while positions and positions[-1] > to:
                    positions.pop()
                    messages.pop()
        return messages, positions

    def map(self) -> mmap.mmap | bytes:
        """Return the file's bytes for a scan; close it after use when it is a map."""
        with self.path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if self._end else b""

    def close(self) -> None:
        """Bring everything to the disk and let go of the session."""
        if self._descriptor is not None:
            self.end_turn()
            os.close(self._descriptor)
            self._descriptor = None

    def _entry(self, seq: int, line: bytes, media: bool) -> Entry:
        record = _decode(line)
        if "kind" not in record and "role" in record:  # a log of bare messages, as other tools write them
            record = {"kind": "message", "data": record}
        data = record.get("data")
        data = data if isinstance(data, dict) else {}
        if media and b'"type":"archived"' in line:
            data = restore_media(data, self.folder)
        kind, turn, moment = record.get("kind"), record.get("turn"), record.get("time")
        return Entry(
            seq,
            kind if isinstance(kind, str) else "damaged",
            turn if isinstance(turn, int) else 0,
            float(moment) if isinstance(moment, int | float) and abs(moment) < LATEST else 0.0,
            data,
        )


def open_archive(folder: Path, session: str, *, about: Mapping[str, Any] | None = None) -> Archive:
    """Open a session for appending, a new one with `about` (task, root, model …) as its first entry.

    Cuts off the unfinished line that a killed process left. Raises ArchiveError when another process has it open, or
    when a newer version wrote it.
    """
    if not session or session != Path(session).name or session.startswith("."):
        raise ArchiveError(f"{session!r} is not a session's name")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{session}.jsonl"
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise ArchiveError(f"session {session} is open in another process") from None
    archive = Archive(path, descriptor)
    try:
        _check_version(archive)
    except ArchiveError:
        os.close(descriptor)
        raise
    if not len(archive):
        archive.append("session", {"version": VERSION, **(about or {})})
        _sync(folder)
    return archive


def read_archive(folder: Path, session: str) -> Archive:
    """Open a session for reading. Raises ArchiveError when there is none, or when a newer version wrote it."""
    path = folder / f"{session}.jsonl"
    if session != Path(session).name or not path.is_file():
        raise ArchiveError(f"there is no session {session}")
    archive = Archive(path, None)
    _check_version(archive)
    return archive


def _check_version(archive: Archive) -> None:
    if not len(archive):
        return
    first = archive.read(0, media=False)
    version = first.data.get("version", VERSION) if first.kind == "session" else VERSION
    if version != VERSION:
        raise ArchiveError(
            f"session {archive.session} has transcript version {version}, and this repomap reads version {VERSION}"
        )


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _complete_lines(path: Path) -> tuple[list[int], int]:
    """Return where each complete line starts, and where the last one ends."""
    offsets: list[int] = []
    start = 0
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size == 0:
            return offsets, 0
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            while (end := data.find(b"\n", start)) >= 0:
                offsets.append(start)
                start = end + 1
    return offsets, start


def _encode(record: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    except UnicodeEncodeError:  # half a surrogate pair, out of a tool that printed binary: escaped, it survives
        return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def _decode(line: bytes) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):  # a line damaged on the disk costs that one entry
        return {}
    return record if isinstance(record, dict) else {}
