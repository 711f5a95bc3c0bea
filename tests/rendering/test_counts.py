"""Numbers with their nouns."""

from __future__ import annotations

from repomap.rendering.counts import counted


def test_one_is_singular_and_none_is_not() -> None:
    assert [counted(number, "file") for number in (0, 1, 2)] == ["0 files", "1 file", "2 files"]
    assert counted(2, "query", "queries") == "2 queries"
