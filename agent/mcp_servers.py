"""Which MCP servers there are: the `[mcp.servers]` table of the configuration, or the common `mcpServers` JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from repomap.settings import advice

SECONDS = 60.0  # a call's time limit: long enough for a build in another program, short enough to notice a hang
NAME = re.compile(r"^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$")
KEYS = frozenset({"command", "args", "env", "url", "reaches", "seconds", "type", "cwd", "disabled"})


class ServerError(ValueError):
    """A server's entry that cannot be used; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Server:
    """One server: a command to start (stdio) or a URL (streamable HTTP).

    `reaches` declares what it works on for the router (None: read from its tools' descriptions); `seconds` is the time
    limit of a call.
    """

    name: str
    command: str = ""
    args: tuple[str, ...] = ()
    env: Mapping[str, str] | None = None
    url: str = ""
    cwd: str = ""
    reaches: tuple[str, ...] | None = None
    seconds: float = SECONDS


def servers_of(table: Mapping[str, Any]) -> list[Server]:
    """Return the servers of a table (name → entry), by name; `disabled` ones are left out.

    Raises ServerError that names the entry for a wrong name, an unknown key or a wrong type.
    """
    return [_server(name, entry) for name, entry in sorted(table.items()) if not _disabled(name, entry)]


def servers_in_file(path: Path) -> list[Server]:
    """Return the servers of a JSON file with an `mcpServers` object. Raises ServerError."""
    try:
        data = json.loads(path.read_text())
    except OSError as error:
        raise ServerError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise ServerError(f"{path} is not JSON: {error}") from None
    table = data.get("mcpServers") if isinstance(data, dict) else None
    if not isinstance(table, dict):
        raise ServerError(f"{path} has no mcpServers object")
    return servers_of(table)


def _disabled(name: str, entry: Any) -> bool:
    if not isinstance(entry, Mapping):
        raise ServerError(f"the MCP server {name} must be a table")
    return bool(entry.get("disabled"))


def _server(name: str, entry: Mapping[str, Any]) -> Server:
    if not NAME.match(name) or "__" in name:
        raise ServerError(f"the MCP server's name {name!r} may hold only letters, digits, - and single _")
    unknown = sorted(set(entry) - KEYS)
    if unknown:
        raise ServerError(
            f"the MCP server {name} has the unknown setting {unknown[0]}; {advice(unknown[0], sorted(KEYS))}"
        )
    if bool(entry.get("command")) == bool(entry.get("url")):
        raise ServerError(f"the MCP server {name} needs either a command or a url")
    for key, kind in (("command", str), ("url", str), ("cwd", str), ("args", list), ("env", dict), ("reaches", list)):
        if key in entry and not isinstance(entry[key], kind):
            raise ServerError(f"the MCP server {name}: {key} must be a {kind.__name__}")
    seconds = entry.get("seconds", SECONDS)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or seconds <= 0:
        raise ServerError(f"the MCP server {name}: seconds must be a number over 0")
    return Server(
        name,
        entry.get("command", ""),
        tuple(map(str, entry.get("args", ()))),
        {str(key): str(value) for key, value in entry.get("env", {}).items()} or None,
        entry.get("url", ""),
        entry.get("cwd", ""),
        tuple(map(str, entry["reaches"])) if "reaches" in entry else None,
        float(seconds),
    )
