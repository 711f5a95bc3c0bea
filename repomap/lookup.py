"""Answer exact questions: who refers to a name, who calls whom, what a file imports, what a change would touch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from repomap.binding import Binder, Place
from repomap.graph import Graph
from repomap.index.reader import Reader
from repomap.model import Definition
from repomap.words import identifier_key

CALLING = frozenset(("call", "decorator"))


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


@dataclass(frozen=True, slots=True)
class Dependency:
    """An import of a file: `path` is the file it denotes, None when it leaves the repository."""

    module: str
    path: str | None
    names: tuple[str, ...]
    line: int


def definitions_named(reader: Reader, name: str) -> list[tuple[Place, Definition]]:
    """Return the definitions called `name`, which may carry its parents: "run", "Flask.run"."""
    last = name.rpartition(".")[2]
    found = []
    for place in reader.definers(last):
        definition = reader.definitions(place.path)[place.position]
        if definition.qualified == name or definition.qualified.endswith(f".{name}") or name == last:
            found.append((place, definition))
    return found


def references_to(reader: Reader, binder: Binder, name: str) -> list[Use]:
    """Return every use of `name` in path and line order; one that may mean several definitions gives one for each."""
    wanted = {place for place, _ in definitions_named(reader, name)}
    last = name.rpartition(".")[2]
    uses: list[Use] = []
    for path in reader.paths_with(identifier_key(last)):
        definitions = reader.definitions(path)
        for reference, targets, confidence in binder.bind(path, last):
            inside = definitions[reference.scope].qualified if reference.scope >= 0 else ""
            spots: list[Spot | None] = [_spot(reader, place) for place in targets if place in wanted]
            if not spots and not targets and name == last:
                spots = [None]
            share = confidence / len(targets) if targets else 0.0
            uses.extend(Use(path, reference.line, inside, reference.kind, spot, round(share, 3)) for spot in spots)
    return uses


def callers_of(reader: Reader, binder: Binder, name: str) -> list[Call]:
    """Return the calls to the definitions called `name`, by path and line."""
    calls = []
    for use in references_to(reader, binder, name):
        if use.kind in CALLING and use.target is not None:
            caller = _enclosing(reader, use.path, use.inside, use.line)
            calls.append(Call(caller, use.target, use.line, use.confidence))
    return calls


def callees_of(reader: Reader, binder: Binder, name: str) -> list[Call]:
    """Return the calls that stand in the definitions called `name`, by path and line."""
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
            for target in targets:
                share = round(confidence / len(targets), 3)
                calls.append(Call(caller, _spot(reader, target), reference.line, share))
            if not targets:
                calls.append(Call(caller, Spot(None, reference.name, 0), reference.line, 0.0))
    return calls


def dependencies_of(reader: Reader, binder: Binder, path: str) -> list[Dependency]:
    """Return the imports of a file; one that denotes several files (a package folder) gives one for each."""
    found: list[Dependency] = []
    for item in reader.imports(path):
        names = tuple(name for name, _ in item.names)
        targets: Iterable[str | None] = binder.targets(path, item) or (None,)
        found.extend(Dependency(item.module, target, names, item.line) for target in targets)
    return found


def impact_of(graph: Graph, path: str) -> Iterator[tuple[str, int]]:
    """Yield (file, steps) for each file that uses `path`, directly or through others, nearest first.

    Within a step the heaviest user comes first. Raises ValueError for a path that is not in the graph.
    """
    if path not in graph.paths:
        raise ValueError(f"{path} is not a parsed file of this repository")
    users: list[dict[int, float]] = [{} for _ in graph.paths]
    for source, targets in enumerate(graph.file_edges()):
        for target, weight in targets.items():
            users[target][source] = weight
    front = {graph.paths.index(path): 1.0}
    seen = set(front)
    steps = 0
    while front:
        steps += 1
        following: dict[int, float] = {}
        for node in front:
            for user, weight in users[node].items():
                if user not in seen:
                    following[user] = following.get(user, 0.0) + weight
        for user in sorted(following, key=lambda node: (-following[node], graph.paths[node])):
            yield graph.paths[user], steps
        seen.update(following)
        front = following


def _spot(reader: Reader, place: Place) -> Spot:
    definition = reader.definitions(place.path)[place.position]
    return Spot(place.path, definition.qualified, definition.line)


def _enclosing(reader: Reader, path: str, inside: str, line: int) -> Spot:
    """Return the definition called `inside` that spans `line`."""
    if not inside:
        return Spot(path, "", 1)
    for definition in reader.definitions(path):
        if definition.qualified == inside and definition.line <= line <= definition.end_line:
            return Spot(path, inside, definition.line)
    return Spot(path, inside, line)
