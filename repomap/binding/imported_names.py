"""What the imports of one file bind: names, modules, and all that is opened at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from repomap.binding.name_rules import IMPORTS_MEMBERS, IMPORTS_OPEN, PARTS, is_called
from repomap.binding.namespaces import EVERYWHERE, named_in_full
from repomap.binding.places import Place
from repomap.binding.value_types import types_called
from repomap.model import TYPES, Import

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope


class ImportedNames:
    """`named` has (name there, files) of each name, `modules` the files of each module's name, `folders` all theirs.

    `aliases` and `opened` are C#'s: other names of types, and the namespaces that are opened.
    """

    def __init__(self, scope: FileScope) -> None:
        self._scope = scope
        self.named: dict[str, list[tuple[str, Sequence[str]]]] = defaultdict(list)
        self.modules: dict[str, list[str]] = defaultdict(list)
        self.folders: set[str] = set()
        self.aliases: dict[str, str] = {}
        self.opened: set[str] = set()
        self._open: list[str] = []
        self._opened_types: list[Place] = []
        binder, path = scope.binder, scope.path
        for item in binder.files.imports(path):
            self._add(item, binder.targets(path, item))
        for shared in binder.targets(path, EVERYWHERE) if scope.language == "csharp" else ():
            for item in binder.files.imports(shared):
                self._add(item, binder.targets(shared, item))

    def _add(self, item: Import, targets: Sequence[str]) -> None:
        self.folders.update(target.rpartition("/")[0] for target in targets)
        if self._scope.c and item.names and not targets:
            self._scope.c.add(item)
            return
        for original, rename in item.names:
            if original == "*":
                self.opened.add(item.module)
                if types := self._whose_members(item, targets):
                    self._opened_types += types
                else:
                    self._open.extend(targets)
            else:
                self.named[rename or original].append((original, targets))
                self.modules[rename or original].extend(target for target in targets if is_called(target, original))
        if item.alias and self._scope.language == "csharp":
            self.aliases[item.alias] = item.module.partition("<")[0].removeprefix("global::")
        if not item.names:
            last = PARTS.split(item.module.replace("/", "."))[-1]
            self.modules[item.alias or last].extend(targets)
            if not item.alias:
                self.modules[item.module].extend(targets)
            if self._scope.language in IMPORTS_OPEN and not item.alias:
                self._open.extend(targets)
            if not item.alias and self._scope.language not in ("c", "cpp", "objc", "cuda", "bash", "lua"):
                self.named[last].append((last, targets))  # `use a::b` and `import a.B` bind the last name

    def _whose_members(self, item: Import, targets: Sequence[str]) -> Sequence[Place]:
        """Return the types whose members an import opens, as `import static a.B.*` does: none of a namespace."""
        if self._scope.language == "csharp":
            return named_in_full(self._scope, item.module)
        if self._scope.language not in IMPORTS_MEMBERS or self._scope.language == "rust":
            return ()
        return types_called(self._scope.binder.files, PARTS.split(item.module)[-1], targets or (self._scope.path,))

    def binds(self, name: str) -> bool:
        """Tell whether an import binds `name` here."""
        return name in self.named or name in self.modules

    def files(self, name: str) -> Sequence[str]:
        """Return the files of the module that an import binds to `name`, also by way of `export * as name from`."""
        found: Sequence[str] = self.modules.get(name, ())
        if not found and self._scope.family == "javascript":
            for original, targets in self.named.get(name, ()):
                found = [file for target in targets for file in self._scope.binder.modules_in(target, original)]
        return found

    def leads_outside(self, name: str) -> bool:
        """Tell whether an import binds `name` to something outside the repository."""
        if not self.binds(name):
            return False
        return not self.modules.get(name) and not any(targets for _, targets in self.named.get(name, ()))

    def find(self, name: str, kind: str) -> tuple[Place, ...] | None:
        """Return what an import binds `name` to, () when it leads out of the repository, None when there is none."""
        if name in self.named:
            found = [place for original, targets in self.named[name] for place in self._in_files(targets, original)]
            if found := list(self._scope.binder.fitting(dict.fromkeys(found), kind)):
                return tuple(found)
            if not any(targets for _, targets in self.named[name]):
                return ()
        for owner in self._opened_types:
            if members := self._scope.member(owner, name, kind):
                return members
        for target in self._open:
            if opened := self._scope.binder.fitting(self._scope.binder.names_in(target, name), kind):
                return opened
        return None

    def _in_files(self, targets: Sequence[str], name: str) -> list[Place]:
        found = [place for target in targets for place in self._scope.binder.names_in(target, name)]
        if not found and self._scope.language in IMPORTS_MEMBERS:
            for target in targets:
                definitions = self._scope.binder.files.definitions(target)
                found += [
                    Place(target, at)
                    for at, definition in enumerate(definitions)
                    if definition.name == name and definition.owner >= 0 and definitions[definition.owner].kind in TYPES
                ]
        return found
