"""Say which types are written in a file, and of which types the values are that it calls methods on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from repomap.binding.declared import declared
from repomap.binding.name_rules import GENERIC, MEMBERS_ARE_BARE, NAMES_ARE_IMPORTED, PACKAGE_IS_FOLDER, PARTS, SELF
from repomap.binding.namespaces import types_in_sight
from repomap.binding.one_meant import type_arity
from repomap.binding.places import Files, Place
from repomap.model import TYPES

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope

CALLED_BARE = frozenset(("ruby", "scala", "python", "cpp", "cuda"))
"""Languages in which a method before a point has been called: without parentheses, or these are not kept."""


def written_types(scope: FileScope, text: str) -> tuple[Place, ...] | None:
    """Return the types that `text` names in the file of `scope`, () when that is outside the repository, None if
    unclear."""
    if scope.language != "csharp":
        return _named_types(scope, text)
    name, _, count = text.partition("`")
    places = _named_types(scope, name)
    alike = (place for place in places or () if type_arity(scope, place) == int(count or 0))
    return tuple(alike) or places


def _named_types(scope: FileScope, text: str) -> tuple[Place, ...] | None:
    if not text or text in SELF:
        return None
    binder = scope.binder
    if scope.c:
        return scope.c.types(text)
    if GENERIC.match(text):  # a type parameter, or what is really called so beside it
        named = [place for place in binder.named(text, scope.family) if _is_beside(scope, place)]
        return tuple(named) or None
    if text == "[]":
        return ()
    parts = PARTS.split(text)
    name, before = parts[-1], parts[:-1]
    if not before:
        own = [p for p in (Place(scope.path, at) for at in scope.called(name)) if binder.definition(p).kind in TYPES]
        if own:
            return tuple(own)
        if scope.language == "csharp" and (seen := types_in_sight(scope, name, -1)):
            return seen
        imported = scope.imports.find(name, "type")
        if imported is not None:
            return tuple(place for place in imported if binder.definition(place).kind in TYPES)
    elif scope.rust and before[0][:1].islower():
        found = [place for file in scope.rust.files(before, name) for place in binder.names_in(file, name)]
        return tuple(dict.fromkeys(place for place in found if binder.definition(place).kind in TYPES))
    elif targets := scope.imports.files(before[-1]) or scope.imports.modules.get(".".join(before)):
        found = [place for target in targets for place in binder.names_in(target, name)]
        return tuple(dict.fromkeys(place for place in found if binder.definition(place).kind in TYPES))
    elif scope.language == "php" and (types := in_file_of_its_name(scope, parts)):
        return types
    elif before[-1] in scope.imports.modules or not any(t for _, t in scope.imports.named.get(before[0], [("", "?")])):
        return ()
    places = [p for p in binder.named(name, scope.family) if binder.definition(p).kind in TYPES]
    if not places:
        return ()
    if before:
        path = ".".join(parts)
        exact = [p for p in places if f".{binder.definition(p).qualified}".endswith(f".{path}")]
        places = exact or places
    near = [place for place in places if place.path.rpartition("/")[0] == scope.folder]
    if near and (scope.language in PACKAGE_IS_FOLDER or scope.language in ("rust", "cpp", "c")):
        return tuple(near)
    if scope.family in NAMES_ARE_IMPORTED and scope.language not in ("rust", "elixir"):
        return ()
    return tuple(places) if len({binder.definition(place).qualified for place in places}) == 1 else None


def in_file_of_its_name(scope: FileScope, parts: list[str]) -> tuple[Place, ...]:
    """Return the PHP types that are called like the last of `parts`, in files with the path of them all."""
    end = "/" + "/".join(parts) + ".php"
    places = scope.binder.named(parts[-1], scope.family)
    return tuple(
        place for place in places if f"/{place.path}".endswith(end) and scope.binder.definition(place).kind in TYPES
    )


def types_called(files: Files, name: str, paths: Sequence[str]) -> list[Place]:
    """Return the types called `name` in some files."""
    return [
        Place(path, at)
        for path in paths
        for at, definition in enumerate(files.definitions(path))
        if definition.name == name and definition.kind in TYPES and definition.kind != "module"
    ]


def _is_beside(scope: FileScope, place: Place) -> bool:
    if scope.binder.definition(place).kind not in TYPES:
        return False
    return place.path == scope.path or (scope.language == "go" and place.path.rpartition("/")[0] == scope.folder)


def receiver_types(scope: FileScope, parts: list[str], at: int) -> tuple[Place, ...] | None:
    """Return the types of the value that `parts` (`self`, `store`) denote in the definition at `at`.

    () when they are outside the repository, None when unknown.
    """
    first, rest = parts[0], parts[1:]
    local = scope.locals(at).get(first) if at >= 0 else None
    types: tuple[Place, ...] | None
    if first in scope.selves:
        types = scope.around(at)[:1] or None
    elif isinstance(local, int):
        return None
    elif local is not None:
        types = None if local in scope.generics(at) else types_at(scope, local, at)
    else:
        held: list[Place] = []
        if scope.language in MEMBERS_ARE_BARE:
            for owner in scope.around(at):
                held = held or list(scope.binder.member(owner, first))
        held = held or scope.top(first)
        types = held_types(scope, [place for place in held if scope.binder.definition(place).kind not in TYPES])
    for part in rest:
        if types is None:
            return None
        if types:
            types = held_types(scope, [place for owner in types for place in scope.binder.member(owner, part)])
    return types


def held_text(scope: FileScope, name: str, at: int) -> tuple[str, str] | None:
    """Return the file and the type that is declared in it for the member or variable `name`, known where `at` is."""
    held: tuple[Place, ...] = ()
    for around in scope.around(at) if at >= 0 else ():
        held = held or scope.binder.member(around, name)
    for place in held or scope.top(name):
        definition = scope.binder.definition(place)
        if definition.kind not in TYPES and definition.kind not in ("method", "function"):
            text = declared(definition.signature, definition.name, scope.binder.files.language(place.path)).result
            return (place.path, text) if text else None
    return None


def types_at(scope: FileScope, text: str, at: int) -> tuple[Place, ...] | None:
    """Return like `written_types` what `text` names in the definition at `at`: of several those in a type around."""
    if scope.c:
        return scope.c.types_at(text, at)
    types = scope.types(text)
    if types is None or len(types) < 2:
        return types
    for around in scope.around(at):
        if inside := [place for place in types if place.path == around.path and owner(scope, place) == around.position]:
            return tuple(inside)
    return types


def owner(scope: FileScope, place: Place) -> int:
    """Return the position of what a definition stands in."""
    return scope.binder.definition(place).owner


def held_types(scope: FileScope, places: Iterable[Place]) -> tuple[Place, ...] | None:
    """Return the types of the values that fields, variables and properties hold."""
    found: list[Place] = []
    known = False
    for place in places:
        definition = scope.binder.definition(place)
        if definition.kind in ("method", "function") and scope.language not in CALLED_BARE:
            continue
        text = declared(definition.signature, definition.name, scope.binder.files.language(place.path)).result
        types = types_at(scope.binder.scope(place.path), text, place.position)
        if types is None and scope.c:  # only declared where it is held, known here
            types = scope.types(text)
        if types is not None:
            known = True
            found.extend(types)
    return tuple(dict.fromkeys(found)) if known else None
