"""repomap: tell a coding agent which files of a repository to open."""

from repomap.api import Map, RankedFiles, RepoMap
from repomap.errors import RepoMapError

__all__ = ["Map", "RankedFiles", "RepoMap", "RepoMapError"]
