"""C#: which of several types of one name a file sees, by the namespaces it stands in and those it opens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from repomap.binding.library_names import BARE
from repomap.binding.places import Place
from repomap.model import TYPES, Definition, Import

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope

EVERYWHERE = Import("global::", (("*", ""),), "", 0)
"""Stands for the files whose `global using`s every file of a project has."""


def namespace(definitions: Sequence[Definition], position: int) -> str:
    """Return the namespace that one of a file's definitions stands in, "" for the nameless one."""
    while position >= 0:
        definition = definitions[position]
        if definition.kind == "module":
            return definition.qualified
        position = definition.owner
    for definition in definitions:  # `namespace A.B;` is no parent of what follows it
        if definition.kind == "module":
            return definition.qualified if definition.line == definition.end_line else ""
    return ""


def full_name(definitions: Sequence[Definition], position: int) -> str:
    """Return the name of one of a file's definitions with its namespace: "Shop.Orders.Order.Line"."""
    within = namespace(definitions, position)
    qualified = definitions[position].qualified
    return qualified if not within or qualified.startswith(f"{within}.") else f"{within}.{qualified}"


def types_in_sight(scope: FileScope, name: str, at: int) -> tuple[Place, ...]:
    """Return the types called `name` that are known by this name alone where `at` is: () when there is none.

    An alias comes first, then the namespaces around, innermost first, then those that are opened; as C# has it. Types
    inside other types are left out.
    """
    binder = scope.binder
    if name in scope.imports.aliases:
        return named_in_full(scope, scope.imports.aliases[name])
    spaces: dict[str, list[Place]] = {}
    for place in binder.named(name, scope.family):
        there = binder.files.definitions(place.path)
        definition = there[place.position]
        if definition.kind not in TYPES or definition.kind == "module":
            continue
        if definition.owner >= 0 and there[definition.owner].kind != "module":
            continue
        spaces.setdefault(namespace(there, place.position), []).append(place)
    if not spaces:
        return ()
    for space in _around(namespace(scope.definitions, at)):
        if space in spaces:
            return tuple(spaces[space])
    opened = [place for space, places in spaces.items() if space in scope.imports.opened for place in places]
    return tuple(opened) or tuple(spaces.get("", ()))


def named_in_full(scope: FileScope, path: str) -> tuple[Place, ...]:
    """Return the types whose names with their namespaces are `path`."""
    binder = scope.binder
    return tuple(
        place
        for place in binder.named(path.rpartition(".")[2], scope.family)
        if binder.definition(place).kind in TYPES
        and full_name(binder.files.definitions(place.path), place.position) == path
    )


def in_sight(scope: FileScope, name: str, at: int, kind: str) -> tuple[Place, ...]:
    """Return the types that a reference of `kind` to `name` means, of an attribute also by the name it is short for."""
    if kind == "use" or name in BARE["csharp"]:
        return ()
    found = types_in_sight(scope, name, at)
    return types_in_sight(scope, f"{name}Attribute", at) if kind == "decorator" and not found else found


def _around(space: str) -> Iterable[str]:
    while space:
        yield space
        space = space.rpartition(".")[0]
