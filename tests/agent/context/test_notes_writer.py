"""A cheap model writes the notes in the background, over the real SDK; whatever it answers, the session stays right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anthropic
import pytest

from agent.archive import open_archive
from agent.context import ContextSettings, NotesWriter, State, after_round, assemble, resumed_state
from agent.context.notes_writer import parse_notes
from agent.pricing import SMALL_MODEL, model_facts
from tests.agent.conftest import fake_api
from tests.agent.context.sessions import Message, coding, frame, image, text, turn
from tests.fake_api import BROKEN, FakeApi

__all__ = ["fake_api"]

MODEL = model_facts("claude-opus-4-8")
HEAD = frame(1000, "read_file", "grep", "shell", "git_log")
SMALL = ContextSettings(max_context_tokens=30_000)


@pytest.fixture
def writer(fake_api: FakeApi) -> Iterator[NotesWriter]:
    made = NotesWriter(anthropic.Anthropic(max_retries=0))
    yield made
    made.close()


def notes_for(body: dict[str, Any]) -> str:
    """Answer as a good cheap model would: one note for each round asked for."""
    asked = str(body["messages"][0]["content"])
    numbers = [int(part.split('"')[0]) for part in asked.split('<round n="')[1:]]
    return json.dumps({"notes": [{"round": number, "text": f"round {number} in short"} for number in numbers]})


def test_notes_by_the_model_replace_those_made_without_it(fake_api: FakeApi, writer: NotesWriter) -> None:
    history = coding(3, 3000)[0]
    positions = list(range(len(history)))
    fake_api.script(notes_for, notes_for)
    state = after_round(history, positions, SMALL, State(), writer=writer)
    assert "round 1 in short" not in state.notes[1]
    assert writer.wait(10)
    state = after_round(history, positions, SMALL, state, writer=writer)
    assert state.notes[1].startswith("[seq 1–2] round 1 in short\n also: ")
    assert state.notes[1].endswith("whole: recall seq:2")
    assert fake_api.requests[0].body["model"] == SMALL_MODEL
    assert writer.spent_usd > 0


def test_the_identifiers_that_the_model_dropped_are_listed_with_its_notes(
    fake_api: FakeApi, writer: NotesWriter
) -> None:
    history: list[Message] = [{"role": "user", "content": "Go."}]
    history += turn("shell", 1, "wrote lib/tax/rates.py:88 in 412 ms\nok", command="make rates")
    fake_api.script(json.dumps({"notes": [{"round": 1, "text": "The rates were made."}]}))
    after_round(history, [0, 1, 2], SMALL, State(), writer=writer)
    assert writer.wait(10)
    notes = after_round(history, [0, 1, 2], SMALL, State(), writer=writer).notes[1]
    assert "lib/tax/rates.py:88" in notes
    assert "412 ms" in notes


def test_images_never_go_to_the_cheap_model(fake_api: FakeApi, writer: NotesWriter) -> None:
    """A3: a picture that is too large must not break the notes as well."""
    history: list[Message] = [{"role": "user", "content": "Go."}, *turn("screenshot", 1, [text("a page"), image(1)])]
    fake_api.script(notes_for)
    after_round(history, [0, 1, 2], SMALL, State(), writer=writer)
    assert writer.wait(10)
    assert all(isinstance(request.body["messages"][0]["content"], str) for request in fake_api.requests)
    assert "iVBOR" not in str(fake_api.requests[0].body)


@pytest.mark.parametrize("bad", ["no JSON at all", '{"notes": [{"round": 999, "text": "of another round"}]}', BROKEN])
def test_a_bad_answer_leaves_the_notes_that_need_no_model(fake_api: FakeApi, writer: NotesWriter, bad: Any) -> None:
    history = coding(1, 1000)[0]
    fake_api.script(bad, bad)
    before = after_round(history, [0, 1, 2], SMALL, State(), writer=writer)
    assert writer.wait(10)
    after = after_round(history, [0, 1, 2], SMALL, before, writer=writer)
    assert after.notes == before.notes
    assert writer.failures >= 1
    assert len(fake_api.requests) == 2


def test_notes_that_a_request_has_shown_are_not_exchanged(fake_api: FakeApi, writer: NotesWriter) -> None:
    """The prefix behind them is cached: better notes that come late would cost more than they give."""
    history = coding(40, 100_000)[0]
    positions = list(range(len(history)))
    view = assemble(history, positions, SMALL, MODEL, State(), frame=HEAD)
    assert view.state.chunks
    fake_api.script(*[notes_for] * 40)
    state = after_round(history, positions, SMALL, view.state, writer=writer)
    assert writer.wait(20)
    state = after_round(history, positions, SMALL, state, writer=writer)
    last = view.state.chunks[-1].last
    folded = {first: note for first, note in view.state.notes.items() if first <= last}
    assert {first: state.notes[first] for first in folded} == folded
    again = assemble(history, positions, SMALL, MODEL, state, frame=HEAD)
    assert again.messages == view.messages


def test_a_round_that_the_model_wants_whole_stays_raw(fake_api: FakeApi, writer: NotesWriter) -> None:
    history = coding(2, 2000)[0]
    fake_api.script(json.dumps({"notes": [{"round": 1, "text": "the schema", "keep_raw": True}]}), "{}")
    state = after_round(history, list(range(5)), SMALL, State(), writer=writer)
    assert writer.wait(10)
    state = after_round(history, list(range(5)), SMALL, state, writer=writer)
    assert state.keep_raw == {1}


def test_written_notes_survive_in_the_archive(fake_api: FakeApi, writer: NotesWriter, tmp_path: Path) -> None:
    archive = open_archive(tmp_path, "s")
    history = coding(2, 2000)[0]
    positions = [archive.append("message", message) for message in history]
    fake_api.script(notes_for, notes_for)
    state = after_round(history, positions, SMALL, State(), archive=archive, writer=writer)
    assert writer.wait(10)
    state = after_round(history, positions, SMALL, state, archive=archive, writer=writer)
    assert resumed_state(archive).notes == dict(state.notes)
    assert resumed_state(archive).by_model == {2, 4}


def test_a_spent_budget_stops_the_model_and_not_the_notes(fake_api: FakeApi) -> None:
    writer = NotesWriter(anthropic.Anthropic(max_retries=0), limit_usd=0.0)
    history = coding(1, 1000)[0]
    state = after_round(history, [0, 1, 2], SMALL, State(), writer=writer)
    assert writer.wait(10)
    assert fake_api.requests == []
    assert state.notes[1]
    writer.close()


def test_only_notes_of_the_asked_form_are_read() -> None:
    answer = 'Here: {"notes": [{"round": 3, "text": " yes "}, {"round": "4", "text": "no"}, {"round": 5}, 7]} Done.'
    assert {number: written.text for number, written in parse_notes(answer).items()} == {3: "yes"}
    assert parse_notes('{"notes": 5}') == parse_notes("[]") == parse_notes("") == {}
