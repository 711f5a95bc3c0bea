"""Follow Rust's paths (`crate::shop::open`, `super::open`, `serde_json::Value`) to modules of the repository."""

from __future__ import annotations

from typing import TYPE_CHECKING

from repomap.binding.name_rules import GENERIC, PARTS
from repomap.binding.places import ELSEWHERE, IMPORTED_MODULE, Found
from repomap.model import Import

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope

_ALWAYS = frozenset(("crate", "super"))
_HERE = "self"
_ON_NO_VALUE = frozenset(("type", "inherit", "decorator"))


class RustPaths:
    """The paths that one file writes."""

    def __init__(self, scope: FileScope) -> None:
        self._scope = scope
        binder, path = scope.binder, scope.path
        self._named = {
            rename or name: [*PARTS.split(item.module), name]
            for item in binder.files.imports(path)
            for name, rename in item.names
            if name != "*"
        }
        self._modules = {definition.name for definition in scope.definitions if definition.kind == "module"}
        self._heads = {
            reference.name
            for reference in binder.files.references(path)
            if reference.kind == "type" and not reference.qualifier and reference.name[:1].islower()
        }

    def bind(self, name: str, qualifier: str, at: int, kind: str) -> Found | None:
        """Return what `qualifier::name` means in the definition at `at`, None when that is no path of modules."""
        parts = PARTS.split(qualifier)
        if kind == "type" and GENERIC.match(parts[0]):
            return (), ELSEWHERE  # a type that belongs to a type parameter
        if not self._is_path(qualifier, parts, kind):
            return None
        files = self.files(parts, name, at)
        binder = self._scope.binder
        found = [place for file in files for place in binder.names_in(file, name)] if parts[-1][:1].islower() else []
        if places := binder.fitting(dict.fromkeys(found), kind):
            return places, IMPORTED_MODULE
        return None if files else ((), IMPORTED_MODULE)

    def files(self, parts: list[str], name: str, at: int = -1) -> tuple[str, ...]:
        """Return the files that the module at the path `parts` may be in, for `name` in it: () outside the repository.

        Of a path that ends with a type, they are those of the module it is in.
        """
        scope = self._scope
        parts = self._without_inner(parts, at)
        if parts[0] in self._named and parts[0] not in (_HERE, *_ALWAYS):
            parts = self._named[parts[0]] + parts[1:]
        found = tuple(scope.binder.targets(scope.path, Import("::".join(parts), ((name, ""),), "", 0)))
        return found or ((scope.path,) if parts[0] in self._modules or parts == [_HERE] else ())

    def _is_path(self, qualifier: str, parts: list[str], kind: str) -> bool:
        """Tell whether a qualifier is a path of modules and not a value or a type."""
        return parts[0] in _ALWAYS or (
            parts[0][:1].islower()
            and "." not in qualifier
            and ("::" in qualifier or parts[0] in self._heads or kind in _ON_NO_VALUE)
            and parts != [_HERE]
        )

    def _without_inner(self, parts: list[str], at: int) -> list[str]:
        """Return a path without the `super`s that lead out of modules which are written inside this file."""
        definitions = self._scope.definitions
        steps = 0
        while at >= 0 and parts[steps : steps + 1] == ["super"]:
            steps += definitions[at].kind == "module"
            at = definitions[at].owner
        return [_HERE, *parts[steps:]] if steps else parts
