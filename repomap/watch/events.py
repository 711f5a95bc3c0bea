"""Say which file events matter: not git's own files, not our state, not what is known to be ignored."""

from __future__ import annotations

from collections.abc import Callable

from repomap.files.discover import NEVER_LISTED, WALK_IGNORE_FILES
from repomap.watch.settle import Gathering


class Ear:
    """Takes events, paths relative to the root, and gathers those that matter. May be called from any thread.

    `ignored` tells whether a path is known to be left out, `unknown` names the topmost folder above a path that was
    never looked into: it is what must be asked about first.
    """

    def __init__(
        self, gathering: Gathering, ignored: Callable[[str], bool], unknown: Callable[[str], str | None]
    ) -> None:
        self._gathering = gathering
        self._ignored = ignored
        self._unknown = unknown
        self.root_is_gone = False

    def file(self, path: str) -> None:
        """A file, or something else that is no folder, appeared, changed, went, or was moved."""
        if self._matters(path):
            name = path.rpartition("/")[2]
            if name in WALK_IGNORE_FILES or name == ".git":  # the latter is a submodule's or a linked work tree's
                self._gathering.touch_all()
            elif name not in NEVER_LISTED:
                self._gathering.touch(path)

    def folder(self, path: str, appeared: bool) -> None:
        """A folder's permissions changed, or with `appeared` it appeared, went, or was moved."""
        if self._matters(path):
            name = path.rpartition("/")[2]
            if name == ".git" and appeared:  # what is a repository decides which ignore files hold
                self._gathering.touch_all()
            elif name not in NEVER_LISTED:
                self._gathering.touch_folder(path)

    def _matters(self, path: str) -> bool:
        above = self._unknown(path)
        if above is None:
            return not self._ignored(path)
        if above.rpartition("/")[2] not in NEVER_LISTED and not self._ignored(above):
            self._gathering.touch_folder(above)
        return False

    def lost(self) -> None:
        """Events were lost."""
        self._gathering.touch_all()

    def root_went(self) -> None:
        """The root itself was deleted or moved."""
        self.root_is_gone = True
        self._gathering.wake()
