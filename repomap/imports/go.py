"""Go: an import path is a module's path from some go.mod and a folder in it; it denotes the folder's files."""

from __future__ import annotations

import re

from repomap.imports.tree import Tree, join, parent, upward
from repomap.model import Import

SUFFIXES = (".go",)
_MODULE = re.compile(r"^\s*module\s+[\"`]?([^\s\"`]+)", re.MULTILINE)
_REPLACE = re.compile(r"^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+(\.{1,2}(?:/\S*)?)\s*(?://.*)?$", re.MULTILINE)
_HOST_PARTS = 3  # host, owner, repository: what comes before the folder where there is no go.mod


class _Go:
    per_file = False
    by_name = False

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._modules: dict[str, str] = {}
        self._replaced: dict[str, dict[str, str]] = {}
        for path in tree.named("go.mod"):
            text = tree.text(path)
            folder = parent(path)
            match = _MODULE.search(text)
            if match and "vendor/" not in path:
                self._modules.setdefault(match[1], folder)
            replaced = {old: place for old, new in _REPLACE.findall(text) if (place := join(folder, new)) is not None}
            if replaced:
                self._replaced[folder] = replaced
        self._folders = tree.by_folder(SUFFIXES)
        self._packages: dict[str, tuple[str, ...]] = {}
        self._around: dict[str, str | None] = {}

    def resolve(self, importer: str, language: str, item: Import) -> tuple[str, ...]:
        path = item.module.strip().strip("\"'`")
        folder = parent(importer)
        if path.startswith("."):
            place = join(folder, path)
            return () if place is None else self._package(place)
        if not path or path.startswith("/"):
            return ()
        around = self._module_around(folder)
        tables = [self._modules] if around is None else [self._replaced.get(around, {}), self._modules]
        for table in tables:
            module = path
            while module:
                if module in table:
                    found = self._package(join(table[module], path[len(module) :]) or "")
                    if found:
                        return found
                module = module.rpartition("/")[0]
        for place in upward(folder):
            found = self._package(f"{place}/vendor/{path}" if place else f"vendor/{path}")
            if found:
                return found
        parts = path.split("/")
        if not self._modules and len(parts) > _HOST_PARTS and "." in parts[0]:
            return self._package("/".join(parts[_HOST_PARTS:]))
        return ()

    def _module_around(self, folder: str) -> str | None:
        """Return the folder of the go.mod that rules `folder`."""
        if folder not in self._around:
            has = (place for place in upward(folder) if (f"{place}/go.mod" if place else "go.mod") in self._tree.files)
            self._around[folder] = next(has, None)
        return self._around[folder]

    def _package(self, folder: str) -> tuple[str, ...]:
        """Return the sources of the package in `folder`, the file that has its name first, without its tests."""
        found = self._packages.get(folder)
        if found is None:
            name = f"/{folder.rpartition('/')[2]}.go"
            files = (path for path in self._folders.get(folder, ()) if not path.endswith("_test.go"))
            found = self._packages[folder] = tuple(sorted(files, key=lambda path: (not path.endswith(name), path)))
        return found


def create(tree: Tree) -> _Go:
    """Return the rules of Go over `tree`."""
    return _Go(tree)
