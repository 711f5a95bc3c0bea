"""A task runs to its end, and a person, the archive and the transcript take part."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agent.loop import Agent
from agent.settings import AgentSettings
from tests.agent.conftest import Bench
from tests.agent.test_rules import png
from tests.fake_api import answer, text, thinking, tool_use
from tests.fake_api.replay import turns_of

FIX = {"path": "prices.py", "edits": [{"old": "sum(prices) + 1", "new": "sum(prices)"}]}


def test_a_task_runs_to_its_end(bench: Bench) -> None:
    bench.api.script(
        [text("I look."), tool_use("grep", {"pattern": "def total"}, call="a")],
        tool_use("edit_file", FIX, call="b"),
        tool_use("shell", {"command": "python3 -c 'import prices; print(prices.total([1, 2]))'"}, call="c"),
        "total no longer adds one.",
    )
    outcome = bench.run()
    assert (outcome.status, outcome.text) == ("done", "total no longer adds one.")
    assert bench.results(1) == {"a": "prices.py:4: def total(prices):"}
    assert bench.results(2)["b"].startswith("changed prices.py")
    assert bench.results(3) == {"c": "3\n[exit code 0]"}
    assert "sum(prices)\n" in (bench.root / "prices.py").read_text()


def test_the_first_request_carries_the_map_marked_for_the_cache(bench: Bench) -> None:
    bench.api.script("done")
    bench.run("The function total adds one too much.")
    system = bench.api.messages[0].body["system"]
    assert "prices.py" in system[-1]["text"]
    assert "def total(prices)" in system[-1]["text"]
    assert any(block.get("cache_control") for block in system)


def test_calls_of_one_turn_run_side_by_side(bench: Bench) -> None:
    bench.api.script(
        [tool_use("grep", {"pattern": word}, call=word) for word in ("total", "discount", "percent")], "done"
    )
    bench.run()
    assert list(bench.results()) == ["total", "discount", "percent"]
    kinds = [kind for kind, _ in bench.events if kind in ("call", "result")]
    assert kinds[:3] == ["call", "call", "call"]


def test_a_call_that_does_not_fit_gets_a_reason_and_the_session_goes_on(bench: Bench) -> None:
    bench.api.script(
        [
            tool_use("grep", {}, call="a"),
            tool_use("nothing", {}, call="b"),
            tool_use("read_file", {"path": 3}, call="c"),
            tool_use("read_file", {"path": "gone.py"}, call="d"),
        ],
        "done",
    )
    assert bench.run().status == "done"
    results = bench.results()
    assert results["a"] == "Not run: missing: pattern."
    assert results["b"].startswith("There is no tool 'nothing'. There are: edit_file, git, grep")
    assert results["c"] == "Not run: path must be of type string, not int."
    assert results["d"] == "gone.py does not exist"


def test_thinking_goes_back_as_it_came(bench: Bench) -> None:
    bench.api.script([thinking("where is it?"), tool_use("grep", {"pattern": "total"})], "done")
    outcome = bench.run(settings=AgentSettings(model="claude-opus-5-5"))
    assert outcome.status == "done"
    assert bench.api.messages[1].body["messages"][1]["content"][0]["thinking"] == "where is it?"


def test_empty_text_from_the_model_is_not_sent_back(bench: Bench) -> None:
    bench.api.script([text(""), tool_use("grep", {"pattern": "total"})], "done")
    assert bench.run().status == "done"


# A person meanwhile


def test_a_line_typed_meanwhile_reaches_the_model_with_the_next_request(bench: Bench) -> None:
    said: list[str] = []

    def steer(agent: Agent, kind: str, data: Mapping[str, Any]) -> None:
        if kind == "call" and not said:
            said.append("use the other file")
            agent.steer("use the other file")

    bench.meanwhile = steer
    bench.api.script(tool_use("shell", {"command": "sleep 0.2"}), "done")
    bench.run()
    assert bench.api.messages[1].body["messages"][-1]["content"][-1]["text"] == "The person says: use the other file"


def test_an_interruption_answers_every_call_as_it_was(bench: Bench) -> None:
    def interrupt(agent: Agent, kind: str, data: Mapping[str, Any]) -> None:
        if kind == "call" and data["tool"] == "shell":
            asyncio.get_running_loop().call_later(0.3, agent.interrupt)

    bench.meanwhile = interrupt
    bench.api.script(
        [
            tool_use("grep", {"pattern": "total"}, call="first"),
            tool_use("shell", {"command": "echo begun; sleep 60; touch never"}, call="second"),
            tool_use("edit_file", FIX, call="third"),
        ],
        "I go on.",
    )
    outcome = bench.run()
    assert outcome.status == "interrupted"
    assert outcome.text == "interrupted; calls: 1 done, 1 stopped, 1 not started"
    bench.meanwhile = None
    assert bench.run("go on", resume=bench.session).text == "I go on."
    results = {}
    for block in bench.api.messages[-1].body["messages"][-1]["content"]:
        results[block.get("tool_use_id", "said")] = block.get("content", block.get("text"))
    assert results["first"] == "prices.py:4: def total(prices):\n".strip()
    assert results["second"].startswith("Stopped midway by an interruption")
    assert "begun" in results["second"]
    assert results["third"] == "Not started: the session was interrupted before this call ran."
    assert results["said"] == "go on"
    assert not (bench.root / "never").exists()


def test_an_interruption_while_the_model_answers_runs_nothing_of_it(bench: Bench) -> None:
    def interrupt(agent: Agent, kind: str, data: Mapping[str, Any]) -> None:
        if kind == "text":
            agent.interrupt()

    bench.meanwhile = interrupt
    bench.api.script(answer("x" * 200, tool_use("shell", {"command": "touch never"}), pause_s=0.05), "done")
    outcome = bench.run()
    assert outcome.status == "interrupted"
    assert not (bench.root / "never").exists()
    bench.meanwhile = None
    assert bench.run("go on", resume=bench.session).status == "done"


# Memory


def test_a_long_output_is_cut_for_the_model_and_whole_in_the_archive(bench: Bench) -> None:
    bench.api.script(tool_use("shell", {"command": "seq 1 20000"}, call="a"), "done")
    bench.run()
    shown = bench.results()["a"]
    assert len(shown) <= 24_000
    assert "recall 'seq:" in shown
    assert "\n10000\n" not in shown
    assert "\\n10000\\n" in bench.archive.path.read_text()


def test_recall_finds_what_the_context_does_not_show(bench: Bench) -> None:
    bench.api.script(
        tool_use("shell", {"command": "seq 1 20000"}),
        [
            tool_use("recall", {"pattern": "10007"}, call="a"),
            tool_use("recall", {"pattern": "nowhere to be"}, call="b"),
        ],
        "done",
    )
    bench.run()
    assert "10007" in bench.results()["a"]
    assert bench.results()["b"].startswith("0 matches in ")


def test_an_image_file_is_shown_as_an_image(bench: Bench) -> None:
    (bench.root / "logo.png").write_bytes(png(30, 20))
    bench.api.script(tool_use("read_file", {"path": "logo.png"}), "done")
    bench.run()
    content = bench.api.messages[1].body["messages"][-1]["content"][0]["content"]
    assert [part["type"] for part in content] == ["text", "image"]


def test_file_openings_are_on_record_with_what_named_the_file_before(bench: Bench) -> None:
    (bench.root / ".gitignore").write_text("unknown.txt\n")
    (bench.root / "unknown.txt").write_text("x\n")
    bench.api.script(
        [tool_use("read_file", {"path": "prices.py"}), tool_use("read_file", {"path": "unknown.txt"})], "done"
    )
    bench.run()
    opened = {entry.data["path"]: entry.data["known_by"] for entry in bench.archive.entries() if entry.kind == "opened"}
    assert opened == {"prices.py": "map", "unknown.txt": ""}


def test_pixels_are_refused_where_a_tool_reaches_the_target(bench: Bench) -> None:
    bench.api.script(
        tool_use("request_pixels", {"target": "the file README.md", "reason": "to look", "tried": ["shell"]}, call="a"),
        "done",
    )
    bench.run()
    assert bench.results()["a"].startswith("Not granted: use read_file (code): it reaches files; nothing on record")
    assert [entry.data["granted"] for entry in bench.archive.entries() if entry.kind == "route"] == [False]


def test_the_root_is_never_left(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("private")
    (bench.root / "link").symlink_to(tmp_path / "outside.txt")
    bench.api.script([tool_use("read_file", {"path": path}) for path in ("link", "../outside.txt")], "done")
    bench.run()
    assert all("outside the root" in result for result in bench.results().values())


# Records


def test_a_recorded_session_can_be_played_again(bench: Bench) -> None:
    source = (bench.root / "prices.py").read_text()
    bench.api.script([text("I fix it."), tool_use("edit_file", FIX)], tool_use("git", {"args": ["diff"]}), "done")
    bench.run("The function total is wrong.")
    recorded = bench.archive
    first = [request.body["messages"] for request in bench.api.messages]
    (bench.root / "prices.py").write_text(source)
    bench.api.requests.clear()
    bench.api.script(*turns_of(recorded))
    assert bench.run("The function total is wrong.").text == "done"
    assert [request.body["messages"] for request in bench.api.messages] == first
