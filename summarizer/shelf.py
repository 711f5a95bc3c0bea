"""Keep every page in one small database, so that a search reads one file instead of thousands."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from repomap.damage import close
from repomap.index.transaction import writing
from summarizer.page import Page, pack_lines

NAME = "pages.db"
SCHEMA = 5  # raise it when a page is written differently
BUSY_SECONDS = 60.0
PAGE_BYTES = 16_384  # of SQLite's: a search reads all texts, in half the time it takes with 4 096
LONGEST_HELD = 1_000  # characters of a text looked for by SQLite, which takes up to 50 000

_WILD = re.compile(r"[*?\[]")

_TABLES = """
CREATE TABLE page(path BLOB PRIMARY KEY, key BLOB NOT NULL, header TEXT NOT NULL, text BLOB NOT NULL,
  lines BLOB NOT NULL, held TEXT NOT NULL);
CREATE TABLE state(made_from BLOB NOT NULL);
CREATE TABLE seen(said INTEGER NOT NULL, summary INTEGER NOT NULL);
CREATE TABLE folder(path BLOB PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE look(path BLOB PRIMARY KEY);
CREATE TABLE owed(path BLOB PRIMARY KEY);
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
                db.execute(f"PRAGMA page_size={PAGE_BYTES}")  # of a new file
                db.execute("PRAGMA journal_mode=WAL")
                db.execute("PRAGMA synchronous=NORMAL")
                if db.execute("PRAGMA user_version").fetchone()[0] != SCHEMA:
                    with writing(db):
                        for table in ("page", "state", "seen", "folder", "look", "owed"):
                            db.execute(f"DROP TABLE IF EXISTS {table}")
                        for statement in _TABLES.split(";"):
                            db.execute(statement)
                        db.execute(f"PRAGMA user_version={SCHEMA}")
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
        # os.fsdecode takes thrice as long
        encoding, errors = sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()
        return {str(path, encoding, errors): key for path, key in self.db.execute("SELECT path, key FROM page")}

    def made_from(self) -> bytes:
        """Return what all pages together were made from, b"" when some were put since that was noted."""
        row = self.db.execute("SELECT made_from FROM state").fetchone()
        return bytes(row[0]) if row else b""

    def knows(self, key: bytes) -> bool:
        """Tell whether the pages are still what they were when `note_also` noted `key`."""
        return self.db.execute("SELECT 1 FROM state WHERE made_from=?", (key,)).fetchone() is not None

    def note_also(self, made_from: bytes, key: bytes) -> None:
        """Note another key for the pages, in place of earlier ones, if they are still made from `made_from`."""
        with contextlib.suppress(sqlite3.OperationalError), writing(self.db):
            if self.made_from() == made_from:
                self.db.execute("DELETE FROM state WHERE made_from!=?", (made_from,))
                self.db.execute("INSERT INTO state VALUES (?)", (key,))

    def note(self, made_from: bytes) -> None:
        """Note what all pages together were made from."""
        with writing(self.db):
            self.db.execute("DELETE FROM state")
            self.db.execute("INSERT INTO state VALUES (?)", (made_from,))

    def seen(self) -> tuple[int, int]:
        """Return up to where in a model's lines and sentences all pages show them."""
        row = self.db.execute("SELECT said, summary FROM seen").fetchone()
        return (row[0], row[1]) if row else (0, 0)

    def note_seen(self, seen: tuple[int, int]) -> None:
        """Note up to where all pages show a model's lines and sentences."""
        if seen != self.seen():
            with writing(self.db):
                self.db.execute("DELETE FROM seen")
                self.db.execute("INSERT INTO seen VALUES (?,?)", seen)

    def holding(self, keys: set[str]) -> list[str]:
        """Return the pages of which a function or the file has one of these keys."""
        if not keys:
            return []
        rows = self.db.execute("SELECT path, held FROM page")
        return [os.fsdecode(path) for path, held in rows if not keys.isdisjoint(held.split("\n"))]

    def put(self, pages: Iterable[tuple[str, bytes, Page]], gone: Sequence[str]) -> None:
        """Insert or replace pages, each with what it was made from, and drop others: all or nothing.

        From then on the mirror is owed them.
        """
        pages = list(pages)
        touched = {path.rpartition("/")[0] for path in (*gone, *(path for path, _, _ in pages))}
        with writing(self.db):
            self.db.execute("DELETE FROM state")
            self.db.executemany("INSERT OR IGNORE INTO look VALUES (?)", ((os.fsencode(path),) for path in touched))
            named = [os.fsencode(path) for path in (*gone, *(path for path, _, _ in pages))]
            self.db.executemany("INSERT OR IGNORE INTO owed VALUES (?)", ((path,) for path in named))
            self.db.executemany("DELETE FROM page WHERE path=?", ((os.fsencode(path),) for path in gone))
            self.db.executemany(
                "INSERT OR REPLACE INTO page VALUES (?,?,?,?,?,?)",
                (
                    (
                        os.fsencode(path),
                        key,
                        "\n".join(page.header),
                        "\n".join(line.text for line in page.lines).replace("\0", " ").encode("utf-8", "replace"),
                        pack_lines(page),
                        "\n".join(page.held),
                    )
                    for path, key, page in pages
                ),
            )

    def sentences(self, folder: str) -> dict[str, str]:
        """Return the sentences of the files in a folder itself by their names, in order."""
        lead = os.fsencode(folder + "/") if folder else b""
        rows = self.db.execute(
            "SELECT path, header FROM page WHERE path >= ? AND path < ? ORDER BY path", (lead, _after(lead))
        )
        return {
            os.fsdecode(path[len(lead) :]): header.partition("\n")[2]
            for path, header in rows
            if b"/" not in path[len(lead) :]
        }

    def folders(self) -> list[str]:
        """Return the folders that pages are in, and those above, in order; "" is the root."""
        found = {""}
        for (path,) in self.db.execute("SELECT path FROM page"):
            folder = os.fsdecode(path).rpartition("/")[0]
            while folder not in found:
                found.add(folder)
                folder = folder.rpartition("/")[0]
        return sorted(found)

    def folder_sentence(self, path: str) -> str:
        """Return the sentence of a folder, "" for none."""
        row = self.db.execute("SELECT text FROM folder WHERE path=?", (os.fsencode(path),)).fetchone()
        return row[0] if row else ""

    def folders_in(self, folder: str) -> dict[str, str]:
        """Return the sentences of the folders in a folder itself by their names."""
        lead = os.fsencode(folder + "/") if folder else b""
        rows = self.db.execute("SELECT path, text FROM folder WHERE path >= ? AND path < ?", (lead, _after(lead)))
        return {
            os.fsdecode(path[len(lead) :]): text
            for path, text in rows
            if len(path) > len(lead) and b"/" not in path[len(lead) :]
        }

    def folders_to_look_at(self) -> set[str]:
        """Return the folders in which pages were put or dropped since `put_folders`."""
        return {os.fsdecode(path) for (path,) in self.db.execute("SELECT path FROM look")}

    def look_at(self, folders: Iterable[str]) -> None:
        """Have the sentences of folders looked at again."""
        self.db.executemany("INSERT OR IGNORE INTO look VALUES (?)", ((os.fsencode(path),) for path in folders))

    def put_folders(self, texts: Mapping[str, str]) -> None:
        """Replace the sentences of folders, "" for one that is gone; all have been looked at now.

        The mirror is owed the pages that show them: those in the folder itself, and of the root's all.
        """
        rows = [(os.fsencode(path), text) for path, text in texts.items()]
        with writing(self.db):
            self.db.executemany("DELETE FROM folder WHERE path=?", ((path,) for path, _ in rows))
            self.db.executemany("INSERT INTO folder VALUES (?,?)", (row for row in rows if row[1]))
            if "" in texts:
                self.owe()
            leads = [path + b"/" for path, _ in rows if path]
            self.db.executemany(
                "INSERT OR IGNORE INTO owed SELECT path FROM page WHERE path >= ? AND path < ?"
                " AND instr(substr(path, ?), X'2F') = 0",
                ((lead, _after(lead), len(lead) + 1) for lead in leads),
            )
            self.db.execute("DELETE FROM look")

    def owe(self) -> None:
        """Owe the mirror all pages: it was made anew."""
        self.db.execute("INSERT OR IGNORE INTO owed SELECT path FROM page")

    def owed(self, most: int) -> list[str]:
        """Return up to `most` paths, in order, whose files in the mirror may not be what the pages say."""
        return [
            os.fsdecode(path) for (path,) in self.db.execute("SELECT path FROM owed ORDER BY path LIMIT ?", (most,))
        ]

    def owing(self) -> int:
        """Return how many files the mirror is owed."""
        return int(self.db.execute("SELECT count(*) FROM owed").fetchone()[0])

    @contextlib.contextmanager
    def paying(self, paths: Sequence[str]) -> Iterator[None]:
        """Keep others from writing while the mirror's files at `paths` are written: they are not owed after that."""
        with writing(self.db):
            yield
            self.db.executemany("DELETE FROM owed WHERE path=?", ((os.fsencode(path),) for path in paths))

    def texts(self, holding: str = "") -> Iterator[tuple[bytes, bytes]]:
        """Iterate over (path, text in UTF-8) of all pages that hold a text, in no order."""
        if not holding or "\0" in holding or len(holding) > LONGEST_HELD:
            return self.db.execute("SELECT path, text FROM page")
        pattern = "*" + _WILD.sub(r"[\g<0>]", holding) + "*"
        return self.db.execute("SELECT path, text FROM page WHERE CAST(text AS TEXT) GLOB ?", (pattern,))

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


def _after(lead: bytes) -> bytes:
    """Return what comes after all paths that begin with `lead`."""
    return lead[:-1] + b"0" if lead else b"\xff" * 4  # "0" is the sign after "/"
