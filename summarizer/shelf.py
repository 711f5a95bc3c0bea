"""Keep every page in one small database, so that a search reads one file instead of thousands."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from repomap.damage import close
from summarizer.page import Page, pack_lines

NAME = "pages.db"
SCHEMA = 2  # raise it when a page is written differently
BUSY_SECONDS = 60.0

_TABLES = """
CREATE TABLE page(path BLOB PRIMARY KEY, key BLOB NOT NULL, header TEXT NOT NULL, text BLOB NOT NULL,
  lines BLOB NOT NULL);
CREATE TABLE state(made_from BLOB NOT NULL);
"""


class Kept(NamedTuple):
    """A page as it is kept: the texts of its lines joined by newlines, and their packed numbers, depths and scopes."""

    path: str
    header: str
    text: str
    lines: bytes


class Shelf:
    """A connection to the pages in `folder`, or to ones in memory for None. A broken file is made anew."""

    def __init__(self, folder: Path | None) -> None:
        path = ":memory:" if folder is None else os.fspath(folder / NAME)
        self.folder = folder
        self.db = self._opened(path)

    def _opened(self, path: str) -> sqlite3.Connection:
        for attempt in (1, 2):
            db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
            try:
                db.execute("PRAGMA journal_mode=WAL")
                db.execute("PRAGMA synchronous=NORMAL")
                if db.execute("PRAGMA user_version").fetchone()[0] != SCHEMA:
                    db.execute("BEGIN IMMEDIATE")
                    db.execute("DROP TABLE IF EXISTS page")
                    db.execute("DROP TABLE IF EXISTS state")
                    for statement in _TABLES.split(";"):
                        db.execute(statement)
                    db.execute(f"PRAGMA user_version={SCHEMA}")
                    db.execute("COMMIT")
                return db
            except sqlite3.OperationalError:
                db.close()
                raise
            except sqlite3.DatabaseError:
                db.close()
                if attempt == 2:
                    raise
                for suffix in ("", "-wal", "-shm"):
                    with contextlib.suppress(FileNotFoundError):
                        os.unlink(path + suffix)
        raise AssertionError("unreachable")

    def close(self) -> None:
        """Close the database."""
        close(self.db)

    def keys(self) -> dict[str, bytes]:
        """Return what each page was made from."""
        return {os.fsdecode(path): key for path, key in self.db.execute("SELECT path, key FROM page")}

    def made_from(self) -> bytes:
        """Return what all pages together were made from, b"" when some were put since that was noted."""
        row = self.db.execute("SELECT made_from FROM state").fetchone()
        return bytes(row[0]) if row else b""

    def note(self, made_from: bytes) -> None:
        """Note what all pages together were made from."""
        self.db.execute("BEGIN IMMEDIATE")
        self.db.execute("DELETE FROM state")
        self.db.execute("INSERT INTO state VALUES (?)", (made_from,))
        self.db.execute("COMMIT")

    def put(self, pages: Iterable[tuple[str, bytes, Page]], gone: Iterable[str]) -> None:
        """Insert or replace pages, each with what it was made from, and drop others: all or nothing."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            self.db.execute("DELETE FROM state")
            self.db.executemany("DELETE FROM page WHERE path=?", ((os.fsencode(path),) for path in gone))
            self.db.executemany(
                "INSERT OR REPLACE INTO page VALUES (?,?,?,?,?)",
                (
                    (
                        os.fsencode(path),
                        key,
                        "\n".join(page.header),
                        "\n".join(line.text for line in page.lines).encode("utf-8", "replace"),
                        pack_lines(page),
                    )
                    for path, key, page in pages
                ),
            )
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")

    def texts(self) -> Iterator[tuple[bytes, bytes]]:
        """Iterate over (path, text in UTF-8) of all pages in path order."""
        return self.db.execute("SELECT path, text FROM page ORDER BY path")

    def headers(self) -> list[tuple[str, str]]:
        """Return (path, header) of all pages in path order."""
        rows = self.db.execute("SELECT path, header FROM page ORDER BY path")
        return [(os.fsdecode(path), header) for path, header in rows]

    def page(self, path: str | bytes) -> Kept | None:
        """Return a page, None when there is none."""
        row = self.db.execute(
            "SELECT path, header, text, lines FROM page WHERE path=?", (os.fsencode(path),)
        ).fetchone()
        return Kept(os.fsdecode(row[0]), row[1], row[2].decode("utf-8"), row[3]) if row else None
