"""Bursts: when they end, and what they hold."""

from __future__ import annotations

from repomap.watch.settle import MOST_PATHS, MOST_WAIT, SETTLE, Gathering, due


def test_a_burst_ends_when_it_pauses() -> None:
    assert due(since=10.0, last=10.5) == 10.5 + SETTLE


def test_a_burst_without_a_pause_is_worked_on_all_the_same() -> None:
    assert due(since=10.0, last=10.0 + MOST_WAIT) == 10.0 + MOST_WAIT
    assert due(since=10.0, last=10.0 + MOST_WAIT - 0.01) == 10.0 + MOST_WAIT


def test_what_is_touched_is_given_once() -> None:
    gathering = Gathering()
    gathering.touch("a.py")
    gathering.touch("a.py")
    gathering.touch_folder("b")

    touched = gathering.wait(0)

    assert touched is not None
    assert (sorted(touched.files), sorted(touched.folders), touched.all) == (["a.py"], ["b"], False)
    assert gathering.wait(0) is None


def test_a_storm_is_remembered_as_one() -> None:
    gathering = Gathering()
    for number in range(MOST_PATHS + 2):
        gathering.touch(f"{number}.py")

    touched = gathering.wait(0)

    assert touched is not None
    assert touched.all
    assert not touched.files


def test_a_burst_is_held_while_something_else_is_at_work() -> None:
    gathering = Gathering()
    gathering.touch("a.py")
    answers = [True, True, False]

    touched = gathering.wait(0, lambda quiet, waited: answers.pop(0))

    assert touched is not None
    assert answers == []
