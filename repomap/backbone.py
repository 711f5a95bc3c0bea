"""Rank files and definitions with no task in mind: what the rest of the repository stands on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from repomap.graph import Graph, targets_of
from repomap.index.reader import Reader
from repomap.model import Definition
from repomap.rank import Ranking
from repomap.roles import DOCS, EXAMPLE, GENERATED, SOURCE, TEST, VENDORED, role
from repomap.skeleton import RankedFile

BACKBONE_WEIGHT = {SOURCE: 1.0, TEST: 0.02, DOCS: 0.02, EXAMPLE: 0.05, VENDORED: 0.02, GENERATED: 0.05}
HIDDEN = 0.3  # weight of what is not exported, in the backbone
BASE = 0.1  # what a definition has of its file's rank without being used, in the backbone
PATH_LINE = 1e-3  # a path line's worth against a definition's, in the backbone: files stand there by what they define
MIN_BACKBONE = 200  # files whose definitions are scored whatever the budget
TOKENS_A_FILE = 8  # ... and one more for so many tokens of it


def rank_backbone(reader: Reader, graph: Graph, ranks: Sequence[float], tokens: int) -> Ranking:
    """Return the ranking without a task: what the rest of the repository stands on.

    A file's rank is split over what it uses; what lands on a definition is its score. Only as many files have their
    definitions scored as a map of `tokens` can show.
    """
    flows: dict[str, dict[tuple[str, int], float]] = defaultdict(dict)
    for rank, row in zip(ranks, graph.rows, strict=True):
        share = rank / (sum(weight for _, weight in row) or 1.0)
        for (path, qualified, ordinal), weight in row:
            into = flows[path]
            into[qualified, ordinal] = into.get((qualified, ordinal), 0.0) + share * weight
    weighted = ((BACKBONE_WEIGHT[role(path)] * rank, path) for path, rank in zip(graph.paths, ranks, strict=True))
    scored = sorted(weighted, key=lambda pair: (-pair[0], pair[1]))
    files = []
    items: list[tuple[float, int, int]] = []
    for number, (score, path) in enumerate(scored):
        definitions: tuple[Definition, ...] = ()
        values: list[float] = []
        if number < max(MIN_BACKBONE, tokens // TOKENS_A_FILE):
            definitions = reader.definitions(path)
            base = BASE * score / (10 + len(definitions))
            for definition, (_, qualified, ordinal) in zip(definitions, targets_of(path, definitions), strict=True):
                flow = flows[path].get((qualified, ordinal), 0.0)
                weight = BACKBONE_WEIGHT[role(path)] * (1.0 if definition.exported else HIDDEN)
                values.append(weight * flow + base * (1.0 if definition.exported else HIDDEN))
            items.extend((-value, number, at) for at, value in enumerate(values))
        items.append((-score * PATH_LINE, number, -1))
        files.append(RankedFile(path, reader.language(path), score, definitions, tuple(values)))
    items.sort()
    return Ranking(tuple(files), tuple((number, at) for _, number, at in items))
