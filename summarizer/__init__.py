"""Pseudocode: a few greppable lines for every function, from the syntax tree at once, refined by a cheap model."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from summarizer.reading import pseudocode, summaries
    from summarizer.search import Hit, SearchError, grep

__all__ = ["Hit", "SearchError", "grep", "pseudocode", "summaries"]

_HOMES = {"pseudocode": "reading", "summaries": "reading"}


def __getattr__(name: str) -> Any:  # PEP 562: a search over pages that are true does without the 20 ms of the rest
    if name in __all__:
        return getattr(import_module(f"summarizer.{_HOMES.get(name, 'search')}"), name)
    raise AttributeError(f"module 'summarizer' has no attribute {name!r}")
