"""The index: what every file of a repository holds, kept in SQLite and brought up to date by each command."""

from repomap.index.open import Index, open_index
from repomap.index.refresh import Progress, Refreshed

__all__ = ["Index", "Progress", "Refreshed", "open_index"]
