"""Broken histories are repaired so that the API takes them, and every repair is said. Numbers: users' reports."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.context import ContextSettings, HistoryError, State, assemble, clean_reply, repair_history
from agent.pricing import model_facts
from agent.rules import violations
from tests.agent.context.sessions import answer, call, image, text, turn
from tests.agent.context.test_filter_properties import PATIENT

Message = dict[str, Any]
TOOLS = [{"name": "bash", "input_schema": {"type": "object"}}]
START: Message = {"role": "user", "content": "Start."}
NEXT: Message = {"role": "user", "content": "And then?"}


def broken(messages: Any) -> list[str]:
    request = {"model": "claude-sonnet-5", "max_tokens": 100, "tools": TOOLS, "messages": messages}
    return [violation.rule for violation in violations(request)]


def test_a_sound_history_is_the_same_objects() -> None:
    messages = [START, *turn("bash", 1, "ok"), {"role": "assistant", "content": "Done."}, NEXT]
    repaired = repair_history(messages)
    assert all(a is b for a, b in zip(repaired.messages, messages, strict=True))
    assert repaired.changes == ()
    assert repaired.origins == [(0,), (1,), (2,), (3,), (4,)]


def test_an_interrupted_batch_keeps_its_real_result_and_names_the_missing_one() -> None:
    """B13, B16, B19: [user, assistant(A, B)], aborted after A."""
    messages = [
        START,
        {"role": "assistant", "content": [call("bash", 1), call("bash", 2)]},
        {"role": "user", "content": [answer(1, "real"), text("what now?")]},
    ]
    assert broken(messages)
    repaired = repair_history(messages)
    content: Any = repaired.messages[2]["content"]
    assert content[0] == answer(1, "real")
    assert content[1]["tool_use_id"] == "toolu_2"
    assert content[1]["is_error"] is True
    assert "not known" in content[1]["content"]
    assert content[2] == text("what now?")
    assert repaired.changes == ("message 2: the call toolu_2 had no result",)
    assert not broken(repaired.messages)


def test_a_call_at_the_very_end_or_before_the_assistants_next_word_is_answered() -> None:
    messages = [START, {"role": "assistant", "content": [call("bash", 1)]}]
    assert not broken(repair_history(messages).messages)
    messages += [{"role": "assistant", "content": "Going on."}, NEXT]
    repaired = repair_history(messages)
    assert not broken(repaired.messages)


def test_a_user_text_alone_after_a_call_gets_the_missing_result_before_it() -> None:
    messages = [START, {"role": "assistant", "content": [call("bash", 1)]}, NEXT]
    content: Any = repair_history(messages).messages[2]["content"]
    assert [block["type"] for block in content] == ["tool_result", "text"]


def test_a_result_without_its_call_becomes_text_and_nothing_is_lost() -> None:
    """B14, B18: the call was dropped, the result kept."""
    messages = [START, {"role": "assistant", "content": "Hm."}, {"role": "user", "content": [answer(1, "the output")]}]
    assert broken(messages)
    repaired = repair_history(messages)
    (block,) = repaired.messages[2]["content"]
    assert block["type"] == "text"
    assert "the output" in block["text"]
    assert not broken(repaired.messages)


def test_of_two_results_for_one_call_the_first_counts() -> None:
    """B21."""
    messages = [
        START,
        {"role": "assistant", "content": [call("bash", 1)]},
        {"role": "user", "content": [answer(1, "real"), answer(1, "again")]},
    ]
    repaired = repair_history(messages)
    assert repaired.messages[2]["content"] == [answer(1, "real")]
    assert not broken(repaired.messages)


def test_an_id_used_twice_is_renamed_with_its_result() -> None:
    messages = [START, *turn("bash", 1, "first"), *turn("bash", 1, "second")]
    repaired = repair_history(messages)
    ids = [
        message["content"][0].get("id") or message["content"][0].get("tool_use_id") for message in repaired.messages[1:]
    ]
    assert ids == ["toolu_1", "toolu_1", "toolu_1_2", "toolu_1_2"]
    assert repaired.messages[4]["content"][0]["content"] == "second"
    twice = [
        START,
        {"role": "assistant", "content": [call("bash", 1), call("bash", 1)]},
        {"role": "user", "content": [answer(1, "a"), answer(1, "b")]},
    ]
    content = repair_history(twice).messages[2]["content"]
    assert [(block["tool_use_id"], block["content"]) for block in content] == [("toolu_1", "a"), ("toolu_1_2", "b")]


def test_an_id_with_odd_characters_is_made_valid_on_both_sides() -> None:
    messages = [START, *turn("bash", 1, "ok")]
    messages[1]["content"][0]["id"] = messages[2]["content"][0]["tool_use_id"] = "call:1/a"
    repaired = repair_history(messages)
    assert repaired.messages[1]["content"][0]["id"] == "call_1_a"
    assert not broken(repaired.messages)


@pytest.mark.parametrize(
    "content",
    ["", "  \n", None, [], [text("")], [text(" "), text("")]],
)
def test_nothing_empty_is_sent(content: Any) -> None:
    """A5, B24: empty texts."""
    for role in ("user", "assistant"):
        messages = [START, {"role": "assistant", "content": "Hm."}, {"role": role, "content": content}, NEXT]
        assert not broken(repair_history(messages).messages)


def test_an_image_beside_an_empty_text_stays() -> None:
    messages = [{"role": "user", "content": [image(1), text("")]}]
    assert repair_history(messages).messages == [{"role": "user", "content": [image(1)]}]


@pytest.mark.parametrize("content", ["", None, [], [text("")]])
def test_an_empty_result_says_that_there_is_nothing(content: Any) -> None:
    repaired = repair_history([START, *turn("bash", 1, content)])
    assert repaired.messages[2]["content"][0]["content"] == "[nothing]"
    assert not broken(repaired.messages)


def test_a_failed_result_keeps_its_text_and_loses_its_image() -> None:
    messages = [START, *turn("bash", 1, [text("no such window"), image(1)])]
    messages[2]["content"][0]["is_error"] = True
    repaired = repair_history(messages)
    assert repaired.messages[2]["content"][0]["content"] == [text("no such window")]
    assert not broken(repaired.messages)


def test_neighbours_of_one_role_are_joined() -> None:
    repaired = repair_history([START, NEXT, {"role": "assistant", "content": "Yes."}, NEXT])
    assert [message["role"] for message in repaired.messages] == ["user", "assistant", "user"]
    assert repaired.messages[0]["content"] == [text("Start."), text("And then?")]
    assert repaired.origins[0] == (0, 1)


def test_a_history_that_begins_with_the_assistant_gets_a_beginning() -> None:
    assert not broken(repair_history([{"role": "assistant", "content": "Hello."}, NEXT]).messages)


def test_a_request_ends_with_the_user_although_the_history_does_not() -> None:
    """B23."""
    history = [START, {"role": "assistant", "content": "Done."}]
    view = assemble(history, [1, 2], ContextSettings(), model_facts("claude-sonnet-5"), State())
    assert view.messages[-1]["role"] == "user"
    assert view.forms == {1: "raw", 2: "raw"}
    assert not broken(view.messages)


def test_thinking_without_its_signature_is_left_out() -> None:
    messages = [START, {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm"}, text("Yes.")]}, NEXT]
    assert repair_history(messages).messages[1]["content"] == [text("Yes.")]


def test_old_cache_marks_are_taken_off() -> None:
    marked = {**text("Start."), "cache_control": {"type": "ephemeral"}}
    assert repair_history([{"role": "user", "content": [marked]}]).messages[0]["content"] == [text("Start.")]
    nested = repair_history([START, *turn("bash", 1, [marked])]).messages[2]["content"]
    assert nested == [answer(1, [text("Start.")])]


@pytest.mark.parametrize(
    ("messages", "word"),
    [
        ([{"role": "tool", "content": "x"}], "message 0 of the history is no user's or assistant's message"),
        (["text"], "message 0 of the history is no user's or assistant's message"),
        ([{"role": "user", "content": 7}], "neither text nor blocks"),
        ([{"role": "user", "content": ["text"]}], "neither text nor blocks"),
    ],
)
def test_what_is_no_message_is_refused_in_one_sentence(messages: Any, word: str) -> None:
    with pytest.raises(HistoryError, match=word):
        repair_history(messages)


def test_a_reply_is_cleaned_of_the_empty_texts_that_are_not_taken_back() -> None:
    """B24."""
    assert clean_reply([text(""), call("bash", 1), text(" ")]) == [call("bash", 1)]


BLOCKS = st.one_of(
    st.sampled_from(["", " ", "word"]).map(text),
    st.integers(0, 3).map(lambda number: call("bash", number)),
    st.tuples(st.integers(0, 3), st.sampled_from(["", "out", None])).map(lambda pair: answer(*pair)),
    st.integers(0, 3).map(lambda number: answer(number, [image(number)], is_error=True)),
    st.integers(0, 3).map(image),
)
MESSAGES = st.fixed_dictionaries(
    {
        "role": st.sampled_from(["user", "assistant"]),
        "content": st.one_of(st.lists(BLOCKS, max_size=4), st.sampled_from(["", "word"]), st.none()),
    }
)


@PATIENT
@given(st.lists(MESSAGES, min_size=1, max_size=8))
def test_any_pile_of_blocks_becomes_a_valid_conversation_and_stays_one(messages: list[Message]) -> None:
    repaired = repair_history(messages)
    assert not broken([*repaired.messages, NEXT])
    again = repair_history(repaired.messages)
    assert again.changes == ()
    assert again.messages == repaired.messages
    assert [index for origin in repaired.origins for index in origin] == list(range(len(messages)))
