"""What the names in one file mean: its own definitions, its imports, the members and types of the values it uses."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from repomap.binding.attributes import Attributes
from repomap.binding.c_types import FAMILY_NAME, TEMPLATE
from repomap.binding.declared import declared
from repomap.binding.guesses import Guesses
from repomap.binding.imported_names import ImportedNames
from repomap.binding.name_rules import (
    CLASSES_HAVE_PARAMETERS,
    EXTENSIBLE,
    HAS_GENERICS,
    LIBRARIES,
    MAKES_ITS_CLASS,
    MEMBERS_ARE_BARE,
    NAMESPACES_ARE_APART,
    PARTS,
    SELF,
    SELVES,
    SUPER,
)
from repomap.binding.namespaces import in_sight
from repomap.binding.one_meant import honest, told_by_line
from repomap.binding.places import (
    ELSEWHERE,
    FAMILY,
    IMPORTED_MODULE,
    IMPORTED_NAME,
    INHERITED,
    MEMBERS,
    SAME_FILE,
    SAME_SCOPE,
    TYPED,
    Binding,
    Found,
    Place,
)
from repomap.binding.rust_paths import RustPaths
from repomap.binding.tables import member_of_self, member_of_table
from repomap.binding.value_types import in_file_of_its_name, receiver_types, written_types
from repomap.model import TYPES, Reference

if TYPE_CHECKING:
    from repomap.binding.bind import Binder
    from repomap.binding.c_names import CNames

_DECLARES = re.compile(r"(?:(?:export|default|async|declare)\s+)*(?:function|const|let|var)\b")


class FileScope:
    """The names one file sees: its own, what each of its imports binds, and the types that are declared in it."""

    def __init__(self, binder: Binder, path: str) -> None:
        self.binder = binder
        self.path = path
        files = binder.files
        self.language = files.language(path)
        self.family = FAMILY.get(self.language, self.language)
        self.folder = path.rpartition("/")[0]
        self.definitions = files.definitions(path)
        self._own: dict[str, list[int]] = defaultdict(list)
        self.inner: dict[int, list[int]] = defaultdict(list)
        unnamed = NAMESPACES_ARE_APART.get(self.language, "")
        for position, definition in enumerate(self.definitions):
            if definition.kind != unnamed:
                self._own[definition.name].append(position)
            self.inner[definition.owner].append(position)
        self.c = self._c_names() if self.family == FAMILY_NAME else None
        self.selves, self.supers = SELVES.get(self.language, (SELF, SUPER))
        self.imports = ImportedNames(self)
        self.rust = RustPaths(self) if self.language == "rust" else None
        self._memo: dict[tuple[str, str, int, str], Found] = {}
        self._locals_of: dict[int, dict[str, int | str]] = {-1: {}}
        self._around_of: dict[int, tuple[Place, ...]] = {-1: ()}
        self._generics_of: dict[int, frozenset[str]] = {-1: frozenset()}
        self._types_of: dict[str, tuple[Place, ...] | None] = {}
        self._lines: list[str] | None = None
        self._guesses = Guesses(self)
        self._attributes: Attributes | None = None

    def bind(self, reference: Reference) -> Binding:
        """Return what a reference in this file may mean."""
        name, kind, _, scope, qualifier = reference
        found = self.find(name, kind, scope, qualifier)
        if len(found[0]) > 1 and self.language == "csharp":
            found = told_by_line(self, reference, self._anything(*self._key(name, kind, scope, qualifier)))
        if qualifier and kind == "call" and (found[1] < INHERITED or not found[0]):
            found = self._by_text(reference, found)
        return Binding(reference, *found)

    def _by_text(self, reference: Reference, found: Found) -> Found:
        if not self.binder.candidates(reference.name, self.family, "call"):
            return found
        from repomap.binding.by_text import bound_by_text  # 5 ms, of no use to a graph

        return bound_by_text(self, reference) or found

    def _c_names(self) -> CNames:
        from repomap.binding.c_names import CNames

        return CNames(self)

    def find(self, name: str, kind: str, scope: int, qualifier: str) -> Found:
        """Return what a reference of `kind` that stands in `scope` may mean, and how sure that is."""
        key = self._key(name, kind, scope, qualifier)
        found = self._memo.get(key)
        if found is None:
            found = self._memo[key] = honest(self, self._anything(*key))
        return found

    def _key(self, name: str, kind: str, scope: int, qualifier: str) -> tuple[str, str, int, str]:
        """Return the name, the qualifier, the scope that decides what is meant, and the kind."""
        if kind == "inherit" and scope >= 0:
            scope = self.definitions[scope].owner  # a class is not known inside its own list of bases
        if not qualifier and scope >= 0 and name not in self.locals(scope) and name not in self.generics(scope):
            around = self.around(scope)
            owner = scope if self.definitions[scope].kind in TYPES else around[0].position if around else -1
            if not around or around[0].path == self.path:
                scope = owner
        return name, qualifier, scope, kind

    def _anything(self, name: str, qualifier: str, scope: int, kind: str) -> Found:
        """Return what a reference may mean, with the confidence of the evidence however many there are."""
        if not qualifier and kind == "type" and name in self.generics(scope):
            return (), SAME_SCOPE
        return self._find(name, qualifier, scope, kind)

    def outside(self, name: str, kind: str, scope: int, qualifier: str) -> Found:
        """Return what a reference may mean in other files: nothing that is defined in this one, or called on itself."""
        if not qualifier:
            return ((), SAME_FILE) if name in self._own else self.find(name, kind, -1, "")
        first = PARTS.split(qualifier)[0]
        if first in self.imports.named or first in self.imports.modules:
            if first in LIBRARIES.get(self.family, ()):
                return (), ELSEWHERE
            return self._qualified(name, qualifier, kind) or ((), ELSEWHERE)
        if kind not in ("call", "decorator") or first in self.selves or first in self.supers:
            return (), ELSEWHERE
        return self.find(name, kind, scope, qualifier)

    def lines(self) -> list[str]:
        """Return the lines of the file, none when it cannot be read."""
        if self._lines is None:
            self._lines = (self.binder.read(self.path) or b"").decode("utf-8", "replace").split("\n")
        return self._lines

    @property
    def attributes(self) -> Attributes:
        """What the classes of the file assign to their attributes."""
        if self._attributes is None:
            self._attributes = Attributes(self)
        return self._attributes

    def called(self, name: str) -> Sequence[int]:
        """Return the positions of all definitions of `name` in this file."""
        return self._own.get(name, ())

    def top(self, name: str) -> list[Place]:
        """Return the definitions of `name` that are not inside a type or a function."""
        return [Place(self.path, position) for position in self._own.get(name, ()) if self._is_top(position)]

    def _is_top(self, position: int) -> bool:
        definition = self.definitions[position]
        owner = definition.owner
        if self.rust and definition.parent != (self.definitions[owner].qualified if owner >= 0 else ""):
            return False  # written in an `impl`
        if owner < 0:
            return not definition.parent or definition.kind not in MEMBERS
        while owner >= 0:
            if self.definitions[owner].kind != "module":
                return False
            owner = self.definitions[owner].owner
        return definition.kind not in MEMBERS or self.language in ("ruby", "elixir")

    def _is_bare(self, position: int) -> bool:
        """Tell whether a definition is known by its name alone: JavaScript's `{ render() {} }` is not."""
        definition = self.definitions[position]
        if self.family != "javascript" or definition.kind not in ("function", "method"):
            return True
        return _DECLARES.match(definition.signature) is not None

    def locals(self, scope: int) -> dict[str, int | str]:
        """Return the names that only the functions around a scope know: parameters with the type declared for each,
        "" for none, and the positions of what is defined inside."""
        found = self._locals_of.get(scope)
        if found is None:
            definition = self.definitions[scope]
            outer = self.locals(definition.owner)
            if self.c and (parameters := self.c.parameters().get(scope)):
                outer = {**outer, **dict.fromkeys(parameters, TEMPLATE)}
            if definition.kind in ("function", "method", "constructor"):
                found = dict(outer)
                found.update(declared(definition.signature, definition.name, self.language).parameters)
                for position in self.inner.get(scope, ()):
                    if self._is_bare(position):
                        found[self.definitions[position].name] = position
            elif definition.kind in ("class", "struct", "trait", "enum") and self.language in CLASSES_HAVE_PARAMETERS:
                own = declared(definition.signature, definition.name, self.language).parameters
                members = {self.definitions[position].name for position in self.inner.get(scope, ())}
                found = outer | {name: kind for name, kind in own if name not in members}
            else:
                found = outer
            self._locals_of[scope] = found
        return found

    def generics(self, scope: int) -> frozenset[str]:
        """Return the names of the type parameters that are known in a scope."""
        found = self._generics_of.get(scope)
        if found is None:
            if self.language not in HAS_GENERICS:
                return self._generics_of[-1]
            definition = self.definitions[scope]
            own = declared(definition.signature, definition.name, self.language).generics
            found = self._generics_of[scope] = self.generics(definition.owner).union(own)
        return found

    def around(self, scope: int) -> tuple[Place, ...]:
        """Return the types a scope stands in, innermost first."""
        found = self._around_of.get(scope)
        if found is None:
            definition = self.definitions[scope]
            outer = self.around(definition.owner)
            own: tuple[Place, ...] = ()
            if definition.kind in TYPES and (
                definition.kind != "module" or self.language in ("ruby", "elixir", "scala")
            ):
                own = (Place(self.path, scope),)
            elif definition.parent and (
                definition.owner < 0 or self.definitions[definition.owner].qualified != definition.parent
            ):
                own = (self.types(definition.parent) or ())[:1]
            elif self.c and definition.kind == "function":
                own = self.c.fixture(definition.signature)
            found = self._around_of[scope] = own + outer
        return found

    def _find(self, name: str, qualifier: str, scope: int, kind: str) -> Found:
        if not qualifier:
            return self._bare(name, scope, kind)
        if qualifier == "?":
            if self.rust and kind == "type":
                return (), ELSEWHERE  # `<T as Trait>::Output`
            return self._guesses.bind(name, qualifier, scope, kind)
        parts = PARTS.split(qualifier)
        if parts[0] in LIBRARIES.get(self.family, ()):
            return (), IMPORTED_MODULE
        if parts[0] in self.supers or (len(parts) == 1 and parts[0] in self.selves):
            return self._on_self(name, parts, scope, kind)
        if self.rust and parts[0] not in self.locals(scope) and (path := self.rust.bind(name, qualifier, scope, kind)):
            return path
        types = receiver_types(self, parts, scope)
        if types is not None:
            found = self.of_types(types, name, kind)
            if found is not None:
                return found
        elif parts[0] not in self.locals(scope) and parts[0] not in self.selves:
            qualified = self.c.qualified(name, qualifier, kind) if self.c else None
            qualified = qualified or self._qualified(name, qualifier, kind)
            if qualified is not None:
                return qualified
        return self._guesses.bind(name, qualifier, scope, kind)

    def _on_self(self, name: str, parts: list[str], scope: int, kind: str) -> Found:
        if self.language == "lua" and (member := member_of_self(self, name, scope)):
            return member
        around = self.around(scope)[:1]
        for owner in around:
            if parts[0] not in self.supers and (found := self.binder.fitting(self.binder.members(owner, name), kind)):
                return found, SAME_SCOPE
            if found := self.binder.fitting(self.binder.inherited(owner, name), kind):
                return found, INHERITED
        if parts[0] in self.supers or self.family == "python":
            return (), ELSEWHERE
        return self._guesses.bind(name, parts[0], scope, kind)

    def of_types(self, types: tuple[Place, ...], name: str, kind: str) -> Found | None:
        """Bind a member of a value of one of `types`; None when it may be written elsewhere."""
        found = [place for owner in types for place in self.member(owner, name, kind)]
        if found or not types or self.language not in EXTENSIBLE:
            return tuple(dict.fromkeys(found)), TYPED
        return None

    def member(self, owner: Place, name: str, kind: str) -> tuple[Place, ...]:
        """Return what a reference of `kind` to `name` in the type at `owner` may mean."""
        find = self.binder.members if kind == "inherit" else self.binder.member
        return self.binder.fitting(find(owner, name), kind)

    def _bare(self, name: str, scope: int, kind: str) -> Found:
        if name == "std" and self.family == "c":
            return (), SAME_FILE  # opened for a specialisation, never defined here
        if kind == "call" and name in MAKES_ITS_CLASS.get(self.language, ()) and (around := self.around(scope)):
            return around[:1], SAME_SCOPE
        local = self.locals(scope).get(name) if scope >= 0 else None
        if isinstance(local, int) and self.binder.means((Place(self.path, local),), kind):
            return (Place(self.path, local),), SAME_SCOPE
        if local is not None and (kind not in ("type", "inherit") or local == TEMPLATE):
            return (), SAME_SCOPE
        in_class = scope >= 0 and self.definitions[scope].kind in TYPES and not self.rust
        if self.language in MEMBERS_ARE_BARE or in_class:
            for owner in self.around(scope) if scope >= 0 else ():
                if found := self.binder.fitting(self.binder.members(owner, name), kind):
                    return found, SAME_SCOPE
                if self.language not in MEMBERS_ARE_BARE:
                    break
                bases = self.binder.inherited(owner, name) if kind != "inherit" else ()
                if found := self.binder.fitting(bases, kind):
                    return found, INHERITED
        top = [place for place in self.top(name) if self._is_bare(place.position)]
        if self.c and self.language in ("cpp", "cuda"):
            top = []  # a namespace further in may have it in another file
        if found := self.binder.fitting(top, kind):
            return self.c.honest((found, SAME_FILE)) if self.c else (found, SAME_FILE)
        if self.c:
            return self.c.bare(name, scope, kind)
        if self.language == "csharp" and (found := in_sight(self, name, scope, kind)):
            return found, IMPORTED_MODULE
        imported = self.imports.find(name, kind)
        if imported is not None:
            return imported, IMPORTED_NAME
        return self._guesses.bind(name, "", scope, kind)

    def types(self, text: str) -> tuple[Place, ...] | None:
        """Return the types that `text` names in this file, () when that is outside the repository, None if unclear."""
        if text not in self._types_of:
            self._types_of[text] = None  # a type that is declared by itself
            self._types_of[text] = written_types(self, text)
        return self._types_of[text]

    def _qualified(self, name: str, qualifier: str, kind: str) -> Found | None:
        """Bind `qualifier.name` when the qualifier is an import or a type that is known here."""
        if self.language == "lua" and (
            member := member_of_table(self, name, qualifier, self.imports.modules.get(qualifier, ()))
        ):
            return member
        parts = PARTS.split(qualifier)
        for word in dict.fromkeys((qualifier, parts[-1], parts[0])):
            if word in self.imports.modules or word in self.imports.named:
                targets = self.imports.files(word)
                places = [place for target in targets for place in self.binder.names_in(target, name)]
                if found := self.binder.fitting(dict.fromkeys(places), kind):
                    return found, IMPORTED_MODULE
                if found := self._of_type(word, name, kind):
                    return found, IMPORTED_MODULE
                if self.language == "dart" and word in self.imports.modules:
                    return (), IMPORTED_MODULE  # a library's prefix: what it has not is another package's
                if self.language == "php" and (types := in_file_of_its_name(self, [*parts, name])):
                    return types, IMPORTED_MODULE
                known = bool(targets) or any(files for _, files in self.imports.named.get(word, ()))
                return None if known else ((), IMPORTED_MODULE)
        if found := self._of_type(qualifier, name, kind):
            return found, SAME_FILE
        if len(parts) > 1 and (found := self._of_type(parts[-1], name, kind)):
            return found, TYPED
        return None

    def _of_type(self, owner: str, name: str, kind: str) -> tuple[Place, ...]:
        types = self.types(owner) or ()
        return tuple(dict.fromkeys(place for place in types for place in self.member(place, name, kind)))
