"""Pseudocode: a few greppable lines for every function, from the syntax tree at once, refined by a cheap model."""

from summarizer.library import Library, library
from summarizer.reading import pseudocode, summaries
from summarizer.search import Hit, SearchError, grep

__all__ = ["Hit", "Library", "SearchError", "grep", "library", "pseudocode", "summaries"]
