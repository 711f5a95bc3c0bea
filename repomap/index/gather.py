"""Gather the words of documents while they are read, and turn them into postings: once a token, not once a document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from repomap.index.postings import MAX_COUNT, Postings
from repomap.words import TokenKeys, definition_key

_COUNT = MAX_COUNT << 1  # the bits of a posting that hold its count


class Words:
    """The tokens of some documents, and the names they define, as postings."""

    def __init__(self) -> None:
        self._tokens: dict[bytes, list[int]] = {}
        self._names: dict[str, list[int]] = {}
        self._documents = 0

    def add(self, tokens: Mapping[bytes, int], names: Mapping[str, int]) -> int:
        """Add the next document with its tokens and defined names, and how often each; return the tokens added."""
        base = self._documents << 8
        once = base | 2
        self._documents += 1
        known = self._tokens
        find = known.get
        for token, count in tokens.items():
            value = once if count == 1 else base | (count if count < MAX_COUNT else MAX_COUNT) << 1
            found = find(token)
            if found is None:
                known[token] = [value]
            else:
                found.append(value)
        for name, count in names.items():
            found = find(name.encode("utf-8", "replace"))
            if found and found[-1] >= base:
                found[-1] |= 1
            self._names.setdefault(name, []).append(base | min(count, MAX_COUNT) << 1)
        return len(tokens)

    def postings(self, keys: TokenKeys) -> Postings:
        """Return the postings of every word the tokens hold, and of the names."""
        lists: dict[int, list[list[int]]] = {}
        for token, values in self._tokens.items():
            for key in keys[token]:
                found = lists.get(key)
                if found is None:
                    lists[key] = [values]
                else:
                    found.append(values)
        postings = {key: some[0] if len(some) == 1 else _united(some) for key, some in lists.items()}
        postings.update((definition_key(name), values) for name, values in self._names.items())
        return postings


def _united(some: Iterable[list[int]]) -> list[int]:
    """Return one posting a document, with the counts added up."""
    united: list[int] = []
    last = -1
    for value in sorted(chain.from_iterable(some)):
        if value >> 8 == last:
            before = united[-1]
            united[-1] = last << 8 | min((before & _COUNT) + (value & _COUNT), _COUNT) | (before | value) & 1
        else:
            united.append(value)
            last = value >> 8
    return united
