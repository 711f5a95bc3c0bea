"""One oversized observation is cut when it is captured, and says how long it was."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from agent.context import cap_observation

ANY_TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=300)


@pytest.mark.parametrize("text", ["x" * 24_000, "", "short"])
def test_a_text_within_the_cap_is_the_same_object(text: str) -> None:
    assert cap_observation(text) is text


def test_one_character_too_many_costs_the_length_of_the_marker() -> None:
    marker = "\n[browser observation truncated: 24001 chars total]"
    assert len(marker) == 51
    assert cap_observation("x" * 24_001) == "x" * 23_949 + marker


def test_the_marker_names_the_original_length() -> None:
    capped = cap_observation("a" * 50_000)
    assert capped == "a" * 23_949 + "\n[browser observation truncated: 50000 chars total]"
    assert len(capped) == 24_000


def test_code_points_are_counted_not_bytes() -> None:
    capped = cap_observation("世" * 30_000)
    assert capped == "世" * 23_949 + "\n[browser observation truncated: 30000 chars total]"
    assert capped.encode("utf-8").decode("utf-8") == capped


@pytest.mark.parametrize("cap", [0, -1])
def test_no_cap_leaves_the_text_alone(cap: int) -> None:
    assert cap_observation("x" * 5_000, cap) == "x" * 5_000


@pytest.mark.parametrize("cap", [1, 10, 49])
def test_a_cap_shorter_than_the_marker_gives_the_markers_front(cap: int) -> None:
    assert cap_observation("x" * 5_000, cap) == "\n[browser observation truncated: 5000 chars total]"[:cap]


def test_the_marker_alone_and_the_marker_with_one_character() -> None:
    marker = "\n[browser observation truncated: 5000 chars total]"
    assert cap_observation("x" * 5_000, 50) == marker
    assert cap_observation("x" * 5_000, 51) == "x" + marker


def test_a_hundred_and_ten_characters_in_sixty() -> None:
    text = "0123456789" * 11
    assert cap_observation(text, 60) == text[:11] + "\n[browser observation truncated: 110 chars total]"


def test_capping_again_keeps_the_original_length() -> None:
    once = cap_observation("x" * 50_000, 20_000)
    assert cap_observation(once, 20_000) == once
    assert cap_observation(once, 1_000) == cap_observation("x" * 50_000, 1_000)
    assert cap_observation(once, 1_000).endswith("truncated: 50000 chars total]")


def test_a_page_that_ends_like_a_marker_is_not_believed_when_the_number_is_too_small() -> None:
    page = "y" * 200 + "\n[browser observation truncated: 7 chars total]"
    assert cap_observation(page, 100).endswith(f"truncated: {len(page)} chars total]")


@pytest.mark.parametrize(
    ("cluster", "name"),
    [
        ("👨\u200d👩\u200d👧", "a family of three"),
        ("🇯🇵", "a flag"),
        ("e\u0301", "an accent"),
        ("\r\n", "a line end"),
        ("각", "a syllable"),
        ("क्षि", "a conjunct"),
    ],
)
def test_a_grapheme_cluster_is_never_split(cluster: str, name: str) -> None:
    text = cluster * 5_000
    for cap in range(100, 112):
        capped = cap_observation(text, cap)
        body = capped[: capped.index("\n[browser")]
        assert body == cluster * (len(body) // len(cluster)), name
        assert cap - len(capped) < len(cluster), name


@given(ANY_TEXT, st.integers(1, 320), st.integers(1, 320))
def test_any_text_is_capped_once_for_all(text: str, cap: int, smaller: int) -> None:
    once = cap_observation(text, cap)
    assert len(once) <= cap or once == text
    assert cap_observation(once, cap) == once
    if len(text) > cap:
        marker = f"\n[browser observation truncated: {len(text)} chars total]"
        room = cap - len(marker)
        assert once == marker[:cap] if room <= 0 else once.endswith(marker)
        body = once.removesuffix(marker)
        if room > 0:
            assert text.startswith(body)
            rest = regex.match(r"\X", text[len(body) :])
            assert rest is not None
            assert len(body) + len(rest[0]) > room or len(body) == room
        if len(marker) < smaller < cap:
            again = cap_observation(once, smaller)
            assert again.endswith(marker)
            assert len(again) <= smaller
