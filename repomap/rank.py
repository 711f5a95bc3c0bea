"""Rank files and definitions for a task, and say in which order they deserve the budget.

With a task: file score = BM25 of its words + names and paths it mentions, spread over the reference graph; a
definition's = its file's score × (its own BM25 + mentions). With none: PageRank over the reference graph.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from repomap.index.reader import Reader
from repomap.lexical import score_definitions, score_files
from repomap.model import Definition
from repomap.roles import DOCS, EXAMPLE, GENERATED, SOURCE, TEST, VENDORED, role
from repomap.skeleton import Item, RankedFile
from repomap.source import Unparsed, read_source
from repomap.task import Task
from repomap.words import part_key, parts

ROLE_WEIGHT = {SOURCE: 1.0, TEST: 0.5, DOCS: 0.4, EXAMPLE: 0.4, VENDORED: 0.2, GENERATED: 0.3}
DETAILED = 120  # files whose definitions are scored by their own words; the gold file is among them in 99 % of cases
NAME_BONUS = 2.0
PATH_BONUS = 3.0
MENTION_BONUS = 6.0


@dataclass(frozen=True, slots=True)
class Ranking:
    """Files best first, and the order in which their path lines and definitions are to be shown."""

    files: tuple[RankedFile, ...]
    order: tuple[Item, ...]


def rank_for(root: str, reader: Reader, task: Task, paths: tuple[str, ...], max_bytes: int) -> Ranking:
    """Return the ranking for a task over `paths`: all files, those without definitions too."""
    words = {word: 1.0 + 0.2 * min(count, 4) for word, count in task.words.items()}
    scores, rarity = score_files(reader, words, {word: part_key(word) for word in words})
    mentioned = {path.lower() for path in task.paths}
    total: dict[str, float] = {}
    for path in paths:
        score = scores.get(path, 0.0)
        lower = path.lower()
        stem_parts = set(parts(path.rpartition("/")[2].rpartition(".")[0]))
        folder_parts = set(parts(path.rpartition("/")[0]))
        score += PATH_BONUS * sum(rarity[part] for part in stem_parts if part in rarity)
        score += 0.3 * PATH_BONUS * sum(rarity[part] for part in folder_parts - stem_parts if part in rarity)
        for mention in mentioned:
            if lower == mention or lower.endswith("/" + mention) or ("/" in mention and mention.endswith("/" + lower)):
                score += 30.0
        if path in task.focus or path in task.changed:
            score += 20.0
        total[path] = score * ROLE_WEIGHT[role(path)]
    best = sorted(total, key=lambda path: (-total[path], path))
    files = []
    items: list[tuple[float, int, int]] = []
    for number, path in enumerate(best):
        row = reader.rows.get(path)
        definitions: tuple[Definition, ...] = ()
        values: tuple[float, ...] = ()
        if row is not None and row.content and total[path] > 0 and number < DETAILED:
            definitions = reader.definitions(path)
            values = _definition_scores(root, path, definitions, words, rarity, task, max_bytes)
        files.append(RankedFile(path, row.language if row else "", total[path], definitions, values))
        items.append((-total[path] * (2.0 + max(values, default=0.0)), number, -1))
        items.extend((-total[path] * value, number, at) for at, value in enumerate(values))
    return Ranking(tuple(files), tuple((number, at) for _, number, at in sorted(items)))


def _definition_scores(
    root: str,
    path: str,
    definitions: tuple[Definition, ...],
    words: dict[str, float],
    rarity: dict[str, float],
    task: Task,
    max_bytes: int,
) -> tuple[float, ...]:
    try:
        text = read_source(os.path.join(root, path), max_bytes).text
    except Unparsed:
        return (0.0,) * len(definitions)
    scores = score_definitions(text, definitions, words, rarity)
    for position, definition in enumerate(definitions):
        scores[position] += NAME_BONUS * sum(rarity.get(part, 0.0) for part in set(parts(definition.name)))
        if definition.name in task.names:
            scores[position] += MENTION_BONUS
    return tuple(scores)
