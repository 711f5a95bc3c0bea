"""Maps of an index that is kept live: made from it as it is, with no look at the files."""

from __future__ import annotations

from pathlib import Path

from repomap.api import RepoMap
from repomap.files.discover import state_folder
from repomap.index import Index
from repomap.index.reader import Reader
from repomap.index.store import Store


class LiveMap(RepoMap):
    """A repository whose index a watch keeps true; `live` is that index."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.live: Index | None = None

    def open(self) -> Index:
        """Return the live index through a connection of its own, which the caller closes."""
        folder = state_folder(self.root)
        if self.live is None or not (folder / "index.db").exists():
            return super().open()
        return self.live._replace(reader=Reader(Store(folder), self.live.reader.rows))
