"""Count by names who uses what in a repository too large to bind, and after an edit count again what has changed.

A file votes for each definition whose name it holds as a reference and that one content alone defines in its family of
languages. Its votes weigh one over the root of how many names it uses: one by one they say less in a file that uses
everything. Votes are whole numbers, so that adding and taking away gives exactly what counting anew would.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sized
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from repomap.binding.places import FAMILY
from repomap.index.reader import Reader
from repomap.index.records import defined_names, referenced_names
from repomap.index.refresh import Progress
from repomap.words import definition_key, identifier_key

WHOLE = 1 << 20  # the vote of a file that uses one name
MOST_CHANGED = 500  # contents; when more came or went, counting all anew is not much slower
MOST_USERS = 20_000  # files looked into for names that became, or are no more, the only ones
KEPT_OPEN = 4_096  # contents whose names are remembered
SLOTS = 1 << 25  # bytes, one for many names: of the names no file uses, one in 14 of the kernel's is let pass
POSITION_BITS = 24
_SEVERAL = -1
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,79}", re.ASCII)  # what `words.TokenKeys` keeps whole


class Votes(NamedTuple):
    """`counts[i]` are the votes for the definition `places[i]`: its content's number before its position in it.

    Places are sorted, and so are `contents`, all that were counted.
    """

    contents: array[int]
    places: array[int]
    counts: array[int]

    def totals(self) -> dict[int, int]:
        """Return all votes for each content that has any."""
        found: dict[int, int] = {}
        start = 0
        while start < len(self.places):
            content = self.places[start] >> POSITION_BITS
            end = bisect_left(self.places, (content + 1) << POSITION_BITS, start)
            found[content] = sum(self.counts[start:end])
            start = end
        return found

    def of(self, content: int) -> dict[int, int]:
        """Return position → votes for the definitions of a content that have any."""
        first = content << POSITION_BITS
        start, end = bisect_left(self.places, first), bisect_left(self.places, first + (1 << POSITION_BITS))
        return {
            place - first: count for place, count in zip(self.places[start:end], self.counts[start:end], strict=True)
        }


def count_all(reader: Reader, progress: Progress | None = None) -> Votes:
    """Return the votes of all files, in time and memory linear in the records: each is read once, and no name is kept.

    A name is told by Python's hash of it, in 64 bits: of the two million in the Linux kernel two share one once in ten
    million runs.
    """
    contents = sorted(reader.paths)
    families = {content: _family(reader.language(reader.paths[content][0])) for content in contents}
    steps = _Steps(progress, 2 * len(contents))
    used: dict[int, array[int]] = {}
    wanted = bytearray(SLOTS)
    for content, data in steps.over(reader.columns("refs")):
        used[content] = keys = array("q", map(hash, referenced_names(data)))
        for name in keys:
            wanted[name % SLOTS] = 1
    owners: dict[str, dict[int, int]] = {family: {} for family in families.values()}
    for content, data in steps.over(reader.columns("definitions")):
        known = owners[families[content]]
        for position, name in enumerate(map(hash, defined_names(data))):
            if wanted[name % SLOTS]:
                place = known.setdefault(name, content << POSITION_BITS | position)
                if place >> POSITION_BITS != content:
                    known[name] = _SEVERAL
    del wanted
    votes: dict[int, int] = {}
    for content, keys in used.items():
        vote = _vote(keys)
        for own in map(owners[families[content]].get, keys):
            if own is not None and own >= 0 and own >> POSITION_BITS != content:
                votes[own] = votes.get(own, 0) + vote
    return _packed(contents, votes)


def count_again(kept: Votes, reader: Reader) -> Votes | None:
    """Return what `count_all` would, from earlier votes; None when that would be no quicker."""
    known = set(kept.contents)
    added = [content for content in reader.paths if content not in known]
    gone = sorted(known - reader.paths.keys())
    if not added and not gone:
        return kept
    if len(added) + len(gone) > MOST_CHANGED or not all(map(reader.store.has_content, gone)):
        return None
    return _Recount(kept, reader, added, gone).votes()


class _Recount:
    """One counting again: who defines a name before and after, and the votes as they change."""

    def __init__(self, kept: Votes, reader: Reader, added: Iterable[int], gone: Iterable[int]) -> None:
        self._reader = reader
        self._added = frozenset(added)
        self._gone = frozenset(gone)
        self._kept = kept
        self._changes: dict[int, int] = {}  # to the votes of a place
        self._defined = lru_cache(KEPT_OPEN)(self._read_defined)
        self._used = lru_cache(KEPT_OPEN)(self._read_used)
        self._family = lru_cache(None)(lambda content: _family(reader.store.language_of(content)))
        self._looked_into = 0

    def votes(self) -> Votes | None:
        """Return the new votes; None when too many files would have to be looked into."""
        cast: dict[tuple[str, str], list[tuple[int, int]]] = {}
        defined: dict[tuple[str, str], tuple[list[int], list[int]]] = {}
        for which, contents in enumerate((self._gone, self._added)):
            for content in contents:
                family, names = self._family(content), self._used(content)
                vote = _vote(names) if which else -_vote(names)
                for name in names:
                    cast.setdefault((family, name), []).append((content, vote))
                for name in self._defined(content):
                    defined.setdefault((family, name), ([], []))[which].append(content)
        # in the order of what is looked up: names beside one another share pages of the index
        for key in sorted(cast.keys() | defined.keys(), key=lambda key: definition_key(key[1])):
            users, (gone, added) = cast.get(key, []), defined.get(key, ([], []))
            if not gone and not added:
                if net := sum(vote for _, vote in users):
                    self._add(self._owner(*key, False), net)
            elif len(gone) == len(added) == 1 and {*gone, *added}.issuperset(content for content, _ in users):
                # the edited file's own name: whoever else defines it, what it had before it has now
                self._move(self._place(gone[0], key[1]), self._place(added[0], key[1]))
            elif not self._redefine(*key, users):
                return None
        return self._changed()

    def _redefine(self, family: str, name: str, users: Iterable[tuple[int, int]]) -> bool:
        """Count anew what a name has whose definers came or went; False when that cannot be told."""
        before, after = self._owner(family, name, True), self._owner(family, name, False)
        for content, vote in users:
            if vote < 0 and before is not None and before >> POSITION_BITS != content:
                self._add(before, vote)
        if before != after:
            if before is not None:
                self._move(before, after)
            elif after is not None:
                if not _PLAIN.fullmatch(name):
                    return False  # who uses it cannot be looked up
                self._add(after, self._of_users(family, name, after))
        for content, vote in users:
            if vote > 0 and after is not None and after >> POSITION_BITS != content:
                self._add(after, vote)
        return self._looked_into <= MOST_USERS

    def _add(self, place: int | None, votes: int) -> None:
        if place is not None:
            self._changes[place] = self._changes.get(place, 0) + votes

    def _move(self, before: int, after: int | None) -> None:
        at = bisect_left(self._kept.places, before)
        kept = self._kept.counts[at] if self._kept.places[at : at + 1] == array("Q", (before,)) else 0
        votes = kept + self._changes.get(before, 0)
        self._add(before, -votes)
        self._add(after, votes)

    def _changed(self) -> Votes:
        """Return the votes kept, with their changes."""
        old, places, counts = self._kept, array("Q"), array("Q")
        start = 0
        for place, votes in sorted(self._changes.items()):
            at = bisect_left(old.places, place, start)
            places.extend(old.places[start:at])
            counts.extend(old.counts[start:at])
            start = at
            if at < len(old.places) and old.places[at] == place:
                votes += old.counts[at]
                start += 1
            if votes:
                places.append(place)
                counts.append(votes)
        places.extend(old.places[start:])
        counts.extend(old.counts[start:])
        return Votes(array("Q", sorted(self._reader.paths)), places, counts)

    def _place(self, content: int, name: str) -> int:
        return content << POSITION_BITS | self._defined(content)[name]

    def _owner(self, family: str, name: str, before: bool) -> int | None:
        """Return the place of the only definition of `name` in a family, among the contents before or those after."""
        found = None
        for content in self._holders(definition_key(name), before):
            if self._family(content) != family:
                continue
            position = self._defined(content).get(name)
            if position is None:
                continue
            if found is not None:
                return None
            found = content << POSITION_BITS | position
        return found

    def _of_users(self, family: str, name: str, place: int) -> int:
        """Return the votes of the contents that neither came nor went for a name that now has one place alone."""
        total = 0
        for content in self._holders(identifier_key(name), True):
            if content in self._gone or content == place >> POSITION_BITS or self._family(content) != family:
                continue
            self._looked_into += 1
            names = self._used(content)
            if name in names:
                total += _vote(names)
        return total

    def _holders(self, key: int, before: bool) -> Iterator[int]:
        """Iterate over the contents before, or those after, that may hold the word with `key`."""
        for content, _, _ in self._reader.postings(key):
            if not before or content not in self._added:
                yield content
        if before:
            yield from self._gone

    def _read_defined(self, content: int) -> dict[str, int]:
        names = defined_names(self._reader.store.column("definitions", content))
        return {name: position for position, name in reversed(list(enumerate(names)))}

    def _read_used(self, content: int) -> frozenset[str]:
        return frozenset(referenced_names(self._reader.store.column("refs", content)))


def _vote(names: Sized) -> int:
    return round(WHOLE / sqrt(len(names) or 1))


def _family(language: str) -> str:
    return FAMILY.get(language, language)


def _packed(contents: Iterable[int], votes: dict[int, int]) -> Votes:
    places = sorted(place for place, count in votes.items() if count)
    return Votes(array("Q", contents), array("Q", places), array("Q", map(votes.__getitem__, places)))


def pack(votes: Votes) -> bytes:
    """Return the votes as bytes."""
    sizes = array("Q", map(len, votes))
    return b"".join(column.tobytes() for column in (sizes, *votes))


def unpack(data: bytes) -> Votes:
    """Return the votes that `pack` packed."""
    numbers = array("Q", data)
    contents, places = numbers[0], numbers[1]
    if len(numbers) != 3 + contents + 2 * places:
        raise ValueError("votes with more or fewer numbers than places")
    start = 3 + contents
    return Votes(numbers[3:start], numbers[start : start + places], numbers[start + places :])


class _Steps:
    """Counts records as they go by, for the progress bar."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress = progress
        self._total = total
        self._done = 0

    def over(self, records: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
        for record in records:
            yield record
            self._done += 1
            if self._progress and self._done % 256 == 0:
                self._progress(self._done, self._total)
        if self._progress and self._done >= self._total:
            self._progress(self._total, self._total)
