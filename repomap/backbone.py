"""Rank files and definitions with no task in mind: what the rest of the repository stands on."""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, overload

from repomap.model import Definition
from repomap.rank import Ranking
from repomap.roles import DOCS, EXAMPLE, GENERATED, SOURCE, TEST, VENDORED, role
from repomap.skeleton import RankedFile

if TYPE_CHECKING:
    from repomap.graph import Graph
    from repomap.index.reader import Reader

BACKBONE_WEIGHT = {SOURCE: 1.0, TEST: 0.02, DOCS: 0.02, EXAMPLE: 0.05, VENDORED: 0.02, GENERATED: 0.05}
HIDDEN = 0.3  # weight of what is not exported
BASE = 0.1  # what a definition has of its file's rank without being used
PATH_LINE = 1e-3  # a path line's worth against a definition's: files stand in a backbone by what they define
MIN_FILES = 100  # files whose definitions are scored whatever the budget
TOKENS_A_FILE = 20  # ... and one more for so many tokens of it


class Backbone(NamedTuple):
    """Files best first with their scores; `flows[i]` is what flows onto the used definitions of `paths[i]`, by their
    position, for the first `len(flows)` files.
    """

    paths: tuple[str, ...]
    scores: tuple[float, ...]
    flows: tuple[dict[int, float], ...]


class Scored(NamedTuple):
    """What is kept of a backbone: `values[i]` is the worth of each definition of `paths[i]`, in file order."""

    paths: tuple[str, ...]
    scores: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]


def files_for(tokens: int) -> int:
    """Return how many files need their definitions scored for a map of `tokens`."""
    return max(MIN_FILES, tokens // TOKENS_A_FILE)


def backbone(graph: Graph, ranks: Sequence[float], detailed: int, reader: Reader) -> Backbone:
    """Return the files by rank, and for the first `detailed` how each file's rank is split over what it uses."""
    from repomap.graph_rows import targets_of

    best = in_order(graph.paths, ranks)
    flows: dict[str, dict[tuple[str, int], float]] = {path: {} for _, path in best[:detailed]}
    for rank, row in zip(ranks, graph.rows, strict=True):
        share = rank / (sum(weight for _, weight in row) or 1.0)
        for (path, qualified, ordinal), weight in row:
            into = flows.get(path)
            if into is not None:
                into[qualified, ordinal] = into.get((qualified, ordinal), 0.0) + share * weight
    by_position = []
    for path, into in flows.items():
        targets = targets_of(path, reader.definitions(path)) if into else []
        by_position.append({at: into[target[1:]] for at, target in enumerate(targets) if target[1:] in into})
    return Backbone(tuple(path for _, path in best), tuple(score for score, _ in best), tuple(by_position))


def in_order(paths: Sequence[str], ranks: Sequence[float]) -> list[tuple[float, str]]:
    """Return (score, path) of each file, best first: its rank, weighed by what the file is for."""
    weighed = [(BACKBONE_WEIGHT[role(path)] * rank, path) for path, rank in zip(paths, ranks, strict=True)]
    return sorted(weighed, key=lambda pair: (-pair[0], pair[1]))


def scored(found: Backbone, reader: Reader) -> Scored:
    """Return the worth of each definition in the files whose flows are known."""
    values = []
    for path, score, flows in zip(found.paths, found.scores, found.flows, strict=False):
        values.append(tuple(_values(reader.definitions(path), flows, score, BACKBONE_WEIGHT[role(path)])))
    return Scored(found.paths, found.scores, tuple(values))


def _values(
    definitions: Sequence[Definition], flows: Mapping[int, float], score: float, weight: float
) -> Iterator[float]:
    """Yield what flows onto each definition of a file, and a little of the file's score for each."""
    base = BASE * score / (10 + len(definitions))
    for at, definition in enumerate(definitions):
        yield (weight * flows.get(at, 0.0) + base) * (1.0 if definition.exported else HIDDEN)


def rank_backbone(reader: Reader, found: Scored, tokens: int) -> Ranking:
    """Return the ranking for a map of `tokens`, of as many files as its lines could name.

    What flows onto a definition is its score. Definitions are read when one of their file is looked at.
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
