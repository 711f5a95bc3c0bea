"""C#: a namespace is a project's root namespace and the folders below it, which is what its tools write by default."""

from __future__ import annotations

import re

from repomap.imports.tree import Tree, by_nearness, parent, upward
from repomap.model import Import

SUFFIXES = (".cs",)
_PROJECTS = (".csproj", ".shproj", ".projitems")
_ROOT_NAMESPACE = re.compile(r"<RootNamespace>\s*([\w.]+)\s*</RootNamespace>")
_FOREIGN = frozenset(("System", "Microsoft", "UnityEngine", "UnityEditor", "Unity", "Windows"))


class _CSharp:
    per_file = False
    by_name = True

    def __init__(self, tree: Tree) -> None:
        self._names = tree.by_name(SUFFIXES)
        self._files_in = tree.by_folder(SUFFIXES)
        roots: dict[str, str] = {}
        for path in sorted(tree.ending(_PROJECTS), reverse=True):
            match = _ROOT_NAMESPACE.search(tree.text(path))
            roots[parent(path)] = match[1] if match else path.rpartition("/")[2].rpartition(".")[0].replace(" ", "_")
        self._heads = frozenset(root.partition(".")[0] for root in roots.values())
        self._projects = frozenset(roots)
        # `global using` may stand in any file, and by custom stands in one of this name
        self._usings = [path for name, paths in self._names.items() if "using" in name.lower() for path in paths]
        self._namespaces: dict[str, list[str]] = {}
        self._ends: dict[str, list[str]] = {}
        for folder in self._files_in:
            self._ends.setdefault(folder.rpartition("/")[2], []).append(folder)
            project = next((place for place in upward(folder) if place in roots), None)
            if project is not None:
                inside = folder[len(project) :].strip("/").replace("/", ".")
                namespace = f"{roots[project]}.{inside}" if inside else roots[project]
                self._namespaces.setdefault(namespace, []).append(folder)

    def resolve(self, importer: str, language: str, item: Import) -> tuple[str, ...]:
        if item.module == "global::":
            project = self._project(importer)
            return tuple(path for path in self._usings if self._project(path) == project)
        text = item.module.rpartition("=")[2].strip().rstrip(";").removeprefix("static ").strip()
        module = text.removeprefix("global::").partition("<")[0].replace("::", ".").replace(" ", "")
        names = [name for name, _ in item.names if name != "*"]
        found: list[str] = []
        for name in names or [""]:
            found += self._denoted(importer, f"{module}.{name}" if name else module)
        return tuple(dict.fromkeys(found))

    def _project(self, path: str) -> str | None:
        return next((place for place in upward(parent(path)) if place in self._projects), None)

    def _denoted(self, importer: str, name: str) -> list[str]:
        folders = self._namespaces.get(name) or self._by_folder(name)
        if folders:
            return self._files(importer, folders)
        while "." in name:
            name, _, last = name.rpartition(".")
            inside = self._namespaces.get(name, ())
            found = sorted(path for path in self._names.get(f"{last}.cs", ()) if parent(path) in inside)
            if found:
                return found
        return []

    def _by_folder(self, name: str) -> list[str]:
        """Return the folders that the longest end of a namespace names, where its head may be of this repository."""
        parts = name.split(".")
        if parts[0] in _FOREIGN or (self._heads and parts[0] not in self._heads):
            return []
        candidates = self._ends.get(parts[-1], ())
        for start in range(len(parts) - 1):
            tail = "/".join(parts[start:])
            found = [folder for folder in candidates if folder == tail or folder.endswith("/" + tail)]
            if found:
                return found if start < len(parts) - 1 or len(found) == 1 else []
        return list(candidates) if len(candidates) == 1 else []

    def _files(self, importer: str, folders: list[str]) -> list[str]:
        """Return all files of the namespace, those nearest to `importer` first."""
        return [path for folder in by_nearness(importer, folders) for path in sorted(self._files_in[folder])]


def create(tree: Tree) -> _CSharp:
    """Return the rules of C# over `tree`."""
    return _CSharp(tree)
