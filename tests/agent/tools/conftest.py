"""A small repository in a folder of its own, and a way to call a tool on it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from agent.tool import Result, Tool
from agent.tools.shell import Shell
from agent.workspace import Workspace

Run = Callable[..., Result]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """An empty root."""
    root = tmp_path / "root"
    root.mkdir()
    return Workspace(root)


@pytest.fixture
def shell(workspace: Workspace) -> Iterator[Run]:
    """Run the shell tool; all processes end with the test."""
    session = Shell(workspace)
    yield caller(session.tool())
    session.close()


def caller(tool: Tool) -> Run:
    """Return a function that runs the tool with keyword arguments."""

    def run(stop: threading.Event | None = None, /, **arguments: Any) -> Result:
        result = tool.run(arguments, stop or threading.Event())
        assert isinstance(result, Result)
        return result

    return run
