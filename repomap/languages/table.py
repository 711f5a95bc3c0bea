"""The table of languages: how each is recognised, which grammar reads it, and which of its names are exported."""

from __future__ import annotations

from collections.abc import Iterable

from repomap.languages.first_class import FIRST_CLASS
from repomap.languages.row import Language
from repomap.languages.second_class import SECOND_CLASS
from repomap.languages.structure import STRUCTURE

LANGUAGES: tuple[Language, ...] = FIRST_CLASS + SECOND_CLASS + STRUCTURE
"""The languages that come with repomap."""

_rows: dict[str, Language] = {row.name: row for row in LANGUAGES}


def language(name: str) -> Language:
    """Return the row called `name`. Raises KeyError."""
    return _rows[name]


def languages() -> tuple[Language, ...]:
    """Return all rows: those that come with repomap and those of plug-ins, which may replace some of them."""
    return tuple(_rows.values())


def set_plugins(rows: Iterable[Language]) -> None:
    """Add `rows` to the table, in place of what was added before; a row takes the place of one with its name."""
    _rows.clear()
    _rows.update((row.name, row) for row in (*LANGUAGES, *rows))
