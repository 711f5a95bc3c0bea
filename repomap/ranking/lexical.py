"""Score files, and the definitions in them, by the task's words: BM25 over identifier parts."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain
from math import log
from typing import NamedTuple

from repomap.index.reader import Reader
from repomap.model import Definition
from repomap.ranking.vocabulary import beginnings, family, members
from repomap.words import IDENTIFIER, part_key, parts, pieces, spaces, stem

K1 = 1.2  # BM25's saturation and length constants, Robertson & Zaragoza 2009's middle values
B = 0.75

_NOTHING: Mapping[str, float] = {}

Counts = tuple[list[dict[str, int]], list[int]]
"""For each definition how often each of the task's words stands in it, and how many words it has in all."""


def idf(documents: int, containing: float) -> float:
    """Return BM25's weight of a word that `containing` of `documents` hold."""
    return log(1 + (documents - containing + 0.5) / (containing + 0.5))


class FileScores(NamedTuple):
    """What the task's words say of files, by path: BM25 over all words, over those of the title alone with equal
    weights, and the words in names that a file defines, for its many or few names. `value` is each word's weight × idf.
    """

    words: dict[str, float]
    title: dict[str, float]
    names: dict[str, float]
    value: dict[str, float]


def score_files(
    reader: Reader,
    words: Mapping[str, float],
    title: frozenset[str] = frozenset(),
    said: Mapping[str, float] = _NOTHING,
) -> FileScores:
    """Return the scores of files for weighted `words` (families), those in `title` being the title's.

    `said` is the share of commits whose messages hold a word: one that is rare in code and common in what people write
    of it ("fix") weighs no more than if as large a share of the files held it.
    """
    counts, paths = reader.counts, reader.paths
    total = sum(map(len, paths.values())) or 1
    mean = sum(counts[content][0] * len(some) for content, some in paths.items()) / total or 1.0
    of_words: dict[int, float] = {}
    of_title: dict[int, float] = {}
    of_names: dict[int, float] = {}
    value: dict[str, float] = {}
    for word in sorted(words):
        found: dict[int, int] = {}
        defining: set[int] = set()
        for member in members(word):
            for content, count, defined in reader.postings(part_key(member)):
                found[content] = found.get(content, 0) + count
                if defined:
                    defining.add(content)
        files = sum(len(paths[content]) for content in found)
        rarity = min(idf(total, files), idf(total, said.get(word, 0.0) * total))
        weight = words[word]
        value[word] = weight * rarity
        for content, count in found.items():
            length = K1 * (1 - B + B * counts[content][0] / mean)
            fit = rarity * (K1 + 1) * count / (count + length)
            of_words[content] = of_words.get(content, 0.0) + weight * fit
            if word in title:
                of_title[content] = of_title.get(content, 0.0) + fit
        for content in defining:
            of_names[content] = of_names.get(content, 0.0) + weight * rarity / log(3 + counts[content][1])
    by_path = [
        {path: score for content, score in some.items() for path in paths[content]}
        for some in (of_words, of_title, of_names)
    ]
    return FileScores(by_path[0], by_path[1], by_path[2], value)


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

    def counts(self, text: bytes, definitions: Sequence[Definition]) -> Counts:
        """Return how often each word stands in each definition's own lines, and how many words those hold.

        A definition's own lines are those that stand in none nested in it.
        """
        return self.counts_in(text, _own_pieces(definitions, text.count(b"\n") + 1), len(definitions))

    def counts_in(self, text: bytes, pieces: Iterable[tuple[int, int, int]], count: int) -> Counts:
        """Return the same for `count` definitions that have `pieces` (definition, first line, last line)."""
        lengths_of_lines = map(len, text.split(b"\n"))
        starts = [0, *accumulate(lengths_of_lines)]  # without line breaks, of which n - 1 stand before line n
        spaced = spaces(text)
        split = [
            (owner, spaced[starts[start - 1] + start - 1 : starts[end] + end - 1].split())
            for owner, start, end in pieces
        ]
        self._learn(set(chain.from_iterable(words for _, words in split)))
        hits: list[dict[str, int]] = [{} for _ in range(count)]
        lengths = [0] * count
        of_task = self._of_task
        for owner, words in split:
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
        plain, others = b"\n".join(new), set[bytes]()
        if not plain.isascii():
            others = {token for token in new if not token.isascii()}
            plain = b"\n".join(new - others)
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

    def scores(
        self,
        hits: Sequence[Mapping[str, int]],
        lengths: Sequence[int],
        mean: float = 0.0,
        b: float = B,
        rarity: Mapping[str, float] = _NOTHING,
    ) -> list[float]:
        """Return the BM25 score of each definition, its length measured against `mean`, else the file's mean.

        A word counts `rarity` times its value where that is given.
        """
        mean = mean or sum(lengths) / (len(lengths) or 1) or 1.0
        value = {word: self._value[word] * times for word, times in rarity.items()} or self._value
        scores = []
        for found, length in zip(hits, lengths, strict=True):
            if not found:
                scores.append(0.0)
                continue
            norm = K1 * (1 - b + b * length / mean)
            scores.append(sum(value[word] * count * (K1 + 1) / (count + norm) for word, count in sorted(found.items())))
        return scores


def _own_pieces(definitions: Sequence[Definition], lines: int) -> list[tuple[int, int, int]]:
    """Return (definition, first line, last line) of each run of lines whose innermost definition is the same."""
    owners = array("i", (-1,)) * (lines + 2)
    edges = {0}
    for position, definition in enumerate(definitions):
        start = min(definition[2], lines + 1)
        end = min(definition[3], lines)
        if start <= end:
            owners[start : end + 1] = array("i", (position,)) * (end + 1 - start)
            edges.add(start - 1)
            edges.add(end)
    pieces = []
    start = 1
    for edge in sorted(edges):
        if owners[edge] != owners[edge + 1]:
            if owners[edge] >= 0:
                pieces.append((owners[edge], start, edge))
            start = edge + 1
    return pieces
