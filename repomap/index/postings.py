"""An inverted index in segments: which contents hold a word, how often, and whether they define a name with it.

A segment is written once and never changed: a cold index writes a few large ones, an edit one small one, and small
ones are merged when there are many. Contents that are gone stay in their segments and are passed over when read, so
document counts are always those of the files as they are now. (SQLite's FTS5 keeps its counts for all rows it holds;
deleting a row there needs the old text, and inserting took three times as long.)
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import sub
from typing import NamedTuple

from repomap.damage import sound
from repomap.words import KEY_BYTES

BLOCK_TERMS = 1024  # terms read together: 20 to 40 kB unpacked, 100 µs; 512 made the index 2 % larger
MAX_COUNT = 127  # of one word in one document, so that a count and its mark fit a byte
STRIDE = 64  # keys that are passed over at once when one is looked for; 32 and 128 take as long
LEVEL = 1  # zlib: level 6 makes segments 4 % smaller and their packing a tenth slower

Postings = dict[int, "array[int]"]
"""Term key → postings, each `document << 8 | count << 1 | defined`; the document is its position in the segment."""


class Segment(NamedTuple):
    """A packed segment: `first_keys[i]` is the smallest key in `blocks[i]`, `documents[n]` document n's content."""

    first_keys: bytes
    documents: bytes
    blocks: list[bytes]


def pack(postings: Postings) -> tuple[bytes, list[bytes]]:
    """Return the first keys and the blocks of a segment that holds `postings`."""
    keys = sorted(postings)
    blocks = []
    for start in range(0, len(keys), BLOCK_TERMS):
        some = keys[start : start + BLOCK_TERMS]
        lists = list(map(postings.__getitem__, some))
        values = b"".join(lists)
        steps = array("Q", map(sub, some, (some[0], *some)))
        lengths = array("I", map(len, lists))
        head = zlib.compress(_planes(steps.tobytes(), KEY_BYTES, 8), LEVEL)
        body = zlib.compress(_planes(lengths.tobytes(), 4, 4) + _planes(values, 4, 4), LEVEL)
        blocks.append(len(head).to_bytes(2, "little") + head + body)
    return array("Q", keys[::BLOCK_TERMS]).tobytes(), blocks


def _planes(numbers: bytes, kept: int, width: int) -> bytes:
    """Return the lowest bytes of all numbers, then their next, …: bytes of a kind compress to half of what rows do."""
    return b"".join([numbers[plane::width] for plane in range(kept)])


def _numbers(kind: str, planes: bytes, kept: int) -> array[int]:
    found = array(kind)
    count = len(planes) // kept
    rows = bytearray(count * found.itemsize)
    for plane in range(kept):
        rows[plane :: found.itemsize] = planes[plane * count : (plane + 1) * count]
    found.frombytes(rows)
    return found


class Block(NamedTuple):
    """An unpacked block: postings of `keys[i]` are `values[ends[i - 1]:ends[i]]`."""

    keys: Sequence[int]
    ends: Sequence[int]
    values: array[int]


@sound
def unpack_block(data: bytes, first: int) -> Block:
    """Return the block that `pack` packed; `first` is its smallest key."""
    steps = _steps(data, first)
    lengths, planes = _body(data, len(steps))
    return Block(list(accumulate(steps)), list(accumulate(lengths)), _numbers("I", planes, 4))


class Page:
    """A packed block to look keys up in, which unpacks no more of it than they need.

    A page that is asked a second time is likely asked often: then its keys are unpacked, once for all.
    """

    __slots__ = ("_asked", "_body", "_data", "_keys", "_steps")

    def __init__(self, steps: array[int], data: bytes) -> None:
        self._steps = steps  # each key less the one before it, the first as it is
        self._data = data
        self._asked = False
        self._keys: array[int] | None = None
        self._body: tuple[array[int], bytes] | None = None

    def find(self, key: int) -> array[int]:
        """Return the postings of `key`, empty when the block does not hold it."""
        at = self._place(key)
        if at < 0:
            return array("I")
        if self._body is None:
            self._body = _body(self._data, len(self._steps))
        return _postings_at(*self._body, at)

    def _place(self, key: int) -> int:
        """Return which of the keys `key` is, -1 for none: most that are looked for are not there."""
        if self._keys is None and self._asked:
            self._keys = array("Q", accumulate(self._steps))
        if self._keys is not None:
            at = bisect_left(self._keys, key)
            return at if at < len(self._keys) and self._keys[at] == key else -1
        self._asked = True
        steps = self._steps
        reached = 0
        for start in range(0, len(steps), STRIDE):
            some = steps[start : start + STRIDE]
            after = reached + sum(some)
            if after >= key:
                keys = list(accumulate(some, initial=reached))
                at = bisect_left(keys, key, 1)
                return start + at - 1 if keys[at] == key else -1
            reached = after
        return -1


@sound
def open_block(data: bytes, first: int) -> Page:
    """Return the block that `pack` packed, to look keys up in: a third of the work of unpacking it."""
    return Page(_steps(data, first), data)


def _steps(data: bytes, first: int) -> array[int]:
    steps = _numbers("Q", zlib.decompress(data[2 : 2 + int.from_bytes(data[:2], "little")]), KEY_BYTES)
    steps[0] = first
    return steps


@sound
def _body(data: bytes, terms: int) -> tuple[array[int], bytes]:
    """Return how many postings each key has, and the planes of all."""
    raw = zlib.decompress(data[2 + int.from_bytes(data[:2], "little") :])
    return _numbers("I", raw[: 4 * terms], 4), raw[4 * terms :]


@sound
def _postings_at(lengths: array[int], planes: bytes, at: int) -> array[int]:
    """Return the postings of the n-th key."""
    start, count = sum(lengths[:at]), len(planes) // 4
    end = start + lengths[at]
    return _numbers("I", b"".join([planes[plane + start : plane + end] for plane in range(0, 4 * count, count)]), 4)


def block_of(first_keys: Sequence[int], key: int) -> int:
    """Return the position of the block that would hold `key`, -1 when it is below all."""
    return bisect_right(first_keys, key) - 1


def merge(
    segments: Iterable[tuple[Sequence[int], Iterable[Block]]], live: frozenset[int]
) -> tuple[list[int], Postings]:
    """Return the documents and postings of several segments in one, without the contents that are not `live`."""
    documents: list[int] = []
    merged: Postings = {}
    for contents, blocks in segments:
        moved = {}
        for position, content in enumerate(contents):
            if content in live:
                moved[position] = len(documents)
                documents.append(content)
        for block in blocks:
            start = 0
            for key, end in zip(block.keys, block.ends, strict=True):
                kept = [
                    moved[value >> 8] << 8 | value & 255 for value in block.values[start:end] if value >> 8 in moved
                ]
                if kept:
                    merged.setdefault(key, array("I")).extend(kept)
                start = end
    return documents, merged
