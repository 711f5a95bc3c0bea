"""Gather the words of documents while they are read, as the postings of a segment."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping
from functools import partial

from repomap.index.postings import MAX_COUNT, Postings
from repomap.words import NameKeys, TokenKeys

_DOUBLED = [2 * count for count in range(MAX_COUNT + 1)]


class Words:
    """The words of some documents, and the names they define, as postings."""

    def __init__(self, of_tokens: TokenKeys, of_names: NameKeys) -> None:
        self._of_tokens = of_tokens
        self._of_names = of_names
        self._documents = 0
        self.postings: Postings = defaultdict(partial(array, "I"))

    def add(self, tokens: Iterable[bytes], names: Mapping[str, int]) -> int:
        """Add the next document with its tokens, and the names it defines with how often; return the words added."""
        base = self._documents << 8
        self._documents += 1
        postings = self.postings
        of_tokens = self._of_tokens
        written = Counter(tokens)  # a fifth of the tokens
        of_tokens.learn(written)
        counts: dict[int, int] = {}
        before = counts.get
        for token, count in written.items():
            for key in of_tokens[token]:
                counts[key] = before(key, 0) + count
        if counts and max(counts.values()) > MAX_COUNT:
            counts = {key: min(count, MAX_COUNT) for key, count in counts.items()}
        values = map(base.__add__, map(_DOUBLED.__getitem__, counts.values()))
        deque(map(array.append, map(postings.__getitem__, counts), values), maxlen=0)  # a loop that runs no bytecode
        for name, count in names.items():
            defined, *keys = self._of_names[name]
            for key in keys:
                if key in counts:
                    postings[key][-1] |= 1
            postings[defined].append(base | min(count, MAX_COUNT) << 1)
        return len(counts)
