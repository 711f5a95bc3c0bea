"""What the model saw at a turn is read back exactly, with what was withheld; pruning a prompt touches nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agent.archive import Archive, ArchiveError, Retention, open_archive, prune, read_archive, recall
from agent.context import (
    ContextSettings,
    Frame,
    State,
    ViewLog,
    after_round,
    assemble,
    cap_observation,
    render_seen,
    reobservation,
    resumed_state,
    seen_at,
    usage_event,
)
from agent.pricing import model_facts
from tests.agent.context.sessions import Message, browsing, coding, frame, image, text, turn

MODEL = model_facts("claude-opus-4-8")
HEAD = frame(1500, "browser_navigate", "read_file", "grep", "shell", "git_log")
SMALL = ContextSettings(max_context_tokens=30_000)


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return open_archive(tmp_path, "s")


def play(
    archive: Archive,
    history: list[Message],
    settings: ContextSettings = SMALL,
    state: State | None = None,
    head: Frame = HEAD,
) -> list[dict[str, Any]]:
    """Archive, assemble and record turn by turn; return the requests that were sent."""
    log, sent, positions = ViewLog(archive), [], []
    state = state or State()
    for end, message in enumerate(history, 1):
        positions.append(archive.append("message", message))
        if message["role"] == "user":
            view = assemble(history[:end], positions, settings, MODEL, state, frame=head)
            log.record(view, head)
            sent.append(view.request)
            state = after_round(history[:end], positions, settings, view.state, archive=archive)
            archive.end_turn()
    return sent


@pytest.mark.parametrize("history", [browsing(8, 1000, (8, 8)), coding(40, 100_000)[0]])
def test_every_turns_request_is_read_back_to_the_byte(archive: Archive, history: list[Message], tmp_path: Path) -> None:
    sent = play(archive, history)
    again = read_archive(tmp_path, "s")
    for number, request in enumerate(sent, 1):
        assert seen_at(again, number).request == request


def test_a_turn_that_never_was_is_said(archive: Archive) -> None:
    play(archive, browsing(2, 100, (8, 8)))
    with pytest.raises(ArchiveError, match=r"session s has no turn 9 \(it has 3\)"):
        seen_at(archive, 9)


def test_the_log_of_views_does_not_grow_with_the_square_of_the_session(archive: Archive) -> None:
    history = coding(40, 100_000)[0]
    play(archive, history)
    views = sum(len(str(entry.data)) for entry in archive.entries("view", media=False))
    messages = sum(len(str(entry.data)) for entry in archive.entries("message", media=False))
    assert views < 0.5 * messages


def test_what_was_withheld_is_listed_with_its_reason_for_a_person(archive: Archive) -> None:
    play(archive, browsing(6, 1000, (8, 8)))
    seen = seen_at(archive, 7)
    shown = render_seen(seen)
    assert {item.form for item in seen.withheld} == {"stub"}
    assert "obs_window: an older browser_navigate" in shown
    assert "⟵ cache mark" in shown
    assert render_seen(seen_at(archive, 1)).endswith("── nothing was withheld")


def test_a_stub_leads_to_the_original_by_its_position(archive: Archive) -> None:
    history = browsing(6, 1000, (8, 8))
    play(archive, history)
    request = seen_at(archive, 7).request
    stub = request["messages"][2]["content"][0]["content"][0]["text"]
    assert stub.startswith("[elided browser observation: browser_navigate, was 4000 chars]\n[archive seq ")
    page = history[2]["content"][0]["content"][0]["text"]
    assert page in recall(archive, stub.splitlines()[1])


def test_a_capped_observation_is_whole_in_the_archive(archive: Archive) -> None:
    whole = "".join(f"[{number}] button\n" for number in range(9000))
    history: list[Message] = [{"role": "user", "content": "Look."}, *turn("browser_navigate", 1, whole)]
    positions = [archive.append("message", message) for message in history]
    history[2] = turn("browser_navigate", 1, cap_observation(whole))[1]
    view = assemble(history, positions, SMALL, MODEL, State(), frame=HEAD)
    ViewLog(archive).record(view, HEAD)
    assert seen_at(archive, 1).request == view.request
    assert archive.read(positions[2]).data["content"][0]["content"] == whole
    assert "[8999] button" in recall(archive, "[8999] button")


def test_pruning_the_prompt_deletes_nothing_and_pruning_files_changes_no_prompt(
    archive: Archive, tmp_path: Path
) -> None:
    history = browsing(6, 1000, (8, 8))
    history[0] = {"role": "user", "content": [text("like this"), image(99)]}
    sent = play(archive, history)
    assert len(list(archive.folder.glob("screenshots/*"))) == 6
    assert len(list(archive.folder.glob("uploads/*"))) == 1
    prune(tmp_path, Retention(screenshot_days=1), 4e9)
    assert seen_at(archive, 7).request["messages"][:-1] == sent[-1]["messages"][:-1]
    assert recall(archive, "Offer 5").startswith("1 match in ")
    assert archive.history()[0][0] == history[0]


def test_a_resumed_session_goes_on_with_the_same_request_and_tells_nothing_twice(
    archive: Archive, tmp_path: Path
) -> None:
    """The sixth sequence: resume from what was persisted, old observations stubbed long ago."""
    history = coding(40, 100_000)[0]
    sent = play(archive, history)
    archive.close()
    again = open_archive(tmp_path, "s")
    messages, positions = again.history()
    assert messages == history
    view = assemble(messages, positions, SMALL, MODEL, resumed_state(again), frame=HEAD)
    assert view.request["messages"] == sent[-1]["messages"]
    assert [event["kind"] for event in view.events] == []


def test_looking_again_soon_at_what_was_dropped_is_counted(archive: Archive) -> None:
    """E44."""
    head = frame(100, "browser_navigate", "read_file")
    history: list[Message] = [{"role": "user", "content": "Compare the pages."}]
    for number, page in enumerate([0, 1, 2, 3, 0]):  # three stay whole, so page 0 has left when it is asked for again
        history += turn("browser_navigate", number, f"page {page} " * 100, url=f"/{page}")
    play(archive, history, head=head)
    found = reobservation(archive)
    assert (found.again, found.dropped) == (1, 2)
    assert found.examples[0][0] < found.examples[0][1]
    assert found.rate == 0.5


def test_the_same_picture_again_counts_and_a_file_read_after_its_edit_does_not(archive: Archive) -> None:
    head = frame(100, "screenshot", "read_file", "edit_file", "browser_navigate")
    history: list[Message] = [{"role": "user", "content": "Go."}]
    history += turn("screenshot", 1, [image(1)]) + turn("screenshot", 2, [image(2)])
    history += turn("browser_navigate", 3, [image(1)], url="/")
    history += turn("read_file", 4, "x" * 500, path="a.py") + turn("edit_file", 5, "ok", path="a.py")
    history += turn("read_file", 6, "y" * 500, path="a.py")
    play(archive, history, head=head)
    assert reobservation(archive).again == 1


def test_usage_is_told_in_tokens_and_in_units_billed() -> None:
    usage = {
        "input_tokens": 100,
        "cache_creation_input_tokens": 200,
        "cache_read_input_tokens": 700,
        "output_tokens": 5,
    }
    event = usage_event(usage, MODEL)
    assert event["billed_units"] == 100 + 250 + 70
    assert event["read_share"] == 0.7


def test_tokens_by_class_sum_to_the_request(archive: Archive) -> None:
    history = browsing(5, 1000, (750, 1000))
    view = assemble(history, list(range(len(history))), SMALL, MODEL, State(), frame=HEAD)
    assert view.tokens["images"] == 1000
    assert 3000 <= view.tokens["observations"] <= 3300
    assert sum(view.tokens.values()) == view.state.estimate
