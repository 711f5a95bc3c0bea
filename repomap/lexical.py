"""Score files, and the definitions in them, by the task's words: BM25 over identifier parts."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import log

from repomap.index.reader import Reader
from repomap.model import Definition
from repomap.words import IDENTIFIER, parts

K1 = 1.2  # BM25's saturation and length constants, Robertson & Zaragoza 2009's middle values
B = 0.75
DEFINED = 3.0  # a word in a name that the file defines counts as so many more occurrences


def idf(documents: int, containing: int) -> float:
    """Return BM25's weight of a word that `containing` of `documents` hold."""
    return log(1 + (documents - containing + 0.5) / (containing + 0.5))


def score_files(
    reader: Reader, words: Mapping[str, float], key: Mapping[str, int]
) -> tuple[dict[str, float], dict[str, float]]:
    """Return each file's score for weighted `words`, and each word's idf. `key` gives the words' index keys."""
    counts = reader.counts
    total = sum(len(paths) for paths in reader.paths.values()) or 1
    mean = sum(counts[c][0] * len(paths) for c, paths in reader.paths.items()) / total or 1.0
    scores: dict[int, float] = defaultdict(float)
    rarity: dict[str, float] = {}
    for word in sorted(words):
        found = list(reader.postings(key[word]))
        containing = sum(len(reader.paths[content]) for content, _, _ in found)
        rarity[word] = weight = idf(total, containing)
        for content, count, defined in found:
            frequency = count + (DEFINED if defined else 0.0)
            length = 1 - B + B * counts[content][0] / mean
            scores[content] += words[word] * weight * frequency * (K1 + 1) / (frequency + K1 * length)
    by_path = {path: score for content, score in scores.items() for path in reader.paths[content]}
    return by_path, rarity


def score_definitions(
    text: bytes, definitions: Sequence[Definition], words: Mapping[str, float], rarity: Mapping[str, float]
) -> list[float]:
    """Return the score of each definition for `words` by what stands in its own lines, without those nested in it."""
    scores = [0.0] * len(definitions)
    if not definitions:
        return scores
    innermost = _line_owners(definitions, text.count(b"\n") + 1)
    counts: list[dict[str, int]] = [{} for _ in definitions]
    lengths = [1] * len(definitions)
    known: dict[bytes, list[str]] = {}
    starts = [0]
    at = text.find(b"\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find(b"\n", at + 1)
    for match in IDENTIFIER.finditer(text):
        word = match[0]
        found = known.get(word)
        if found is None:
            found = known[word] = [part for part in parts(word.decode("utf-8", "replace")) if part in words]
        line = bisect_right(starts, match.start())
        owner = innermost[line]
        if owner < 0:
            continue
        lengths[owner] += 1
        for part in found:
            counts[owner][part] = counts[owner].get(part, 0) + 1
    mean = sum(lengths) / len(lengths)
    for position, found_counts in enumerate(counts):
        length = 1 - B + B * lengths[position] / mean
        scores[position] = sum(
            words[word] * rarity[word] * count * (K1 + 1) / (count + K1 * length)
            for word, count in sorted(found_counts.items())
        )
    return scores


def _line_owners(definitions: Sequence[Definition], lines: int) -> list[int]:
    """Return for each line (from 1) the innermost definition it stands in, -1 for none."""
    owners = [-1] * (lines + 2)
    for position, definition in enumerate(definitions):
        start = min(definition.line, lines + 1)
        end = min(definition.end_line, lines)
        owners[start : end + 1] = [position] * (end + 1 - start)
    return owners
