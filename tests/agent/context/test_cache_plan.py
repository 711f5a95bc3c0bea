"""Where the cache marks go, and what a session costs with them: a change that breaks the cache fails here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

from agent.context import ContextSettings, Frame, State, View, after_round, assemble, stable_tools
from agent.context.cache_plan import marked_request
from agent.context.view import Mark
from agent.pricing import MAX_CACHE_MARKS, Model, model_facts
from agent.rules import Limits, violations
from tests.agent.context.sessions import Message, answer, browsing, call, coding, frame, text, turn
from tests.fake_api.caching import PromptCache
from tests.fake_api.tokens import request_tokens

MODEL = model_facts("claude-opus-4-8")
BROWSER = frame(8400, "browser_navigate")
LIMITS = Limits(max_images=600, context_tokens=1_000_000)

Marker = Callable[[View], Sequence[Mark]]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a session cost: billed units (1 is one plain input token), the longest request, and the last view."""

    billed: float
    peak: int
    views: tuple[View, ...]


def play(
    history: list[Message],
    settings: ContextSettings,
    head: Frame,
    *,
    model: Model = MODEL,
    marks: Marker | None = None,
) -> Cost:
    """Send a request after each user's message of the history, through the simulator, checked by the API's rules."""
    cache = PromptCache(model.cache_minimum)
    state, billed, peak, views = State(), 0.0, 0, []
    for end in range(1, len(history) + 1):
        if history[end - 1]["role"] != "user":
            continue
        part, positions = history[:end], list(range(1, end + 1))
        view = assemble(part, positions, settings, model, state, frame=head)
        request = view.request if marks is None else marked_request(head, view.messages, marks(view))
        body = {"model": model.name, "max_tokens": 1000, **request}
        assert not violations(body, LIMITS)
        billed += cache.charge(body, 10.0 * end).billed
        peak = max(peak, request_tokens(body))
        views.append(view)
        state = after_round(part, positions, settings, view.state)
    return Cost(billed, peak, tuple(views))


EXACT = ContextSettings(compaction=False)


def test_the_standard_run_with_exact_windows() -> None:
    """40 rounds of a 6 000-token page and a 1 500-token screenshot over an 8 500-token head."""
    cost = play(browsing(40), EXACT, BROWSER)
    assert cost.billed <= 830_000
    assert cost.peak <= 36_000


def test_the_standard_run_with_slack_costs_less() -> None:
    cost = play(browsing(40), ContextSettings(compaction=False, observation_slack=5), BROWSER)
    assert cost.billed <= 800_000


def test_a_mark_on_the_last_message_would_cost_more_than_the_windows_save() -> None:
    """The trap: what is written behind a block that changes is never read."""

    def on_the_last(view: View) -> list[Mark]:
        return [Mark("system", -1, 0, ""), Mark("messages", len(view.messages) - 1, 0, "")]

    assert (
        play(browsing(20), EXACT, BROWSER, marks=on_the_last).billed > 1.15 * play(browsing(20), EXACT, BROWSER).billed
    )


def test_the_last_mark_stands_before_the_oldest_observation_that_is_still_whole() -> None:
    view = play(browsing(10), EXACT, BROWSER).views[-1]
    # Messages: 0 the task, then 1, 2 for round 0 … 19, 20 for round 9; whole are rounds 7, 8, 9 (results 16, 18, 20).
    assert view.cache_marks[-1].message == 15
    assert view.cache_marks[0].where == "system"


def test_a_session_without_a_screen_is_marked_at_its_end_and_read_back_whole() -> None:
    history, _ = coding(12, 24_000)
    views = play(history, EXACT, frame(2000, "read_file", "grep", "shell", "git_log")).views
    assert [view.cache_marks[-1].message for view in views] == [len(view.messages) - 1 for view in views]


def test_code_after_the_browser_is_cached_although_pages_may_still_age() -> None:
    history = browsing(4)
    for number in range(10, 30):
        history += turn("bash", number, "x" * 8000)
    head = frame(8400, "browser_navigate", "bash")
    cost = play(history, EXACT, head)

    def before_the_oldest_page(view: View) -> list[Mark]:
        return [view.cache_marks[0], Mark("messages", min(3, len(view.messages) - 1), 0, "")]

    strict = play(history, EXACT, head, marks=before_the_oldest_page)
    assert cost.billed < 0.5 * strict.billed


def test_thirty_parallel_calls_do_not_outrun_the_look_back() -> None:
    """The service looks only 20 blocks back for an older entry."""
    history: list[Message] = [{"role": "user", "content": "Go."}, *turn("bash", 0, "y" * 40_000)]
    numbers = range(1, 31)
    history.append({"role": "assistant", "content": [call("bash", number) for number in numbers]})
    history.append({"role": "user", "content": [answer(number, "ok") for number in numbers]})
    head = frame(2000, "bash")
    cache = PromptCache(MODEL.cache_minimum)
    state, usages = State(), []
    for end in (3, 5):
        view = assemble(history[:end], list(range(end)), EXACT, MODEL, state, frame=head)
        usages.append(cache.charge({"model": MODEL.name, **view.request}, float(end)))
        state = view.state
    assert usages[1].read == usages[0].written_5m


def test_there_are_never_more_than_four_marks_whatever_came_marked() -> None:
    """D39: one owner; marks that others set are taken off."""
    mark = {"cache_control": {"type": "ephemeral"}}
    head = Frame(({**text("s" * 9000), **mark},), ({"name": "bash", "input_schema": {"type": "object"}, **mark},))
    history = coding(30, 60_000)[0]
    for message in history:
        if isinstance(message["content"], list):
            message["content"] = [{**block, **mark} for block in message["content"]]
    for view in play(history, ContextSettings(max_context_tokens=20_000), head).views:
        assert str(view.request).count("cache_control") == len(view.cache_marks) <= MAX_CACHE_MARKS


def test_a_prefix_too_short_to_be_kept_gets_no_mark() -> None:
    view = assemble([{"role": "user", "content": "Hi."}], [1], EXACT, MODEL, State(), frame=frame(100))
    assert view.cache_marks == ()


def test_no_mark_is_set_on_thinking() -> None:
    history: list[Message] = [
        {"role": "user", "content": "x" * 9000},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm", "signature": "s"}]},
        {"role": "user", "content": "go on"},
    ]
    for end in (1, 2, 3):
        view = assemble(history[:end], list(range(end)), EXACT, MODEL, State(), frame=frame(2000))
        assert all(mark.message != 1 for mark in view.cache_marks)


def test_tools_keep_their_order_and_new_ones_come_behind() -> None:
    """D34, D37: the order of registration must not decide whether the cache holds."""
    names = ["shell", "read_file", "browser_click"]
    tools: list[dict[str, Any]] = [{"name": name} for name in names]
    first = stable_tools(tools[:2])
    assert [tool["name"] for tool in first] == ["read_file", "shell"]
    again = stable_tools(tools[::-1], [tool["name"] for tool in first])
    assert [tool["name"] for tool in again] == ["read_file", "shell", "browser_click"]


def test_a_clock_in_the_system_prompt_is_named_as_what_breaks_the_cache() -> None:
    """D35, D40: a miss has a name."""
    history: list[Message] = [{"role": "user", "content": "Hi."}]
    one = assemble(history, [1], EXACT, MODEL, State(), frame=Frame((text("It is 12:00."),)))
    two = assemble(history, [1], EXACT, MODEL, one.state, frame=Frame((text("It is 12:01."),)))
    assert two.events == ({"kind": "prefix_change", "message": -1, "why": ["system prompt or tools changed"]},)


def test_every_request_extends_the_one_before_or_an_event_names_why() -> None:
    """D36, D38: what was sent once is sent again, to the byte."""
    for history, settings in (
        (browsing(12), EXACT),
        (coding(40, 80_000)[0], ContextSettings(max_context_tokens=30_000)),
    ):
        head = frame(2000, "browser_navigate", "read_file", "grep", "shell", "git_log")
        views = play(history, settings, head).views
        for before, after in pairwise(views):
            extends = after.messages[: len(before.messages)] == before.messages
            named = [event for event in after.events if event["kind"] == "prefix_change"]
            assert extends is not bool(named)
            for event in named:
                assert set(event["why"]) <= {"obs_window", "browser_img_strip", "img_strip", "compaction"}
                assert event["why"]


@pytest.mark.parametrize("slack", [1, 5])
def test_more_slack_never_costs_more_than_none_in_the_standard_run(slack: int) -> None:
    exact = play(browsing(16), EXACT, BROWSER).billed
    assert play(browsing(16), ContextSettings(compaction=False, observation_slack=slack), BROWSER).billed < exact
