"""Our own agent uses our own `repomap mcp` as a server named in .repomap/config.toml."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from agent.settings import read_agent_settings
from repomap.files.ours import vouch
from tests.agent.conftest import Bench
from tests.fake_api import tool_use

ROOT = Path(__file__).resolve().parents[2]


def test_the_agent_asks_its_own_server_and_is_answered_without_leave(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REPOMAP_MODEL", "claude-sonnet-5")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(bench.root / "nothing"))
    state = bench.root / ".repomap"
    state.mkdir()
    arguments = ["-m", "repomap", "mcp", str(bench.root), "--no-watch"]
    entry = {"command": sys.executable, "args": arguments, "cwd": str(ROOT)}
    lines = [f"{key} = {json.dumps(value)}\n" for key, value in entry.items()]
    (state / "config.toml").write_text("[mcp.servers.repomap]\n" + "".join(lines))
    vouch(state, [state / "config.toml"])
    settings = read_agent_settings(bench.root, state)
    calls = [
        tool_use("mcp__repomap__find_symbol", {"name": "total"}, call="symbol"),
        tool_use("mcp__repomap__grep_pseudocode", {"pattern": "def discount"}, call="grep"),
        tool_use("mcp__repomap__read_source", {"path": "../outside"}, call="outside"),
    ]
    bench.api.script(calls, "done")
    assert bench.run(settings=settings, yes=False).status == "done"
    offered = {tool["name"]: tool for tool in bench.api.messages[0].body["tools"]}
    assert "mcp__repomap__repo_map" in offered
    assert offered["mcp__repomap__find_symbol"]["input_schema"]["required"] == ["name"]
    results = bench.results()
    assert results["symbol"].startswith("prices.py:4-6: function def total(prices)\n[current · no commit · 2")
    assert results["grep"].startswith("prices.py:9: def discount(price, percent)")
    assert "is outside the root" in results["outside"]
