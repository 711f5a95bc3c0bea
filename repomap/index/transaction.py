"""Write to a database: all or nothing, one process at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def writing(db: sqlite3.Connection) -> Iterator[None]:
    """Hold the write lock: all inside is one transaction, undone when an error leaves it."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # a full disk may have undone it already
            db.execute("ROLLBACK")
        raise
