"""The words of documents, gathered as postings: document × 256 + count × 2 + whether a name is defined with it."""

from __future__ import annotations

from repomap.index.gather import Words
from repomap.index.postings import MAX_COUNT, Postings
from repomap.words import TokenKeys, definition_key, identifier_key, part_key, tokens


def gathered(*documents: tuple[bytes, dict[str, int]]) -> Postings:
    words = Words(TokenKeys())
    for text, names in documents:
        words.add(tokens(text), names)
    return words.postings()


def test_a_word_counts_in_all_the_names_that_hold_it() -> None:
    found = gathered((b"get_user get users", {}), (b"x", {}), (b"user", {}))

    assert list(found[part_key("user")]) == [0 << 8 | 2 << 1, 2 << 8 | 1 << 1]
    assert list(found[part_key("get")]) == [0 << 8 | 2 << 1]
    assert list(found[identifier_key("get_user")]) == [0 << 8 | 1 << 1]


def test_a_word_that_stands_twice_in_a_token_counts_twice() -> None:
    found = gathered(("abäab ab".encode(), {}))

    assert list(found[part_key("ab")]) == [3 << 1]


def test_counts_end_at_what_a_posting_holds() -> None:
    found = gathered((b"a_user " * 100 + b"user " * 300, {}))

    assert list(found[part_key("user")]) == [MAX_COUNT << 1]
    assert list(found[identifier_key("a_user")]) == [100 << 1]


def test_a_defined_name_marks_its_words_where_it_is_defined() -> None:
    found = gathered((b"def get_user", {"get_user": 2}), (b"get_user", {}))

    assert list(found[definition_key("get_user")]) == [0 << 8 | 2 << 1]
    for key in (part_key("get"), part_key("user"), identifier_key("get_user")):
        assert list(found[key]) == [0 << 8 | 1 << 1 | 1, 1 << 8 | 1 << 1]


def test_a_name_that_is_no_token_of_its_document_marks_the_words_that_are() -> None:
    notebook = rb'["\nuser = 1", "get_user"]'  # as it is written, the first token is nuser
    found = gathered((b"load", {}), (notebook, {"user": 1, "missing": 1}))

    assert list(found[part_key("user")]) == [1 << 8 | 1 << 1 | 1]
    assert list(found[identifier_key("get_user")]) == [1 << 8 | 1 << 1]
    assert list(found[definition_key("missing")]) == [1 << 8 | 1 << 1]
