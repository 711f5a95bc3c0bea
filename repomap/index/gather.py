"""Gather the words of documents while they are read, as the postings of a segment."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import chain

from repomap.index.postings import MAX_COUNT, Postings
from repomap.words import TokenKeys, definition_key, keys_of_name

_DOUBLED = [2 * count for count in range(MAX_COUNT + 1)]


class Words:
    """The words of some documents, and the names they define.

    Postings are gathered by token, as written: there are fewer than keys, and each is cut into its parts once.
    """

    def __init__(self, keys: TokenKeys) -> None:
        self._keys = keys
        self._documents = 0
        self._tokens: dict[bytes, array[int]] = defaultdict(partial(array, "I"))
        self._names: dict[str, array[int]] = defaultdict(partial(array, "I"))
        self._unwritten: list[tuple[str, int]] = []
        """Names that are no tokens of the document that defines them, such as those in a notebook's strings."""

    def add(self, tokens: Iterable[bytes], names: Mapping[str, int]) -> int:
        """Add the next document with its tokens, and the names it defines with how often; return the words added."""
        base = self._documents << 8
        counts: dict[bytes, int] = Counter(tokens)
        if counts and max(counts.values()) > MAX_COUNT:
            counts = {token: min(count, MAX_COUNT) for token, count in counts.items()}
        found = self._tokens
        values = map(base.__add__, map(_DOUBLED.__getitem__, counts.values()))
        deque(map(array.append, map(found.__getitem__, counts), values), maxlen=0)  # a loop that runs no bytecode
        for name, count in names.items():
            self._names[name].append(base | min(count, MAX_COUNT) << 1)
            token = name.encode("utf-8", "replace")
            if token in counts:
                found[token][-1] |= 1
            else:
                self._unwritten.append((name, self._documents))
        self._documents += 1
        return len(counts)

    def postings(self) -> Postings:
        """Return the postings of all keys."""
        found: Postings = {}
        shared: dict[int, list[array[int]]] = defaultdict(list)
        of_tokens = zip(self._keys.each(self._tokens), self._tokens.values(), strict=True)
        of_names = ((((), definition_key(name)), some) for name, some in self._names.items())
        for (keys, own), some in chain(of_tokens, of_names):
            for key in keys:
                shared[key].append(some)
            if own in found:
                shared[own].append(some)
            elif own:
                found[own] = some
        for key, lists in shared.items():
            if key in found:
                lists.append(found[key])
            found[key] = _added(lists) if len(lists) > 1 else lists[0]
        for name, document in self._unwritten:
            for key in keys_of_name(name):
                if key in found:
                    found[key] = _defined(found[key], document)
        return found


def _added(lists: Iterable[array[int]]) -> array[int]:
    """Return several postings as one: of each document the sum of the counts, and whether any is defined there."""
    found = array("I")
    document, last = -1, 0
    for posting in sorted(chain.from_iterable(lists)):
        if posting >> 8 == document:
            count = (last & 254) + (posting & 254)
            last = document << 8 | (count if count < 254 else 254) | (last | posting) & 1
        else:
            if last:
                found.append(last)
            last = posting
            document = posting >> 8
    found.append(last)
    return found


def _defined(postings: array[int], document: int) -> array[int]:
    """Return `postings` with the mark at a document, if it is among them; it may be those of several keys."""
    at = bisect_left(postings, document << 8)
    if at == len(postings) or postings[at] >> 8 != document:
        return postings
    marked = postings[:]
    marked[at] |= 1
    return marked
