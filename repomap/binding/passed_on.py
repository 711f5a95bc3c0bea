"""Say what a file passes on to those that import it: names of its own and of others, renamed, and whole modules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from repomap.binding.default_exports import default_export
from repomap.binding.name_rules import PARTS, is_called
from repomap.binding.places import FAMILY, Files, Place, Read, Resolve
from repomap.binding.renamed_exports import renamed_exports
from repomap.model import Import

MOST_WAYS = 300  # files that one name is followed through, each passing it on
MAX_REEXPORTS = 2000  # files that one passes all names of on; a component library's index passes on some hundred
_KEEP_IMPORTS = frozenset(("java", "kotlin", "scala", "groovy", "csharp", "go", "swift"))
"""Languages in which a file does not pass on what it imports."""
_EXPORTS = {"dart": ("export", "part")}
"""Languages that pass on by statements of their own, which are read as imports with these aliases."""


class Passing(NamedTuple):
    """What a file passes on: all names of the files in `whole`, nearest first, and by name (file, name there).

    `modules` are the files that are passed on as a whole under a name: JavaScript's `export * as name from`.
    """

    whole: dict[str, int]
    named: dict[str, list[tuple[str, str]]]
    modules: dict[str, list[str]]


class PassedOn:
    """What each file passes on. `top` returns the top-level definitions of a name in the file at a path."""

    def __init__(self, files: Files, resolve: Resolve, read: Read, top: Callable[[str, str], Sequence[Place]]) -> None:
        self._files = files
        self._resolve = resolve
        self._read = read
        self._top = top
        self._exports: dict[tuple[str, str], tuple[Place, ...]] = {}
        self._passing_of: dict[str, Passing] = {}
        self._renamed: dict[str, dict[str, str]] = {}

    def names_in(self, path: str, name: str) -> tuple[Place, ...]:
        """Return the top-level definitions of `name` that a file has or passes on from what it imports."""
        key = (path, name)
        found = self._exports.get(key)
        if found is None:
            found = self._exports[key] = self._passed_on(path, name, {key})
        return found

    def _passed_on(self, path: str, name: str, seen: set[tuple[str, str]]) -> tuple[Place, ...]:
        """Search a file, then what it imports. `seen` is what the search has been to: imports may go in circles."""
        if own := self._top(path, name):
            return tuple(own)
        if len(seen) > MOST_WAYS:
            return ()
        if name == "default" and (own_name := self.default_of(path)):
            return self._passed_on(path, own_name, seen)
        passed = self._passed(path)
        for way in passed.named.get(name, ()):
            if way not in seen:
                seen.add(way)
                if found := self._passed_on(*way, seen):
                    return found
        if len(passed.whole) == 1:
            return ()
        files = {place.path for place in self._files.definers(name)} & passed.whole.keys()
        return next(
            (tuple(top) for file in sorted(files, key=passed.whole.__getitem__) if (top := self._top(file, name))),
            (),
        )

    def modules_in(self, path: str, name: str) -> tuple[str, ...]:
        """Return the files that a JavaScript file passes on as a whole under `name`."""
        waiting = [(path, name)]
        for way in waiting:  # grows while it is gone through
            passed = self._passed(way[0])
            if found := passed.modules.get(way[1]):
                return tuple(found)
            if len(waiting) < MOST_WAYS:
                waiting += [further for further in passed.named.get(way[1], ()) if further not in waiting]
        return ()

    def renamed(self, path: str) -> dict[str, str]:
        """Return by the names under which a JavaScript file exports its own names, what they are called in it."""
        found = self._renamed.get(path)
        if found is None:
            if FAMILY.get(self._files.language(path)) == "javascript":
                found = renamed_exports((self._read(path) or b"").decode("utf-8", "replace"))
            found = self._renamed[path] = found or {}
        return found

    def default_of(self, path: str) -> str:
        """Return the name of what a JavaScript file exports by default, "" when it has none or passes another's on."""
        if FAMILY.get(self._files.language(path)) != "javascript":
            return ""
        own = {definition.name for definition in self._files.definitions(path)}
        own.update(rename or name for item in self._files.imports(path) for name, rename in item.names)
        return default_export((self._read(path) or b"").decode("utf-8", "replace"), own - {"default", "*", ""})

    def _passed(self, path: str) -> Passing:
        found = self._passing_of.get(path)
        if found is None:
            found = self._passing_of[path] = self._passing(path)
        return found

    def _passing(self, path: str) -> Passing:
        """Return what a file passes on, by way of which imports."""
        whole = {path: 0}
        named: dict[str, list[tuple[str, str]]] = {}
        modules: dict[str, list[str]] = {}
        waiting = [path]
        while waiting:
            file = waiting.pop()
            language = self._files.language(file)
            signs = _EXPORTS.get(language)
            opened: list[str] = []
            for item in self._files.imports(file) if language not in _KEEP_IMPORTS else ():
                for original, rename in item.names if signs is None or item.alias in signs else ():
                    targets = self.targets(file, item)
                    if original == "*":
                        opened += targets
                    else:
                        named.setdefault(rename or original, []).extend((target, original) for target in targets)
                if item.alias and not item.names and FAMILY.get(language) == "javascript":
                    modules.setdefault(item.alias, []).extend(self.targets(file, item))
            for exported, own in self.renamed(file).items():
                named.setdefault(exported, []).append((file, own))
            for target in opened:
                if target not in whole and len(whole) < MAX_REEXPORTS:
                    whole[target] = len(whole)
                    waiting.append(target)
        return Passing(whole, named, modules)

    def targets(self, path: str, item: Import) -> Sequence[str]:
        """Return the files an import in `path` denotes."""
        language = self._files.language(path)
        found = self._resolve(path, language, item)
        return found if language != "rust" or not found else self._passed_modules(found, item)

    def _passed_modules(self, files: Sequence[str], item: Import) -> Sequence[str]:
        """Return the files of a Rust module that others pass on: `pub use shop::tools;` makes none."""
        name = PARTS.split(item.module)[-1]
        passed = [
            target
            for file in files
            if not is_called(file, name)
            for way in self._files.imports(file)
            for original, rename in way.names
            if name == (rename or original)
            for target in self._resolve(file, "rust", way)
            if is_called(target, original)
        ]
        return passed or files
