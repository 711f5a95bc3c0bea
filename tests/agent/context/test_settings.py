"""Settings are checked when they are read, and an error names the one that is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from agent.context import ContextSettings, SettingError, notes_model_for, read_settings


def test_nothing_set_gives_the_four_defaults() -> None:
    settings = read_settings({})
    assert settings == ContextSettings()
    assert (settings.observation_max_chars, settings.observation_window) == (24_000, 3)
    assert (settings.screenshot_window, settings.max_image_messages) == (1, 50)


@pytest.mark.parametrize(
    "name", ["observation_max_chars", "observation_window", "screenshot_window", "max_image_messages"]
)
@pytest.mark.parametrize("value", [-1, "3", 2.5, None, True])
def test_a_value_that_is_no_whole_number_from_zero_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(SettingError, match=rf"\[context\] {name} must be a whole number"):
        read_settings({name: value})


def test_zero_is_a_value() -> None:
    assert read_settings({"observation_window": 0}).observation_window == 0


@pytest.mark.parametrize(
    ("table", "word"),
    [
        ({"observation_windw": 3}, "observation_windw is not a setting"),
        ({"compaction": "yes"}, "compaction must be true or false"),
        ({"notes_model": 5}, "notes_model must be a text"),
        ({"protected_tools": "bash"}, "protected_tools must be a list"),
        ({"context_share": 0}, "context_share must be between 1 and 100"),
    ],
)
def test_other_mistakes_are_named_too(table: dict[str, Any], word: str) -> None:
    with pytest.raises(SettingError, match=word):
        read_settings(table)


@pytest.mark.parametrize(
    ("setting", "address", "model"),
    [
        ("", "", "claude-haiku-5-5"),
        ("", "https://api.anthropic.com", "claude-haiku-5-5"),
        ("", "http://localhost:8080", ""),
        ("qwen", "http://localhost:8080", "qwen"),
        ("none", "", ""),
    ],
)
def test_the_small_model_writes_notes_where_the_public_api_serves_it(setting: str, address: str, model: str) -> None:
    assert notes_model_for(ContextSettings(notes_model=setting), address) == model


def test_protected_tools_are_read_from_a_list() -> None:
    assert read_settings({"protected_tools": ["plan"]}).protected_tools == ("plan",)
