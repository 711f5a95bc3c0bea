"""The API's own tool families in requests, calls and results."""

from __future__ import annotations

import threading
from typing import Any, get_args

import pytest

from agent.computer.computer_toolset import member
from agent.context.repair import repair_history
from agent.pricing import model_facts
from agent.tool import Arguments, Result, Tier, Tool, ToolFailed, schema
from agent.toolsets import MEMBERS, definitions
from tests.agent.conftest import Bench
from tests.fake_api import tool_use


def a_member(name: str, answer: str = "") -> Tool:
    async def act(arguments: Arguments) -> Result:
        if not answer:
            raise ToolFailed("the window is gone")
        return Result(answer)

    return member("browser", name, "", {}, (), act, tier=Tier.BROWSER, looks=True)


def plain(arguments: Arguments, stop: threading.Event) -> Result:
    return Result("")


def test_the_members_are_the_sdks_own() -> None:
    types = pytest.importorskip("anthropic.types.beta")
    assert sorted(MEMBERS["computer"]) == sorted(get_args(types.BetaComputerMemberName))
    assert sorted(MEMBERS["browser"]) == sorted(get_args(types.BetaBrowserMemberName))


def test_a_family_is_one_entry_that_disables_the_members_that_are_not_offered() -> None:
    grep = Tool("grep", "Search.", schema({}), plain)
    offered = [a_member("find", "x"), grep, a_member("navigate", "x")]
    family, own = definitions(offered)
    assert own["name"] == "grep"
    assert family["type"] == "browser_toolset_20260801"
    assert set(family["configs"]) == set(MEMBERS["browser"]) - {"find", "navigate"}
    assert all(config == {"enabled": False} for config in family["configs"].values())


def test_only_models_that_are_trained_on_the_families_get_them() -> None:
    assert model_facts("claude-opus-5-5").toolsets
    assert not model_facts("claude-opus-4-7").toolsets
    assert not model_facts("a-local-model").toolsets


def test_a_member_is_called_and_answered_by_its_family(bench: Bench) -> None:
    bench.api.script(tool_use("find", {"query": "Send"}, call="a", family="browser"), "done")
    assert bench.run(extra_tools=(a_member("find", "button Send"),)).text == "done"
    answer = bench.api.messages[-1].body["messages"][-1]["content"][0]
    assert (answer["tool_use_id"], answer["toolset_name"], answer["content"]) == ("a", "browser", "button Send")


def test_after_a_failed_member_the_rest_of_the_turn_is_not_run(bench: Bench) -> None:
    calls = [
        tool_use("find", {}, call="a", family="browser"),
        tool_use("read_page", {}, call="b", family="browser"),
        tool_use("grep", {"pattern": "def total"}, call="c"),
    ]
    bench.api.script(calls, "done")
    bench.run(extra_tools=(a_member("find"), a_member("read_page", "a page")))
    assert bench.results() == {
        "a": "the window is gone",
        "b": "Not executed: an earlier browser action in this turn failed.",
        "c": "prices.py:4: def total(prices):",
    }


def test_a_call_of_a_family_that_was_cut_off_is_answered_in_its_name() -> None:
    call = {"type": "tool_use", "id": "a", "name": "screenshot", "toolset_name": "computer", "input": {}}
    history: list[dict[str, Any]] = [
        {"role": "user", "content": "look"},
        {"role": "assistant", "content": [call]},
    ]
    answered = repair_history(history).messages[-1]["content"][0]
    assert (answered["tool_use_id"], answered["toolset_name"]) == ("a", "computer")
