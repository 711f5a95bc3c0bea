"""Score files, and the definitions in them, by the task's words: BM25 over identifier parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

from repomap.index.reader import Reader
from repomap.model import Definition
from repomap.vocabulary import family, members
from repomap.words import IDENTIFIER, part_key, parts, pieces, stem, tokens

K1 = 1.2  # BM25's saturation and length constants, Robertson & Zaragoza 2009's middle values
B = 0.75


def idf(documents: int, containing: int) -> float:
    """Return BM25's weight of a word that `containing` of `documents` hold."""
    return log(1 + (documents - containing + 0.5) / (containing + 0.5))


def score_files(reader: Reader, words: Mapping[str, float]) -> tuple[dict[str, float], dict[str, float]]:
    """Return each file's BM25 score for weighted `words` (families), and each word's weight × idf."""
    counts, paths = reader.counts, reader.paths
    total = sum(len(some) for some in paths.values()) or 1
    mean = sum(counts[content][0] * len(some) for content, some in paths.items()) / total or 1.0
    lengths = {content: K1 * (1 - B + B * row[0] / mean) for content, row in counts.items()}
    scores: dict[int, float] = dict.fromkeys(paths, 0.0)
    value: dict[str, float] = {}
    for word in sorted(words):
        found: dict[int, int] = {}
        for member in members(word):
            for content, count, _ in reader.postings(part_key(member)):
                found[content] = found.get(content, 0) + count
        value[word] = words[word] * idf(total, sum(len(paths[content]) for content in found))
        weight = value[word] * (K1 + 1)
        for content, count in found.items():
            scores[content] += weight * count / (count + lengths[content])
    return {path: score for content, score in scores.items() if score for path in paths[content]}, value


class _Searched(dict[str, str]):
    """Part as written ("Retries") → its family where the task has it, else ""."""

    def __init__(self, searched: Mapping[str, float]) -> None:
        self._searched = searched

    def __missing__(self, part: str) -> str:
        found = family(stem(part.lower())) if len(part) > 1 else ""
        self[part] = found = found if found in self._searched else ""
        return found


class Passages:
    """Scores definitions by what stands in their own lines; what it learns of identifiers is kept for the next file.

    `value` maps each of the task's words to its weight × idf.
    """

    def __init__(self, value: Mapping[str, float]) -> None:
        self._value = value
        self._parts = _Searched(value)
        self._known: dict[bytes, tuple[str, ...]] = {}

    def counts(self, text: bytes, definitions: Sequence[Definition]) -> tuple[list[dict[str, int]], list[int]]:
        """Return how often each word stands in each definition's own lines, and how many words those hold.

        A definition's own lines are those that stand in none nested in it.
        """
        lines = text.split(b"\n")
        hits: list[dict[str, int]] = [{} for _ in definitions]
        lengths = [0] * len(definitions)
        known = self._known
        for owner, start, end in _own_pieces(definitions, len(lines)):
            found = Counter(tokens(b"\n".join(lines[start - 1 : end])))
            lengths[owner] += found.total()
            into = hits[owner]
            for word, count in found.items():
                of_task = known.get(word)
                if of_task is None:
                    of_task = known[word] = self._words(word)
                for part in of_task:
                    into[part] = into.get(part, 0) + count
        return hits, lengths

    def name_match(self, name: str) -> float:
        """Return the worth of the task's words in a name, times the share of the name's words that they are."""
        own = dict.fromkeys(part for part in pieces(name) if len(part) > 1 and not part[0].isdigit())
        matched = set(filter(None, map(self._parts.__getitem__, own)))
        return sum(self._value[word] for word in sorted(matched)) * len(matched) / len(own) if matched else 0.0

    def _words(self, token: bytes) -> tuple[str, ...]:
        """Return the task's words in a token of source (see `words.tokens`)."""
        if token.isascii():
            return tuple(filter(None, map(self._parts.__getitem__, pieces(token.decode("ascii")))))
        found = (piece.decode("utf-8", "replace") for piece in IDENTIFIER.findall(token))
        words = (family(part) for piece in found for part in parts(piece))
        return tuple(word for word in words if word in self._value)

    def scores(self, hits: Sequence[Mapping[str, int]], lengths: Sequence[int]) -> list[float]:
        """Return the BM25 score of each definition, its length measured against the file's mean."""
        mean = sum(lengths) / (len(lengths) or 1) or 1.0
        scores = []
        for found, length in zip(hits, lengths, strict=True):
            norm = K1 * (1 - B + B * length / mean)
            scores.append(
                sum(self._value[word] * count * (K1 + 1) / (count + norm) for word, count in sorted(found.items()))
            )
        return scores


def _own_pieces(definitions: Sequence[Definition], lines: int) -> list[tuple[int, int, int]]:
    """Return (definition, first line, last line) of each run of lines whose innermost definition is the same."""
    owners = [-1] * (lines + 2)
    for position, definition in enumerate(definitions):
        start = min(definition.line, lines + 1)
        end = min(definition.end_line, lines)
        owners[start : end + 1] = [position] * (end + 1 - start)
    pieces = []
    start = 1
    for line in range(2, lines + 2):
        if owners[line] != owners[start]:
            if owners[start] >= 0:
                pieces.append((owners[start], start, line - 1))
            start = line
    return pieces
