"""Old screenshots and images beyond the ceiling become a line that says so; uploads and other tools' images do not."""

from __future__ import annotations

from typing import Any

from agent.context import limit_images, window_screenshots
from tests.agent.context.sessions import answer, call, image, text, turn

PLACEHOLDER = text("[previous screenshot removed to save context]")
Message = dict[str, Any]


def shots(number: int) -> list[Message]:
    messages: list[Message] = [{"role": "user", "content": "Look."}]
    for index in range(number):
        messages += turn("browser_snapshot", index, [text(f"page {index}"), image(index)])
    return messages


def changed(before: list[Message], after: Any) -> list[int]:
    return [index for index, message in enumerate(after.messages) if message is not before[index]]


def test_of_five_screenshots_the_newest_stays() -> None:
    messages = shots(5)
    filtered = window_screenshots(messages, 1)
    assert changed(messages, filtered) == [2, 4, 6, 8]
    assert [event.kind for event in filtered.events] == ["browser_img_strip"] * 4
    assert filtered.messages[2]["content"] == [answer(0, [text("page 0"), PLACEHOLDER])]
    assert filtered.messages[10] is messages[10]


def test_uploads_and_other_tools_images_are_left_alone() -> None:
    upload = {"role": "user", "content": [text("my drawing"), image(90)]}
    messages = [*shots(3), {"role": "assistant", "content": "I see."}, upload, *turn("file_read", 91, [image(91)])]
    filtered = window_screenshots(messages, 1)
    assert changed(messages, filtered) == [2, 4]
    assert filtered.messages[8] is upload
    assert filtered.messages[10] is messages[10]


def test_parallel_screenshots_of_the_newest_message_all_stay() -> None:
    three = [
        {"role": "assistant", "content": [call("screenshot", number) for number in (7, 8, 9)]},
        {"role": "user", "content": [answer(number, [image(number)]) for number in (7, 8, 9)]},
    ]
    messages = [*shots(1), *three]
    filtered = window_screenshots(messages, 1)
    assert changed(messages, filtered) == [2]
    assert filtered.messages[4] is messages[4]


def test_another_tools_image_in_the_same_message_stays() -> None:
    mixed: list[Message] = [
        {"role": "user", "content": "Look."},
        {"role": "assistant", "content": [call("screenshot", 1), call("file_read", 2)]},
        {"role": "user", "content": [answer(1, [image(1)]), answer(2, [image(2)])]},
        *turn("screenshot", 3, [image(3)]),
    ]
    blocks: Any = window_screenshots(mixed, 1).messages[2]["content"]
    assert blocks[0]["content"] == [PLACEHOLDER]
    assert blocks[1] is mixed[2]["content"][1]


def test_screenshots_filtered_twice_change_once() -> None:
    once = window_screenshots(shots(5), 1)
    again = window_screenshots(once.messages, 1)
    assert again.messages == once.messages
    assert (again.events, again.changed) == ((), False)


def test_zero_turns_both_image_filters_off() -> None:
    messages = shots(5)
    assert not window_screenshots(messages, 0).changed
    assert not limit_images(messages, 0).changed


def test_a_placeholder_names_the_archive_position_when_it_is_known() -> None:
    filtered = window_screenshots(shots(2), 1, positions=[20, 21, 22, 23, 24])
    content: Any = filtered.messages[2]["content"]
    assert content[0]["content"][1]["text"] == "[previous screenshot removed to save context]\n[archive seq 22]"


def test_the_ceiling_replaces_each_older_image_in_place() -> None:
    messages: list[Message] = [{"role": "user", "content": [text("before"), image(1), text("after")]}]
    messages += [{"role": "assistant", "content": "ok"}, {"role": "user", "content": [image(2)]}]
    filtered = limit_images(messages, 1)
    assert filtered.messages[0]["content"] == [text("before"), PLACEHOLDER, text("after")]
    assert filtered.messages[2] is messages[2]
    assert [(event.kind, event.tool) for event in filtered.events] == [("img_strip", "")]


def test_of_four_messages_with_images_two_keep_theirs_pass_after_pass() -> None:
    messages = [{"role": "user", "content": [text(str(number)), image(number)]} for number in range(4)]
    first = limit_images(messages, 2)
    assert changed(messages, first) == [0, 1]
    second = limit_images(first.messages, 2)
    assert second.messages == first.messages
    assert second.events == ()


def test_the_ceiling_counts_nested_images_too_and_names_their_tool() -> None:
    filtered = limit_images(shots(3), 2)
    assert [(event.index, event.tool) for event in filtered.events] == [(2, "browser_snapshot")]


def test_with_slack_screenshots_are_cut_in_the_same_round_as_texts() -> None:
    left = []
    for number in range(1, 16):
        filtered = window_screenshots(shots(number), 1, slack=5, cut_with=3)
        left.append(number - len(filtered.events))
    assert left == [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 1]
