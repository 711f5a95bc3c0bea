"""All code tools of a session, sorted by name so that requests begin with the same bytes."""

from __future__ import annotations

from collections.abc import Callable

from agent.repository import Repository
from agent.tool import Tool
from agent.tools.edit import edit_tool
from agent.tools.git import git_tool
from agent.tools.http import http_tool
from agent.tools.maps import map_tools
from agent.tools.read import read_tool
from agent.tools.search import grep_tool
from agent.tools.shell import Shell
from agent.workspace import Workspace


def code_tools(
    workspace: Workspace,
    repository: Repository,
    shell: Shell,
    *,
    offline: bool,
    opened: Callable[[str, str, str], None],
) -> list[Tool]:
    """Return the tools that work on the repository; `offline` leaves out the network.

    `opened` is told of each file that is opened: path, how, and by which view it was known.
    """
    tools = [
        *map_tools(repository, workspace),
        read_tool(workspace, repository.pseudocode, opened),
        edit_tool(workspace),
        grep_tool(workspace),
        git_tool(workspace),
        shell.tool(),
    ]
    if not offline:
        tools.append(http_tool())
    return sorted(tools, key=lambda tool: tool.name)
