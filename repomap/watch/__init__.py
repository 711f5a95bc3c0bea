"""Keep a repository's index live: `watch` follows its files until it is told to stop."""

from repomap.watch.lock import AlreadyWatched
from repomap.watch.loop import RootGone, Update, watch

__all__ = ["AlreadyWatched", "RootGone", "Update", "watch"]
