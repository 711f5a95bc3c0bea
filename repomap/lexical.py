"""Score files, and the definitions in them, by the task's words: BM25 over identifier parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain, pairwise
from math import log

from repomap.index.reader import Reader
from repomap.model import Definition
from repomap.vocabulary import beginnings, family, members
from repomap.words import IDENTIFIER, part_key, parts, pieces, spaces, stem

K1 = 1.2  # BM25's saturation and length constants, Robertson & Zaragoza 2009's middle values
B = 0.75


def idf(documents: int, containing: int) -> float:
    """Return BM25's weight of a word that `containing` of `documents` hold."""
    return log(1 + (documents - containing + 0.5) / (containing + 0.5))


def score_files(reader: Reader, words: Mapping[str, float]) -> tuple[dict[str, float], dict[str, float]]:
    """Return each file's BM25 score for weighted `words` (families), and each word's weight × idf."""
    counts, paths = reader.counts, reader.paths
    total = sum(map(len, paths.values())) or 1
    mean = sum(counts[content][0] * len(some) for content, some in paths.items()) / total or 1.0
    scores: dict[int, float] = {}
    value: dict[str, float] = {}
    for word in sorted(words):
        found: dict[int, int] = {}
        for member in members(word):
            for content, count, _ in reader.postings(part_key(member)):
                found[content] = found.get(content, 0) + count
        value[word] = words[word] * idf(total, sum(len(paths[content]) for content in found))
        weight = value[word] * (K1 + 1)
        for content, count in found.items():
            length = K1 * (1 - B + B * counts[content][0] / mean)
            scores[content] = scores.get(content, 0.0) + weight * count / (count + length)
    return {path: score for content, score in scores.items() if score for path in paths[content]}, value


class _Searched(dict[str, str]):
    """Part as written ("Retries") → its family where the task has it, else ""."""

    def __init__(self, searched: Mapping[str, float]) -> None:
        self._searched = searched

    def __missing__(self, part: str) -> str:
        found = family(stem(part.lower())) if len(part) > 1 else ""
        self[part] = found = found if found in self._searched else ""
        return found


class Possible:
    """Tells at once of most names that they hold none of some families of words."""

    def __init__(self, families: Iterable[str]) -> None:
        starts = [re.escape(start) for start in beginnings(families)] or ["(?!)"]
        self._search = re.compile("|".join(starts)).search
        self._find = re.compile("|".join(starts).encode()).finditer

    def __call__(self, text: str) -> bool:
        """Tell whether `text` may hold such a word."""
        return self._search(text.lower()) is not None

    def lines(self, text: bytes) -> set[bytes]:
        """Return the lines of an ASCII text that may hold such words."""
        found = set()
        end = -1
        for match in self._find(text.lower()):
            if match.start() > end:
                end = text.find(b"\n", match.start())
                end = len(text) if end < 0 else end
                found.add(text[text.rfind(b"\n", 0, match.start()) + 1 : end])
        return found


class Passages:
    """Scores definitions by what stands in their own lines; what it learns of identifiers is kept for the next file.

    `value` maps each of the task's words to its weight × idf.
    """

    def __init__(self, value: Mapping[str, float]) -> None:
        self._value = value
        self._parts = _Searched(value)
        self._possible = Possible(value)
        self._known: set[bytes] = set()
        self._of_task: dict[bytes, tuple[str, ...]] = {}

    def counts(self, text: bytes, definitions: Sequence[Definition]) -> tuple[list[dict[str, int]], list[int]]:
        """Return how often each word stands in each definition's own lines, and how many words those hold.

        A definition's own lines are those that stand in none nested in it.
        """
        lines = text.split(b"\n")
        starts = [0, *accumulate(map(len, lines))]  # without the line breaks, of which line n has n - 1 before it
        spaced = spaces(text)
        pieces = [
            (owner, spaced[starts[start - 1] + start - 1 : starts[end] + end - 1].split())
            for owner, start, end in _own_pieces(definitions, len(lines))
        ]
        self._learn(set(chain.from_iterable(words for _, words in pieces)))
        hits: list[dict[str, int]] = [{} for _ in definitions]
        lengths = [0] * len(definitions)
        of_task = self._of_task
        for owner, words in pieces:
            lengths[owner] += len(words)
            into = hits[owner]
            for word in filter(of_task.__contains__, words):
                for part in of_task[word]:
                    into[part] = into.get(part, 0) + 1
        return hits, lengths

    def _learn(self, tokens: set[bytes]) -> None:
        """Find those of `tokens` that hold words of the task."""
        new = tokens - self._known
        self._known |= new
        plain = b"\n".join(token for token in new if token.isascii())
        others = (token for token in new if not token.isascii())
        for token in chain(self._possible.lines(plain), others):
            if words := self._words(token):
                self._of_task[token] = words

    def name_match(self, name: str) -> float:
        """Return the worth of the task's words in a name, times the share of the name's words that they are."""
        if not self._possible(name):
            return 0.0
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
    for end in [line for line, (own, next_own) in enumerate(pairwise(owners)) if own != next_own]:
        if owners[end] >= 0:
            pieces.append((owners[end], start, end))
        start = end + 1
    return pieces
