"""The table of languages: how each is recognised, which grammar reads it, and which of its names are exported."""

from __future__ import annotations

from functools import cache

from repomap.languages.first_class import FIRST_CLASS
from repomap.languages.row import Language
from repomap.languages.second_class import SECOND_CLASS
from repomap.languages.structure import STRUCTURE

LANGUAGES: tuple[Language, ...] = FIRST_CLASS + SECOND_CLASS + STRUCTURE


@cache
def _by_name() -> dict[str, Language]:
    return {row.name: row for row in LANGUAGES}


def language(name: str) -> Language:
    """Return the row called `name`. Raises KeyError."""
    return _by_name()[name]
