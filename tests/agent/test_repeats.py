"""Circles are noticed by calls and results together; whatever changes breaks them."""

from __future__ import annotations

from agent.repeats import NAMED_AT, STOPPED_AT, Repeats
from agent.tool import Result


def after(*steps: tuple[str, str]) -> str:
    """Return the level of the circle that these (call, result) steps form, "" for none."""
    repeats = Repeats()
    for call, result in steps:
        repeats.add(call, {}, Result(result))
    circle = repeats.circle()
    return circle.level if circle else ""


def test_the_same_call_with_the_same_result_is_named_at_three_and_stopped_at_five() -> None:
    assert after(*[("look", "same")] * (NAMED_AT - 1)) == ""
    assert after(*[("look", "same")] * NAMED_AT) == "named"
    assert after(*[("look", "same")] * STOPPED_AT) == "stopped"


def test_a_back_and_forth_is_a_circle_too() -> None:
    assert after(*[("open", "menu"), ("close", "page")] * 3) == "named"
    assert after(*[("a", "1"), ("b", "2"), ("c", "3"), ("d", "4")] * 3) == "named"


def test_a_result_that_changes_breaks_the_circle() -> None:
    assert after(*[("load more", f"page {number}") for number in range(9)]) == ""
    assert after(("look", "same"), ("look", "same"), ("look", "new"), ("look", "same")) == ""


def test_waiting_between_identical_screens_does_not_hide_them() -> None:
    repeats = Repeats()
    for number in range(3):
        repeats.add("screenshot", {}, Result("", screen="same"))
        repeats.add("wait", {"seconds": number}, Result(f"waited {number} s"))
    circle = repeats.circle()
    assert circle is not None
    assert "the last 3 screenshots are identical" in circle.message


def test_different_arguments_are_different_calls() -> None:
    repeats = Repeats()
    for number in range(9):
        repeats.add("read_file", {"start": number}, Result("x"))
    assert repeats.circle() is None
