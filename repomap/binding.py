"""Bind references to the definitions they mean, each with a confidence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from repomap.library_names import BARE, METHODS
from repomap.model import Definition, Import, Reference

# How sure a binding is, by the best evidence for it (design §7): spot checks against jedi are in docs/benchmarks.md.
SAME_SCOPE = 0.97
SAME_FILE = 0.95
IMPORTED_NAME = 0.95
IMPORTED_MODULE = 0.9
SAME_PACKAGE = 0.85
INHERITED = 0.9
ONLY_ONE = 0.6
ONLY_METHOD = 0.5  # called on a value of unknown type
SAME_FOLDER = 0.4
ELSEWHERE = 0.3

MAX_ELSEWHERE = 20  # a name defined in more files than this, with no import to tell, says nothing about any of them
MAX_BASES = 6  # base classes of base classes, followed this deep
MAX_REEXPORTS = 64  # files searched for a name that is passed on: `from .x import y` in a package, `export *`

_FAMILIES = {
    "c": ("c", "cpp", "objc", "cuda"),
    "javascript": ("javascript", "typescript", "tsx", "vue", "svelte", "html"),
    "java": ("java", "kotlin", "scala", "groovy"),
}
FAMILY = {name: family for family, names in _FAMILIES.items() for name in names}
"""Languages that call each other's definitions by name; any other language is a family of its own."""

NAMES_ARE_IMPORTED = frozenset(("python", "javascript", "go", "rust", "elixir", "dart", "lua"))
"""Families in which a bare name that is neither defined nor imported in the file is a local variable's."""

PACKAGE_IS_FOLDER = frozenset(("go", "java", "kotlin", "scala", "groovy", "swift", "csharp"))
"""Languages in which a file sees the names of the others in its folder without an import."""

SELF = frozenset(("self", "this", "cls", "super", "super()", "Self", "@"))


class Place(NamedTuple):
    """A definition's address: the file, and its position among the file's definitions."""

    path: str
    position: int


class Binding(NamedTuple):
    """What a reference may mean: `targets` share `confidence` equally; none when it leaves the repository."""

    reference: Reference
    targets: tuple[Place, ...]
    confidence: float


class Files(Protocol):
    """What binding asks of the index."""

    def definitions(self, path: str) -> Sequence[Definition]:
        """Return the definitions in a file."""

    def references(self, path: str) -> Sequence[Reference]:
        """Return the references in a file."""

    def imports(self, path: str) -> Sequence[Import]:
        """Return the imports in a file."""

    def language(self, path: str) -> str:
        """Return a file's language."""

    def definers(self, name: str) -> Sequence[Place]:
        """Return every definition called `name`, in path order."""


Resolve = Callable[[str, str, Import], Sequence[str]]
"""(importing file, language, import) → the files it denotes."""


class Binder:
    """Binds the references of one file at a time; what it learns of names and imports is kept for the next."""

    def __init__(self, files: Files, resolve: Resolve) -> None:
        self._files = files
        self._resolve = resolve
        self._exports: dict[tuple[str, str], tuple[Place, ...]] = {}
        self._bases: dict[Place, tuple[Place, ...]] = {}

    def bind(self, path: str, name: str = "") -> list[Binding]:
        """Return a binding for each reference in the file at `path`, in its order; only those to `name` if given."""
        scope = _FileScope(self, path)
        return [
            scope.bind(reference) for reference in self._files.references(path) if not name or reference.name == name
        ]

    def inherited(self, place: Place, name: str, depth: int = MAX_BASES) -> tuple[Place, ...]:
        """Return what is called `name` in the nearest base class of the class at `place` that has it."""
        for base in self._bases_of(place) if depth else ():
            definitions = self._files.definitions(base.path)
            members = tuple(
                Place(base.path, position)
                for position, definition in enumerate(definitions)
                if definition.owner == base.position and definition.name == name
            )
            if found := members or self.inherited(base, name, depth - 1):
                return found
        return ()

    def _bases_of(self, place: Place) -> tuple[Place, ...]:
        if place not in self._bases:
            self._bases[place] = ()  # a class among its own bases ends here
            scope = _FileScope(self, place.path)
            bases = (
                scope.bind(reference).targets
                for reference in self._files.references(place.path)
                if reference.kind == "inherit" and reference.scope == place.position
            )
            self._bases[place] = tuple(targets[0] for targets in bases if len(targets) == 1)
        return self._bases[place]

    def names_in(self, path: str, name: str) -> tuple[Place, ...]:
        """Return the top-level definitions of `name` that a file has or passes on from what it imports."""
        key = (path, name)
        found = self._exports.get(key)
        if found is None:
            found = self._exports[key] = self._passed_on(path, name, {key})
        return found

    def _passed_on(self, path: str, name: str, seen: set[tuple[str, str]]) -> tuple[Place, ...]:
        """Search a file, then what it imports. `seen` is what the search has been to: imports may go in circles."""
        own = tuple(
            Place(path, position)
            for position, definition in enumerate(self._files.definitions(path))
            if definition.name == name and definition.owner < 0
        )
        if own:
            return own
        for item in self._files.imports(path):
            for original, rename in item.names:
                if (rename or original) not in (name, "*"):
                    continue
                wanted = name if original == "*" else original
                for target in self.targets(path, item):
                    if (target, wanted) in seen or len(seen) > MAX_REEXPORTS:
                        continue
                    seen.add((target, wanted))
                    if found := self._passed_on(target, wanted, seen):
                        return found
        return ()

    def targets(self, path: str, item: Import) -> Sequence[str]:
        """Return the files an import in `path` denotes."""
        return self._resolve(path, self._files.language(path), item)

    @property
    def files(self) -> Files:
        """The files that are bound."""
        return self._files


class _Name(NamedTuple):
    """A name as it is used: `called` is false for a value that is only read."""

    name: str
    qualifier: str
    called: bool


class _FileScope:
    """The names one file sees: its own, and what each of its imports binds."""

    def __init__(self, binder: Binder, path: str) -> None:
        self._binder = binder
        self._path = path
        files = binder.files
        self._language = files.language(path)
        self._family = FAMILY.get(self._language, self._language)
        self._folder = path.rpartition("/")[0]
        self._definitions = files.definitions(path)
        self._own: dict[str, list[int]] = defaultdict(list)
        for position, definition in enumerate(self._definitions):
            self._own[definition.name].append(position)
        self._named: dict[str, list[tuple[str, Sequence[str]]]] = defaultdict(list)
        self._modules: dict[str, list[str]] = defaultdict(list)
        self._open: list[str] = []
        for item in files.imports(path):
            self._add_import(item, binder.targets(path, item))
        self._memo: dict[tuple[str, str, int, bool], tuple[tuple[Place, ...], float]] = {}

    def _add_import(self, item: Import, targets: Sequence[str]) -> None:
        for original, rename in item.names:
            if original == "*":
                self._open.extend(targets)
            else:
                self._named[rename or original].append((original, targets))
                self._modules[rename or original].extend(target for target in targets if _stem(target) == original)
        if not item.names:
            last = _last_part(item.module)
            self._modules[item.alias or last].extend(targets)
            if not item.alias:
                self._modules[item.module].extend(targets)
            if self._language in ("c", "cpp", "objc", "cuda", "ruby", "bash", "php", "lua"):
                self._open.extend(targets)  # including a file makes all its names visible
            elif not item.alias:
                self._named[last].append((last, targets))  # `use a::b` and `import a.B` bind the last name

    def bind(self, reference: Reference) -> Binding:
        owner = self._class_of(reference.scope)
        key = (reference.name, reference.qualifier, owner, reference.kind != "use")
        found = self._memo.get(key)
        if found is None:
            found = self._memo[key] = self._targets(*key)
        return Binding(reference, *found)

    def _class_of(self, scope: int) -> int:
        """Return the position of the outermost definition around a scope, -1 at the top of the file."""
        while scope >= 0 and self._definitions[scope].owner >= 0:
            scope = self._definitions[scope].owner
        return scope

    def _targets(self, name: str, qualifier: str, owner: int, called: bool) -> tuple[tuple[Place, ...], float]:
        own = [Place(self._path, position) for position in self._own.get(name, ())]
        if qualifier in SELF:
            inside = [place for place in own if self._class_of(place.position) == owner]
            if inside:
                return tuple(inside), SAME_SCOPE
            if owner >= 0 and (inherited := self._binder.inherited(Place(self._path, owner), name)):
                return inherited, INHERITED
        elif qualifier:
            found = self._qualified(name, qualifier)
            if found is not None:
                return found
        else:
            if own:
                inside = [place for place in own if self._definitions[place.position].owner >= 0]
                top = [place for place in own if self._definitions[place.position].owner < 0]
                return (tuple(top), SAME_FILE) if top else (tuple(inside), SAME_FILE if len(inside) == 1 else ELSEWHERE)
            if name in self._named:
                places = [
                    p for original, ts in self._named[name] for t in ts for p in self._binder.names_in(t, original)
                ]
                if places or not any(targets for _, targets in self._named[name]):
                    return tuple(dict.fromkeys(places)), IMPORTED_NAME
            for target in self._open:
                if places := list(self._binder.names_in(target, name)):
                    return tuple(places), IMPORTED_NAME
            methods_are_bare = owner >= 0 and self._family not in NAMES_ARE_IMPORTED
            if methods_are_bare and (inherited := self._binder.inherited(Place(self._path, owner), name)):
                return inherited, INHERITED
        return self._by_name(_Name(name, qualifier, called), own)

    def _qualified(self, name: str, qualifier: str) -> tuple[tuple[Place, ...], float] | None:
        """Bind `qualifier.name` when the qualifier is an import or a type that is known here."""
        for word in (qualifier, _last_part(qualifier), _first_part(qualifier)):
            if word in self._modules or word in self._named:
                targets = self._modules.get(word) or []
                places = [place for target in targets for place in self._binder.names_in(target, name)]
                if places:
                    return tuple(dict.fromkeys(places)), IMPORTED_MODULE
                members = self._members(word, name)
                if members:
                    return members, IMPORTED_MODULE
                known = bool(targets) or any(files for _, files in self._named.get(word, ()))
                return None if known else ((), IMPORTED_MODULE)
        members = self._members(_last_part(qualifier), name)
        return (members, SAME_FILE) if members else None

    def _members(self, owner: str, name: str) -> tuple[Place, ...]:
        """Return what is called `name` inside the type called `owner`, as this file sees that type."""
        types = [Place(self._path, position) for position in self._own.get(owner, ())]
        for original, targets in self._named.get(owner, ()):
            types.extend(place for target in targets for place in self._binder.names_in(target, original))
        found: list[Place] = []
        for path, position in dict.fromkeys(types):
            definitions = self._binder.files.definitions(path)
            found.extend(
                Place(path, at)
                for at, definition in enumerate(definitions)
                if definition.name == name
                and (definition.owner == position or definition.parent == definitions[position].qualified)
            )
        return tuple(found)

    def _by_name(self, reference: _Name, own: list[Place]) -> tuple[tuple[Place, ...], float]:
        """Bind by the name alone: the same package, then the only definition, then all of them."""
        name, qualified = reference.name, bool(reference.qualifier)
        if name in (METHODS if qualified else BARE).get(self._family, ()):
            return (), ELSEWHERE
        if qualified and own:
            return tuple(own), SAME_FOLDER
        files = self._binder.files
        places = [place for place in files.definers(name) if self._same_family(place.path)]
        near = [place for place in places if place.path.rpartition("/")[0] == self._folder]
        if not qualified:
            if near and self._language in PACKAGE_IS_FOLDER:
                return tuple(near), SAME_PACKAGE
            if self._family in NAMES_ARE_IMPORTED:
                places = [place for place in places if self._kind(place) == "macro"]
                near = [place for place in near if place in places]
        elif not reference.called:
            return (), ELSEWHERE  # an attribute that is read from a value of unknown type
        if len(places) == 1:
            return tuple(places), ONLY_METHOD if qualified else ONLY_ONE
        if near and not qualified:
            return tuple(near), SAME_FOLDER
        if len({place.path for place in places}) > MAX_ELSEWHERE:
            return (), ELSEWHERE
        return tuple(places), ELSEWHERE

    def _same_family(self, path: str) -> bool:
        language = self._binder.files.language(path)
        return FAMILY.get(language, language) == self._family

    def _kind(self, place: Place) -> str:
        return self._binder.files.definitions(place.path)[place.position].kind


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


def _last_part(name: str) -> str:
    for separator in (".", "::", "/", "->", "\\"):
        name = name.rpartition(separator)[2]
    return name


def _first_part(name: str) -> str:
    for separator in (".", "::", "->", "\\"):
        name = name.partition(separator)[0]
    return name
