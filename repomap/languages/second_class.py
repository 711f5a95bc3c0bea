"""Second-class languages: definitions and references."""

from __future__ import annotations

from repomap.languages.row import Language

SECOND_CLASS: tuple[Language, ...] = ()
