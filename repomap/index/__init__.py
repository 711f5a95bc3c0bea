"""The index: what every file of a repository holds, kept in SQLite and brought up to date by each command."""

from repomap.index.annotations import annotated, annotated_in_parts
from repomap.index.open import Index, open_index
from repomap.index.refresh import Progress, Refreshed
from repomap.index.rows import Annotator

__all__ = ["Annotator", "Index", "Progress", "Refreshed", "annotated", "annotated_in_parts", "open_index"]
