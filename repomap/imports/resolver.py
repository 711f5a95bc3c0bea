"""From an import in a file to the files of the repository it denotes: one door to the rules of all languages."""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib import import_module
from typing import Protocol

from repomap.imports.tree import Read, Tree, parent
from repomap.model import Import


class Family(Protocol):
    """The rules of one family of languages, over one tree.

    `per_file` is true where two files of one folder may mean different files by the same words; `by_name` is true
    where the names of an import can be files too.
    """

    per_file: bool
    by_name: bool

    def resolve(self, importer: str, language: str, item: Import) -> tuple[str, ...]:
        """Return the files that `item` in the file `importer` denotes, best first; never raises."""


# Modules are imported when their language is first asked for: a map of a Python repository needs one of fifteen.
_FAMILIES = {
    **dict.fromkeys(("python", "notebook"), "python"),
    **dict.fromkeys(("javascript", "jsx", "typescript", "tsx", "vue", "svelte", "html", "astro"), "javascript"),
    "go": "go",
    "rust": "rust",
    **dict.fromkeys(("java", "kotlin", "scala", "groovy"), "jvm"),
    **dict.fromkeys(("c", "cpp", "objc", "cuda", "glsl"), "c"),
    "csharp": "csharp",
    "php": "php",
    "ruby": "ruby",
    "elixir": "elixir",
    "swift": "swift",
    **dict.fromkeys(("lua", "haskell", "ocaml", "ocaml_interface", "perl", "julia", "clojure"), "dotted"),
    **dict.fromkeys(("elm", "gleam", "d"), "dotted"),
    **dict.fromkeys(("bash", "dart", "zig", "solidity", "proto", "erlang", "hcl"), "written"),
    **dict.fromkeys(("make", "r", "verilog", "systemverilog", "racket", "nix"), "written"),
}


class ImportResolver:
    """Resolves the imports of one state of a repository; make a new one when files come or go.

    `paths` are all its files, relative to the root, with "/"; `read` gives the contents of one, None when it cannot
    be read, and is asked for manifests only. Neither is touched before the first import is resolved.
    """

    def __init__(self, paths: Collection[str], read: Read) -> None:
        self._tree = Tree(paths, read)
        self._families: dict[str, Family] = {}
        self._memo: dict[str, dict[str, dict[object, tuple[str, ...]]]] = {}

    def resolve(self, importer: str, language: str, item: Import) -> tuple[str, ...]:
        """Return the files that `item` in the file `importer` denotes, best first, without `importer` itself.

        Empty when the import leaves the repository, when its file is not there, and for a language without a rule.
        Never raises, however odd the import.
        """
        name = _FAMILIES.get(language)
        if name is None:
            return ()
        family = self._families.get(name) or self._family(name)
        memo = self._memo.get(language)
        if memo is None:
            memo = self._memo[language] = {}
        place = importer if family.per_file else parent(importer)
        known = memo.get(place)
        if known is None:
            known = memo[place] = {}
        key = (item.module, item.names) if family.by_name and item.names else item.module
        found = known.get(key)
        if found is None:
            found = known[key] = family.resolve(importer, language, item)
        if importer in found:
            found = tuple(path for path in found if path != importer)
        return found

    def constant(self, importer: str, name: str) -> tuple[str, ...]:
        """Return the files in which Rails looks for the Ruby constant `name` ("Admin::User")."""
        from repomap.imports.ruby import autoloaded

        return autoloaded(self._tree, importer, name)

    def _family(self, name: str) -> Family:
        create: Callable[[Tree], Family] = import_module(f"repomap.imports.{name}").create
        family = self._families[name] = create(self._tree)
        return family
