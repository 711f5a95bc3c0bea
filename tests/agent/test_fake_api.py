"""The test server answers the real SDK as the API does: messages, streams, counts, batches, errors, caching."""

from __future__ import annotations

import asyncio
from typing import Any

import anthropic
import pytest

from tests.fake_api import BROKEN, OVERLOADED, RATE_LIMITED, FakeApi, Refusal, answer, thinking, tool_use

HELLO: Any = [{"role": "user", "content": "hello"}]


def ask(client: anthropic.Anthropic, messages: Any = HELLO, model: str = "claude-sonnet-5", **more: Any) -> Any:
    return client.messages.create(model=model, max_tokens=100, messages=messages, **more)


@pytest.fixture
def client(fake_api: FakeApi) -> anthropic.Anthropic:
    return anthropic.Anthropic()


def test_a_scripted_text_comes_back(fake_api: FakeApi, client: anthropic.Anthropic) -> None:
    fake_api.script("good morning")
    message = ask(client)
    assert message.content[0].text == "good morning"
    assert message.stop_reason == "end_turn"
    assert message.usage.input_tokens == 2  # "hello" is five bytes, four to a token, rounded up
    assert fake_api.requests[0].body["messages"] == HELLO


def test_a_stream_adds_up_to_the_same_message(fake_api: FakeApi, client: anthropic.Anthropic) -> None:
    call = tool_use("grep", {"pattern": "def full_dispatch_request", "path": "src/flask/app.py"})
    fake_api.script(answer(thinking("the app dispatches"), "I look for it in the application module.", call))
    with client.messages.stream(model="claude-sonnet-5", max_tokens=100, messages=HELLO) as stream:
        kinds = {event.type for event in stream}
        message = stream.get_final_message()
    assert {"message_start", "content_block_delta", "message_delta", "message_stop"} <= kinds
    assert [block.type for block in message.content] == ["thinking", "text", "tool_use"]
    assert message.content[1].text == "I look for it in the application module."  # type: ignore[union-attr]
    assert message.content[2].input == call["input"]  # type: ignore[union-attr]
    assert message.stop_reason == "tool_use"


def test_the_async_client_is_served_too(fake_api: FakeApi) -> None:
    async def talk() -> str:
        async with (
            anthropic.AsyncAnthropic() as client,
            client.messages.stream(model="claude-sonnet-5", max_tokens=9, messages=HELLO) as stream,
        ):
            return await stream.get_final_text()

    fake_api.script("from afar")
    assert asyncio.run(talk()) == "from afar"


def test_tokens_are_counted_without_using_up_the_script(fake_api: FakeApi, client: anthropic.Anthropic) -> None:
    fake_api.script("later")
    assert client.messages.count_tokens(model="claude-sonnet-5", messages=HELLO).input_tokens == 2
    assert fake_api.left == 1


def test_models_are_listed_with_their_context_size(fake_api: FakeApi, client: anthropic.Anthropic) -> None:
    sizes = {model.id: model.max_input_tokens for model in client.models.list()}
    assert sizes["claude-sonnet-5"] == 200_000
    assert client.models.retrieve("claude-opus-5-5").max_input_tokens == 1_000_000


def test_an_unknown_model_is_a_404(fake_api: FakeApi, client: anthropic.Anthropic) -> None:
    with pytest.raises(anthropic.NotFoundError, match="model: gpt-9"):
        ask(client, model="gpt-9")


def test_a_wrong_key_is_a_401(fake_api: FakeApi) -> None:
    fake_api.key = "right"
    with pytest.raises(anthropic.AuthenticationError, match="invalid x-api-key"):
        ask(anthropic.Anthropic(api_key="wrong"))


@pytest.mark.parametrize("refusal", [RATE_LIMITED, OVERLOADED, BROKEN])
def test_the_sdk_tries_again_after_a_passing_failure(
    fake_api: FakeApi, client: anthropic.Anthropic, refusal: Refusal
) -> None:
    fake_api.script(refusal, "now")
    assert ask(client).content[0].text == "now"
    assert [request.headers["x-stainless-retry-count"] for request in fake_api.requests] == ["0", "1"]


def test_a_script_that_has_ended_says_so_and_is_not_retried(fake_api: FakeApi, client: anthropic.Anthropic) -> None:
    with pytest.raises(anthropic.InternalServerError, match="no answer left"):
        ask(client)
    assert len(fake_api.requests) == 1


def test_a_cleanly_cut_stream_has_no_stop_reason(fake_api: FakeApi, client: anthropic.Anthropic) -> None:
    fake_api.script(answer(tool_use("shell", {"command": "rm -rf build"}), cut_after=4))
    with client.messages.stream(model="claude-sonnet-5", max_tokens=100, messages=HELLO) as stream:
        message = stream.get_final_message()
    assert message.stop_reason is None


def test_a_dropped_connection_raises(fake_api: FakeApi, client: anthropic.Anthropic) -> None:
    fake_api.script(answer("a long text that is never finished", cut_after=4, cut="hard"))
    with (
        pytest.raises(Exception, match=r"(?i)connection|closed|chunk|read"),
        client.messages.stream(model="claude-sonnet-5", max_tokens=100, messages=HELLO) as stream,
    ):
        stream.get_final_message()


def test_an_error_in_the_stream_names_its_type(fake_api: FakeApi, client: anthropic.Anthropic) -> None:
    fake_api.script(answer("never finished", error_after=3))
    with (
        pytest.raises(anthropic.APIStatusError) as caught,
        client.messages.stream(model="claude-sonnet-5", max_tokens=100, messages=HELLO) as stream,
    ):
        stream.get_final_message()
    assert caught.value.type == "overloaded_error"


def test_answers_for_a_model_go_to_that_model_only(fake_api: FakeApi, client: anthropic.Anthropic) -> None:
    fake_api.script("from the small one", model="claude-haiku-5-5")
    fake_api.script("from any other")
    assert ask(client).content[0].text == "from any other"
    assert ask(client, model="claude-haiku-5-5").content[0].text == "from the small one"


def test_a_marked_prefix_is_written_once_and_read_back_until_it_expires(
    fake_api: FakeApi, client: anthropic.Anthropic
) -> None:
    fake_api.fallback = "ok"
    head = [{"type": "text", "text": "x" * 8000, "cache_control": {"type": "ephemeral"}}]  # 2000 tokens
    usages = [ask(client, system=head).usage for _ in range(2)]
    assert (usages[0].cache_creation_input_tokens, usages[0].cache_read_input_tokens) == (2000, 0)
    assert (usages[1].cache_creation_input_tokens, usages[1].cache_read_input_tokens) == (0, 2000)
    assert fake_api.billed == 2000 * 1.25 + 2 + 2000 * 0.1 + 2
    fake_api.advance(301)
    assert ask(client, system=head).usage.cache_creation_input_tokens == 2000


def test_a_prefix_below_the_models_minimum_is_not_cached(fake_api: FakeApi, client: anthropic.Anthropic) -> None:
    fake_api.fallback = "ok"
    head = [{"type": "text", "text": "x" * 4000, "cache_control": {"type": "ephemeral"}}]  # 1000 < 1024
    assert ask(client, system=head).usage.cache_creation_input_tokens == 0


def test_a_cached_prefix_more_than_twenty_blocks_back_is_not_found(
    fake_api: FakeApi, client: anthropic.Anthropic
) -> None:
    fake_api.fallback = "ok"
    block = {"type": "text", "text": "x" * 8000}
    mark = {"cache_control": {"type": "ephemeral"}}
    ask(client, [{"role": "user", "content": [{**block, **mark}]}])
    near = [block] * 19 + [{**block, **mark}]
    far = [block] * 20 + [{**block, **mark}]
    assert ask(client, [{"role": "user", "content": far}]).usage.cache_read_input_tokens == 0
    assert ask(client, [{"role": "user", "content": near}]).usage.cache_read_input_tokens == 2000


def test_thinking_is_bound_to_what_stood_before_it(fake_api: FakeApi, client: anthropic.Anthropic) -> None:
    fake_api.script(answer(thinking("hm"), "yes"), "good", "never given", "dropped")
    first = ask(client, model="claude-opus-5-5")
    reply = {"role": "assistant", "content": [block.to_dict() for block in first.content]}
    more = {"role": "user", "content": "and then?"}
    assert ask(client, [*HELLO, reply, more], model="claude-opus-5-5").content[0].text == "good"
    edited = [{"role": "user", "content": "hello, edited"}, reply, more]
    with pytest.raises(anthropic.BadRequestError, match="bound to a different conversation"):
        ask(client, edited, model="claude-opus-5-5")
    binding: Any = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
    assert ask(client, edited, model="claude-opus-5-5", thinking=binding).content[0].text == "never given"


def test_a_batch_is_answered_from_the_script_out_of_order(fake_api: FakeApi, client: anthropic.Anthropic) -> None:
    fake_api.batches.polls = 1
    fake_api.script("first", "second")
    requests: Any = [
        {"custom_id": name, "params": {"model": "claude-haiku-5-5", "max_tokens": 9, "messages": HELLO}}
        for name in ("a", "b")
    ]
    batch = client.messages.batches.create(requests=requests)
    assert batch.processing_status == "in_progress"
    assert client.messages.batches.retrieve(batch.id).processing_status == "ended"
    results = [(row.custom_id, row.result.message.content[0].text) for row in client.messages.batches.results(batch.id)]  # type: ignore[union-attr]
    assert results == [("b", "second"), ("a", "first")]
