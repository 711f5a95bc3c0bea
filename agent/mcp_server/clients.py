"""The clients whose configuration can take the server: where it is kept, in which format, and what is entered."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NAME = "repomap"


@dataclass(frozen=True, slots=True)
class Client:
    """A client. `table` is the name of what holds its servers; `entry` makes the value for one.

    `where` gives the file: in the repository where the client looks there, so that it serves that repository alone,
    else in the user's own folder.
    """

    name: str
    where: Callable[[Path], Path]
    table: str
    toml: bool
    entry: Callable[[], dict[str, Any]]


def command() -> tuple[str, list[str]]:
    """Return how the server is started: by name where it is on the PATH, which another machine has as well.

    Else by Python, which with -P does not look for modules in the folder it is started in: that is the repository.
    """
    if shutil.which("repomap"):
        return "repomap", ["mcp"]
    return sys.executable, ["-P", "-m", "repomap", "mcp"]


def _plain() -> dict[str, Any]:
    """Return the entry for clients that start a server in the folder they work in."""
    program, arguments = command()
    return {"command": program, "args": arguments}


def _with_folder() -> dict[str, Any]:
    """Return the entry for clients that start a server elsewhere, and put their folder where it is named."""
    program, arguments = command()
    return {"command": program, "args": [*arguments, "${workspaceFolder}"]}


def _settings_folder() -> Path:
    folder = os.environ.get("XDG_CONFIG_HOME", "")
    return Path(folder) if os.path.isabs(folder) else Path.home() / ".config"


CLIENTS = {
    client.name: client
    for client in (
        Client("claude-code", lambda root: root / ".mcp.json", "mcpServers", False, _plain),
        Client(
            "codex",
            lambda root: Path(os.environ.get("CODEX_HOME") or Path.home() / ".codex") / "config.toml",
            "mcp_servers",
            True,
            _plain,
        ),
        Client("cursor", lambda root: root / ".cursor" / "mcp.json", "mcpServers", False, _with_folder),
        Client(
            "vscode",
            lambda root: root / ".vscode" / "mcp.json",
            "servers",
            False,
            lambda: {"type": "stdio", **_with_folder()},
        ),
        Client("zed", lambda root: _settings_folder() / "zed" / "settings.json", "context_servers", False, _plain),
    )
}
