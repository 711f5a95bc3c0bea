"""Thinking of models that bind it to what stood before survives the filters, or is left out, and is never refused."""

from __future__ import annotations

from typing import Any

import anthropic
import pytest

from agent.context import ContextSettings, State, after_round, assemble
from agent.pricing import Model, model_facts
from tests.agent.conftest import fake_api
from tests.agent.context.sessions import Message, answer, frame
from tests.fake_api import FakeApi, thinking, tool_use
from tests.fake_api import answer as reply

__all__ = ["fake_api"]

HEAD = frame(1500, "browser_navigate")
SETTINGS = ContextSettings(observation_window=1, screenshot_window=1)


def browse(fake_api: FakeApi, model: Model, base_url: str, rounds: int = 5) -> tuple[list[Message], list[Any]]:
    """Let the scripted model think and browse for some rounds; the server refuses thinking that no longer fits."""
    client = anthropic.Anthropic(max_retries=0)
    history: list[Message] = [{"role": "user", "content": "Look at the pages."}]
    state, views = State(), []
    for number in range(rounds):
        fake_api.script(
            reply(thinking(f"thought {number}"), tool_use("browser_navigate", {"n": number}, call=f"toolu_{number}"))
        )
        positions = list(range(len(history)))
        view = assemble(history, positions, SETTINGS, model, state, frame=HEAD, base_url=base_url)
        views.append(view)
        extra: dict[str, Any] = {}
        if view.drop_thinking:
            binding = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
            extra = {
                "extra_body": {"thinking": binding},
                "extra_headers": {"anthropic-beta": "thinking-binding-controls-2026-08-01"},
            }
        message = client.messages.create(model=model.name, max_tokens=2000, **view.request, **extra)
        history.append(
            {"role": "assistant", "content": [block.model_dump(exclude_none=True) for block in message.content]}
        )
        history.append({"role": "user", "content": [answer(number, f"page {number} " * 50)]})
        state = after_round(history, list(range(len(history))), SETTINGS, view.state)
    return history, views


def thoughts(view: Any) -> list[str]:
    return [
        block["thinking"]
        for message in view.messages
        if isinstance(message["content"], list)
        for block in message["content"]
        if block["type"] == "thinking"
    ]


def test_where_the_server_can_drop_it_it_is_asked_to(fake_api: FakeApi) -> None:
    _, views = browse(fake_api, model_facts("claude-opus-5-5"), "https://api.anthropic.com")
    assert [view.drop_thinking for view in views] == [False, False, True, True, True]
    assert thoughts(views[-1]) == [f"thought {number}" for number in range(4)]


def test_elsewhere_thinking_behind_a_change_is_left_out(fake_api: FakeApi) -> None:
    _, views = browse(fake_api, model_facts("claude-opus-5-5"), "http://proxy.example")
    assert not any(view.drop_thinking for view in views)
    # In the third request page 0 has just become a stub, and thought 1 was written behind it when it was whole.
    assert thoughts(views[1]) == ["thought 0"]
    assert thoughts(views[2]) == ["thought 0"]
    assert thoughts(views[-1]) == ["thought 0"]


@pytest.mark.parametrize("name", ["claude-sonnet-5", "claude-opus-4-8"])
def test_models_that_do_not_bind_keep_all_of_it(fake_api: FakeApi, name: str) -> None:
    _, views = browse(fake_api, model_facts(name), "http://proxy.example")
    assert thoughts(views[-1]) == [f"thought {number}" for number in range(4)]
    assert not any(view.drop_thinking for view in views)


def test_a_resumed_session_does_not_trust_thinking_it_cannot_place(fake_api: FakeApi) -> None:
    history, _ = browse(fake_api, model_facts("claude-opus-5-5"), "http://proxy.example")
    view = assemble(
        history,
        list(range(len(history))),
        SETTINGS,
        model_facts("claude-opus-5-5"),
        State(),
        frame=HEAD,
        base_url="http://proxy.example",
    )
    assert thoughts(view) == []
