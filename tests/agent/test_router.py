"""The router: the nearest healthy tool first, pixels only when nothing else reaches the target, with evidence."""

from __future__ import annotations

import threading

import pytest

from agent.capabilities import declared_reach
from agent.router import FAILED_TRIES, Router, in_band_failure
from agent.tool import Arguments, Result, Tier, Tool, schema
from tests.agent.router_tasks import BLENDER, BROWSER, DISTRACTORS, TASKS, Task

CODE = ("repo_map", "grep_pseudocode", "grep", "read_file", "edit_file", "shell", "git", "http_get", "recall")


def tool(name: str, tier: Tier = Tier.CODE, reaches: frozenset[str] = frozenset()) -> Tool:
    def run(arguments: Arguments, stop: threading.Event) -> Result:
        raise AssertionError("the router runs nothing")

    return Tool(name, name, schema({}), run, tier, reaches=reaches)


def router(task: Task) -> Router:
    tools = [tool(name) for name in CODE]
    for server in task.servers:
        tools += [
            tool(name, Tier.MCP, declared_reach(name.split("__")[1], text, None)) for name, text in server.items()
        ]
    if task.browser:
        tools += [tool(name, Tier.BROWSER, frozenset({"browser", "page"})) for name in BROWSER]
    tools.append(tool("computer", Tier.PIXELS))
    made = Router({each.name: each for each in tools}, installed=lambda program: program in task.programs)
    for label in task.broken:
        name, _, program = label.partition(" with ")
        for _ in range(2):
            made.record(name, True, "could not connect: connection refused", program)
    return made


def test_the_bench_has_sixty_tasks_and_a_fifth_of_them_need_the_screen() -> None:
    assert len(TASKS) >= 60
    assert sum(task.tool == "pixels" for task in TASKS) / len(TASKS) >= 0.2


@pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task.target} → {task.tool}")
def test_the_first_tool_is_the_nearest_that_reaches_the_target(task: Task) -> None:
    decision = router(task).route(task.target)
    assert decision.chosen is not None
    assert decision.chosen.tool == ("computer" if task.tool == "pixels" else task.tool)


@pytest.mark.parametrize("task", [task for task in TASKS if task.tool != "pixels"], ids=lambda task: task.target)
def test_pixels_are_refused_and_the_better_tool_is_named(task: Task) -> None:
    made = router(task)
    decision = made.request_pixels(task.target, "I want to look", [])
    assert not decision.granted
    assert f"use {task.tool} " in decision.reason
    assert made.granted == ()


@pytest.mark.parametrize("task", [task for task in TASKS if task.tool == "pixels"], ids=lambda task: task.target)
def test_what_only_the_screen_reaches_is_granted_in_one_step(task: Task) -> None:
    made = router(task)
    assert made.request_pixels(task.target, "no other way", []).granted
    assert made.granted == (task.target,)


def test_a_grant_lapses_when_a_nearer_tool_works_again() -> None:
    made = router(Task("Blender", "pixels", servers=(BLENDER,), broken=tuple(BLENDER)))
    assert made.request_pixels("Blender", "its server is down", ["mcp__blender__execute_blender_code"]).granted
    assert made.record("mcp__blender__get_scene_info", False, "3 objects") == ["Blender"]
    assert made.granted == ()
    assert not made.request_pixels("Blender", "again", []).granted


def test_an_error_in_the_code_is_mended_not_escaped() -> None:
    made = router(Task("Blender", "", servers=(BLENDER,)))
    for _ in range(FAILED_TRIES - 1):
        made.record("mcp__blender__execute_blender_code", True, "Error executing code: name 'bpq' is not defined")
    decision = made.request_pixels("Blender", "code does not work", ["mcp__blender__execute_blender_code"])
    assert not decision.granted
    assert "use mcp__blender__execute_blender_code" in decision.reason


def test_a_refusal_says_what_is_not_on_record() -> None:
    made = router(Task("Blender", "", servers=(BLENDER,)))
    reason = made.request_pixels("Blender", "tried all", ["mcp__blender__execute_blender_code"]).reason
    assert "nothing on record says that mcp__blender__execute_blender_code was tried" in reason


def test_the_record_of_a_decision_holds_its_evidence() -> None:
    made = router(Task("Blender", "pixels", servers=(BLENDER,), broken=tuple(BLENDER)))
    record = made.request_pixels("Blender", "its server is down", []).as_json()
    assert record["granted"]
    assert record["tier"] == "pixels"
    assert "could not reach it 6 times: could not connect: connection refused" in record["evidence"][1]


def test_without_a_pixel_tool_nothing_is_granted() -> None:
    made = Router({"shell": tool("shell")})
    decision = made.request_pixels("the GIMP window", "look", [])
    assert not decision.granted
    assert "no pixel tool is installed" in decision.reason


@pytest.mark.parametrize("name", DISTRACTORS)
def test_a_similar_name_reaches_nothing(name: str) -> None:
    reached = declared_reach(name.split("__")[1], DISTRACTORS[name], None)
    assert not reached & {"blender", "gimp", "spreadsheet", "git", "figma"}


def test_what_a_server_declares_counts_before_its_description() -> None:
    assert declared_reach("x", "Something unclear", ["crm"]) == {"crm"}
    assert declared_reach("blender", "Execute code in Blender", []) == frozenset()


@pytest.mark.parametrize(
    "text",
    [
        "Error executing code: invalid syntax",
        "Error: no such object",
        "Error calling tool 'x': boom",
        "Traceback (most recent call last):\n  File …",
        '{"error": "not found"}',
        '{"status": "error", "message": "Unknown command"}',
        '{\n  "id": 3, "status":"error"}',
        "Failed to create object",
        "fatal: not a git repository",
        "Unknown tool: x",
    ],
)
def test_a_failure_in_ordinary_words_is_one(text: str) -> None:
    assert in_band_failure(text)


@pytest.mark.parametrize(
    "text",
    [
        "Created cube",
        '{"error": null, "id": 3}',
        '{"status": "success"}',
        "No error was found",
        "errors: 0",
        "def failed(): raise Error",
        "The log says: Error: disk full",
    ],
)
def test_text_that_speaks_of_errors_is_none(text: str) -> None:
    assert not in_band_failure(text)
