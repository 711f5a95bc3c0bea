"""The `[context]` settings: one for each control, read from a table and refused by name when they make no sense."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from agent.context import image_ceiling, observation_cap, observation_window, screenshot_window
from agent.pricing import SMALL_MODEL
from repomap.settings import advice

PUBLIC_API = "api.anthropic.com"


class SettingError(ValueError):
    """A setting that cannot be used; the message names it in one sentence."""


@dataclass(frozen=True, slots=True)
class ContextSettings:
    """What the person may set under `[context]`; 0 turns a filter off.

    Lengths are code points, windows are results or messages, `context_share` is per cent of the model's context.
    """

    observation_max_chars: int = observation_cap.DEFAULT_MAX_CHARS
    observation_window: int = observation_window.DEFAULT_KEEP
    observation_slack: int = 0
    screenshot_window: int = screenshot_window.DEFAULT_KEEP
    max_image_messages: int = image_ceiling.DEFAULT_KEEP
    max_request_images: int = 0
    """Images a request may hold, over what is known of the provider; 0 takes the provider's own cap."""
    compaction: bool = True
    compaction_gap: int = 5
    """Turns between two moves of the boundary between notes and raw messages, unless the context is full."""
    context_share: int = 75
    """Per cent of the model's context that a request may fill, so that an answer and a large result still fit."""
    max_context_tokens: int = 180_000
    """A ceiling on the request whatever the model could hold: quality falls and price rises with length."""
    notes_model: str = ""
    """The cheap model that writes notes: "" is the small one where the public API is asked and none elsewhere (see
    `notes_model_for`), "none" is none."""
    protected_tools: tuple[str, ...] = ()
    """Tools whose calls and results stay raw as long as the request can hold them."""


def notes_model_for(settings: ContextSettings, base_url: str) -> str:
    """Return the model to write notes with at an address, "" for none: another server may not have the small one."""
    if settings.notes_model:
        return "" if settings.notes_model == "none" else settings.notes_model
    return SMALL_MODEL if not base_url or PUBLIC_API in base_url else ""


def read_settings(table: Mapping[str, Any]) -> ContextSettings:
    """Return the settings of a parsed `[context]` table.

    Raises SettingError that names the setting for an unknown name, a negative number or a value of the wrong type.
    """
    known = {item.name: item for item in fields(ContextSettings)}
    values: dict[str, Any] = {}
    for name, value in table.items():
        if name not in known:
            raise SettingError(f"[context] {name} is not a setting; {advice(name, known)}")
        values[name] = _checked(name, value, known[name].default)
    return ContextSettings(**values)


def _checked(name: str, value: Any, default: object) -> Any:
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise SettingError(f"[context] {name} must be true or false, not {value!r}")
    elif isinstance(default, int):
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise SettingError(f"[context] {name} must be a whole number, 0 or more, not {value!r}")
        if name == "context_share" and not 1 <= value <= 100:
            raise SettingError(f"[context] {name} must be between 1 and 100 per cent, not {value!r}")
    elif isinstance(default, str):
        if not isinstance(value, str):
            raise SettingError(f"[context] {name} must be a text, not {value!r}")
    elif not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise SettingError(f"[context] {name} must be a list of tool names, not {value!r}")
    else:
        return tuple(value)
    return value
