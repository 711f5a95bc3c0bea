"""The transcript archive: every message whole, append-only, searchable, and found again by its position."""

from agent.archive.log import Archive, ArchiveError, Entry, NotWritten, open_archive, read_archive
from agent.archive.recall import recall
from agent.archive.retention import Retention, prune, read_retention
from agent.archive.search import Match, SearchResult, search, update_index
from agent.archive.sessions import Session, sessions

__all__ = [
    "Archive",
    "ArchiveError",
    "Entry",
    "Match",
    "NotWritten",
    "Retention",
    "SearchResult",
    "Session",
    "open_archive",
    "prune",
    "read_archive",
    "read_retention",
    "recall",
    "search",
    "sessions",
    "update_index",
]
