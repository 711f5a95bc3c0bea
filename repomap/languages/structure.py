"""Structure: files of which the named parts are kept, such as headings, tables and targets."""

from __future__ import annotations

from repomap.languages.row import Language

STRUCTURE: tuple[Language, ...] = ()
