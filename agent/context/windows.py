"""Run the filters of a request in their order, and foresee what the next rounds will make them change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.context.gui import gui_calls
from agent.context.history import Event, Message, results
from agent.context.image_ceiling import limit_images
from agent.context.observation_window import window_observations
from agent.context.screenshot_window import window_screenshots
from agent.context.settings import ContextSettings

IMAGINED_TOOL = "browser_imagined"
IMAGINED_TEXT = "x" * 1000  # any text longer than a stub
IMAGINED_IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": ""}}


@dataclass(frozen=True, slots=True)
class Windowed:
    """The filtered messages, all events, and the indices of what will change: next round, and in some later round."""

    messages: list[Message]
    events: tuple[Event, ...]
    next_changes: tuple[int, ...]
    later_changes: tuple[int, ...]


def run_windows(
    messages: Sequence[Message],
    positions: Sequence[int],
    settings: ContextSettings,
    tiers: Mapping[str, bool] | None = None,
) -> Windowed:
    """Return the messages after screenshots, image ceiling and text window, in this order.

    The next round is taken to be like the last one: when that saw no GUI, the next one changes nothing.
    """
    filtered, events = _filtered(messages, positions, settings, tiers)
    gui = gui_calls(messages, tiers)
    if not gui:
        return Windowed(filtered, events, (), ())
    repeats = settings.observation_window + settings.observation_slack + 1
    later = _changed(filtered, messages, positions, settings, tiers, repeats)
    last_saw_gui = bool(messages) and any(str(block.get("tool_use_id")) in gui for block in results(messages[-1]))
    soon = _changed(filtered, messages, positions, settings, tiers, 1) if last_saw_gui else ()
    return Windowed(filtered, events, soon, later)


def _filtered(
    messages: Sequence[Message],
    positions: Sequence[int],
    settings: ContextSettings,
    tiers: Mapping[str, bool] | None,
) -> tuple[list[Message], tuple[Event, ...]]:
    shots = window_screenshots(
        messages,
        settings.screenshot_window,
        slack=settings.observation_slack,
        cut_with=settings.observation_window,
        tiers=tiers,
        positions=positions,
    )
    ceiling = limit_images(shots.messages, settings.max_image_messages, positions=positions)
    texts = window_observations(
        ceiling.messages,
        settings.observation_window,
        slack=settings.observation_slack,
        tiers=tiers,
        positions=positions,
    )
    return texts.messages, (*shots.events, *ceiling.events, *texts.events)


def _changed(
    filtered: Sequence[Message],
    messages: Sequence[Message],
    positions: Sequence[int],
    settings: ContextSettings,
    tiers: Mapping[str, bool] | None,
    rounds: int,
) -> tuple[int, ...]:
    """Return which messages the filters will have changed after so many more GUI rounds."""
    ahead: list[Message] = list(messages)
    for number in range(rounds):
        call = {"type": "tool_use", "id": f"imagined_{number}", "name": IMAGINED_TOOL, "input": {}}
        content = [{"type": "text", "text": IMAGINED_TEXT}, IMAGINED_IMAGE]
        answer = {"type": "tool_result", "tool_use_id": f"imagined_{number}", "content": content}
        ahead += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [answer]}]
    then, _ = _filtered(ahead, [*positions, *[0] * (2 * rounds)], settings, tiers)
    return tuple(
        index for index, message in enumerate(filtered) if then[index] is not message and then[index] != message
    )
