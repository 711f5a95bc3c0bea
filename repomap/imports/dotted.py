"""Languages in which a module's name is the end of its file's path: Lua, Haskell, OCaml, Perl, Julia and others."""

from __future__ import annotations

import re
from typing import NamedTuple

from repomap.imports.tree import Tree, join, nearest, parent
from repomap.model import Import


class _Rule(NamedTuple):
    """How a module's name becomes the end of a path: its parts as folders, and one of `endings` after them."""

    endings: tuple[str, ...]
    roots: tuple[str, ...] = ()
    """Folders one of which must come before a name of one part, unless it stands at the root or beside the importer."""
    capital_folders: bool = False
    """True where a folder with a capital is part of a module's name, so that no name starts below one."""


_RULES = {
    "lua": _Rule((".lua", "/init.lua", ".luau", "/init.luau"), ("lua", "src", "lib", "lualib")),
    "haskell": _Rule((".hs", ".lhs", ".hsc"), ("src", "lib", "app", "test", "tests"), capital_folders=True),
    "ocaml": _Rule((".ml", ".mli", ".mll", ".mly")),
    "ocaml_interface": _Rule((".mli", ".ml")),
    "perl": _Rule((".pm", ".pl"), ("lib", "inc", "perl")),
    "julia": _Rule((".jl",), ("src",)),
    "clojure": _Rule((".clj", ".cljc", ".cljs")),
    "elm": _Rule((".elm",), ("src",), capital_folders=True),
    "gleam": _Rule((".gleam",), ("src", "test")),
    "d": _Rule((".d", "/package.d"), ("source", "src")),
}
_SUFFIXES = tuple(sorted({"." + ending.rpartition(".")[2] for rule in _RULES.values() for ending in rule.endings}))
_STEP = re.compile(r"[\w'-]+")


class _Dotted:
    per_file = False
    by_name = False

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._names = tree.by_name(_SUFFIXES)

    def resolve(self, importer: str, language: str, item: Import) -> tuple[str, ...]:
        text = item.module.strip().strip("\"'`()[] ").removeprefix("qualified ")
        rule = _RULES[language]
        if text.endswith(rule.endings) or text.startswith("./"):
            return self._path(importer, text, rule)
        parts = _STEP.findall(text.replace("-", "_") if language == "clojure" else text)
        if language.startswith("ocaml"):
            # A library's name may come first and is no folder; a file's name starts with a small letter.
            return self._first(importer, [[part[:1].lower() + part[1:]] for part in reversed(parts)], rule)
        if language == "julia":
            return self._first(importer, [parts[-1:], parts[:1]], rule)
        return self._first(importer, [parts], rule)

    def _first(self, importer: str, tries: list[list[str]], rule: _Rule) -> tuple[str, ...]:
        for parts in filter(None, tries):
            for ending in rule.endings:
                found = self._ending(importer, "/".join(parts) + ending, rule, len(parts) == 1)
                if found:
                    return found
        return ()

    def _ending(self, importer: str, tail: str, rule: _Rule, single: bool) -> tuple[str, ...]:
        whole = "/" + tail
        candidates = self._names.get(tail.rpartition("/")[2], ())
        found = [path for path in candidates if path.endswith(whole) or path == tail]
        if rule.capital_folders:
            found = [path for path in found if not _last_step(path[: -len(whole)])[:1].isupper()]
        if single and rule.roots:
            allowed = ("", parent(importer))
            found = [
                path
                for path in found
                if path[: -len(whole)] in allowed or _last_step(path[: -len(whole)]) in rule.roots
            ]
        return nearest(importer, found)

    def _path(self, importer: str, text: str, rule: _Rule) -> tuple[str, ...]:
        """Return the file of a path that is written out, as in `require "./a"` and `include("a.jl")`."""
        start = join(parent(importer), text)
        for ending in ("", *rule.endings):
            if start is not None and start + ending in self._tree.files:
                return (start + ending,)
        return self._tree.suffix(importer, text.lstrip("./"), _SUFFIXES) if text.endswith(rule.endings) else ()


def _last_step(folder: str) -> str:
    return folder.rpartition("/")[2]


def create(tree: Tree) -> _Dotted:
    """Return the rules of these languages over `tree`."""
    return _Dotted(tree)
