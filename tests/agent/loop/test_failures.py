"""Limits, a model, a connection or a server that goes wrong: every ending is named and can be resumed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agent.limits import Limits
from agent.loop import PATIENCE
from agent.repeats import NAMED_AT, STOPPED_AT
from agent.rules import Limits as RuleLimits
from agent.settings import AgentSettings
from agent.start import StartError
from tests.agent.conftest import Bench
from tests.fake_api import BROKEN, OVERLOADED, RATE_LIMITED, FakeApi, Refusal, answer, tool_use

FIX = {"path": "prices.py", "edits": [{"old": "sum(prices) + 1", "new": "sum(prices)"}]}


# Limits


def test_the_turn_limit_ends_the_run_resumably(bench: Bench) -> None:
    bench.api.fallback = lambda body: [tool_use("git", {"args": ["log", "-n", str(len(body["messages"]))]})]
    outcome = bench.run(limits=Limits(turns=3))
    assert (outcome.status, outcome.text) == ("limit", "the limit of 3 turns is met")
    assert len(bench.api.messages) == 3
    bench.api.fallback = "done after all"
    assert bench.run("go on", resume=bench.session).text == "done after all"


def test_the_money_limit_ends_the_run(bench: Bench) -> None:
    bench.api.fallback = lambda body: answer(
        tool_use("git", {"args": ["log", "-n", str(len(body["messages"]))]}), output_tokens=100_000
    )
    outcome = bench.run(limits=Limits(usd=1.5))  # 100 000 tokens out cost $1 on this model
    assert outcome.status == "limit"
    assert len(bench.api.messages) == 2
    assert outcome.text.startswith("the limit of $1.50 is met ($2.0")


def test_a_money_limit_without_a_known_price_is_refused(bench: Bench) -> None:
    with pytest.raises(StartError, match="the price of local is not known"):
        bench.run(settings=AgentSettings(model="local"), limits=Limits(usd=1))


# A model that goes wrong


def test_a_circle_is_named_then_stopped(bench: Bench) -> None:
    bench.api.fallback = lambda body: [tool_use("grep", {"pattern": "nowhere"})]
    outcome = bench.run()
    assert outcome.status == "circle"
    assert len(bench.api.messages) == STOPPED_AT
    named = bench.api.messages[NAMED_AT].body["messages"][-1]["content"][-1]["text"]
    assert named.startswith('You are going in a circle: grep({"pattern": "nowhere"}) gave the same result 3 times')


def test_a_call_that_is_denied_again_and_again_is_a_circle_too(bench: Bench) -> None:
    bench.api.fallback = lambda body: [tool_use("shell", {"command": "make"})]
    assert bench.run(yes=False).status == "circle"
    assert len(bench.api.messages) == STOPPED_AT


def test_the_same_call_with_new_results_is_no_circle(bench: Bench) -> None:
    bench.api.script(*[tool_use("shell", {"command": "echo x >> n; wc -l < n"})] * 7, "done")
    for number, step in enumerate(list(bench.api._scripts[None])[:-1]):
        step["id"] = f"call{number}"  # type: ignore[index]
        bench.api._scripts[None][number] = dict(step, id=f"call{number}")  # type: ignore[arg-type]
    assert bench.run().status == "done"
    assert bench.told("circle") == []


def test_a_refusal_by_the_model_is_the_outcome(bench: Bench) -> None:
    bench.api.script(answer("I will not do this.", stop_reason="refusal"))
    outcome = bench.run()
    assert (outcome.status, outcome.text) == ("refused", "I will not do this.")


def test_a_call_cut_off_by_the_token_limit_is_not_run(bench: Bench) -> None:
    bench.api.script(answer(tool_use("shell", {"command": "touch half"}, call="a"), stop_reason="max_tokens"), "done")
    assert bench.run().status == "done"
    assert bench.results()["a"].startswith("Not run: your answer was cut off at the token limit")
    assert not (bench.root / "half").exists()


def test_text_cut_off_by_the_token_limit_goes_on(bench: Bench) -> None:
    bench.api.script(answer("The first half", stop_reason="max_tokens"), "and the second.")
    assert bench.run().text == "and the second."


# A connection and a server that go wrong


@pytest.mark.parametrize("cut", ["clean", "hard"])
def test_a_stream_cut_short_is_never_executed_and_is_asked_for_again(bench: Bench, cut: Any) -> None:
    call = tool_use("shell", {"command": "touch half; touch whole"})
    bench.api.script(answer(call, cut_after=5, cut=cut), "done")
    assert bench.run().status == "done"
    assert not (bench.root / "half").exists()
    assert [failure["kind"] for failure in bench.told("failure")] == ["connection"]


def test_a_stream_cut_right_before_its_end_is_not_executed_either(bench: Bench) -> None:
    call = tool_use("shell", {"command": "touch half"})
    whole = 2 + 1 + 3 + 1 + 1  # start, ping, block start, deltas, block stop, message delta
    bench.api.script(answer(call, cut_after=whole), "done")
    assert bench.run().status == "done"
    assert not (bench.root / "half").exists()


def test_an_overloaded_server_in_mid_stream_is_waited_for(bench: Bench) -> None:
    bench.api.script(answer("half", error_after=4), answer("half", error_after=4), "done")
    assert bench.run().text == "done"


@pytest.mark.parametrize("refusal", [RATE_LIMITED, OVERLOADED, BROKEN], ids=["429", "529", "500"])
def test_a_server_that_stays_unready_ends_the_run_resumably(bench: Bench, refusal: Refusal) -> None:
    bench.api.fallback = refusal
    outcome = bench.run()
    assert outcome.status == "failed"
    assert outcome.text.startswith("the API is not ready")
    assert len(bench.api.messages) == (PATIENCE + 1) * 3  # each try is three of the SDK's own
    bench.api.fallback = "done"
    assert bench.run("go on", resume=bench.session).status == "done"


@pytest.mark.parametrize(
    ("model", "key", "sentence"),
    [
        ("claude-sonnet-5", "right", "the API refused the key: invalid x-api-key"),
        ("gpt-9", None, "the API does not know what was asked for: model: gpt-9"),
    ],
)
def test_a_wrong_key_or_model_is_one_sentence(bench: Bench, model: str, key: str | None, sentence: str) -> None:
    bench.api.key = key
    outcome = bench.run(settings=AgentSettings(model=model))
    assert (outcome.status, outcome.text) == ("failed", sentence)


def test_without_a_key_nothing_starts(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    with pytest.raises(StartError, match="no key: set ANTHROPIC_API_KEY"):
        bench.run()


def test_a_server_that_is_not_there_is_one_sentence(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    outcome = bench.run()
    assert outcome.text.startswith("the API cannot be reached: Connection error.")


def test_a_context_overflow_is_compacted_and_goes_on(fake_api: FakeApi, repository: Path) -> None:
    """Eight outputs of 6 000 tokens, and a context of 29 000 for prompt and answer together."""
    fake_api.limits = RuleLimits(context_tokens=29_000)
    bench = Bench(fake_api, repository)
    outputs = [tool_use("shell", {"command": f"seq {start}000000 9999999 | head -c 23000"}) for start in range(1, 9)]
    fake_api.script(*outputs, "done")
    outcome = bench.run()
    assert outcome.text == "done"
    assert {violation.rule for request in fake_api.requests for violation in request.violations} == {"context_exceeded"}
    assert len(fake_api.messages) <= len(outputs) + 1 + 2
    assert "recall" in str(fake_api.messages[-1].body["messages"])


def test_a_context_overflow_that_stays_ends_the_run(bench: Bench) -> None:
    bench.api.fallback = Refusal(400, "invalid_request_error", "the request exceeds the available context size")
    outcome = bench.run()
    assert (outcome.status, outcome.text) == ("failed", "the request exceeds the available context size")
    assert len(bench.api.messages) == 2
