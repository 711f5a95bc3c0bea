"""Say of what cannot be unpacked that the index is damaged, in the one way its readers know: the database's own."""

from __future__ import annotations

import contextlib
import sqlite3
import sys
import zlib
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

DAMAGED_VERSION = -1
"""The schema version of a database in which something could not be read: whoever opens it next makes it anew."""

_P = ParamSpec("_P")
_R = TypeVar("_R")


def sound(unpack: Callable[_P, _R]) -> Callable[_P, _R]:
    """Return `unpack` so that bytes which are not what was packed raise sqlite3.DatabaseError."""

    @wraps(unpack)
    def checked(*arguments: _P.args, **named: _P.kwargs) -> _R:
        try:
            return unpack(*arguments, **named)
        except (zlib.error, ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            raise sqlite3.DatabaseError(f"a record of the index is damaged: {error}") from error

    return checked


def is_damage(error: BaseException | None) -> bool:
    """Tell whether an error says that a database holds nonsense, not that it is locked or cannot be written."""
    return isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)


def close(db: sqlite3.Connection) -> None:
    """Close a database that can be made again; when damage is what ends its use, mark it to be made anew."""
    if is_damage(sys.exc_info()[1]):
        with contextlib.suppress(sqlite3.Error):
            db.execute(f"PRAGMA user_version={DAMAGED_VERSION}")
    db.close()
