"""repomap: tell a coding agent which files of a repository to open."""

from typing import TYPE_CHECKING, Any

from repomap.errors import RepoMapError

if TYPE_CHECKING:
    from repomap.api import Map, RankedFiles, RepoMap

__all__ = ["Map", "RankedFiles", "RepoMap", "RepoMapError"]


def __getattr__(name: str) -> Any:  # PEP 562: `repomap --help` and every submodule do without the 60 ms of the rest
    if name in __all__:
        from repomap import api

        return getattr(api, name)
    raise AttributeError(f"module 'repomap' has no attribute {name!r}")
