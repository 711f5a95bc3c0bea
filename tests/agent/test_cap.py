"""Long text is cut to its head and tail, in bounds, saying what is left out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agent.cap import cap_text, readable


def test_short_text_is_untouched() -> None:
    assert cap_text("x" * 500, 500) == "x" * 500


def test_head_and_tail_stay_and_the_middle_is_named() -> None:
    text = "\n".join(f"line {number}" for number in range(1000))
    cut = cap_text(text, 400, whole="recall 'seq:7' has all of it")
    assert cut.startswith("line 0\n")
    assert cut.endswith("\nline 999")
    assert f"[… {len(text)} characters in all, the middle left out; recall 'seq:7' has all of it …]" in cut


@given(st.text(max_size=3000), st.integers(min_value=200, max_value=3000))
def test_the_cap_is_never_exceeded(text: str, cap: int) -> None:
    assert len(cap_text(text, cap)) <= max(cap, 0)


def test_binary_is_one_line() -> None:
    assert readable(b"\0\1\2") == "[binary output: 3 bytes, starting with 00 01 02]"
    assert readable("grün ✓".encode()) == "grün ✓"
    assert readable(b"caf\xe9 au lait, in an old encoding") == "caf\ufffd au lait, in an old encoding"
