"""The repository's paths as lookups, each made the first time a language asks for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

Read = Callable[[str], bytes | None]

# Folders whose contents only the files beside them mean: they repeat the names of the real thing.
ASIDE = frozenset(
    (
        *("test", "tests", "testing", "testdata", "test-data", "fixtures", "spec", "specs", "__tests__", "__mocks__"),
        *("example", "examples", "sample", "samples", "demo", "demos", "docs", "bench", "benches", "benchmarks"),
    )
)


class Tree:
    """Every file of a repository, as paths relative to its root with "/" between folders; "" is the root's path.

    `suffixes` are always the ends of file names (".py"), given as one tuple a language, so that each lookup is made
    once. The lists in a lookup are in no order: `nearest` puts what is returned in order.
    """

    def __init__(self, paths: Collection[str], read: Read) -> None:
        self._paths = paths
        self._read = read
        self._set: Collection[str] | None = None
        self._ending: dict[tuple[str, ...], list[str]] = {}
        self._by_folder: dict[tuple[str, ...], dict[str, list[str]]] = {}
        self._by_name: dict[tuple[str, ...], dict[str, list[str]]] = {}
        self._folders: dict[tuple[str, ...], set[str]] = {}
        self._closed: dict[tuple[str, ...], set[str]] = {}
        self._named: dict[str, tuple[str, ...]] = {}
        self._json: dict[str, dict[str, Any]] = {}

    @property
    def files(self) -> Collection[str]:
        """All paths, quick to ask for membership."""
        if self._set is None:
            hashed = isinstance(self._paths, AbstractSet | Mapping)
            self._set = self._paths if hashed else frozenset(self._paths)
        return self._set

    def ending(self, suffixes: tuple[str, ...]) -> list[str]:
        """Return the paths that end with one of `suffixes`."""
        found = self._ending.get(suffixes)
        if found is None:
            found = self._ending[suffixes] = [path for path in self._paths if path.endswith(suffixes)]
        return found

    def by_folder(self, suffixes: tuple[str, ...]) -> dict[str, list[str]]:
        """Return folder → the paths directly in it that end with one of `suffixes`."""
        found = self._by_folder.get(suffixes)
        if found is None:
            found = self._by_folder[suffixes] = {}
            for path in self.ending(suffixes):
                folder = path.rpartition("/")[0]
                if folder in found:
                    found[folder].append(path)
                else:
                    found[folder] = [path]
        return found

    def by_name(self, suffixes: tuple[str, ...]) -> dict[str, list[str]]:
        """Return file name → the paths that have it, of those that end with one of `suffixes`."""
        found = self._by_name.get(suffixes)
        if found is None:
            found = self._by_name[suffixes] = {}
            folders: set[str] = set()
            for path in self.ending(suffixes):
                folder, _, name = path.rpartition("/")
                folders.add(folder)
                if name in found:
                    found[name].append(path)
                else:
                    found[name] = [path]
            self._folders[suffixes] = folders
        return found

    def folders(self, suffixes: tuple[str, ...]) -> set[str]:
        """Return the folders that hold such a file at any depth, the root ("") among them when there is one at all."""
        if suffixes not in self._closed:
            self.by_name(suffixes)
            closed = self._closed[suffixes] = set()
            for folder in self._folders[suffixes]:
                while folder not in closed:
                    closed.add(folder)
                    folder = folder.rpartition("/")[0]
        return self._closed[suffixes]

    def named(self, name: str) -> tuple[str, ...]:
        """Return the paths of all files called `name`, the shallowest first."""
        found = self._named.get(name)
        if found is None:
            tail = "/" + name
            paths = (path for path in self._paths if path.endswith(name) and (path == name or path.endswith(tail)))
            found = self._named[name] = tuple(sorted(paths, key=lambda path: (path.count("/"), path)))
        return found

    def text(self, path: str) -> str:
        """Return what the file at `path` holds, "" when it cannot be read."""
        data = self._read(path) if path in self.files else None
        return data.decode("utf-8-sig", "replace") if data else ""

    def json(self, path: str) -> dict[str, Any]:
        """Return the JSON object in the file at `path`, empty when there is none or it is broken."""
        found = self._json.get(path)
        if found is None:
            try:
                value = json.loads(self.text(path) or "{}")
            except (ValueError, RecursionError):
                value = {}
            found = self._json[path] = value if isinstance(value, dict) else {}
        return found

    def suffix(self, importer: str, tail: str, suffixes: tuple[str, ...]) -> tuple[str, ...]:
        """Return the paths that are `tail` or end with "/" and `tail`, those nearest to `importer`."""
        candidates = self.by_name(suffixes).get(tail.rpartition("/")[2], ())
        whole = "/" + tail
        return nearest(importer, [path for path in candidates if path.endswith(whole) or path == tail])


def parent(path: str) -> str:
    """Return the folder of `path`, "" for the root."""
    return path.rpartition("/")[0]


def join(folder: str, *parts: str) -> str | None:
    """Return the path of `parts` seen from `folder`, with "." and ".." taken out; None when it leaves the root."""
    stack = folder.split("/") if folder else []
    for part in parts:
        for step in part.split("/"):
            if step == "..":
                if not stack:
                    return None
                stack.pop()
            elif step and step != ".":
                stack.append(step)
    return "/".join(stack)


def upward(folder: str) -> Iterable[str]:
    """Yield `folder` and each folder around it, the root ("") last."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
    yield ""


def shared(one: str, other: str) -> int:
    """Return how many leading folders two paths have in common."""
    count = 0
    for left, right in zip(one.split("/"), other.split("/"), strict=False):
        if left != right:
            break
        count += 1
    return count


def nearest(importer: str, candidates: Sequence[str]) -> tuple[str, ...]:
    """Return those `candidates` that share the most leading folders with `importer`, the shallowest first.

    What stands in tests, samples or the like that `importer` is no part of counts only when there is nothing else.
    """
    if len(candidates) < 2:
        return tuple(candidates)
    best = (False, -1)
    found: list[str] = []
    for path in candidates:
        depth = shared(importer, path)
        grade = (ASIDE.isdisjoint(path.split("/")[depth:-1]), depth)
        if grade > best:
            best, found = grade, []
        if grade == best:
            found.append(path)
    return tuple(sorted(found, key=lambda path: (path.count("/"), path)))


def by_nearness(importer: str, folders: Sequence[str]) -> list[str]:
    """Return `folders`, those first that share more leading folders with `importer`.

    Folders of tests, samples or the like that `importer` is no part of are left out when there are others.
    """
    steps = importer.split("/")
    real = [folder for folder in folders if ASIDE.intersection(folder.split("/")).issubset(steps)]
    return sorted(real or folders, key=lambda folder: (-shared(importer, folder + "/"), folder))
