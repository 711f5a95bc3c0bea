"""Rust: `mod`, `crate::`, `self::`, `super::` and the crates of the workspace, along the layout of module files."""

from __future__ import annotations

import re

from repomap.imports.cargo import Crate, Crates
from repomap.imports.tree import Tree, join, parent
from repomap.model import Import

_OWN_FOLDER = frozenset(("mod.rs", "lib.rs", "main.rs", "build.rs"))
_TARGET_FOLDERS = frozenset(("tests", "benches", "examples"))  # each file in one is a crate of its own
_SPACE = re.compile(r"\s+")


class _Rust:
    per_file = True
    by_name = True

    def __init__(self, tree: Tree) -> None:
        self._files = tree.files
        self._crates = Crates(tree)
        self._places: dict[str, tuple[str, str, Crate | None]] = {}

    def resolve(self, importer: str, language: str, item: Import) -> tuple[str, ...]:
        text = item.module.strip()
        if text.endswith(".rs"):
            path = join(parent(importer), text.strip("\"'"))
            return (path,) if path and path in self._files else ()
        parts = [_plain(part) for part in _SPACE.sub("", text.removeprefix("mod ")).split("::")]
        names = [_plain(name) for name, _ in item.names if name and name != "*"]
        if not parts[0] and len(parts) > 1:
            parts = parts[1:]  # `::a::b` names a crate
        found = self._walk(importer, parts, names)
        return tuple(dict.fromkeys(found))

    def _place(self, importer: str) -> tuple[str, str, Crate | None]:
        """Return the folder of the file's child modules, the folder its crate's modules start in, and its crate."""
        found = self._places.get(importer)
        if found is None:
            folder, _, name = importer.rpartition("/")
            crate = self._crates.around(folder)
            root = crate.modules if crate is not None else folder
            own = name in _OWN_FOLDER
            if crate is not None:
                inside = folder[len(crate.folder) :].strip("/").split("/")
                binary = inside[:2] == ["src", "bin"]
                if inside[0] in _TARGET_FOLDERS or binary or name == "build.rs":
                    base = join(crate.folder, *inside[: 2 if binary else 1]) or ""
                    depth = len(inside) - (2 if binary else 1)
                    root = base
                    if depth and f"{base}/{inside[2 if binary else 1]}/main.rs" in self._files:
                        root = f"{base}/{inside[2 if binary else 1]}"
                    own = own or folder == root
                own = own or importer == crate.entry
            children = (
                folder if own else (f"{folder}/{name.removesuffix('.rs')}" if folder else name.removesuffix(".rs"))
            )
            found = self._places[importer] = (children, root, crate)
        return found

    def _walk(self, importer: str, parts: list[str], names: list[str]) -> list[str]:
        children, root, crate = self._place(importer)
        first = parts[0]
        if first == "crate":
            entry = self._entry(root, importer, crate)
            return self._down(root, parts[1:], names, entry)
        if first in ("self", "super"):
            return self._relative(importer, children, parts, names)
        child = f"{children}/{first}" if children else first
        if self._module(child) or self._has_children(child, parts[1:] or names):
            return self._down(children, parts, names, "")
        name = crate.renamed.get(first, first) if crate is not None else first
        other = self._crates.named(name, importer)
        if other is not None:
            return self._down(other.modules, parts[1:], names, other.entry)
        if crate is not None and crate.old and self._module(f"{root}/{first}"):
            return self._down(root, parts, names, "")
        return []

    def _relative(self, importer: str, children: str, parts: list[str], names: list[str]) -> list[str]:
        """Resolve a path that starts with `self` or `super`.

        In a module that is written inside the file, such as its tests, the first `super` is the file itself: that
        reading is taken where the other finds no module.
        """
        base, own, inner, inner_own, position = children, importer, children, importer, 0
        while position < len(parts) and parts[position] in ("self", "super"):
            if parts[position] == "super":
                inner, inner_own = base, own
                base = parent(base)
                own = self._module_file(base)
            position += 1
        rest = parts[position:]
        first = rest[0] if rest else (names[0] if names else "")
        if first and not self._module(f"{base}/{first}") and self._module(f"{inner}/{first}"):
            base, own = inner, inner_own
        return self._down(base, rest, names, own)

    def _down(self, base: str, parts: list[str], names: list[str], own: str) -> list[str]:
        """Return the file of the last module on the way `parts` from `base`, and of those `names` that are modules.

        `own` is the file of the module whose children stand in `base`: the answer when no part is a module's name.
        """
        place, file = base, own
        for position, part in enumerate(parts):
            here = f"{place}/{part}" if place else part
            module = self._module(here)
            if not module:
                if not self._has_children(here, parts[position + 1 :] or names):
                    return [file] if file else []
                module = file
            place, file = here, module
        modules = [self._module(f"{place}/{name}" if place else name) for name in names]
        found = [path for path in modules if path]
        if file and not (found and all(modules)):
            found.insert(0, file)
        return found

    def _has_children(self, base: str, parts: list[str]) -> bool:
        """Tell whether `base` is the folder of a module that is written inside another file."""
        return any(self._module(f"{base}/{part}") for part in parts)

    def _module(self, base: str) -> str:
        for path in (f"{base}.rs", f"{base}/mod.rs"):
            if path in self._files:
                return path
        return ""

    def _module_file(self, base: str) -> str:
        """Return the file of the module whose child modules stand in the folder `base`."""
        prefix = base + "/" if base else ""
        for path in (f"{base}.rs", f"{prefix}mod.rs", f"{prefix}lib.rs", f"{prefix}main.rs"):
            if path in self._files:
                return path
        return ""

    def _entry(self, root: str, importer: str, crate: Crate | None) -> str:
        if crate is not None and root == crate.modules:
            return crate.entry
        return self._module_file(root) or importer


def _plain(name: str) -> str:
    return name.removeprefix("r#")


def create(tree: Tree) -> _Rust:
    """Return the rules of Rust over `tree`."""
    return _Rust(tree)
