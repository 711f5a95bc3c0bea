"""Fixtures of the server's tests: `repomap mcp` as a real process, and the SDK's client on it."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")

collect_ignore = [] if shutil.which("mcp-inspector") else ["test_inspector.py"]  # 150 MB from npm, by hand

TOKEN = "a-token-for-tests"
SHOP = '''"""The shop."""


def total(prices):
    """Add up prices."""
    if not prices:
        raise ValueError("no prices")
    return sum(prices)
'''
BILL = "from shop import total\n\n\ndef bill(items):\n    return total(items)\n"


def environment() -> dict[str, str]:
    """Return the environment of the server, wherever the test stands."""
    here = str(Path(__file__).resolve().parents[2])
    return {**os.environ, "PYTHONPATH": os.pathsep.join([here, os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)}


@dataclass
class Served:
    """A repository and how its server is reached: over stdio each time anew, or at a running server's address."""

    root: Path
    url: str = ""
    options: list[str] = field(default_factory=lambda: ["--no-watch"])

    def use(self, work: Callable[[Any], Awaitable[Any]], **options: Any) -> Any:
        """Connect the SDK's client and return what `work` gives on it."""
        return asyncio.run(self._use(work, options))

    def call(self, tool: str, **arguments: Any) -> Any:
        """Call one tool on a connection of its own."""
        return self.use(lambda client: client.call_tool(tool, arguments))

    async def _use(self, work: Callable[[Any], Awaitable[Any]], options: dict[str, Any]) -> Any:
        from mcp import Client, StdioServerParameters, stdio_client

        if not self.url:
            arguments = ["-m", "repomap", "mcp", str(self.root), *self.options]
            parameters = StdioServerParameters(command=sys.executable, args=arguments, env=environment())
            async with Client(stdio_client(parameters), **options) as client:
                return await work(client)
        import httpx2
        from mcp.client.streamable_http import streamable_http_client

        headers = {"Authorization": f"Bearer {TOKEN}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(self.url, http_client=http), **options) as client,
        ):
            return await work(client)


def write_shop(root: Path) -> None:
    """Make a git repository of two files, one of which uses the other."""
    root.mkdir()
    (root / "shop.py").write_text(SHOP)
    (root / "bill.py").write_text(BILL)
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)


@pytest.fixture
def shop(tmp_path: Path) -> Served:
    """A small repository, served over stdio."""
    write_shop(tmp_path / "shop")
    return Served(tmp_path / "shop")


def start_http(root: Path, *options: str) -> tuple[subprocess.Popen[str], str]:
    """Start a server over HTTP with TOKEN; return its process and address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "repomap", "mcp", str(root), "--http", "--no-watch", *options],
        env={**environment(), "REPOMAP_MCP_TOKEN": TOKEN},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    address = process.stderr.readline().split()[-1]
    assert process.stderr.readline() == "repomap: token: the value of REPOMAP_MCP_TOKEN\n"
    return process, address


def stopped(process: subprocess.Popen[str]) -> tuple[str, str]:
    """End a server and return what it wrote on standard output and standard error since it started."""
    process.terminate()
    return process.communicate(timeout=30)


@pytest.fixture(scope="module")
def http_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A small repository at a running HTTP server."""
    root = tmp_path_factory.mktemp("http") / "shop"
    write_shop(root)
    process, address = start_http(root)
    yield Served(root, address)
    stopped(process)


@pytest.fixture(params=["stdio", "http"])
def served(request: pytest.FixtureRequest) -> Served:
    """The small repository over each transport."""
    found: Served = request.getfixturevalue("shop" if request.param == "stdio" else "http_shop")
    return found
