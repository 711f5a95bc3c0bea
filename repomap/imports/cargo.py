"""Crates of a Cargo workspace: the names they have and the folders their modules start in."""

from __future__ import annotations

import re
from typing import NamedTuple

from repomap.imports.tree import Tree, join, parent, shared, upward

# Cargo.toml by its lines: a whole TOML parser takes a millisecond a file, and a workspace has hundreds.
_LINE = re.compile(r"^[ \t]*(?:\[+[ \t]*([^\]\n]+?)[ \t]*\]|([\w-]+)(?:\.[\w-]+)?[ \t]*=[ \t]*([^\n]*))", re.MULTILINE)
_TEXT = re.compile(r"""["']([^"']*)["']""")
_PACKAGE = re.compile(r"""\bpackage[ \t]*=[ \t]*["']([^"']+)["']""")
_DEPENDENCIES = re.compile(r"(?:.*\.)?(?:dev-|build-)?dependencies(?:\.([\w-]+))?$")


class Crate(NamedTuple):
    """A package: `folder` has its Cargo.toml, `entry` is its lib.rs or main.rs ("" for none), `modules` its folder.

    `renamed` maps the names it gives its dependencies to theirs; `old` is true for the edition of 2015, in which a
    path starts at the crate's root.
    """

    name: str
    folder: str
    entry: str
    modules: str
    renamed: dict[str, str]
    old: bool


class Crates:
    """The crates of a repository, by name and by folder. Names are written with "_"."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._by_folder: dict[str, Crate | None] = {}
        self._around: dict[str, Crate | None] = {}
        self._by_name: dict[str, list[Crate]] | None = None

    def around(self, folder: str) -> Crate | None:
        """Return the crate that `folder` belongs to."""
        if folder not in self._around:
            crates = (self._read(place) for place in upward(folder))
            self._around[folder] = next((crate for crate in crates if crate is not None), None)
        return self._around[folder]

    def named(self, name: str, near: str) -> Crate | None:
        """Return the crate called `name`; of several the one that shares most folders with the file `near`."""
        if self._by_name is None:
            self._by_name = {}
            for path in self._tree.named("Cargo.toml"):
                crate = self._read(parent(path))
                if crate is not None and crate.entry:
                    self._by_name.setdefault(crate.name, []).append(crate)
        crates = self._by_name.get(name)
        return max(crates, key=lambda crate: shared(near, crate.entry)) if crates else None

    def _read(self, folder: str) -> Crate | None:
        if folder not in self._by_folder:
            path = f"{folder}/Cargo.toml" if folder else "Cargo.toml"
            text = self._tree.text(path) if path in self._tree.files else ""
            self._by_folder[folder] = self._crate(folder, text) if "package" in text else None
        return self._by_folder[folder]

    def _crate(self, folder: str, text: str) -> Crate | None:
        tables: dict[str, dict[str, str]] = {}
        renamed: dict[str, str] = {}
        table, dependency = "", None
        for match in _LINE.finditer(text):
            if match[1]:
                table = match[1]
                dependency = _DEPENDENCIES.match(table)
                tables.setdefault(table, {})
                continue
            key, value = match[2], match[3]
            if dependency is not None:
                package = _TEXT.match(value) if key == "package" and dependency[1] else _PACKAGE.search(value)
                if package:
                    renamed[_name(dependency[1] or key)] = _name(package[1])
            elif text_value := _TEXT.match(value):
                tables.setdefault(table, {}).setdefault(key, text_value[1])
        if "package" not in tables:
            return None
        package_table, lib, program = tables["package"], tables.get("lib", {}), tables.get("bin", {})
        written = [lib.get("path"), "src/lib.rs", "src/main.rs", program.get("path")]
        places = [join(folder, path) for path in written if path]
        entry = next((place for place in places if place in self._tree.files), None) or ""
        modules = parent(entry) if entry else join(folder, "src") or ""
        name = _name(lib.get("name") or package_table.get("name", ""))
        edition = package_table.get("edition", "2021" if "edition" in text else "2015")
        return Crate(name, folder, entry, modules, renamed, edition == "2015")


def _name(text: str) -> str:
    return text.replace("-", "_")
