"""Blocks of postings: what is packed is found again, whole or key by key."""

from __future__ import annotations

import sqlite3
from array import array

import pytest

from repomap.index.postings import BLOCK_TERMS, STRIDE, block_of, open_block, pack, unpack_block


def test_every_key_is_found_with_its_postings_and_no_other_key_is() -> None:
    count = BLOCK_TERMS + 2 * STRIDE + 3
    packed = {7 * n + 5: array("I", range(n % 4 + 1)) for n in range(count)}
    first_keys, blocks = pack(packed)
    keys = array("Q", first_keys)

    assert len(blocks) == 2
    for key in range(7 * count + 10):
        at = block_of(keys, key)
        found = open_block(blocks[at], keys[at]).find(key) if at >= 0 else array("I")
        assert found == packed.get(key, array("I"))


def test_a_block_unpacked_whole_says_what_its_pages_say() -> None:
    packed = {3: array("I", [1, 2]), 10**11: array("I", [70_000]), 10**11 + 1: array("I", [2**32 - 1])}
    first_keys, (block,) = pack(packed)
    whole = unpack_block(block, array("Q", first_keys)[0])

    starts = [0, *whole.ends]
    assert {key: whole.values[starts[n] : whole.ends[n]] for n, key in enumerate(whole.keys)} == packed


@pytest.mark.parametrize("cut", [1, 20])
def test_a_block_that_is_cut_short_is_called_damaged(cut: int) -> None:
    _, (block,) = pack({key: array("I", [key]) for key in range(100)})

    with pytest.raises(sqlite3.DatabaseError):
        open_block(block[:-cut], 0).find(50)
