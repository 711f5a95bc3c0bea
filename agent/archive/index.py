"""The trigram index beside a session's log: which passages can hold a text. It can be made again from the log."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from agent.archive.log import Archive
from agent.archive.text import passages

SCHEMA = 2
LARGEST_INDEXED = 200_000  # code points: FTS5 takes about 0.25 s for a million; a larger passage is scanned instead
MOST_TRIGRAMS = 24  # of a pattern, spread over it: more narrow nothing further and cost a posting list each


class Index:
    """An open index. `update` brings it up to the log's end; `candidates` asks it."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self._database = _open(archive.path.with_suffix(".index.db"))

    def update(self) -> None:
        """Index what was appended since the last time."""
        done = int(self._database.execute("SELECT value FROM state WHERE name = 'next'").fetchone()[0])
        if done > len(self.archive):  # the log is not the one that was indexed
            self._database.executescript(
                "DELETE FROM passages; DELETE FROM calls; INSERT INTO words(words) VALUES('delete-all');"
            )
            done = 0
        if done == len(self.archive):
            return
        tools: dict[str, str] = dict(self._database.execute("SELECT id, tool FROM calls"))
        known = len(tools)
        with self._database:
            for seq in range(done, len(self.archive)):
                entry = self.archive.read(seq, media=False)
                for passage in passages(entry.kind, entry.data, tools):
                    large = len(passage.text) > LARGEST_INDEXED
                    row = self._database.execute(
                        "INSERT INTO passages(seq, block, label, tool, large) VALUES(?, ?, ?, ?, ?)",
                        (seq, passage.block, passage.label, passage.tool, large),
                    ).lastrowid
                    if not large:
                        # The tokenizer takes a NUL for the end of the text.
                        text = passage.text.encode("utf-8", "replace").decode().replace("\0", " ")
                        self._database.execute("INSERT INTO words(rowid, text) VALUES(?, ?)", (row, text))
            self._database.executemany(
                "INSERT OR IGNORE INTO calls(id, tool) VALUES(?, ?)", list(tools.items())[known:]
            )
            self._database.execute("UPDATE state SET value = ? WHERE name = 'next'", (len(self.archive),))

    def candidates(self, literals: Sequence[str], after: int) -> Iterator[tuple[int, int, str, str]] | None:
        """Yield (seq, block, label, tool) of the passages behind `after` that can hold all literals, in order.

        None means that the index cannot narrow the search: no literal has three characters.
        """
        grams = [gram for literal in literals for gram in _trigrams(literal)]
        if not grams:
            return None
        query = " AND ".join('"' + gram.replace('"', '""') + '"' for gram in grams)
        return self._database.execute(
            "SELECT seq, block, label, tool FROM passages WHERE rowid IN "
            "(SELECT rowid FROM words WHERE words MATCH ?2 UNION SELECT rowid FROM passages WHERE large = 1) "
            "AND seq > ?1 ORDER BY rowid",
            (after, query),
        )

    def passages(self, after: int) -> Iterator[tuple[int, int, str, str]]:
        """Yield (seq, block, label, tool) of all passages behind `after`, in order."""
        return self._database.execute(
            "SELECT seq, block, label, tool FROM passages WHERE seq > ? ORDER BY rowid", (after,)
        )

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()


def _trigrams(literal: str) -> list[str]:
    grams = list(dict.fromkeys(literal[start : start + 3] for start in range(len(literal) - 2)))
    grams = [gram for gram in grams if "\0" not in gram]
    step = max(1, -(-len(grams) // MOST_TRIGRAMS))
    return grams[::step]


def _open(path: Path) -> sqlite3.Connection:
    try:
        return _prepare(path)
    except sqlite3.OperationalError:  # locked, or no place to write: what is there may be sound
        raise
    except sqlite3.DatabaseError:  # damaged, or of another version: it holds nothing that the log does not
        for name in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
            name.unlink(missing_ok=True)
        return _prepare(path)


def _prepare(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=10, check_same_thread=False)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = OFF")
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if version == 0:
        # detail=none keeps an eighth of the full index's size; phrases are checked on the text itself.
        database.executescript(f"""
            CREATE TABLE IF NOT EXISTS passages(seq INTEGER, block INTEGER, label TEXT, tool TEXT, large INTEGER);
            CREATE INDEX IF NOT EXISTS passages_seq ON passages(seq);
            CREATE INDEX IF NOT EXISTS passages_large ON passages(large) WHERE large = 1;
            CREATE TABLE IF NOT EXISTS calls(id TEXT PRIMARY KEY, tool TEXT);
            CREATE TABLE IF NOT EXISTS state(name TEXT PRIMARY KEY, value INTEGER);
            INSERT OR IGNORE INTO state VALUES('next', 0);
            CREATE VIRTUAL TABLE IF NOT EXISTS words
                USING fts5(text, content='', detail='none', tokenize='trigram');
            PRAGMA user_version = {SCHEMA};
        """)
    elif version != SCHEMA:
        database.close()
        raise sqlite3.DatabaseError("another version")
    return database
