"""The index database: its schema, and every statement that reads or writes it."""

from __future__ import annotations

import os
import sqlite3
import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from repomap.collector import uncollected
from repomap.damage import close
from repomap.files.ours import claim
from repomap.index.rows import FAILED, FileRow, Record, SegmentRow, Stat
from repomap.index.transaction import writing

SCHEMA = 6  # raise it when a table or a packed form changes: an index of another schema is made anew
BUSY_SECONDS = 60.0  # how long a process waits for another's write; the longest single write seen is the kernel's, 9 s

_TABLES = """
CREATE TABLE content(
  id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL, language TEXT NOT NULL, fingerprint BLOB NOT NULL,
  words INTEGER NOT NULL, symbols INTEGER NOT NULL, errors INTEGER NOT NULL, UNIQUE(digest, language, fingerprint));
CREATE TABLE record(content INTEGER PRIMARY KEY, definitions BLOB, refs BLOB, imports BLOB);
CREATE TABLE annotation(content INTEGER PRIMARY KEY, version BLOB NOT NULL, data BLOB NOT NULL);
CREATE TABLE file(
  path BLOB PRIMARY KEY, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, inode INTEGER NOT NULL,
  ctime_ns INTEGER NOT NULL, language TEXT NOT NULL, problem TEXT NOT NULL, fingerprint BLOB NOT NULL,
  content INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE segment(
  id INTEGER PRIMARY KEY AUTOINCREMENT, first_keys BLOB NOT NULL, documents BLOB NOT NULL,
  first_block INTEGER NOT NULL);
CREATE TABLE block(id INTEGER PRIMARY KEY AUTOINCREMENT, data BLOB NOT NULL);
CREATE TABLE memo(name TEXT PRIMARY KEY, key BLOB NOT NULL, value BLOB NOT NULL) WITHOUT ROWID;
"""


class Store:
    """A connection to the index in `folder`, or to one in memory for None. Raises sqlite3.Error like any database."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        if folder is not None:
            claim(folder)
        path = ":memory:" if folder is None else os.fspath(folder / "index.db")
        self.db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            self.db.execute("PRAGMA journal_mode=WAL")
            self.db.execute("PRAGMA synchronous=NORMAL")  # a crash may lose the last refresh, never the database
            if self._version() != SCHEMA:
                self._create()
        except BaseException:
            self.db.close()
            raise

    def close(self) -> None:
        """Close the connection."""
        close(self.db)

    def _version(self) -> int:
        return int(self.db.execute("PRAGMA user_version").fetchone()[0])

    def _create(self) -> None:
        with self.writing():
            if self._version() == SCHEMA:
                return  # another process was first
            names = self.db.execute("SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite_%'")
            for (name,) in names.fetchall():
                self.db.execute(f'DROP TABLE "{name}"')
            for statement in _TABLES.split(";"):
                self.db.execute(statement)
            self.db.execute(f"PRAGMA user_version={SCHEMA}")

    def writing(self) -> AbstractContextManager[None]:
        """Hold the write lock: all inside is one transaction, undone when an error leaves it."""
        return writing(self.db)

    # files

    @uncollected()
    def files(self) -> dict[str, FileRow]:
        """Return every path with its row."""
        rows = self.db.execute(
            "SELECT path, size, mtime_ns, inode, ctime_ns, language, problem, fingerprint, content FROM file"
        )
        encoding, errors = sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()
        new = tuple.__new__  # a third of the time of the named tuples' own makers, and os.fsdecode is as slow as they
        return {
            str(path, encoding, errors): new(FileRow, (new(Stat, stat), language, problem, fingerprint, content))
            for path, *stat, language, problem, fingerprint, content in rows
        }

    def put_files(self, rows: Iterable[tuple[str, FileRow]]) -> None:
        """Insert or replace rows."""
        self.db.executemany(
            "INSERT OR REPLACE INTO file VALUES (?,?,?,?,?,?,?,?,?)",
            (
                (os.fsencode(path), *row.stat, row.language, row.problem, row.fingerprint, row.content)
                for path, row in rows
            ),
        )

    def drop_files(self, paths: Iterable[str]) -> None:
        """Delete rows."""
        self.db.executemany("DELETE FROM file WHERE path=?", ((os.fsencode(path),) for path in paths))

    # contents

    def find_content(self, digest: bytes, language: str, fingerprint: bytes) -> int:
        """Return the content's number, 0 when it has not been seen."""
        row = self.db.execute(
            "SELECT id FROM content WHERE digest=? AND language=? AND fingerprint=?", (digest, language, fingerprint)
        ).fetchone()
        return int(row[0]) if row else 0

    def has_content(self, number: int) -> bool:
        """Tell whether a content is kept."""
        return self.db.execute("SELECT 1 FROM content WHERE id=?", (number,)).fetchone() is not None

    def language_of(self, number: int) -> str:
        """Return the language of a content, "" when it is not kept."""
        row = self.db.execute("SELECT language FROM content WHERE id=?", (number,)).fetchone()
        return row[0] if row else ""

    def put_content(self, record: Record, fingerprint: bytes) -> int:
        """Insert a content that has not been seen and return its number."""
        cursor = self.db.execute(
            "INSERT INTO content(digest, language, fingerprint, words, symbols, errors) VALUES (?,?,?,?,?,?)",
            (record.digest, record.language, fingerprint, record.words, record.symbols, record.errors),
        )
        number = cursor.lastrowid
        assert number is not None
        self.db.execute(
            "INSERT INTO record VALUES (?,?,?,?)", (number, record.definitions, record.references, record.imports)
        )
        return number

    def contents(self) -> dict[int, tuple[int, int, int]]:
        """Return each content's counts of words, symbols and syntax errors."""
        return {row[0]: row[1:] for row in self.db.execute("SELECT id, words, symbols, errors FROM content")}

    def column(self, name: str, content: int) -> bytes:
        """Return the packed `definitions`, `refs` or `imports` of a content."""
        row = self.db.execute(f"SELECT {name} FROM record WHERE content=?", (content,)).fetchone()
        return row[0] if row else b""

    def column_of_all(self, name: str) -> Iterator[tuple[int, bytes]]:
        """Iterate over (content, packed column) of every content."""
        return self.db.execute(f"SELECT content, {name} FROM record")

    def drop_contents(self, numbers: Iterable[int]) -> None:
        """Delete contents and their records."""
        some = [(number,) for number in numbers]
        self.db.executemany("DELETE FROM content WHERE id=?", some)
        self.db.executemany("DELETE FROM record WHERE content=?", some)
        self.db.executemany("DELETE FROM annotation WHERE content=?", some)

    def digests(self) -> dict[int, bytes]:
        """Return the hash that names each content."""
        return dict(self.db.execute("SELECT id, digest FROM content"))

    def digest(self, content: int) -> bytes | None:
        """Return the hash that names a content, None when it is not kept."""
        row = self.db.execute("SELECT digest FROM content WHERE id=?", (content,)).fetchone()
        return row[0] if row else None

    def annotation(self, content: int, version: bytes) -> bytes | None:
        """Return what was annotated of a content by that version, None when nothing was."""
        row = self.db.execute(
            "SELECT data FROM annotation WHERE content=? AND version=?", (content, version)
        ).fetchone()
        return row[0] if row else None

    def put_annotation(self, content: int, version: bytes, data: bytes) -> None:
        """Keep an annotation, in place of an older one."""
        self.db.execute("INSERT OR REPLACE INTO annotation VALUES (?,?,?)", (content, version, data))

    def failures(self) -> dict[int, str]:
        """Return the contents of which no annotation could be made, and why."""
        rows = self.db.execute("SELECT content, data FROM annotation WHERE substr(data, 1, 1)=?", (FAILED,))
        return {content: data[len(FAILED) :].decode("utf-8", "replace") for content, data in rows}

    # segments

    def segments(self) -> list[SegmentRow]:
        """Return the directory of every segment."""
        found = []
        for number, first_keys, documents, first_block in self.db.execute("SELECT * FROM segment ORDER BY id"):
            keys, contents = array("Q"), array("I")
            keys.frombytes(first_keys)
            contents.frombytes(documents)
            found.append(SegmentRow(number, keys, contents, first_block))
        return found

    def put_segment(self, first_keys: bytes, blocks: Sequence[bytes], documents: Iterable[int]) -> None:
        """Insert a segment whose document n is the content `documents[n]` (0: one that is kept elsewhere)."""
        if not blocks:
            return
        first = int(self.db.execute("SELECT coalesce(max(id), 0) + 1 FROM block").fetchone()[0])
        self.db.executemany("INSERT INTO block VALUES (?,?)", enumerate(blocks, first))
        self.db.execute(
            "INSERT INTO segment(first_keys, documents, first_block) VALUES (?,?,?)",
            (first_keys, array("I", documents).tobytes(), first),
        )

    def block(self, number: int) -> bytes:
        """Return a packed block."""
        row = self.db.execute("SELECT data FROM block WHERE id=?", (number,)).fetchone()
        if row is None:
            raise sqlite3.DatabaseError(f"the index lacks block {number}")
        data: bytes = row[0]
        return data

    def drop_segment(self, segment: SegmentRow) -> None:
        """Delete a segment and its blocks."""
        last = segment.first_block + len(segment.first_keys)
        self.db.execute("DELETE FROM block WHERE id>=? AND id<?", (segment.first_block, last))
        self.db.execute("DELETE FROM segment WHERE id=?", (segment.id,))

    # what was computed from the rest

    def memo(self, name: str, key: bytes) -> bytes | None:
        """Return the value kept under `name` when it was computed for the same `key`."""
        row = self.db.execute("SELECT value FROM memo WHERE name=? AND key=?", (name, key)).fetchone()
        return row[0] if row else None

    def put_memo(self, name: str, key: bytes, value: bytes) -> None:
        """Keep a value that was computed for `key`, in place of what stood under `name`."""
        self.db.execute("INSERT OR REPLACE INTO memo VALUES (?,?,?)", (name, key, value))
