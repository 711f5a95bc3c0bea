"""Bind a name that nothing in its file explains: by its package, as the only one, by the types at hand, else by all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from repomap.binding.attributes import ASSIGNS, types_of
from repomap.binding.library_names import BARE, METHODS
from repomap.binding.local_types import UNREAD, Locals, outermost
from repomap.binding.name_rules import (
    GENERIC,
    MACROS,
    MEMBERS_ARE_BARE,
    NAMES_ARE_IMPORTED,
    NESTED_IS_QUALIFIED,
    PACKAGE_IS_FOLDER,
    PARTS,
    REACH_IS_IMPORTED,
    TOP_IS_QUALIFIED,
    nearest,
    package_folder,
)
from repomap.binding.places import (
    ELSEWHERE,
    FIELDS,
    MEMBERS,
    ONLY_METHOD,
    ONLY_ONE,
    SAME_FOLDER,
    SAME_PACKAGE,
    TYPE_AT_HAND,
    Found,
    Place,
)
from repomap.binding.value_types import held_types
from repomap.model import TYPES

if TYPE_CHECKING:
    from repomap.binding.c_values import CValues
    from repomap.binding.file_scope import FileScope

MAX_ELSEWHERE = 20  # a name defined in more files than this, with no import to tell, says nothing about any of them
MAX_CANDIDATES = 60  # definitions of one name that are told apart by the types at hand

OF_NO_TYPE = ("function", "macro")
"""Kinds of what is no member of a type where no parent is given."""

_WORD = re.compile(r"[$@]?[^\W\d]\w*")
_NOTHING: frozenset[Any] = frozenset()


class Guesses:
    """What names may mean in one file by themselves, without imports and declared types."""

    def __init__(self, scope: FileScope) -> None:
        self._scope = scope
        # a bare name that is neither defined nor imported here is a local variable's
        self._names_tell = scope.family in NAMES_ARE_IMPORTED and scope.language not in (*PACKAGE_IS_FOLDER, *MACROS)
        self._at_hand_of: dict[int, dict[str, set[str]]] = {}
        self._names_in: dict[int, set[tuple[str, bool]]] | None = None
        self._written: dict[tuple[str, int], tuple[Place, ...] | None] = {}
        self._locals_of: dict[int, Locals] = {}
        self._fields_of: dict[str, tuple[Place, ...] | None] = {}
        self._c_values_of: dict[int, CValues] = {}

    def bind(self, name: str, qualifier: str, scope: int, kind: str) -> Found:
        """Bind by the name alone: the same package, then the only definition, then the type at hand, then all."""
        if qualifier and kind in ("call", "decorator"):
            written = self._of_written_type(name, qualifier, scope, kind)
            if written is not None:
                return written
        if name in (METHODS if qualifier else BARE).get(self._scope.family, ()):
            same = self._of_package(name, kind) if not qualifier and kind != "use" else ()
            return (same, SAME_PACKAGE) if same else ((), ELSEWHERE)
        if not qualifier and kind == "type" and self._scope.language != "go" and GENERIC.match(name):
            return (), ELSEWHERE  # a type parameter
        if qualifier and kind == "use":
            return (), ELSEWHERE  # an attribute that is read from a value of unknown type
        if not qualifier and self._names_tell:
            return (), ELSEWHERE
        binder = self._scope.binder
        places = list(binder.candidates(name, self._scope.family, kind))
        if qualifier:
            found, confidence = self._on_something(places, name, qualifier, scope)
            return found, confidence if any(map(self._is_in_reach, found)) else ELSEWHERE
        if self._scope.language not in MEMBERS_ARE_BARE or kind not in ("type", "inherit"):
            places = [place for place in places if binder.definition(place).kind not in MEMBERS]
        if self._scope.language in NESTED_IS_QUALIFIED:
            places = [place for place in places if not self._is_nested(place)]
        near = [place for place in places if place.path.rpartition("/")[0] == self._scope.folder]
        if near and self._scope.language in PACKAGE_IS_FOLDER:
            return tuple(near), SAME_PACKAGE
        if self._scope.family in NAMES_ARE_IMPORTED:
            places = [place for place in places if self._is_global(place, kind)]
            near = [place for place in near if place in places]
        one_file = self._scope.language == "csharp" or len({place.path for place in places}) == 1  # or a partial class
        if one_file and len({binder.definition(place).qualified for place in places}) == 1:
            return tuple(places), ONLY_ONE
        if near:
            return tuple(near), SAME_FOLDER
        if len({place.path for place in places}) > MAX_ELSEWHERE:
            return (), ELSEWHERE
        return nearest(self._scope.path, places), ELSEWHERE

    def _of_package(self, name: str, kind: str) -> tuple[Place, ...]:
        """Return what is called `name` in the same Java, Kotlin or Scala package, in whatever folder of sources."""
        here = self._scope
        package = package_folder(here.path) if here.family == "java" else ""
        places = here.binder.candidates(name, here.family, kind) if package else ()
        return tuple(
            place
            for place in places
            if here.binder.definition(place).kind in TYPES and package_folder(place.path) == package
        )

    def _is_in_reach(self, place: Place) -> bool:
        """Tell whether a value of a type at `place` is likely here: its package is this one or imported.

        Go's files name the packages they import one by one; elsewhere a value often comes from a file that is imported
        by way of another, so that only a file that imports nothing of the repository is far from other folders.
        """
        here = self._scope
        folder = place.path.rpartition("/")[0]
        if here.language not in REACH_IS_IMPORTED or folder == here.folder:
            return True
        if here.language == "go":
            return folder in here.imports.folders
        return bool(here.imports.folders) or folder.rpartition("/")[2] == here.folder.rpartition("/")[2]

    def _of_written_type(self, name: str, qualifier: str, scope: int, kind: str) -> Found | None:
        """Bind what is called on a local variable whose type is written in the same function."""
        here = self._scope
        if here.language in UNREAD or qualifier in self._scope.selves:
            return None
        if here.c:
            return self._of_c_value(name, qualifier, scope, kind)
        if not _WORD.fullmatch(qualifier):
            return self._of_attribute(name, qualifier, scope, kind)
        if here.imports.binds(qualifier) or here.types(qualifier):
            return None
        if not here.binder.candidates(name, here.family, kind):
            return None
        outer = outermost(self._scope, scope)
        key = (qualifier, outer)
        if key not in self._written:
            if outer not in self._locals_of:
                self._locals_of[outer] = Locals(self._text_of(outer), here.language)
            self._written[key] = None  # a variable that is assigned what it gives itself
            self._written[key] = self._locals_of[outer].types(here, qualifier, scope)
        types = self._written[key]
        return None if types is None else here.of_types(types, name, kind)

    def _of_attribute(self, name: str, qualifier: str, scope: int, kind: str) -> Found | None:
        """Bind what is called on an attribute that a method of this file assigns."""
        here = self._scope
        if scope < 0 or here.family not in ASSIGNS:
            return None
        parts = PARTS.split(qualifier)
        if parts[0] not in here.selves and not here.locals(scope).get(parts[0]):
            return None
        if not here.binder.candidates(name, here.family, kind):
            return None
        key = (qualifier, scope)
        if key not in self._written:
            self._written[key] = None  # an attribute that is assigned what it gives itself
            self._written[key] = types_of(here, parts, scope, far=False)
        types = self._written[key]
        return None if types is None else here.of_types(types, name, kind)

    def _of_c_value(self, name: str, qualifier: str, scope: int, kind: str) -> Found | None:
        """Bind what is called on a value whose type is written in the same C function."""
        here = self._scope
        if qualifier == "?" or not here.binder.candidates(name, here.family, kind):
            return None
        outer = outermost(self._scope, scope)
        key = (qualifier, outer)
        if key not in self._written:
            if outer not in self._c_values_of:
                from repomap.binding.c_values import CValues

                self._c_values_of[outer] = CValues(self._text_of(outer))
            self._written[key] = self._c_values_of[outer].types(here, qualifier, scope)
        types = self._written[key]
        return None if types is None else here.of_types(types, name, kind)

    def _text_of(self, scope: int) -> str:
        """Return the text of a definition, at -1 of the file; "" for a file that cannot be read."""
        lines = self._scope.lines()
        if scope < 0:
            return "\n".join(lines)
        definition = self._scope.definitions[scope]
        return "\n".join(lines[definition.line - 1 : definition.end_line])

    def _on_something(self, places: list[Place], name: str, qualifier: str, scope: int) -> Found:
        """Bind what is called on a value of unknown type."""
        binder = self._scope.binder
        if self._scope.language in TOP_IS_QUALIFIED:
            places = [p for p in places if binder.definition(p).kind not in OF_NO_TYPE or binder.definition(p).parent]
        if self._scope.language == "elixir":
            if qualifier[:1].isupper():  # a module, named in full where no alias is known
                whole = tuple(p for p in places if binder.definition(p).parent == qualifier)
                return (whole, ONLY_ONE) if whole else ((), ELSEWHERE)
            places = [p for p in places if binder.definition(p).kind != "type"]  # `value.field`
        parts = PARTS.split(qualifier)
        held = self._of_fields(parts[-1]) if len(parts) > 1 else None
        if held is not None and (chosen := [p for owner in held for p in binder.member(owner, name) if p in places]):
            return tuple(dict.fromkeys(chosen)), TYPE_AT_HAND
        if held == ():
            return (), ELSEWHERE
        if len(places) <= 1:
            return tuple(places), ONLY_METHOD
        if len(places) > MAX_CANDIDATES:
            return (), ELSEWHERE
        at_hand = self._at_hand(scope)
        # a member is seldom of the type it stands in, and a method that calls its like hands on to another type's
        hands_on = scope >= 0 and self._scope.definitions[scope].name == name
        no_evidence = {name, ""} if len(parts) > 1 or hands_on else {name}
        last = parts[-1].replace("_", "").strip("$@").lower()
        for chosen in (
            [p for p in places if at_hand.get(_owner(binder.definition(p).parent), _NOTHING) - no_evidence],
            [p for p in places if last and last == _owner(binder.definition(p).parent).lower()],
        ):
            if chosen and len({(p.path, binder.definition(p).parent) for p in chosen}) == 1:
                return tuple(chosen), TYPE_AT_HAND
        if len({place.path for place in places}) > MAX_ELSEWHERE:
            return (), ELSEWHERE
        return tuple(places), ELSEWHERE

    def _of_fields(self, name: str) -> tuple[Place, ...] | None:
        """Return the types of the fields called `name`: of those in this file, else of all where they are of one type.

        () when they are outside the repository, None when unknown or several.
        """
        if name not in self._fields_of:
            here = self._scope
            fields = [p for p in here.binder.named(name, here.family) if here.binder.definition(p).kind in FIELDS]
            near = [place for place in fields if place.path == here.path]
            each = {held_types(here, [place]) for place in near or fields[:MAX_CANDIDATES]}
            types = each.pop() if len(each) == 1 else None
            self._fields_of[name] = types if near else types or None
        return self._fields_of[name]

    def _at_hand(self, scope: int) -> dict[str, set[str]]:
        """Return the names of the types that the function around a scope names, makes or gets, and of their bases.

        Each with the names that give it, "" for a type around: what a method returns is no evidence for itself.
        """
        scope = outermost(self._scope, scope)
        found = self._at_hand_of.get(scope)
        if found is None:
            named = self._names_in = self._names_in or self._names_by_scope()
            mentioned: set[tuple[str, bool]] = set()
            waiting = [scope]
            while waiting:
                inner = waiting.pop()
                mentioned |= named.get(inner, _NOTHING)
                if inner >= 0:
                    waiting.extend(self._scope.inner.get(inner, ()))
            found = self._at_hand_of[scope] = {}
            for name, called in mentioned:
                for given in self._scope.binder.gives(name, self._scope.family, called):
                    found.setdefault(given, set()).add(name)
            for place in self._scope.around(scope):
                for given in self._scope.binder.base_names(self._scope.binder.definition(place).name):
                    found.setdefault(given, set()).add("")
        return found

    def _names_by_scope(self) -> dict[int, set[tuple[str, bool]]]:
        """Return what stands in each scope and may be or give a type, each with whether it is called."""
        known = METHODS.get(self._scope.family, _NOTHING)
        found: dict[int, set[tuple[str, bool]]] = {}
        for name, kind, _, scope, qualifier in self._scope.binder.files.references(self._scope.path):
            if kind != "use" and name not in known and not self._scope.imports.leads_outside(PARTS.split(qualifier)[0]):
                found.setdefault(scope, set()).add((name, kind == "call"))
        return found

    def _is_global(self, place: Place, kind: str) -> bool:
        """Tell whether a definition is known everywhere where names are imported: macros, Elixir's outer modules."""
        definition = self._scope.binder.definition(place)
        if self._scope.language == "elixir" and kind in ("type", "inherit"):
            return definition.kind == "module" and definition.qualified == definition.name
        return definition.kind == "macro"

    def _is_nested(self, place: Place) -> bool:
        """Tell whether a type stands in another, which a bare name cannot mean where that one is not around it."""
        definition = self._scope.binder.definition(place)
        if definition.kind not in TYPES or definition.owner < 0:
            return False
        owner = self._scope.binder.files.definitions(place.path)[definition.owner]
        return owner.kind in TYPES and owner.kind != "module"


def _owner(parent: str) -> str:
    return parent.rpartition(".")[2]
