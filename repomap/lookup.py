"""Answer exact questions: who refers to a name, who calls whom, what a file imports, what a change would touch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from repomap.binding.bind import Binder
from repomap.binding.heads import imports_of, line_of
from repomap.binding.library_names import BARE, METHODS
from repomap.binding.other_names import DEFAULT, renamed, spellings
from repomap.binding.places import ELSEWHERE, FAMILY, IMPORTED_NAME, MEMBERS, SAME_SCOPE, Found, Place
from repomap.files.roles import SOURCE, role
from repomap.graph.graph_rows import KIND_WEIGHT, OUTSIDE
from repomap.graph.reference_graph import Graph
from repomap.index.reader import Reader
from repomap.model import Definition, Reference
from repomap.words import identifier_key

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope

CALLING = frozenset(("call", "decorator"))
WEAKEST = 0.25
"""The least confidence `impact_of` follows: just below `binding.ELSEWHERE`, a name that is bound by nothing but itself.
What is shared by several definitions of such a name is less, and would soon lead everywhere."""
FURTHER = 0.7  # of its confidence is left to a way for each step after the first: a change seldom shows through a user


@dataclass(frozen=True, slots=True)
class Spot:
    """A definition by name, or with an empty `name` the top level of a file. No `path`: outside the repository."""

    path: str | None
    name: str
    line: int


@dataclass(frozen=True, slots=True)
class Use:
    """A reference to a name: where it is, the definition it stands in, and what it is bound to (None: unknown)."""

    path: str
    line: int
    inside: str
    kind: str
    target: Spot | None
    confidence: float


@dataclass(frozen=True, slots=True)
class Call:
    """A call from one definition to another."""

    caller: Spot
    callee: Spot
    line: int
    confidence: float


class Touched(NamedTuple):
    """A file that a change may touch, so many `steps` away; `confidence` is that of the surest way there."""

    path: str
    steps: int
    confidence: float


@dataclass(frozen=True, slots=True)
class Dependency:
    """An import of a file: `path` is the file it denotes, None when it leaves the repository."""

    module: str
    path: str | None
    names: tuple[str, ...]
    line: int


def dotted(name: str) -> str:
    """Return a name as the index has it: a map shows `Flask::run` for `Flask.run` where it stands outside its type."""
    return name.replace("::", ".")


def last_part(reader: Reader, name: str) -> str:
    """Return what of `name` a definition is called, without its parents; R's `print.cart` is one name with a dot."""
    name = dotted(name)
    return name if reader.definers(name) else name.rpartition(".")[2]


def definitions_named(reader: Reader, name: str) -> list[tuple[Place, Definition]]:
    """Return the definitions called `name`, which may carry its parents: "run", "Flask.run", "Flask::run"."""
    name = dotted(name)
    last = last_part(reader, name)
    found = []
    for place in reader.definers(last):
        definition = reader.definitions(place.path)[place.position]
        if definition.qualified == name or definition.qualified.endswith(f".{name}") or name == last:
            found.append((place, definition))
    return found


def references_to(reader: Reader, binder: Binder, name: str) -> list[Use]:
    """Return every use of `name` in path and line order, also under another name that an import gives it; one that
    may mean several definitions gives one for each. An import of it is one of kind "import".

    Overloads are one definition: those of one qualified name in one file, which the longest of them stands for.
    """
    name = dotted(name)
    wanted = {place for place, _ in definitions_named(reader, name)}
    last = last_part(reader, name)
    uses: list[Use] = []
    for spelling in spellings(reader, binder, last, (place.path for place in wanted)):
        for path in reader.paths_with(identifier_key(spelling)):
            definitions = reader.definitions(path)
            bound = binder.bind(path, spelling)
            for reference, targets, confidence in bound:
                inside = definitions[reference.scope].qualified if reference.scope >= 0 else ""
                spots = _wanted(reader, wanted, targets, confidence)
                if not spots and not targets and name == spelling:
                    spots = [(None, 0.0)]
                uses.extend(Use(path, reference.line, inside, reference.kind, spot, share) for spot, share in spots)
            uses += _others(reader, binder.scope(path), spelling, wanted, {use.reference.line for use in bound})
    return sorted(uses, key=lambda use: (use.path, use.line))


def _others(
    reader: Reader, scope: FileScope, name: str, wanted: AbstractSet[Place], known: AbstractSet[int]
) -> Iterator[Use]:
    """Iterate over the imports of one of `wanted` in a file, and the uses on other lines than `known`."""
    for line, targets in imports_of(scope, name):
        for spot, share in _wanted(reader, wanted, targets, IMPORTED_NAME):
            yield Use(scope.path, line_of(scope, name, line), "", "import", spot, share)
    if wanted.isdisjoint(scope.find(name, "use", -1, "")[0]):
        return
    from repomap.binding.in_trees import uses_in_tree  # a map for a task that mentions a name parses nothing

    for _, kind, line, at, _ in uses_in_tree(scope, name, known):
        inside = scope.definitions[at].qualified if at >= 0 else ""
        for spot, share in _wanted(reader, wanted, *scope.find(name, kind, at, "")):
            yield Use(scope.path, line, inside, kind, spot, share)


def _wanted(
    reader: Reader, wanted: AbstractSet[Place], targets: Sequence[Place], confidence: float
) -> list[tuple[Spot | None, float]]:
    """Return those of `targets` that are `wanted`, each with its share of the confidence."""
    meant = [place for place in targets if place in wanted]
    return [*_shares(reader, meant, confidence / (len(targets) or 1))]


def callers_of(reader: Reader, binder: Binder, name: str) -> list[Call]:
    """Return the calls to the definitions called `name`, by path and line."""
    calls = []
    for use in references_to(reader, binder, name):
        if use.kind in CALLING and use.target is not None:
            caller = _enclosing(reader, use.path, use.inside, use.line)
            calls.append(Call(caller, use.target, use.line, use.confidence))
    return calls


def unbound_calls(reader: Reader, binder: Binder, name: str) -> int:
    """Return how many calls spelt like `name` are on a value of unknown type, and bound to nothing therefore.

    They may mean what is called `name`, a method; a name that the language's own library has as well is not guessed.
    """
    last = last_part(reader, name)
    if not any(definition.kind in MEMBERS for _, definition in definitions_named(reader, name)):
        return 0
    return sum(
        reference.kind in CALLING and bool(reference.qualifier) and not targets and confidence == ELSEWHERE
        for path in reader.paths_with(identifier_key(last))
        for reference, targets, confidence in binder.bind(path, last)
    )


def callees_of(reader: Reader, binder: Binder, name: str) -> list[Call]:
    """Return the calls that stand in the definitions called `name`, by path and line.

    Calls of what the language's own library defines everywhere (`len`, `append`) are left out.
    """
    calls = []
    for place, definition in definitions_named(reader, name):
        definitions = reader.definitions(place.path)
        within = {place.position}
        for position in range(place.position + 1, len(definitions)):
            if definitions[position].owner in within:
                within.add(position)
        caller = Spot(place.path, definition.qualified, definition.line)
        for reference, targets, confidence in binder.bind(place.path):
            if reference.scope not in within or reference.kind not in CALLING:
                continue
            for spot, share in _shares(reader, targets, confidence / (len(targets) or 1)):
                calls.append(Call(caller, spot, reference.line, share))
            if not targets and not _is_of_the_language(reader.language(place.path), reference):
                calls.append(Call(caller, Spot(None, reference.name, 0), reference.line, 0.0))
    return calls


def _is_of_the_language(language: str, reference: Reference) -> bool:
    names = METHODS if reference.qualifier else BARE
    return reference.name in names.get(FAMILY.get(language, language), ())


def dependencies_of(reader: Reader, binder: Binder, path: str) -> list[Dependency]:
    """Return the imports of a file; one that denotes several files (a package folder) gives one for each."""
    found: list[Dependency] = []
    for item in reader.imports(path):
        names = tuple(name for name, _ in item.names)
        targets: Iterable[str | None] = binder.targets(path, item) or (None,)
        found.extend(Dependency(item.module, target, names, item.line) for target in targets)
    return found


def impact_of(graph: Graph, binder: Binder, *paths: str) -> Iterator[Touched]:
    """Yield each file that uses one of `paths`, directly or through others, nearest first, then the surest first.

    A file uses another with the confidence of its surest reference to it, however many there are; that of a chain is
    the product, and FURTHER is left of it for each step after the first. What falls below WEAKEST is not followed.
    Raises ValueError for a path that is not in the graph.
    """
    for path in paths:
        if path not in graph.paths:
            raise ValueError(f"{path} is not a parsed file of this repository")
    users = _users(graph)
    front = {graph.paths.index(path): 1.0 for path in paths}
    seen = set(front)
    steps = 0
    while front:
        steps += 1
        following: dict[int, float] = {}
        for node, sureness in front.items():
            left = sureness if steps == 1 else sureness * FURTHER
            for user, names in users[node].items():
                least = max(WEAKEST, following.get(user, 0.0)) / left
                if user not in seen and least < 1.0:
                    confidence = _surest_use(binder, graph.paths[user], graph.paths[node], names, least)
                    if confidence >= least:
                        following[user] = left * confidence
        for user in sorted(following, key=lambda node: (-following[node], graph.paths[node])):
            yield Touched(graph.paths[user], steps, round(following[user], 3))
        seen.update(following)
        front = following


def _users(graph: Graph) -> list[dict[int, dict[str, float]]]:
    """Return for each file the files that use it, with the names used and what the confidence of no use exceeds."""
    number = {path: position for position, path in enumerate(graph.paths)}
    users: list[dict[int, dict[str, float]]] = [{} for _ in graph.paths]
    for user, row in enumerate(graph.rows):
        share = (1.0 if role(graph.paths[user]) == SOURCE else OUTSIDE) * min(KIND_WEIGHT.values())
        for target, weight in row:
            names = users[number[target.path]].setdefault(user, {})
            name = target.qualified.rpartition(".")[2]
            names[name] = names.get(name, 0.0) + weight / share
    return users


def _surest_use(binder: Binder, user: str, used: str, names: Mapping[str, float], least: float) -> float:
    """Return the confidence of the surest reference by which one file uses another, 0 when that is below `least`.

    `names` are those it uses, each with what no confidence exceeds.
    """
    best = 0.0
    imports = binder.files.imports(user)
    for name, most in sorted(names.items(), key=lambda item: (-item[1], item[0])):
        if most < least or most <= best or best >= SAME_SCOPE:
            break
        spelt = dict.fromkeys((name, *renamed(imports, name), *renamed(imports, DEFAULT)))
        bound = chain.from_iterable(binder.bind(user, one) for one in spelt)
        best = max(best, _sureness(((targets, confidence) for _, targets, confidence in bound), used))
        imported = imports_of(binder.scope(user), name)
        best = max(best, _sureness(((targets, IMPORTED_NAME) for _, targets in imported), used))
    else:
        if not best:  # under a name that it was passed on by, or by what a member is read of
            best = _sureness(((targets, confidence) for (_, targets, confidence), _ in binder.uses(user)), used)
    return best if best >= least else 0.0


def _sureness(meanings: Iterable[Found], used: str) -> float:
    """Return the greatest confidence with which one of `meanings` is what the file `used` defines."""
    best = 0.0
    for targets, confidence in meanings:
        there = sum(place.path == used for place in targets)
        best = max(best, confidence * there / (len(targets) or 1))
    return best


def _shares(reader: Reader, places: Sequence[Place], share: float) -> list[tuple[Spot, float]]:
    """Return what `places` with a confidence of `share` each come to when overloads are one."""
    overloads: dict[tuple[str, str], list[Definition]] = {}
    for place in places:
        definition = reader.definitions(place.path)[place.position]
        overloads.setdefault((place.path, definition.qualified), []).append(definition)
    return [
        (Spot(path, name, max(same, key=_length).line), round(share * len(same), 3))
        for (path, name), same in overloads.items()
    ]


def _length(definition: Definition) -> int:
    return definition.end_line - definition.line


def _enclosing(reader: Reader, path: str, inside: str, line: int) -> Spot:
    """Return the definition called `inside` that spans `line`."""
    if not inside:
        return Spot(path, "", 1)
    for definition in reader.definitions(path):
        if definition.qualified == inside and definition.line <= line <= definition.end_line:
            return Spot(path, inside, definition.line)
    return Spot(path, inside, line)
