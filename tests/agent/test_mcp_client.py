"""The MCP client against real servers, over stdio and HTTP: good answers, floods, hangs, deaths."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agent.mcp_client import MAX_RESULT, McpConnection
from agent.mcp_servers import Server, ServerError, servers_in_file, servers_of
from agent.settings import AgentSettings
from agent.tool import Result, Tier, ToolFailed
from tests.agent.conftest import Bench
from tests.fake_api import tool_use

SCRIPT = str(Path(__file__).with_name("mcp_server_for_tests.py"))
STDIO = Server("fixture", command=sys.executable, args=(SCRIPT,), seconds=20)


def use(server: Server, work: Callable[[McpConnection], Any]) -> tuple[Any, list[str]]:
    """Run `work` on a started connection; returns what it gave and what was reported."""
    reports: list[str] = []

    async def body() -> Any:
        connection = McpConnection(server, lambda name, message: reports.append(message))
        try:
            await connection.start()
            return await work(connection)
        finally:
            await connection.close()

    return asyncio.run(body()), reports


def call(server: Server, *names: str, **arguments: Any) -> tuple[list[Result | str], list[str]]:
    """Call tools one after the other on one connection; a ToolFailed is given as its text."""

    async def work(connection: McpConnection) -> list[Result | str]:
        results: list[Result | str] = []
        for name in names:
            try:
                results.append(await connection.call(name, arguments, threading.Event()))
            except ToolFailed as error:
                results.append(str(error))
        return results

    return use(server, work)


@pytest.fixture(scope="module")
def http_server() -> Iterator[Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, SCRIPT, "http", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    yield Server("fixture", url=f"http://127.0.0.1:{port}/mcp", seconds=20)
    process.kill()
    process.wait()


@pytest.fixture(params=["stdio", "http"])
def server(request: pytest.FixtureRequest) -> Server:
    return STDIO if request.param == "stdio" else request.getfixturevalue("http_server")


def test_tools_are_listed_with_prefix_tier_and_reach(server: Server) -> None:
    async def work(connection: McpConnection) -> Any:
        return {tool.name: tool for tool in connection.tools}

    tools, reports = use(server, work)
    assert "mcp__fixture__add" in tools
    assert tools["mcp__fixture__add"].tier is Tier.MCP
    assert tools["mcp__fixture__add"].asks({}) == ()
    assert [ask.subject for ask in tools["mcp__fixture__execute_code"].asks({})] == ["mcp__fixture__execute_code"]
    assert tools["mcp__fixture__execute_code"].reaches == {"blender"}
    assert reports == []


def test_a_call_gives_its_text(server: Server) -> None:
    (result,), _ = call(server, "add", a=2, b=3)
    assert isinstance(result, Result)
    assert (result.text, result.failed) == ("5", False)


def test_errors_of_all_kinds_count_as_failures(http_server: Server) -> None:
    results, _ = call(http_server, "fail", "execute_code", "nothing", code="bpq")
    failed = [isinstance(result, str) or result.failed for result in results]
    assert failed == [True, True, True]
    assert isinstance(results[1], Result)
    assert results[1].text == "Error executing code: bpq is not defined"


def test_images_come_as_images(http_server: Server) -> None:
    (result,), _ = call(http_server, "picture")
    assert isinstance(result, Result)
    assert result.pictures[0].media_type == "image/png"


def test_a_flood_is_cut_with_head_and_tail(http_server: Server) -> None:
    (result,), _ = call(http_server, "flood")
    assert isinstance(result, Result)
    assert len(result.text) <= MAX_RESULT
    assert "5000000 characters in all" in result.text


def test_a_hang_is_a_timeout_and_the_server_still_answers() -> None:
    async def work(connection: McpConnection) -> Any:
        with pytest.raises(ToolFailed, match="server fixture does not answer: hang timed out after 1 s"):
            await connection.call("hang", {}, threading.Event())
        return None

    use(replace(STDIO, seconds=1), work)


def test_a_dead_server_is_restarted_once_and_the_call_is_not_repeated() -> None:
    results, reports = call(STDIO, "die", "environment", "die", "environment")
    texts = [result if isinstance(result, str) else result.text for result in results]
    assert "ended during this call; whether the call did anything is not known. It was restarted." in texts[0]
    assert "PATH" in texts[1]
    assert "is not started again" in texts[2]
    assert texts[3] == "server fixture is gone and did not start again"
    assert len(reports) == 1


def test_a_servers_environment_holds_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "secret")
    (result,), _ = call(STDIO, "environment")
    assert isinstance(result, Result)
    assert "ANTHROPIC" not in result.text


@pytest.mark.parametrize(
    ("command", "args"), [("no-such-program", ()), (sys.executable, ("-c", "print('hello')")), ("true", ())]
)
def test_a_server_that_does_not_start_is_reported_and_harms_nothing(command: str, args: tuple[str, ...]) -> None:
    async def work(connection: McpConnection) -> Any:
        return connection.tools

    tools, reports = use(Server("bad", command=command, args=args), work)
    assert tools == []
    assert len(reports) == 1
    assert reports[0].startswith("server bad did not start: ")


def test_the_agent_uses_a_server_and_asks_leave_first(bench: Bench) -> None:
    settings = AgentSettings(model="claude-sonnet-5", mcp_servers=(STDIO,))
    calls = [
        tool_use("mcp__fixture__add", {"a": 1, "b": 2}, call="add"),
        tool_use("mcp__fixture__execute_code", {"code": "x"}, call="code"),
        tool_use("mcp__fixture__picture", {}, call="picture"),
    ]
    bench.api.script(calls, "done")
    assert bench.run(settings=settings, yes=False).status == "done"
    results = bench.results()
    assert results["add"] == "3"
    assert results["code"].startswith("Not run: denied: the tool mcp__fixture__execute_code needs leave")
    assert results["picture"] == ""
    assert bench.api.messages[1].body["messages"][-1]["content"][-1]["content"][0]["type"] == "image"


def test_a_blender_server_is_named_instead_of_pixels(bench: Bench) -> None:
    settings = AgentSettings(model="claude-sonnet-5", mcp_servers=(STDIO,))
    bench.api.script(
        tool_use("request_pixels", {"target": "Blender window", "reason": "model a cube"}, call="a"), "done"
    )
    bench.run(settings=settings)
    assert bench.results()["a"].startswith("Not granted: use mcp__fixture__execute_code (mcp)")


def test_servers_are_read_from_a_table_and_from_the_common_json(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text('{"mcpServers": {"b": {"url": "http://127.0.0.1:1/mcp"}, "a": {"command": "x", "args": ["-y"]}}}')
    assert [(server.name, server.command, server.url) for server in servers_in_file(path)] == [
        ("a", "x", ""),
        ("b", "", "http://127.0.0.1:1/mcp"),
    ]
    assert servers_of({"a": {"command": "x", "disabled": True}}) == []


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ({"a b": {"command": "x"}}, "name 'a b' may hold only"),
        ({"a": {}}, "needs either a command or a url"),
        ({"a": {"command": "x", "url": "y"}}, "needs either"),
        ({"a": {"command": "x", "shell": True}}, "unknown setting shell"),
        ({"a": {"command": ["x"]}}, "command must be a str"),
        ({"a": {"command": "x", "seconds": 0}}, "seconds must be a number over 0"),
        ({"a": "x"}, "must be a table"),
    ],
)
def test_a_wrong_entry_is_named(table: dict[str, Any], why: str) -> None:
    with pytest.raises(ServerError, match=why):
        servers_of(table)
