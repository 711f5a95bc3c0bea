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
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

BLOCK_TERMS = 512  # terms read together: 10 to 20 kB unpacked, 50 µs
MAX_COUNT = 127
LEVEL = 1

Postings = dict[int, list[int]]
"""Term key → postings, each `document << 8 | count << 1 | defined`; the document is its position in the segment."""


class Segment(NamedTuple):
    """A packed segment: `first_keys[i]` is the smallest key in `blocks[i]`, `documents[n]` document n's content."""

    first_keys: bytes
    documents: bytes
    blocks: list[bytes]


def add(postings: Postings, document: int, counts: Mapping[int, int], defined: frozenset[int] | set[int]) -> None:
    """Add one document's term counts; `defined` are the keys that stand in a name it defines."""
    base = document << 8
    for key, count in counts.items():
        value = base | (count if count < MAX_COUNT else MAX_COUNT) << 1 | (key in defined)
        found = postings.get(key)
        if found is None:
            postings[key] = [value]
        else:
            found.append(value)


def pack(postings: Postings) -> tuple[bytes, list[bytes]]:
    """Return the first keys and the blocks of a segment that holds `postings`."""
    keys = sorted(postings)
    blocks = []
    for start in range(0, len(keys), BLOCK_TERMS):
        some = keys[start : start + BLOCK_TERMS]
        values = array("I")
        ends = array("I")
        for key in some:
            values.extend(postings[key])
            ends.append(len(values))
        blocks.append(zlib.compress(array("Q", some).tobytes() + ends.tobytes() + values.tobytes(), LEVEL))
    return array("Q", keys[::BLOCK_TERMS]).tobytes(), [_sized(block, len(keys), at) for at, block in enumerate(blocks)]


def _sized(block: bytes, total: int, at: int) -> bytes:
    terms = min(BLOCK_TERMS, total - at * BLOCK_TERMS)
    return terms.to_bytes(2, "little") + block


class Block(NamedTuple):
    """An unpacked block: postings of `keys[i]` are `values[ends[i - 1]:ends[i]]`."""

    keys: array[int]
    ends: array[int]
    values: array[int]

    def find(self, key: int) -> array[int]:
        """Return the postings of `key`, empty when the block does not hold it."""
        at = bisect_left(self.keys, key)
        if at == len(self.keys) or self.keys[at] != key:
            return array("I")
        return self.values[self.ends[at - 1] if at else 0 : self.ends[at]]


def unpack_block(data: bytes) -> Block:
    """Return the block that `pack` packed."""
    terms = int.from_bytes(data[:2], "little")
    raw = zlib.decompress(data[2:])
    keys, ends, values = array("Q"), array("I"), array("I")
    keys.frombytes(raw[: 8 * terms])
    ends.frombytes(raw[8 * terms : 12 * terms])
    values.frombytes(raw[12 * terms :])
    return Block(keys, ends, values)


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
                    merged.setdefault(key, []).extend(kept)
                start = end
    return documents, merged
