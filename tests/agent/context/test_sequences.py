"""The six sequences of computer use: each task succeeds with the default settings, with less context than without."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.context import ContextSettings
from tests.agent.context.sequences import SEQUENCES, Sequence, play

BY_NAME = {sequence.name: sequence for sequence in SEQUENCES}
OFF = ContextSettings(observation_window=0, screenshot_window=0, max_image_messages=0, compaction=False)


@pytest.mark.parametrize("sequence", SEQUENCES, ids=lambda sequence: sequence.name)
def test_the_task_succeeds_without_looking_twice(sequence: Sequence, tmp_path: Path) -> None:
    played = play(sequence, ContextSettings(), tmp_path)
    assert played.success
    assert played.reobserved == 0.0


@pytest.mark.parametrize("sequence", SEQUENCES, ids=lambda sequence: sequence.name)
def test_no_task_takes_more_calls_or_tokens_than_with_everything_sent(sequence: Sequence, tmp_path: Path) -> None:
    filtered = play(sequence, ContextSettings(), tmp_path / "filtered")
    whole = play(sequence, OFF, tmp_path / "whole")
    assert filtered.calls <= whole.calls
    assert filtered.input_tokens <= whole.input_tokens


def test_filtering_the_same_history_again_never_changes_the_prefix(tmp_path: Path) -> None:
    assert play(BY_NAME["the same history filtered again and again"], ContextSettings(), tmp_path).drift == 0


def test_a_window_of_one_text_is_too_tight_for_a_comparison_and_the_rate_shows_it(tmp_path: Path) -> None:
    """The measure works: the model has to look again at what was taken too early."""
    played = play(BY_NAME["a modal, before and after"], ContextSettings(observation_window=1), tmp_path)
    assert not played.success
    assert played.reobserved > 0
