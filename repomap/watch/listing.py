"""Keep the list of a repository's files true from what was touched, without looking at the rest of them."""

from __future__ import annotations

import os
import stat
from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from repomap.files.discover import OWN_IGNORE_FILE, WALK_IGNORE_FILES, Discovery, SourceFile
from repomap.files.gitfiles import GitRefused, ignored_files, tracked_files
from repomap.settings import FileSettings
from repomap.watch.outside import folders_above
from repomap.watch.settle import Touched

MOST_IGNORED = 10_000  # names remembered as ignored, so that a log in a source folder costs one question and no more


class Doubtful(Exception):
    """Only a discovery of the whole root can tell what belongs to it now."""


class Relisted(NamedTuple):
    """What became of files that were touched: those that are there, as they are, and the paths that went."""

    present: list[SourceFile]
    gone: list[str]


class Listing:
    """The files and folders of the last discovery, and what has changed since."""

    def __init__(self, discovery: Discovery, settings: FileSettings) -> None:
        self.root = os.fspath(discovery.root)
        self.folders = set(discovery.folders)
        self._base = os.path.join(self.root, "")
        self._discovery = discovery
        self._files = list(discovery.files)
        self._ignored: set[str] = set()
        self._changed = False
        above = folders_above(self.root)
        self._repository = bool(above)
        own_files = any(_any_file(folder, (OWN_IGNORE_FILE,)) for folder in above)
        self._plain = not (settings.include or settings.exclude or discovery.notes or own_files)

    @property
    def discovery(self) -> Discovery:
        """The files as a discovery would list them now."""
        if self._changed:
            self._discovery = self._discovery._replace(files=tuple(self._files), folders=tuple(sorted(self.folders)))
            self._changed = False
        return self._discovery

    def ignores(self, path: str) -> bool:
        """Tell whether a path is known to be left out."""
        return path in self._ignored

    def take(self, touched: Touched) -> Relisted:
        """Look at what was touched and nothing else. Raises Doubtful."""
        if touched.all:
            raise Doubtful
        present: list[SourceFile] = []
        gone: list[str] = []
        new: list[str] = []
        new_folders: list[str] = []
        for path in sorted(touched.folders):
            if _is_folder(self._base + path):
                new_folders.append(path)
            elif path + "/" in self.folders:
                gone += self._below(path + "/")
        for path in sorted(touched.files):
            status = _status(self._base + path)
            if status is not None and stat.S_ISDIR(status.st_mode):
                raise Doubtful
            listed = self._at(path)
            if status is not None and stat.S_ISREG(status.st_mode):
                if listed is None:
                    new.append(path)
                else:
                    present.append(_source_file(path, status))
            elif listed is not None:
                gone.append(path)
        if any(folder + "/" in self.folders for folder in new_folders):
            raise Doubtful  # it was made anew, or moved, or may be read now
        belonging = self._belonging([*new, *new_folders])
        if belonging.intersection(new_folders):
            raise Doubtful
        for path in new:
            if path in belonging:
                status = _status(self._base + path)
                if status is None or not stat.S_ISREG(status.st_mode):
                    continue  # the event that says so is on its way
                present.append(_source_file(path, status))
        for path in gone:
            self._drop(path)
        for file in present:
            self._put(file)
        for path in touched.folders:
            if path + "/" in self.folders:
                self.folders -= {folder for folder in self.folders if folder.startswith(path + "/")}
        return Relisted(sorted(present), sorted(set(gone)))

    def unknown(self, path: str) -> str | None:
        """Return the topmost folder above `path` that was not looked into, None when all were."""
        parent = path.rpartition("/")[0]
        if parent + "/" in self.folders or not parent:
            return None
        return next((folder[:-1] for folder in _parents(path) if folder not in self.folders), None)

    def changed_since(self, time_ns: int, folders: Iterable[str]) -> bool:
        """Tell whether something in folders (not below them) was made, deleted or written since, or differs now."""
        some = set(folders)
        for folder in some:
            status = _status(self._base + folder)
            if status is None or max(status.st_mtime_ns, status.st_ctime_ns) >= time_ns:
                return True
        for file in self._files if some else ():
            if file.path[: file.path.rfind("/") + 1] in some:
                status = _status(self._base + file.path)
                if status is None or _source_file(file.path, status) != file:
                    return True
        return False

    def _belonging(self, paths: list[str]) -> set[str]:
        """Return those of new paths that belong to the repository, as discovery would say. Raises Doubtful."""
        if not paths:
            return set()
        if not self._plain:
            raise Doubtful
        kinds = (OWN_IGNORE_FILE,) if self._repository else WALK_IGNORE_FILES
        for parent in {parent for path in paths for parent in _parents(path)}:
            if parent not in self.folders or _any_file(self._base + parent, kinds):
                raise Doubtful
            if parent and os.path.lexists(self._base + parent + ".git"):
                raise Doubtful  # a repository in the repository has rules of its own
        if not self._repository:
            return set(paths)
        try:
            ignored = ignored_files(self.root, paths)
            if ignored:
                tracked = tracked_files(self.root)
                ignored.difference_update(tracked)
                ignored = {path for path in ignored if not any(each.startswith(path + "/") for each in tracked)}
        except GitRefused:
            raise Doubtful from None
        if len(self._ignored) + len(ignored) > MOST_IGNORED:
            self._ignored = set()
        self._ignored |= ignored
        return set(paths) - ignored

    def _find(self, path: str) -> int:
        return bisect_left(self._files, (path,))

    def _at(self, path: str) -> SourceFile | None:
        at = self._find(path)
        return self._files[at] if at < len(self._files) and self._files[at].path == path else None

    def _below(self, folder: str) -> list[str]:
        """Return the listed files below a folder."""
        at = self._find(folder)
        found = []
        while at < len(self._files) and self._files[at].path.startswith(folder):
            found.append(self._files[at].path)
            at += 1
        return found

    def _drop(self, path: str) -> None:
        at = self._find(path)
        if at < len(self._files) and self._files[at].path == path:
            del self._files[at]
            self._changed = True

    def _put(self, file: SourceFile) -> None:
        at = self._find(file.path)
        if at < len(self._files) and self._files[at].path == file.path:
            self._files[at] = file
        else:
            self._files.insert(at, file)
        self._changed = True


def _parents(path: str) -> list[str]:
    """Return the folders above a path as `Discovery.folders` has them, the root first."""
    found = [""]
    at = path.find("/")
    while at >= 0:
        found.append(path[: at + 1])
        at = path.find("/", at + 1)
    return found


def _status(place: str) -> os.stat_result | None:
    try:
        return os.lstat(place)
    except OSError:
        return None


def _is_folder(place: str) -> bool:
    status = _status(place)
    return status is not None and stat.S_ISDIR(status.st_mode)


def _source_file(path: str, status: os.stat_result) -> SourceFile:
    return SourceFile(path, status.st_size, status.st_mtime_ns, status.st_ino, status.st_ctime_ns)


def _any_file(folder: str, names: Iterable[str]) -> bool:
    return any(os.path.lexists(os.path.join(folder, name)) for name in names)
