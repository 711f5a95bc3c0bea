"""A transaction is whole or not there, and leaves the database ready for the next one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from repomap.index.transaction import writing
from summarizer.shelf import Shelf


@pytest.fixture
def db() -> sqlite3.Connection:
    made = sqlite3.connect(":memory:", isolation_level=None)
    made.execute("CREATE TABLE note(text TEXT)")
    return made


def notes(db: sqlite3.Connection) -> list[str]:
    return [text for (text,) in db.execute("SELECT text FROM note")]


def test_what_an_error_leaves_is_undone_and_the_next_is_written(db: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.Error, match="binding"), writing(db):
        db.executemany("INSERT INTO note VALUES (?)", [("half",), (object(),)])

    with writing(db):
        db.execute("INSERT INTO note VALUES ('whole')")

    assert notes(db) == ["whole"]


def test_where_the_database_undid_it_already_its_own_error_is_raised(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA max_page_count=2")
    with pytest.raises(sqlite3.OperationalError, match="full"), writing(db):
        db.execute("INSERT INTO note VALUES (?)", ("x" * 100_000,))

    assert not db.in_transaction


def test_pages_can_be_noted_after_a_sentence_that_cannot_be_kept(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    with pytest.raises(UnicodeEncodeError):
        shelf.put_folders({"src": "half a character: \ud800"})

    shelf.note(b"made from")

    assert shelf.made_from() == b"made from"
    shelf.close()
