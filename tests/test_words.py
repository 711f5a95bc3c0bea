"""Words of a text: their keys, found one by one and many at a time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repomap.words import (
    MAX_IDENTIFIER,
    TokenKeys,
    identifier_key,
    keys_of,
    keys_of_name,
    part_key,
    stem,
    tokens,
)


@pytest.mark.parametrize(
    ("word", "short"),
    [
        *(("retries", "retry"), ("caches", "cach"), ("cache", "cach"), ("cached", "cach"), ("caching", "cach")),
        *(("stopped", "stop"), ("status", "status"), ("feed", "feed"), ("get", "get"), ("parser", "parser")),
    ],
)
def test_what_people_write_in_a_task_meets_what_stands_in_code(word: str, short: str) -> None:
    assert stem(word) == short


def test_a_token_counts_for_its_parts_and_for_the_whole() -> None:
    assert set(keys_of(b"getHTTPSessions2")) == {
        *map(part_key, ("get", "http", "session")),
        identifier_key("getHTTPSessions2"),
    }
    assert keys_of(b"get") == (part_key("get"),)  # a plain word is the part it is
    assert keys_of(b"_x") == (identifier_key("_x"),)  # a single letter is none


@given(st.lists(st.text("abSED19_ä語", min_size=1, max_size=2 * MAX_IDENTIFIER)))
def test_many_tokens_at_a_time_have_the_keys_that_each_has_alone(texts: list[str]) -> None:
    some = [token for text in texts for token in tokens(text.encode())]

    found = [{*keys, own} - {0} for keys, own in TokenKeys().each(some)]
    assert found == [set(keys_of(token)) for token in some]


def test_a_name_has_the_keys_of_its_token() -> None:
    assert keys_of_name("run_all") == keys_of(b"run_all")
    assert keys_of_name("operator==") == ()
