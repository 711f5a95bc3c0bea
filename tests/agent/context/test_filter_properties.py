"""Whatever the history, the filters keep calls and results together, change nothing given, and settle at once."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.context import Filtered, limit_images, window_observations, window_screenshots
from agent.context.history import content_hash
from tests.agent.context.sessions import answer, call, image, text

Message = dict[str, Any]

PATIENT = settings(suppress_health_check=[HealthCheck.too_slow])

TOOLS = st.sampled_from(["browser_snapshot", "screenshot", "bash", "file_read", "mcp__web__browser_click"])
TEXTS = st.one_of(st.text(max_size=20), st.integers(50, 90).map("y".__mul__), st.just("[elided browser observation: "))
PARTS = st.one_of(TEXTS.map(text), st.integers(0, 500).map(image))
RESULTS = st.one_of(TEXTS, st.lists(PARTS, max_size=3))
KEEPS = st.integers(0, 4)


@st.composite
def histories(draw: st.DrawFn) -> list[Message]:
    messages: list[Message] = [{"role": "user", "content": "start"}]
    number = 0
    for _ in range(draw(st.integers(0, 8))):
        if draw(st.booleans()):
            names = draw(st.lists(TOOLS, min_size=1, max_size=3))
            numbers = range(number, number + len(names))
            number += len(names)
            messages.append({"role": "assistant", "content": [call(n, i) for n, i in zip(names, numbers, strict=True)]})
            results = [answer(index, draw(RESULTS)) for index in numbers]
            messages.append({"role": "user", "content": results + draw(st.lists(PARTS, max_size=1))})
        else:
            messages.append({"role": "assistant", "content": "said"})
            messages.append({"role": "user", "content": draw(st.one_of(TEXTS, st.lists(PARTS, max_size=3)))})
    return messages


def all_filters(messages: Any, keep: int) -> list[Filtered]:
    shots = window_screenshots(messages, keep)
    ceiling = limit_images(shots.messages, keep + 2)
    return [shots, ceiling, window_observations(ceiling.messages, keep)]


def shape(messages: Any) -> list[Any]:
    """The conversation's structure: roles, block types where text stands for an image too, ids."""
    return [
        (
            message["role"],
            [
                (block["type"] if block["type"] != "image" else "text", block.get("id"), block.get("tool_use_id"))
                for block in message["content"]
            ]
            if isinstance(message["content"], list)
            else message["content"],
        )
        for message in messages
    ]


@PATIENT
@given(histories(), KEEPS)
def test_calls_results_and_their_order_are_kept(messages: list[Message], keep: int) -> None:
    for filtered in all_filters(messages, keep):
        assert shape(filtered.messages) == shape(messages)


@PATIENT
@given(histories(), KEEPS)
def test_the_input_is_never_changed_and_untouched_messages_are_the_same_objects(
    messages: list[Message], keep: int
) -> None:
    before = copy.deepcopy(messages)
    for function in (window_screenshots, limit_images, window_observations):
        filtered = function(messages, keep)
        told = {event.index for event in filtered.events}
        assert filtered.messages is not messages
        assert {i for i, message in enumerate(filtered.messages) if message is not messages[i]} == told
    assert messages == before


@PATIENT
@given(histories(), KEEPS)
def test_events_are_told_only_on_change_and_with_its_hashes(messages: list[Message], keep: int) -> None:
    for function in (window_screenshots, limit_images, window_observations):
        filtered = function(messages, keep)
        assert filtered.changed is bool(filtered.events)
        for event in filtered.events:
            assert event.old_hash == content_hash(messages[event.index]["content"])
            assert event.new_hash == content_hash(filtered.messages[event.index]["content"]) != event.old_hash


@PATIENT
@given(histories(), KEEPS)
def test_a_second_run_of_all_filters_changes_nothing(messages: list[Message], keep: int) -> None:
    once = all_filters(messages, keep)[-1].messages
    again = all_filters(once, keep)
    assert not any(filtered.changed for filtered in again)


@PATIENT
@given(histories(), KEEPS)
def test_no_filter_makes_an_empty_text_or_a_longer_one(messages: list[Message], keep: int) -> None:
    def texts(items: Any) -> list[str]:
        return [
            str(block.get("text", ""))
            for message in items
            if isinstance(message["content"], list)
            for block in message["content"]
        ]

    filtered = all_filters(messages, keep)[-1].messages
    for old, new in zip(texts(messages), texts(filtered), strict=True):
        assert new or not old
        assert len(new) <= max(len(old), len("[previous screenshot removed to save context]"))


@PATIENT
@given(histories(), st.integers(1, 4))
def test_the_narrow_image_filter_first_leaves_the_ceiling_less_to_do(messages: list[Message], keep: int) -> None:
    alone = limit_images(messages, keep)
    after = limit_images(window_screenshots(messages, keep).messages, keep)
    assert len(after.events) <= len(alone.events)
