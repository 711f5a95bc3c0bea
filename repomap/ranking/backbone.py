"""Rank files and definitions with no task in mind: what the rest of the repository stands on."""

from __future__ import annotations

import json
import re
import zlib
from array import array
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, overload

from repomap.files.roles import DOCS, EXAMPLE, GENERATED, SOURCE, TEST, VENDORED, role
from repomap.model import TYPES, Definition
from repomap.ranking.rank import Ranking
from repomap.rendering.skeleton import RankedFile

if TYPE_CHECKING:
    from repomap.graph.graph_rows import Target
    from repomap.graph.reference_graph import Graph
    from repomap.index.reader import Reader

BACKBONE_WEIGHT = {SOURCE: 1.0, TEST: 0.02, DOCS: 0.02, EXAMPLE: 0.05, VENDORED: 0.02, GENERATED: 0.05}
HIDDEN = 0.3  # weight of what is not exported
# The next seven were chosen on 13 repositories whose central names are written down in benchmarks/backbone.py, and held
# against 14 others: of these names the first 32 definitions held 45 and 34 in 100 by the flow of ranks alone, 68 and 62
# with all of them. Each may be half or twice as much for a difference of 1 or 2.
USERS = 5.0  # how many files use a definition, against the flow of ranks onto it
READER = 8.0  # a test, document or example counts as so many files of the product: it uses what is meant to be used
MEMBERS = 0.7  # of the worth of its members is a type's, too
DERIVED = 0.3  # ... and of the worth of the types in its file whose signatures name it: its subclasses
LIGHT_KINDS = frozenset(("module", "property", "field", "member", "variable", "constant", "macro"))
LIGHT = 0.3  # weight of these kinds
SECTION = 0.01  # weight of headings and tables of settings, which come when all code is shown
AGAIN = 0.1  # weight of a qualified name's second definition: one line of an overloaded function is enough
BASE = 0.1  # what a definition has of its file's rank without being used
PATH_LINE = 1e-3  # a path line's worth against a definition's: files stand in a backbone by what they define
MIN_FILES = 100  # files whose definitions are scored whatever the budget
TOKENS_A_FILE = 20  # ... and one more for so many tokens of it


_NAME = re.compile(r"\w+")


class Backbone(NamedTuple):
    """Files best first with their scores; `uses[i]` is how much the definitions of `paths[i]` are used, by position,
    for the first `len(uses)` files.
    """

    paths: tuple[str, ...]
    scores: tuple[float, ...]
    uses: tuple[dict[int, float], ...]


class Scored(NamedTuple):
    """What is kept of a backbone: `values[i]` is the worth of each definition of `paths[i]`, in file order."""

    paths: tuple[str, ...]
    scores: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]


def files_for(tokens: int) -> int:
    """Return how many files need their definitions scored for a map of `tokens`."""
    return max(MIN_FILES, tokens // TOKENS_A_FILE)


def backbone(graph: Graph, ranks: Sequence[float], detailed: int, reader: Reader) -> Backbone:
    """Return the files by rank, and for the first `detailed` how much what they define is used."""
    from repomap.graph.graph_rows import targets_of

    best = in_order(graph.paths, ranks)
    used = _used(graph, ranks)
    by_position = [
        {at: used[target] for at, target in enumerate(targets_of(path, reader.definitions(path))) if target in used}
        for _, path in best[:detailed]
    ]
    return Backbone(tuple(path for _, path in best), tuple(score for score, _ in best), tuple(by_position))


def _used(graph: Graph, ranks: Sequence[float]) -> dict[Target, float]:
    """Return how much each definition is used: by the ranks that flow onto it, and by how many files use it."""
    from repomap.graph.graph_rows import OUTSIDE

    roles = {path: role(path) for path in graph.paths}
    flow: dict[Target, float] = {}
    users: dict[Target, float] = {}
    for path, rank, row in zip(graph.paths, ranks, graph.rows, strict=True):
        share = rank / (sum([weight for _, weight in row]) or 1.0)
        kind = roles[path]
        for target, weight in row:
            flow[target] = flow.get(target, 0.0) + share * weight
        if kind == SOURCE:
            for target, weight in row:
                users[target] = users.get(target, 0.0) + min(1.0, weight)  # a guess is a user in part
        elif kind in (TEST, DOCS, EXAMPLE):
            for target, weight in row:
                if roles[target.path] == SOURCE:
                    users[target] = users.get(target, 0.0) + READER * min(1.0, weight / OUTSIDE)
    found: dict[Target, float] = {}
    for counts, part in ((flow, 1.0), (users, USERS)):
        whole = sum([BACKBONE_WEIGHT[roles[target.path]] * count for target, count in counts.items()]) or 1.0
        for target, count in counts.items():
            found[target] = found.get(target, 0.0) + part * count / whole
    return found


def in_order(paths: Sequence[str], ranks: Sequence[float]) -> list[tuple[float, str]]:
    """Return (score, path) of each file, best first: its rank, weighed by what the file is for."""
    weighed = [(BACKBONE_WEIGHT[role(path)] * rank, path) for path, rank in zip(paths, ranks, strict=True)]
    return sorted(weighed, key=lambda pair: (-pair[0], pair[1]))


def scored(found: Backbone, reader: Reader) -> Scored:
    """Return the worth of each definition in the files whose uses are known."""
    values = []
    for path, score, uses in zip(found.paths, found.scores, found.uses, strict=False):
        values.append(tuple(_values(reader.definitions(path), uses, score, BACKBONE_WEIGHT[role(path)])))
    return Scored(found.paths, found.scores, tuple(values))


def _values(definitions: Sequence[Definition], uses: Mapping[int, float], score: float, weight: float) -> list[float]:
    """Return the worth of each definition of a file: its uses, a type's members', and a little of the file's score."""
    base = BASE * score / (10 + len(definitions))
    first: dict[str, int] = {}
    for at, definition in enumerate(definitions):
        first.setdefault(definition.qualified, at)
    whole = [uses.get(at, 0.0) for at in range(len(definitions))]
    types = {definition.name: at for at, definition in enumerate(definitions) if definition.kind in TYPES}
    for at, definition in enumerate(definitions):
        if types.get(definition.name) == at and uses.get(at):
            for word in set(_NAME.findall(definition.signature)) & types.keys() - {definition.name}:
                whole[types[word]] += DERIVED * uses[at]
        above = first.get(definition.parent)
        if above is not None and definition.kind not in LIGHT_KINDS and definitions[above].kind in TYPES:
            whole[above] += MEMBERS * uses.get(at, 0.0)
    return [
        (weight * worth + base)
        * (1.0 if definition.exported and not _is_private(definition.name) else HIDDEN)
        * (LIGHT if definition.kind in LIGHT_KINDS else SECTION if definition.kind == "section" else 1.0)
        * (1.0 if first[definition.qualified] == at else AGAIN)
        for at, (definition, worth) in enumerate(zip(definitions, whole, strict=True))
    ]


def _is_private(name: str) -> bool:
    """Tell by an old custom of many languages whether a name that others can see is not meant for them."""
    return name.startswith("__") and not name.endswith("__")


def rank_backbone(reader: Reader, found: Scored, tokens: int) -> Ranking:
    """Return the ranking for a map of `tokens`, of as many files as its lines could name.

    A definition's worth is its score. Definitions are read when one of their file is looked at.
    """
    files = []
    items: list[tuple[float, int, int]] = []
    detailed = min(files_for(tokens), len(found.values))
    for number, (path, score) in enumerate(zip(found.paths[:tokens], found.scores, strict=False)):
        values = found.values[number] if number < detailed else ()
        items.extend((-value, number, at) for at, value in enumerate(values))
        items.append((-score * PATH_LINE, number, -1))
        definitions = _Definitions(reader, path, len(values)) if values else ()
        files.append(RankedFile(path, reader.language(path), score, definitions, values))
    items.sort()
    return Ranking(tuple(files), tuple((number, at) for _, number, at in items))


class _Definitions(Sequence[Definition]):
    """The definitions of a file, read when the first one is asked for."""

    def __init__(self, reader: Reader, path: str, count: int) -> None:
        self._reader = reader
        self._path = path
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Definition: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Definition]: ...
    def __getitem__(self, at: int | slice) -> Definition | Sequence[Definition]:
        return self._reader.definitions(self._path)[at]


def pack(found: Scored) -> bytes:
    """Return the backbone as bytes: the paths and how many definitions are scored in each file, then all scores."""
    head = json.dumps([found.paths, list(map(len, found.values))], separators=(",", ":")).encode("ascii")
    numbers = array("d", chain(found.scores, *found.values))
    return zlib.compress(len(head).to_bytes(4, "little") + head + numbers.tobytes(), 1)


def unpack(data: bytes) -> Scored:
    """Return the backbone that `pack` packed."""
    raw = zlib.decompress(data)
    start = 4 + int.from_bytes(raw[:4], "little")
    paths, counts = json.loads(raw[4:start])
    numbers = array("d", raw[start:])
    values = []
    at = len(paths)
    for count in counts:
        values.append(tuple(numbers[at : at + count]))
        at += count
    if at != len(numbers):
        raise ValueError("a backbone with more or fewer numbers than definitions")
    return Scored(tuple(paths), tuple(numbers[: len(paths)]), tuple(values))
