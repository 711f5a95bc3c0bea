"""Swift: a module is a target's folder, `Sources/Name` unless Package.swift says otherwise."""

from __future__ import annotations

import re

from repomap.imports.tree import Tree, join, nearest, parent
from repomap.model import Import

SUFFIXES = (".swift",)
_TARGET = re.compile(r'arget\(\s*name:\s*"([^"]+)"((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)')
_PATH = re.compile(r'\bpath:\s*"([^"]+)"')
_KINDS = frozenset(("struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor"))


class _Swift:
    per_file = False
    by_name = False

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._folders = tree.folders(SUFFIXES)
        self._placed: dict[str, list[str]] = {}
        for manifest in tree.named("Package.swift"):
            for name, rest in _TARGET.findall(tree.text(manifest)):
                match = _PATH.search(rest)
                folder = join(parent(manifest), match[1]) if match else None
                if folder is not None and folder in self._folders:
                    self._placed.setdefault(name, []).append(folder)
        self._named: dict[str, list[str]] = {}
        for folder in self._folders:
            self._named.setdefault(folder.rpartition("/")[2], []).append(folder)
        self._files: dict[str, tuple[str, ...]] = {}

    def resolve(self, importer: str, language: str, item: Import) -> tuple[str, ...]:
        words = item.module.replace(".", " ").split()
        words = words[1:] if words and words[0] in _KINDS else words
        if not words:
            return ()
        found = [path for folder in self._module(importer, words[0]) for path in self._inside(folder)]
        return tuple(found)

    def _module(self, importer: str, name: str) -> tuple[str, ...]:
        placed = self._placed.get(name)
        if placed:
            return nearest(importer, placed)
        folders = self._named.get(name, [])
        sources = [folder for folder in folders if parent(folder).rpartition("/")[2] in ("Sources", "Source", "Tests")]
        # An Xcode project keeps a target's sources in a folder of its name, near the top.
        return nearest(importer, sources or [folder for folder in folders if folder.count("/") <= 1])

    def _inside(self, folder: str) -> tuple[str, ...]:
        """Return every source below a target's folder."""
        found = self._files.get(folder)
        if found is None:
            prefix = folder + "/" if folder else ""
            found = tuple(sorted(path for path in self._tree.ending(SUFFIXES) if path.startswith(prefix)))
            self._files[folder] = found
        return found


def create(tree: Tree) -> _Swift:
    """Return the rules of Swift over `tree`."""
    return _Swift(tree)
