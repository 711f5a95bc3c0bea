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
        packed = zlib.compress(
            _planes(steps.tobytes(), KEY_BYTES, 8) + _planes(lengths.tobytes(), 4, 4) + _planes(values, 4, 4),
            LEVEL,
        )
        blocks.append(len(some).to_bytes(2, "little") + packed)
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

    def find(self, key: int) -> array[int]:
        """Return the postings of `key`, empty when the block does not hold it."""
        at = bisect_left(self.keys, key)
        if at == len(self.keys) or self.keys[at] != key:
            return array("I")
        return self.values[self.ends[at - 1] if at else 0 : self.ends[at]]


@sound
def unpack_block(data: bytes, first: int) -> Block:
    """Return the block that `pack` packed; `first` is its smallest key."""
    terms = int.from_bytes(data[:2], "little")
    raw = zlib.decompress(data[2:])
    body = KEY_BYTES * terms
    steps = _numbers("Q", raw[:body], KEY_BYTES)
    steps[0] = first
    lengths = _numbers("I", raw[body : body + 4 * terms], 4)
    return Block(list(accumulate(steps)), list(accumulate(lengths)), _numbers("I", raw[body + 4 * terms :], 4))


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
