"""What a README says first."""

from __future__ import annotations

import pytest

from summarizer.prose import LONGEST, first_prose


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Shop\n\nSells things to people. And more.\n", "Sells things to people."),
        ("Shop\n----\nshop is a line of things\nto sell. It runs.\n", "shop is a line of things to sell."),
        ("# A\n\n[![b](x)](y)\n[![c](x)](y)\n\n---\n\nA is a [maker](z) of **many** things, built on [B][1].\n",
         "A is a maker of many things, built on B."),
        ("<p align='c'>\n<img src='x'>\n</p>\n\n> A quote of some words\n\n- a list of words\n\nIt does what it says.",
         "It does what it says."),
        ("# Gin\n\nWe are glad to announce it!\n\nGin (web) is a framework for all. It is.\n",
         "Gin (web) is a framework for all."),
        ("Copyright (c) 2019-present, some body of people\n\nMakes maps of all of it.\n", "Makes maps of all of it."),
        ("---\ntitle: the name of this page\n---\n\n```sh\nmake it all work now\n```\n\nMakes it all work now.\n",
         "Makes it all work now."),
        ("# Only a title\n\n## Install\n\n    pip install all of it\n", ""),
        ("<!-- a remark of several words -->\nSee it run.\n", ""),
    ],
)  # fmt: skip
def test_the_first_sentence_is_found_behind_titles_badges_and_licences(text: str, expected: str) -> None:
    assert first_prose(text) == expected


def test_a_long_sentence_is_cut_with_a_sign() -> None:
    found = first_prose("word " * 60)
    assert len(found) <= LONGEST
    assert found.endswith("…")
