"""The public MCP inspector's command-line mode on our server: another SDK, in another language, reads its answers.

Over stdio alone: its last release for Node.js 20 cannot send the token that HTTP wants.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from typing import Any

import pytest

from tests.mcp_server.conftest import Served, environment

INSPECTOR = shutil.which("mcp-inspector")
pytestmark = pytest.mark.skipif(INSPECTOR is None, reason="mcp-inspector is missing (npm package, see docs/mcp.md)")


def inspect(served: Served, *arguments: str) -> Any:
    """Run the inspector once and return what it prints."""
    assert INSPECTOR is not None
    command = [INSPECTOR, "--cli", "-e", f"PYTHONPATH={environment()['PYTHONPATH']}"]
    command += [sys.executable, "-m", "repomap", "mcp", str(served.root), *served.options]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_inspector_lists_and_calls_tools_and_reads_resources(shop: Served) -> None:
    tools = inspect(shop, "--method", "tools/list")["tools"]
    assert [tool["name"] for tool in tools][:2] == ["repo_map", "grep_pseudocode"]
    call = ("--method", "tools/call", "--tool-name", "find_symbol", "--tool-arg", "name=total")
    found = inspect(shop, *call)
    assert found["structuredContent"]["symbols"][0]["path"] == "shop.py"
    wrong = inspect(shop, "--method", "tools/call", "--tool-name", "read_source", "--tool-arg", "path=../x")
    assert wrong["isError"]
    assert inspect(shop, "--method", "resources/list")["resources"][0]["uri"] == "repomap://map"
    assert "resourceTemplates" in inspect(shop, "--method", "resources/templates/list")
    page = inspect(shop, "--method", "resources/read", "--uri", "repomap://pseudocode/shop.py")
    assert "def total(prices)" in page["contents"][0]["text"]
