"""Old GUI text becomes one line each; everything else stays as it was, to the byte."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from agent.context import cap_observation, window_observations
from tests.agent.context.sessions import answer, call, image, text, turn

PAGE = "A page with a heading, a form and a great many links. " * 4  # 216 characters
Message = dict[str, Any]


def history(*tools: str, content: Any = PAGE) -> list[Message]:
    messages: list[Message] = [{"role": "user", "content": "Look around."}]
    for number, tool in enumerate(tools):
        messages += turn(tool, number, content)
    return messages


def result_of(message: Any) -> Any:
    return message["content"][0]["content"]


def stub(tool: str, chars: int = len(PAGE)) -> str:
    return f"[elided browser observation: {tool}, was {chars} chars]"


def test_of_ten_observations_seven_become_stubs_and_the_last_three_stay() -> None:
    messages = history(*["browser_snapshot"] * 10)
    filtered = window_observations(messages, 3)
    shown = [result_of(message) for message in filtered.messages[2::2]]
    assert shown == [stub("browser_snapshot")] * 7 + [PAGE] * 3
    assert [(event.kind, event.index, event.tool) for event in filtered.events] == [
        ("obs_window", index, "browser_snapshot") for index in range(2, 16, 2)
    ]


def test_other_tools_neither_count_nor_change() -> None:
    tools = ["bash", "file_read", "browser_click", "bash", "file_read", "browser_click", "bash", "browser_click"]
    messages = history(*tools)
    filtered = window_observations(messages, 1)
    changed = [index for index, message in enumerate(filtered.messages) if message is not messages[index]]
    assert changed == [6, 12]
    assert [result_of(filtered.messages[index]) for index in (6, 12, 16)] == [stub("browser_click")] * 2 + [PAGE]


def test_a_second_pass_changes_nothing_and_tells_nothing() -> None:
    first = window_observations(history(*["browser_navigate"] * 8), 3)
    assert sum(result_of(message) == stub("browser_navigate") for message in first.messages[2::2]) == 5
    second = window_observations(first.messages, 3)
    assert second.messages == first.messages
    assert (second.events, second.changed) == ((), False)


@pytest.mark.parametrize(("observations", "stubs"), [(3, 0), (4, 1)])
def test_the_window_begins_behind_the_number_kept(observations: int, stubs: int) -> None:
    filtered = window_observations(history(*["browser_snapshot"] * observations), 3)
    assert len(filtered.events) == stubs


def test_of_two_calls_in_one_message_the_first_ages() -> None:
    messages: list[Message] = [
        {"role": "user", "content": "Look."},
        {"role": "assistant", "content": [call("browser_a", 1), call("browser_b", 2)]},
        {"role": "user", "content": [answer(1, PAGE), answer(2, PAGE)]},
    ]
    blocks: Any = window_observations(messages, 1).messages[2]["content"]
    assert [block["content"] for block in blocks] == [stub("browser_a"), PAGE]


def test_ten_huge_snapshots_end_up_bounded() -> None:
    snapshot = cap_observation("x" * 57_000)
    filtered = window_observations(history(*["browser_snapshot"] * 10, content=snapshot), 3)
    shown = [result_of(message) for message in filtered.messages[2::2]]
    assert [len(item) <= 24_000 and not item.startswith("[elided") for item in shown] == [False] * 7 + [True] * 3
    assert sum(map(len, shown)) <= 72_000 + 7 * 200


def test_text_blocks_age_and_images_stay() -> None:
    shot = image(1)
    messages = history("browser_a", "browser_b", content=[text(PAGE), shot, text("ok")])
    content = result_of(window_observations(messages, 1).messages[2])
    assert content == [text(stub("browser_a")), shot, text("ok")]
    assert content[1] is shot


def test_what_stands_around_an_aged_result_is_untouched() -> None:
    messages: list[Message] = [
        {"role": "user", "content": "Look."},
        {"role": "assistant", "content": [text("I look."), call("browser_a", 1), call("bash", 2)]},
        {
            "role": "user",
            "content": [answer(1, PAGE, is_error=True), answer(2, PAGE), text("and hurry"), image(3)],
        },
        *turn("browser_b", 4, PAGE),
    ]
    before: Any = copy.deepcopy(messages[2]["content"])
    after: Any = window_observations(messages, 1).messages[2]["content"]
    assert after[0] == {**before[0], "content": stub("browser_a")}
    assert json.dumps(after[1:]) == json.dumps(before[1:])


def test_a_call_without_a_result_keeps_its_slot() -> None:
    messages = [*history("browser_a"), {"role": "assistant", "content": [call("browser_b", 9)]}]
    assert result_of(window_observations(messages, 1).messages[2]) == stub("browser_a")


def test_a_page_that_only_begins_like_a_stub_is_aged() -> None:
    page = stub("browser_a", 5) + " said the page, and went on for a good while longer than that"
    aged = result_of(window_observations(history("browser_a", "browser_b", content=page), 1).messages[2])
    assert aged == stub("browser_a", len(page))


def test_a_stub_longer_than_the_text_is_not_written() -> None:
    filtered = window_observations(history("browser_a", "browser_b", content="clicked"), 1)
    assert result_of(filtered.messages[2]) == "clicked"
    assert not filtered.changed


def test_zero_turns_the_window_off() -> None:
    messages = history(*["browser_a"] * 5)
    assert window_observations(messages, 0).messages == messages


def test_a_stub_names_the_archive_position_when_it_is_known() -> None:
    messages = history("browser_a", "browser_b")
    positions = [10, 11, 12, 13, 14]
    once = window_observations(messages, 1, positions=positions)
    assert result_of(once.messages[2]) == stub("browser_a") + "\n[archive seq 12]"
    again = window_observations(once.messages, 1, positions=positions)
    assert not again.changed


def test_with_slack_the_window_grows_to_eight_and_is_then_cut_to_three() -> None:
    stubs = [len(window_observations(history(*["browser_a"] * number), 3, slack=5).events) for number in range(1, 16)]
    assert stubs == [0] * 8 + [6] * 6 + [12]


@pytest.mark.parametrize(
    ("name", "gui"),
    [
        ("screenshot", True),
        ("computer", True),
        ("computer_use", True),
        ("applescript", True),
        ("browser", True),
        ("accessibility", True),
        ("browser_anything", True),
        ("mcp__playwright__browser_click", True),
        ("mcp__my__server__screenshot", True),
        ("bash", False),
        ("http", False),
        ("file_read", False),
        ("web_fetch", False),
        ("mcp__files__read", False),
        ("screenshots", False),
        ("my_browser_tool", False),
        ("browsers", False),
    ],
)
def test_who_counts_as_gui_by_name_alone(name: str, gui: bool) -> None:
    assert window_observations(history(name, name), 1).changed is gui


def test_a_registered_tools_tier_decides_before_its_name() -> None:
    messages = history("look", "look")
    assert window_observations(messages, 1, tiers={"look": True}).changed
    messages = history("browser_history", "browser_history")
    assert not window_observations(messages, 1, tiers={"browser_history": False}).changed
    assert not window_observations(history("bash", "bash"), 1, tiers={"bash": True}).changed


def test_members_of_the_apis_own_toolsets_are_gui() -> None:
    messages = history("find", "find")
    for message in messages[1::2]:
        message["content"][0]["toolset_name"] = "browser"
    assert window_observations(messages, 1).changed


def test_an_event_tells_hashes_and_lengths_of_the_content() -> None:
    messages = history("browser_a", "browser_b")
    (event,) = window_observations(messages, 1).events
    canonical = json.dumps(messages[2]["content"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert event.old_len == len(canonical)
    assert event.new_len < event.old_len
    assert len(event.old_hash) == len(event.new_hash) == 12
    assert event.as_json(7)["position"] == 7
