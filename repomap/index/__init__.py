"""The index: what every file of a repository holds, kept in SQLite and brought up to date by each command."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from repomap.index.annotations import annotated, annotated_in_parts
    from repomap.index.open import Index, open_index
    from repomap.index.refresh import Progress, Refreshed
    from repomap.index.rows import Annotator

__all__ = ["Annotator", "Index", "Progress", "Refreshed", "annotated", "annotated_in_parts", "open_index"]

_HOMES = {"Annotator": "rows", "Index": "open", "open_index": "open", "Progress": "refresh", "Refreshed": "refresh"}


def __getattr__(name: str) -> Any:  # PEP 562: what asks only whether files changed does without the 10 ms of the rest
    if name in __all__:
        return getattr(import_module(f"repomap.index.{_HOMES.get(name, 'annotations')}"), name)
    raise AttributeError(f"module 'repomap.index' has no attribute {name!r}")
