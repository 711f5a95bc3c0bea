"""The model's paid lines and the ledger of its calls, in a database of their own that outlives the index."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import time
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

from repomap.damage import is_damage
from repomap.files.ours import claim
from repomap.index.transaction import writing
from summarizer.outline import Outline, Step

NAME = "lines.db"
BUSY_SECONDS = 60.0

_TABLES = """
CREATE TABLE IF NOT EXISTS said(id INTEGER PRIMARY KEY, digest TEXT NOT NULL, prompt INTEGER NOT NULL,
  model TEXT NOT NULL, steps TEXT NOT NULL, UNIQUE(digest, prompt, model));
CREATE TABLE IF NOT EXISTS summary(key TEXT NOT NULL, prompt INTEGER NOT NULL, model TEXT NOT NULL,
  text TEXT NOT NULL, PRIMARY KEY(key, prompt, model));
CREATE TABLE IF NOT EXISTS call(id INTEGER PRIMARY KEY, day TEXT NOT NULL, model TEXT NOT NULL, plain INTEGER NOT NULL,
  written INTEGER NOT NULL, read INTEGER NOT NULL, output INTEGER NOT NULL, usd REAL NOT NULL);
CREATE TABLE IF NOT EXISTS rejection(id INTEGER PRIMARY KEY, day TEXT NOT NULL, model TEXT NOT NULL,
  prompt INTEGER NOT NULL, digest TEXT NOT NULL, reason TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS batch(name TEXT PRIMARY KEY, model TEXT NOT NULL, asked TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS fact(name TEXT PRIMARY KEY, value INTEGER NOT NULL);
"""


class Usage(NamedTuple):
    """One call: its day (UTC), its model, its tokens (input plain, written to the cache, read from it), its price."""

    day: str
    model: str
    plain: int
    written: int
    read: int
    output: int
    usd: float


class Day(NamedTuple):
    """The calls of one day and model, added up."""

    day: str
    model: str
    calls: int
    input: int
    output: int
    usd: float


class Lines:
    """A connection to what a model has said. Raises sqlite3.Error like any database."""

    def __init__(self, path: str) -> None:
        self.db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            self.db.execute("PRAGMA journal_mode=WAL")
            self.db.executescript(_TABLES)
        except BaseException:
            self.db.close()
            raise

    def close(self) -> None:
        """Close the database."""
        self.db.close()

    def writing(self) -> AbstractContextManager[None]:
        """One transaction."""
        return writing(self.db)

    def identity(self) -> int:
        """Return a number of this database alone: places in another mean something else."""
        asked = "SELECT value FROM fact WHERE name='identity'"
        row = self.db.execute(asked).fetchone()
        if row is None:
            self.db.execute("INSERT OR IGNORE INTO fact VALUES ('identity', abs(random()))")
            row = self.db.execute(asked).fetchone()
        return int(row[0])

    def place(self) -> tuple[int, int]:
        """Return up to where lines and sentences go now: what is said later comes after."""
        said = self.db.execute("SELECT coalesce(max(id), 0) FROM said").fetchone()[0]
        return said, self.db.execute("SELECT coalesce(max(rowid), 0) FROM summary").fetchone()[0]

    def keys_since(self, place: tuple[int, int]) -> set[str]:
        """Return the keys of functions, files and folders of which something was said after `place`."""
        rows = self.db.execute(
            "SELECT digest FROM said WHERE id > ? UNION SELECT key FROM summary WHERE rowid > ?", place
        )
        return {key for (key,) in rows}

    def said(self, outline: Outline) -> dict[int, tuple[Step, ...]]:
        """Return the model's steps for those functions of a file that are still what it wrote about."""
        wanted = {anchor.digest for anchor in outline.anchors.values()}
        found = self._steps(wanted)
        steps: dict[int, tuple[Step, ...]] = {}
        for place, anchor in outline.anchors.items():
            rows = found.get(anchor.digest)
            if rows:
                last = len(anchor.lines) - 1
                steps[place] = tuple(Step(anchor.lines[min(at, last)], depth, text) for at, depth, text in rows)
        return steps

    def _steps(self, digests: set[str]) -> dict[str, list[tuple[int, int, str]]]:
        marks = ",".join("?" * len(digests))
        rows = self.db.execute(f"SELECT digest, steps FROM said WHERE digest IN ({marks}) ORDER BY id", tuple(digests))
        return {digest: json.loads(steps) for digest, steps in rows}

    def known(self, digests: Iterable[str], prompt: int, model: str) -> set[str]:
        """Return those of `digests` that this model has written about under this prompt."""
        rows = self.db.execute("SELECT digest FROM said WHERE prompt=? AND model=?", (prompt, model))
        return {row[0] for row in rows} & set(digests)

    def keep(self, digest: str, prompt: int, model: str, steps: Sequence[tuple[int, int, str]]) -> None:
        """Keep what was said of a function: (its code line, depth, text) each. Inside `writing`."""
        self.db.execute(
            "INSERT OR REPLACE INTO said(id, digest, prompt, model, steps)"
            " VALUES ((SELECT coalesce(max(id), 0) + 1 FROM said),?,?,?,?)",
            (digest, prompt, model, json.dumps(steps, ensure_ascii=False)),
        )

    def summary(self, key: str) -> str:
        """Return the newest sentence kept under `key`, "" for none."""
        row = self.db.execute("SELECT text FROM summary WHERE key=? ORDER BY rowid DESC LIMIT 1", (key,)).fetchone()
        return row[0] if row else ""

    def keep_summary(self, key: str, prompt: int, model: str, text: str) -> None:
        """Keep a sentence about what `key` stands for. Inside `writing`."""
        self.db.execute(
            "INSERT OR REPLACE INTO summary(rowid, key, prompt, model, text)"
            " VALUES ((SELECT coalesce(max(rowid), 0) + 1 FROM summary),?,?,?,?)",
            (key, prompt, model, text),
        )

    def charge(self, usage: Usage) -> None:
        """Enter a call in the ledger."""
        self.db.execute("INSERT INTO call(day, model, plain, written, read, output, usd) VALUES (?,?,?,?,?,?,?)", usage)

    def days(self) -> list[Day]:
        """Return the ledger by day and model, oldest first."""
        rows = self.db.execute(
            "SELECT day, model, count(*), sum(plain + written + read), sum(output), sum(usd) FROM call"
            " GROUP BY day, model ORDER BY day, model"
        )
        return [Day(*row) for row in rows]

    def reject(self, day: str, model: str, prompt: int, digest: str, reason: str) -> None:
        """Note that an answer about a function was not used, and why."""
        self.db.execute(
            "INSERT INTO rejection(day, model, prompt, digest, reason) VALUES (?,?,?,?,?)",
            (day, model, prompt, digest, reason),
        )

    def rejections(self) -> list[tuple[str, int]]:
        """Return the reasons for which answers were not used, with their numbers, most frequent first."""
        rows = self.db.execute("SELECT reason, count(*) FROM rejection GROUP BY reason ORDER BY count(*) DESC, reason")
        return [(reason, count) for reason, count in rows]

    def refusals(self, prompt: int, model: str) -> dict[str, int]:
        """Return how often an answer of this model under this prompt was not used, by function and folder."""
        asked = "SELECT digest, count(*) FROM rejection WHERE prompt=? AND model=? GROUP BY digest"
        return dict(self.db.execute(asked, (prompt, model)))

    def put_batch(self, name: str, model: str, asked: object) -> None:
        """Note a batch that was sent and what its requests were about."""
        self.db.execute("INSERT OR REPLACE INTO batch VALUES (?,?,?)", (name, model, json.dumps(asked)))

    def batches(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Return the batches whose results were not taken yet: name, model, and request → its job."""
        return [(name, model, json.loads(asked)) for name, model, asked in self.db.execute("SELECT * FROM batch")]

    def drop_batch(self, name: str) -> None:
        """Forget a batch whose results were taken."""
        self.db.execute("DELETE FROM batch WHERE name=?", (name,))


def open_lines(state: Path, *, create: bool) -> Lines | None:
    """Return the lines in the state folder; None where there are none and none are to be made."""
    path = state / NAME
    if not create and not path.exists():
        return None
    claim(state)
    try:
        return Lines(os.fspath(path))
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
    aside = path.with_name(f"{NAME}.damaged-{time.time_ns()}")  # it was paid for: sqlite3's .recover may read it
    for suffix in ("-wal", "-shm", ""):
        with contextlib.suppress(FileNotFoundError):
            Path(f"{path}{suffix}").rename(f"{aside}{suffix}")
    return Lines(os.fspath(path)) if create else None


def put_aside(state: Path) -> list[Path]:
    """Return the damaged databases that were put aside, oldest first."""
    return [place for place in sorted(state.glob(f"{NAME}.damaged-*")) if place.name[-1].isdigit()]
