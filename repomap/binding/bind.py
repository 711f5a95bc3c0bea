"""Bind references to the definitions they mean, each with a confidence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING

from repomap.binding.declared import declared
from repomap.binding.heads import head_of, imported_uses
from repomap.binding.name_rules import FIELDS_ARE_NOT_CALLED, NAMESPACES_ARE_APART
from repomap.binding.passed_on import PassedOn
from repomap.binding.places import (
    CALLABLE,
    FAMILY,
    FIELDS,
    MEMBERS,
    MEMBERS_OR_FUNCTIONS,
    Binding,
    Files,
    Found,
    Meaning,
    Place,
    Read,
    Resolve,
)
from repomap.model import FUNCTIONS, TYPES, Definition, Reference

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope

MAX_BASES = 6  # base classes of base classes, followed this deep
MAX_GIVERS = 20  # a function defined more often than this says nothing about the type it returns
KEPT_SCOPES = 1024  # files whose names and imports are kept ready, some 20 kB each

_MAKES_INTERFACES = frozenset(("java", "kotlin", "scala", "groovy"))
"""Languages in which `new T {…}` makes a value of an interface or a trait."""
_OPEN_FUNCTIONS = frozenset(("python", "ruby", "php", "c"))
"""Families in which a type that stands in a function may be known outside, or was read as standing there by a macro."""

_CLOSED = frozenset(("python", "notebook", "java", "php", "javascript", "typescript", "tsx", "vue", "svelte"))
"""Languages in which all members of a type stand in one file."""


_OBJECT = re.compile(r"(?:^|\s)object\s")
_WITHOUT_LINE = itemgetter(0, 1, 3, 4)
_WITHOUT_SCOPE = itemgetter(0, 1, 4)
_SCOPE = itemgetter(3)


class Binder:
    """Binds the references of one file at a time; what it learns of names, types and imports is kept for the next."""

    def __init__(self, files: Files, resolve: Resolve, read: Read) -> None:
        from repomap.binding.file_scope import FileScope

        self._files = files
        self.read = read
        self._bases: dict[Place, tuple[Place, ...]] = {}
        self._members: dict[tuple[Place, str], tuple[Place, ...]] = {}
        self.aliases = 0
        """How many names of one type are being followed."""
        self._base_names: dict[str, frozenset[str]] = {}
        self._inherit_references: dict[str, dict[int, list[Reference]]] = {}
        self._candidates: dict[tuple[str, str, str], tuple[Place, ...]] = {}
        self._gives: dict[tuple[str, str, bool], frozenset[str]] = {}
        self._named: dict[tuple[str, str], tuple[Place, ...]] = {}
        self._opens: dict[str, tuple[str, ...]] = {}
        passed = PassedOn(files, resolve, read, lambda path, name: self.scope(path).top(name))
        self.names_in = passed.names_in
        self.modules_in = passed.modules_in
        self.renamed = passed.renamed
        self.default_of = passed.default_of
        self.targets = passed.targets
        self.scope = lru_cache(maxsize=KEPT_SCOPES)(lambda path: FileScope(self, path))

    def bind(self, path: str, name: str = "") -> list[Binding]:
        """Return a binding for each reference in the file at `path`, in its order; only those to `name` if given."""
        scope = self.scope(path)
        return [
            scope.bind(reference) for reference in self._files.references(path) if not name or reference.name == name
        ]

    def uses(self, path: str) -> list[tuple[Meaning, int]]:
        """Return what the references in the file at `path` mean, those alike but for their lines once with a count."""
        scope = self.scope(path)
        counts = Counter(map(_WITHOUT_LINE, self._files.references(path)))
        return _meanings(scope, scope.find, counts.items())

    def outside_uses(self, path: str) -> list[tuple[Meaning, int]]:
        """Return like `uses` what a file uses of others; what it names alike in several places means the same there."""
        scope = self.scope(path)
        references = self._files.references(path)
        counts = Counter(map(_WITHOUT_SCOPE, references))
        places = dict(zip(map(_WITHOUT_SCOPE, reversed(references)), map(_SCOPE, reversed(references)), strict=True))
        each = (
            ((name, kind, places[name, kind, before], before), count) for (name, kind, before), count in counts.items()
        )
        return _meanings(scope, scope.outside, each)

    def member(self, place: Place, name: str) -> tuple[Place, ...]:
        """Return what is called `name` in the type at `place`, or in the nearest type it inherits from that has it."""
        found = self.members(place, name)
        if found and self._files.language(place.path) == "csharp" and self.definition(found[0]).kind == "method":
            return found + self._other_overloads(found, self.inherited(place, name))
        return found or self.inherited(place, name)

    def _other_overloads(self, own: tuple[Place, ...], bases: tuple[Place, ...]) -> tuple[Place, ...]:
        """Return those of a base's methods that have other parameters than a type's own methods of the same name."""
        known = {self._parameters(place) for place in own} if bases else set()
        return tuple(place for place in bases if self._parameters(place) not in known)

    def _parameters(self, place: Place) -> tuple[str, ...]:
        definition = self.definition(place)
        parameters = declared(definition.signature, definition.name, "csharp").parameters
        return tuple(kind for _, kind in parameters)

    def members(self, place: Place, name: str) -> tuple[Place, ...]:
        """Return what is called `name` in the type at `place` itself, wherever it is written."""
        key = (place, name)
        found = self._members.get(key)
        if found is None:
            found = self._members[key] = self._find_members(place, name)
        return found

    def _find_members(self, place: Place, name: str) -> tuple[Place, ...]:
        owner = self.definition(place)
        wanted = owner.qualified
        language = self._files.language(place.path)
        if language in _CLOSED:
            definitions = self._files.definitions(place.path)
            return tuple(
                Place(place.path, at)
                for at in self.scope(place.path).called(name)
                if definitions[at].owner == place.position or definitions[at].parent == wanted
            )
        family = FAMILY.get(language, language)
        found = []
        for other in self.named(name, family):
            definition = self.definition(other)
            if (definition.owner == place.position and other.path == place.path) or (
                definition.parent and definition.parent in (wanted, owner.name)
            ):
                found.append(other)
        here = [other for other in found if other.path == place.path]
        folder = place.path.rpartition("/")[0]
        near = [other for other in found if other.path.rpartition("/")[0] == folder]
        if language == "go":
            return tuple(near)
        return tuple(here or near or found)

    def inherited(self, place: Place, name: str, depth: int = MAX_BASES) -> tuple[Place, ...]:
        """Return what is called `name` in the nearest base class of the class at `place` that has it."""
        for base in self.bases(place) if depth else ():
            if found := self.members(base, name) or self.inherited(base, name, depth - 1):
                return found
        return ()

    def bases(self, place: Place) -> tuple[Place, ...]:
        """Return the types that the one at `place` names as its bases, where each is known for certain."""
        found = self._bases.get(place)
        if found is None:
            self._bases[place] = ()  # while its own bases are looked for
            scope = self.scope(place.path)
            bases = (scope.bind(reference).targets for reference in self._inherits(place))
            found = tuple(targets[0] for targets in bases if targets and len({t.path for t in targets}) == 1)
            found = self._bases[place] = tuple(base for base in found if base != place)
        return found

    def _inherits(self, place: Place) -> Sequence[Reference]:
        """Return the references by which the type at a place names its bases."""
        found = self._inherit_references.get(place.path)
        if found is None:
            found = self._inherit_references[place.path] = {}
            for reference in self._files.references(place.path):
                if reference.kind == "inherit":
                    found.setdefault(reference.scope, []).append(reference)
        return found.get(place.position, ())

    def named(self, name: str, family: str) -> tuple[Place, ...]:
        """Return every definition called `name` in a family of languages."""
        key = (name, family)
        found = self._named.get(key)
        if found is None:
            found = tuple(
                place for place in self._files.definers(name) if self.family(self._files.language(place.path)) == family
            )
            if unnamed := NAMESPACES_ARE_APART.get(family):
                found = tuple(place for place in found if self.definition(place).kind != unnamed)
            self._named[key] = found
        return found

    @staticmethod
    def family(language: str) -> str:
        """Return the family a language belongs to."""
        return FAMILY.get(language, language)

    def base_names(self, name: str) -> frozenset[str]:
        """Return the names that types called `name` give as their bases, and those theirs, by name alone."""
        found = self._base_names.get(name)
        if found is None:
            names = {name}
            waiting = [name]
            while waiting:
                for place in self._files.definers(waiting.pop()):
                    if self.definition(place).kind in TYPES:
                        new = {reference.name for reference in self._inherits(place)} - names
                        names |= new
                        waiting.extend(sorted(new))
            found = self._base_names[name] = frozenset(names)
        return found

    def opens(self, path: str) -> tuple[str, ...]:
        """Return the files whose names an import in `path` makes visible all at once: what a C file includes."""
        found = self._opens.get(path)
        if found is None:
            every = (item for item in self._files.imports(path) if ("*", "") in item.names)
            found = self._opens[path] = tuple(target for item in every for target in self.targets(path, item))
        return found

    def candidates(self, name: str, family: str, kind: str) -> tuple[Place, ...]:
        """Return what a reference of `kind` to `name` can mean, anywhere in a family of languages."""
        key = (name, family, kind)
        found = self._candidates.get(key)
        if found is None:
            places = [place for place in self.named(name, family) if not self._is_local(place, family)]
            found = self._candidates[key] = self.fitting(places, kind)
        return found

    def _is_local(self, place: Place, family: str) -> bool:
        """Tell whether a function or type stands in a function and is not known outside; a JavaScript object's is."""
        definition = self.definition(place)
        if definition.owner < 0 or family in ("javascript", "lua"):
            return False
        if definition.kind != "function" and (definition.kind not in TYPES or family in _OPEN_FUNCTIONS):
            return False
        return self._files.definitions(place.path)[definition.owner].kind in FUNCTIONS

    def fitting(self, places: Iterable[Place], kind: str) -> tuple[Place, ...]:
        """Keep of definitions of one name those that a reference of `kind` can mean."""
        some = tuple(places)
        if kind == "use" or not some:
            return some
        kinds = [self.definition(place).kind for place in some]
        wanted = CALLABLE if kind in ("call", "decorator") else TYPES
        first = tuple(place for place, found in zip(some, kinds, strict=True) if found in wanted)
        if wanted is CALLABLE:
            if not first and self._files.language(some[0].path) in _MAKES_INTERFACES:
                first = tuple(place for place, found in zip(some, kinds, strict=True) if found in TYPES)
            if not first and self._files.language(some[0].path) in FIELDS_ARE_NOT_CALLED:
                return tuple(place for place, found in zip(some, kinds, strict=True) if found not in FIELDS)
            return first or some
        if first:
            return self._without_objects(first)
        return tuple(place for place, found in zip(some, kinds, strict=True) if found not in MEMBERS)

    def means(self, places: Iterable[Place], kind: str) -> bool:
        """Tell whether a reference of `kind` can mean one of these places."""
        return kind not in ("type", "inherit") or any(
            self.definition(place).kind not in MEMBERS_OR_FUNCTIONS for place in places
        )

    def _without_objects(self, places: tuple[Place, ...]) -> tuple[Place, ...]:
        """Leave out Scala's objects where a type is meant and one of the same name is there: its companion's."""
        if len(places) < 2 or self._files.language(places[0].path) != "scala":
            return places
        types = tuple(place for place in places if not _OBJECT.search(self.definition(place).signature))
        return types or places

    def gives(self, name: str, family: str, called: bool) -> frozenset[str]:
        """Return the names of the types that `name` is, or that it returns when it is called, and of their bases."""
        key = (name, family, called)
        found = self._gives.get(key)
        if found is None:
            names: set[str] = set()
            places = self.named(name, family)
            for place in places if len(places) <= MAX_GIVERS else ():
                definition = self.definition(place)
                if definition.kind in TYPES:
                    names.add(name)
                elif called and definition.kind in ("function", "method"):
                    text = declared(definition.signature, name, self._files.language(place.path)).result
                    names.add(text.rpartition(".")[2].partition("`")[0])
            names.discard("")
            found = self._gives[key] = frozenset(base for each in names for base in self.base_names(each))
        return found

    def definition(self, place: Place) -> Definition:
        """Return the definition at a place."""
        return self._files.definitions(place.path)[place.position]

    @property
    def files(self) -> Files:
        """The files that are bound."""
        return self._files


def _meanings(
    scope: FileScope,
    find: Callable[[str, str, int, str], Found],
    uses: Iterable[tuple[tuple[str, str, int, str], int]],
) -> list[tuple[Meaning, int]]:
    """Return what `find` says that `uses` (name, kind, scope, qualifier), each with a count, mean.

    Of a path whose last name means nothing here, what its first means; of what is imported and not named, that.
    """
    found: list[tuple[Meaning, int]] = []
    heads: Counter[tuple[str, int]] = Counter()
    named = set()
    for (name, kind, at, qualifier), count in uses:
        targets, confidence = find(name, kind, at, qualifier)
        if not qualifier:
            named.add(name)
        if targets:
            found.append(((kind, targets, confidence), count))
        elif head := head_of(scope, qualifier, at):
            heads[head, at] += count
            named.add(head)
    found += [(("use", *find(head, "use", at, "")), count) for (head, at), count in heads.items()]
    return [*found, *((meaning, 1) for meaning in imported_uses(scope, named))]
