"""Rank files and definitions with no task in mind: what the rest of the repository stands on."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from repomap.graph import Graph
from repomap.index.reader import Reader
from repomap.model import Definition
from repomap.rank import Ranking
from repomap.roles import DOCS, EXAMPLE, GENERATED, SOURCE, TEST, VENDORED, role
from repomap.skeleton import RankedFile

BACKBONE_WEIGHT = {SOURCE: 1.0, TEST: 0.02, DOCS: 0.02, EXAMPLE: 0.05, VENDORED: 0.02, GENERATED: 0.05}
HIDDEN = 0.3  # weight of what is not exported
BASE = 0.1  # what a definition has of its file's rank without being used
PATH_LINE = 1e-3  # a path line's worth against a definition's: files stand in a backbone by what they define
MIN_FILES = 100  # files whose definitions are scored whatever the budget
TOKENS_A_FILE = 20  # ... and one more for so many tokens of it


class Backbone(NamedTuple):
    """Files best first with their scores; `flows[i]` is what flows onto the used definitions of `paths[i]`, by their
    qualified name and ordinal, for the first `len(flows)` files.
    """

    paths: tuple[str, ...]
    scores: tuple[float, ...]
    flows: tuple[dict[tuple[str, int], float], ...]


def files_for(tokens: int) -> int:
    """Return how many files need their definitions scored for a map of `tokens`."""
    return max(MIN_FILES, tokens // TOKENS_A_FILE)


def backbone(graph: Graph, ranks: Sequence[float], detailed: int) -> Backbone:
    """Return the files by rank, and for the first `detailed` how each file's rank is split over what it uses."""
    scored = in_order(graph.paths, ranks)
    flows: dict[str, dict[tuple[str, int], float]] = {path: {} for _, path in scored[:detailed]}
    for rank, row in zip(ranks, graph.rows, strict=True):
        share = rank / (sum(weight for _, weight in row) or 1.0)
        for (path, qualified, ordinal), weight in row:
            into = flows.get(path)
            if into is not None:
                into[qualified, ordinal] = into.get((qualified, ordinal), 0.0) + share * weight
    return Backbone(tuple(path for _, path in scored), tuple(score for score, _ in scored), tuple(flows.values()))


def in_order(paths: Sequence[str], ranks: Sequence[float]) -> list[tuple[float, str]]:
    """Return (score, path) of each file, best first: its rank, weighed by what the file is for."""
    scored = [(BACKBONE_WEIGHT[role(path)] * rank, path) for path, rank in zip(paths, ranks, strict=True)]
    return sorted(scored, key=lambda pair: (-pair[0], pair[1]))


def rank_backbone(reader: Reader, found: Backbone, tokens: int) -> Ranking:
    """Return the ranking for a map of `tokens`. What flows onto a definition is its score."""
    files = []
    items: list[tuple[float, int, int]] = []
    for number, (path, score) in enumerate(zip(found.paths, found.scores, strict=True)):
        definitions: tuple[Definition, ...] = ()
        values: list[float] = []
        if number < files_for(tokens):
            definitions = reader.definitions(path)
            values = _values(definitions, found.flows[number], score, BACKBONE_WEIGHT[role(path)])
            items.extend((-value, number, at) for at, value in enumerate(values))
        items.append((-score * PATH_LINE, number, -1))
        files.append(RankedFile(path, reader.language(path), score, definitions, tuple(values)))
    items.sort()
    return Ranking(tuple(files), tuple((number, at) for _, number, at in items))


def _values(
    definitions: Sequence[Definition], flows: Mapping[tuple[str, int], float], score: float, weight: float
) -> list[float]:
    """Return what flows onto each definition of a file, and a little of the file's score for each."""
    base = BASE * score / (10 + len(definitions))
    values = []
    seen: dict[str, int] = {}
    for definition in definitions:
        flow = 0.0
        if flows:
            qualified = definition.qualified
            ordinal = seen[qualified] = seen.get(qualified, -1) + 1
            flow = flows.get((qualified, ordinal), 0.0)
        values.append((weight * flow + base) * (1.0 if definition.exported else HIDDEN))
    return values


def pack(found: Backbone) -> bytes:
    """Return the backbone as bytes."""
    flows = [[[name, ordinal, value] for (name, ordinal), value in into.items()] for into in found.flows]
    return zlib.compress(json.dumps([found.paths, found.scores, flows], separators=(",", ":")).encode("ascii"), 1)


def unpack(data: bytes) -> Backbone:
    """Return the backbone that `pack` packed."""
    paths, scores, flows = json.loads(zlib.decompress(data))
    return Backbone(
        tuple(paths), tuple(scores), tuple({(name, ordinal): value for name, ordinal, value in into} for into in flows)
    )
