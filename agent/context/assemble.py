"""One call that turns a history into a request's view, and one after each round; the agent's loop needs no other.

The seam, for whoever drives a conversation:

    state = State()
    loop:
        view = assemble(history, positions, settings, model, state, frame=frame, tiers=tiers)
        reply = client.messages.create(model=…, max_tokens=…, **view.request)
        state = view.state
        … append the reply and the tool results to the archive, then to `history` and `positions` …
        state = after_round(history, positions, settings, state)

`history` is every message so far, oldest first, as the API takes them; it only grows and is never changed here.
`positions[i]` is the archive's position (`seq`) of `history[i]`. `frame` is the system prompt and the tools without
cache marks. `tiers` tells of each registered tool whether it is a GUI tool. `model` is
`agent.pricing.model_facts(NAME)`. GUI results go through `cap_observation` before they enter `history`, after they
went whole into the archive. `view.events`, `view.withheld` and `view.tokens` are for the transcript.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent.context.history import Event, Message
from agent.context.image_ceiling import limit_images
from agent.context.observation_window import window_observations
from agent.context.screenshot_window import window_screenshots
from agent.context.settings import ContextSettings
from agent.context.view import Frame, State, View
from agent.pricing import Model


def assemble(
    history: Sequence[Message],
    positions: Sequence[int],
    settings: ContextSettings,
    model: Model,
    state: State,
    *,
    frame: Frame | None = None,
    tiers: Mapping[str, bool] | None = None,
    base_url: str = "",
) -> View:
    """Return the view of `history` that the next request sends. Pure: the same arguments give the same view."""
    frame = frame or Frame()
    shots = window_screenshots(history, settings.screenshot_window, tiers=tiers, positions=positions)
    ceiling = limit_images(shots.messages, settings.max_image_messages, positions=positions)
    texts = window_observations(
        ceiling.messages,
        settings.observation_window,
        slack=settings.observation_slack,
        tiers=tiers,
        positions=positions,
    )
    events = [*shots.events, *ceiling.events, *texts.events]
    fresh = [event for event in events if (event.kind, positions[event.index]) not in state.reported]
    request: dict[str, Any] = {"messages": texts.messages}
    if frame.system:
        request["system"] = list(frame.system)
    if frame.tools:
        request["tools"] = list(frame.tools)
    return View(
        request=request,
        messages=texts.messages,
        sources=tuple((position,) for position in positions),
        cache_marks=(),
        events=tuple(event.as_json(positions[event.index]) for event in fresh),
        withheld=(),
        forms={},
        tokens={},
        drop_thinking=False,
        state=replace(state, turn=state.turn + 1, reported=state.reported | _keys(fresh, positions)),
    )


def after_round(history: Sequence[Message], positions: Sequence[int], settings: ContextSettings, state: State) -> State:
    """Return the state with notes on what the last round added."""
    return state


def _keys(events: Sequence[Event], positions: Sequence[int]) -> frozenset[tuple[str, int]]:
    return frozenset((event.kind, positions[event.index]) for event in events)
