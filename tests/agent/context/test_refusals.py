"""A server that takes less than was thought refuses once, and the second request is right: over the real SDK."""

from __future__ import annotations

import anthropic
import pytest

from agent.context import ContextSettings, State, after_refusal, assemble
from agent.pricing import model_facts
from agent.rules import Limits
from tests.agent.conftest import fake_api
from tests.agent.context.sessions import Message, coding, frame, image, text
from tests.fake_api import FakeApi
from tests.fake_api.models import COPILOT_10, DEEPINFRA_10, VLLM_4

__all__ = ["fake_api"]

MODEL = model_facts("claude-opus-4-8")
SETTINGS = ContextSettings()


def send_with_one_retry(history: list[Message], state: State) -> tuple[State, int]:
    """Send the history as the loop does; return the state and how many requests it took."""
    client = anthropic.Anthropic(max_retries=0)
    positions = list(range(len(history)))
    head = frame(1000, "read_file", "grep", "shell", "git_log")
    for attempt in (1, 2):
        view = assemble(history, positions, SETTINGS, MODEL, state, frame=head)
        try:
            client.messages.create(model=MODEL.name, max_tokens=100, **view.request)
        except anthropic.APIStatusError as error:
            learned = after_refusal(view.state, error.message)
            assert learned is not None
            state = learned
        else:
            return view.state, attempt
    raise AssertionError("refused twice")


def pictures(number: int) -> list[Message]:
    messages: list[Message] = []
    for index in range(number):
        messages += [
            {"role": "user", "content": [text("look"), image(index)]},
            {"role": "assistant", "content": "Seen."},
        ]
    return messages[:-1]


@pytest.mark.parametrize(("limits", "cap"), [(VLLM_4, 4), (COPILOT_10, 10), (DEEPINFRA_10, 10)])
def test_an_unknown_cap_on_images_costs_one_refusal_and_is_remembered(
    fake_api: FakeApi, limits: Limits, cap: int
) -> None:
    """A8, A7."""
    fake_api.limits = limits
    fake_api.script("fine", "fine again")
    state, attempts = send_with_one_retry(pictures(13), State())
    assert attempts == 2
    sent = str(fake_api.requests[-1].body)
    assert sent.count("'type': 'image'") == cap
    _, attempts = send_with_one_retry(pictures(15), state)
    assert attempts == 1


def test_a_context_smaller_than_the_table_says_costs_one_refusal(fake_api: FakeApi) -> None:
    fake_api.limits = Limits(context_tokens=20_000)
    fake_api.script("fine", "fine again")
    history = coding(20, 60_000)[0]
    state, attempts = send_with_one_retry(history, State())
    assert attempts == 2
    later = [*history, {"role": "assistant", "content": "Done."}, {"role": "user", "content": "And now?"}]
    assert send_with_one_retry(later, state)[1] == 1
