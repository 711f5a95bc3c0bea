"""Old rounds become notes when that pays, whole rounds at a time, and nothing in them is out of reach."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.archive import Archive, open_archive, recall
from agent.context import ContextOverflow, ContextSettings, State, View, after_refusal, after_round, assemble
from agent.context.history import blocks_of
from agent.context.notes import brief, unit_notes
from agent.context.units import units_of
from agent.context.view import Chunk
from agent.pricing import model_facts
from agent.rules import Limits, violations
from tests.agent.context.sessions import Fact, Message, answer, call, coding, frame, image, text, turn
from tests.agent.context.test_filter_properties import PATIENT, histories
from tests.fake_api.tokens import request_tokens

MODEL = model_facts("claude-opus-4-8")
HEAD = frame(
    1000, "read_file", "grep", "shell", "git_log", "plan", "bash", "browser_snapshot", "screenshot", "file_read"
)
SMALL = ContextSettings(max_context_tokens=30_000)


def run(history: list[Message], settings: ContextSettings = SMALL, archive: Archive | None = None) -> list[View]:
    """Assemble a request after each user's message, as the loop does; every one is checked against the API's rules."""
    positions = [archive.append("message", message) for message in history] if archive else list(range(len(history)))
    state, views = State(), []
    for end in range(1, len(history) + 1):
        if history[end - 1]["role"] == "user":
            view = assemble(history[:end], positions[:end], settings, MODEL, state, frame=HEAD)
            body = {"model": MODEL.name, "max_tokens": 100, **view.request}
            assert not violations(body, Limits(context_tokens=1_000_000))
            views.append(view)
            state = after_round(history[:end], positions[:end], settings, view.state, archive=archive)
    return views


def words(view: View) -> str:
    """All text of a view, as one string."""
    found: list[str] = []
    for message in view.messages:
        if isinstance(message["content"], str):
            found.append(message["content"])
        for block in blocks_of(message):
            found += [str(block.get("text") or block.get("content") or block.get("input") or "")]
    return "\n".join(found)


def moves(views: list[View]) -> list[int]:
    return [number for number, view in enumerate(views) if any(event["kind"] == "compaction" for event in view.events)]


def test_a_long_session_stays_under_its_ceiling_at_every_turn() -> None:
    views = run(coding(60, 150_000)[0])
    assert max(request_tokens(view.request) for view in views) <= 30_000
    assert moves(views)


def test_the_head_stays_verbatim_and_the_last_rounds_stay_raw() -> None:
    history = coding(60, 150_000)[0]
    last = run(history)[-1]
    assert last.messages[0]["content"][0] == text(history[0]["content"])
    assert list(last.messages[-8:]) == history[-8:]


def found(fact: Fact, view: View, archive: Archive) -> bool:
    """Say whether a planted fact is in the request, or behind the address that the notes on its subject name."""
    shown = words(view)
    if fact.needle in shown:
        return True
    at = shown.find(fact.subject)
    start = shown.rfind("[seq ", 0, at)
    span = shown[start + len("[seq ") : shown.index("]", start)]
    return at >= 0 and fact.needle in recall(archive, f"seq:{span.split('–')[-1]}")


def test_planted_facts_are_in_the_request_or_one_recall_away(tmp_path: Path) -> None:
    """E41: paths, numbers, commands, hashes, values, error texts, constraints, decisions and their reasons."""
    history, facts = coding(64, 160_000)
    archive = open_archive(tmp_path, "s")
    views = run(history, ContextSettings(max_context_tokens=60_000), archive)
    reached = [fact for fact in facts if found(fact, views[-1], archive)]
    assert len(reached) >= 0.98 * len(facts)
    said = [fact for fact in facts if fact.kind in ("decision", "constraint", "command", "error")]
    assert all(fact.needle in words(views[-1]) for fact in said)


def test_notes_on_a_round_name_the_call_its_result_and_where_the_whole_is() -> None:
    messages = [
        {"role": "assistant", "content": [text("I run the tests."), call("shell", 1, command="pytest -q")]},
        {"role": "user", "content": [answer(1, "collected 9\nE   KeyError: 'tax'\n1 failed in 3.2 s"), text("use -x")]},
    ]
    assert unit_notes(messages, [41, 42]).splitlines() == [
        "[seq 41–42]",
        " said: I run the tests.",
        " shell(command: pytest -q) → 3 lines: collected 9",
        "  errors: E   KeyError: 'tax' ⏎ 1 failed in 3.2 s",
        "  whole: recall seq:42",
        " user said: use -x",
    ]


def test_a_plan_is_copied_word_for_word() -> None:
    """E43: a finished step must not become open again."""
    steps = [{"step": "write the parser", "status": "done"}, {"step": "test it", "status": "in progress"}]
    notes = unit_notes(turn("update_plan", 1, "ok", steps=steps), [7, 8])
    assert '{"step": "write the parser", "status": "done"}, {"step": "test it", "status": "in progress"}' in notes


def test_reasons_are_kept_before_chatter() -> None:
    chatter = "The sky over the harbour is grey this morning. " * 20
    said = f"{chatter}We keep SQLite because the worker has no network. {chatter}"
    notes = unit_notes([{"role": "assistant", "content": said}], [3])
    assert "We keep SQLite because the worker has no network." in notes
    assert "recall seq:3" in notes
    assert len(notes) < 700


def test_one_line_in_a_log_unlike_the_others_is_kept_whole() -> None:
    log = "\n".join(f"12:00:{n:02} INFO worker.{n} batch {n} done" for n in range(50))
    log = log.replace("12:00:25 INFO worker.25 batch 25 done", "checkout: p50 12.1 ms, p95 183.4 ms")
    assert "notable: checkout: p50 12.1 ms, p95 183.4 ms" in unit_notes(turn("shell", 1, log, command="bench"), [1, 2])


def test_the_last_line_of_an_output_is_kept_since_totals_stand_there() -> None:
    log = "\n".join(["start", "a", "b", "c", "12 passed, 1 skipped"])
    assert "  last: 12 passed, 1 skipped" in unit_notes(turn("shell", 1, log, command="pytest"), [1, 2])


def test_brief_notes_are_one_line_that_still_says_where() -> None:
    line = brief(unit_notes(turn("shell", 1, "x\n" * 500, command="make all"), [41, 42]))
    assert line == "[seq 41–42] · shell(command: make all)"


def test_the_boundary_moves_at_most_once_in_the_gap_unless_forced() -> None:
    views = run(coding(60, 150_000)[0], ContextSettings(max_context_tokens=60_000, compaction_gap=7))
    at = moves(views)
    assert len(at) > 1
    assert all(later - before >= 7 for before, later in pairwise(at))


def test_between_two_moves_the_prefix_is_only_extended() -> None:
    views = run(coding(60, 150_000)[0], ContextSettings(max_context_tokens=60_000))
    at = set(moves(views))
    for number, (before, after) in enumerate(pairwise(views), 1):
        if number not in at:
            assert after.messages[: len(before.messages)] == before.messages


def test_a_move_keeps_the_notes_before_it_to_the_byte() -> None:
    views = run(coding(60, 150_000)[0], ContextSettings(max_context_tokens=60_000))
    first, second = moves(views)[:2]
    kept = views[first].messages[0]["content"]
    assert views[second].messages[0]["content"][: len(kept)] == kept


def test_the_judge_waits_until_carrying_has_cost_as_much_as_a_move() -> None:
    views = run(coding(30, 90_000)[0], ContextSettings(max_context_tokens=500_000))
    at = moves(views)[0]
    assert "carrying has cost" in views[at - 1].decision
    assert views[at - 1].decision.startswith("waits")


def test_the_same_history_and_state_give_the_same_request() -> None:
    """E46: nothing drifts on repetition, since notes are made from the messages and not from notes."""
    history = coding(40, 100_000)[0]
    views = run(history)
    before = run(history[:-2])[-1]
    state = after_round(history[:-2], list(range(len(history) - 2)), SMALL, before.state)
    for _ in range(2):
        again = assemble(history, list(range(len(history))), SMALL, MODEL, state, frame=HEAD)
        assert again.request == views[-1].request
    notes = views[-1].state.notes
    fresh = assemble(history, list(range(len(history))), SMALL, MODEL, State(), frame=HEAD).state.notes
    assert {first: fresh[first] for first in notes} == dict(notes)


def test_compaction_says_what_it_did_and_every_withheld_message_is_named() -> None:
    """E47."""
    views = run(coding(60, 150_000)[0])
    moved = views[moves(views)[0]]
    (event,) = [event for event in moved.events if event["kind"] == "compaction"]
    assert event["after"] < event["before"]
    assert event["chunks"][0]["first"] == 1
    assert {item.position for item in moved.withheld} == {p for p, form in moved.forms.items() if form != "raw"}
    assert all(item.why for item in moved.withheld)


def test_a_rewind_behind_the_boundary_gives_the_messages_back() -> None:
    """E48."""
    history = coding(40, 100_000)[0]
    state = run(history)[-1].state
    assert state.chunks
    early = history[:7]
    view = assemble(early, list(range(7)), SMALL, MODEL, state, frame=HEAD)
    assert set(view.forms.values()) == {"raw"}
    assert view.messages == early


def test_a_boundary_that_cuts_into_a_pair_is_not_believed() -> None:
    """A12: a stored decision that does not fit the history is dropped, not sent."""
    history = coding(10, 20_000)[0]
    bad = State(chunks=(Chunk(1, 3),))
    view = assemble(history, list(range(len(history))), SMALL, MODEL, bad, frame=HEAD)
    assert not violations({"model": "m", "max_tokens": 9, **view.request})
    assert "notes" not in view.forms.values()


def test_one_long_tool_loop_is_compacted_without_a_new_user_turn() -> None:
    """E20: the whole session is one task and one loop."""
    history = coding(60, 150_000)[0]
    assert sum(message["role"] == "user" and isinstance(message["content"], str) for message in history) == 1
    assert moves(run(history))


def test_a_single_result_larger_than_the_ceiling_is_cut_and_addressed() -> None:
    history = [{"role": "user", "content": "Go."}, *turn("shell", 1, "x" * 400_000)]
    view = run(history, ContextSettings(max_context_tokens=20_000))[-1]
    assert request_tokens(view.request) <= 20_000
    assert "recall seq:2" in words(view)
    assert view.forms[2] == "clipped"


def test_what_cannot_be_made_to_fit_is_an_error_in_one_sentence() -> None:
    """E42: no spiral; the first look says that it does not fit."""
    history = [{"role": "user", "content": [text("x" * 1500) for _ in range(300)]}]
    with pytest.raises(ContextOverflow, match=r"the conversation does not fit: .* there is room for"):
        run(history, ContextSettings(max_context_tokens=20_000))


def test_an_overflow_that_the_service_reports_compacts_once() -> None:
    history = coding(30, 200_000)[0]
    wide = ContextSettings(max_context_tokens=1_000_000, context_share=100)
    positions = list(range(len(history)))
    view = assemble(history, positions, wide, MODEL, State(), frame=HEAD)
    state = after_refusal(view.state, "prompt is too long: 1213462 tokens > 1000000 maximum")
    assert state is not None
    again = assemble(history, positions, wide, MODEL, state, frame=HEAD)
    assert request_tokens(again.request) * state.scale <= 1_000_000
    assert request_tokens(again.request) < request_tokens(view.request)


def test_the_services_own_count_corrects_the_estimate() -> None:
    view = assemble([{"role": "user", "content": "x" * 4000}], [0], SMALL, MODEL, State(), frame=HEAD)
    state = after_round([], [], SMALL, view.state, used_tokens=2 * view.state.estimate)
    assert state.scale == 2.0


def test_a_protected_tools_rounds_stay_raw() -> None:
    """E50."""
    history = coding(12, 30_000)[0]
    history += turn("plan", 900, "the plan, in full and at length", steps="one")
    history += coding(60, 150_000, seed=2)[0][1:]
    for number, message in enumerate(history):  # the second session's ids must not repeat the first's
        for block in message["content"] if isinstance(message["content"], list) else []:
            for key in ("id", "tool_use_id"):
                if key in block and number >= 27:
                    block[key] += "_b"
    views = run(history, ContextSettings(max_context_tokens=30_000, protected_tools=("plan",)))
    assert views[-1].forms[25] == views[-1].forms[26] == "raw"
    assert views[-1].forms[24] == "notes"


def test_uploads_stay_raw_so_that_all_of_them_can_be_compared() -> None:
    history = coding(4, 10_000)[0]
    history += [{"role": "assistant", "content": "Which pictures?"}]
    history += [{"role": "user", "content": [text("these"), image(1), image(2)]}]
    later = coding(40, 100_000, seed=3)[0][1:]
    for message in later:
        for block in message["content"]:
            for key in ("id", "tool_use_id"):
                if key in block:
                    block[key] += "_b"
    last = run(history + later)[-1]
    assert sum(block["type"] == "image" for message in last.messages for block in blocks_of(message)) == 2


def test_compaction_off_sends_everything() -> None:
    history = coding(20, 60_000)[0]
    view = run(history, ContextSettings(compaction=False))[-1]
    assert view.messages == history


@PATIENT
@given(histories(), st.integers(2_000, 4_000), st.integers(0, 3))
def test_every_position_is_sent_in_exactly_one_form(history: list[Message], ceiling: int, keep: int) -> None:
    """E49: raw, stub, clipped or notes; nothing twice, nothing missing, no pair cut."""
    settings = ContextSettings(
        max_context_tokens=ceiling, observation_window=keep, screenshot_window=keep, compaction_gap=0
    )
    long = [
        {**message, "content": message["content"] + " and so on" * 60}
        if isinstance(message["content"], str)
        else message
        for message in history
    ]
    try:
        views = run(long, settings)
    except ContextOverflow:
        return
    for view in views:
        raw = [position for source in view.sources for position in source]
        noted = [position for position, form in view.forms.items() if form == "notes"]
        assert sorted(raw + noted) == sorted(view.forms)
        for unit in units_of(long[: len(view.forms)], range(len(view.forms))):
            forms = {view.forms[position] == "notes" for position in range(unit.first, unit.last + 1)}
            assert len(forms) == 1


def test_notes_in_the_middle_of_raw_rounds_leave_roles_in_turn() -> None:
    history: list[Any] = coding(30, 80_000)[0]
    history[20]["content"].append(image(5))  # an upload in the middle keeps its round raw
    last = run(history)[-1]
    assert last.forms[20] == "raw"
    assert last.forms[18] == last.forms[22] == "notes"
    roles = [message["role"] for message in last.messages]
    assert roles == ["user", "assistant"] * (len(roles) // 2) + ["user"]
