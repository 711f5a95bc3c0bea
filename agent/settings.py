"""The agent's part of `.repomap/config.toml`: `[agent]`, `[permissions]`, `[mcp]`, `[context]`, `[retention]`."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.archive import ArchiveError, Retention, read_retention
from agent.context import ContextSettings, read_settings
from agent.mcp_servers import Server, servers_in_file, servers_of

DEFAULT_MODEL = "claude-sonnet-5-5"  # the best of the table at this price; any other by --model or REPOMAP_MODEL

AGENT_KEYS = {"model": str, "base_url": str}
PERMISSION_KEYS = {"allow": list, "deny": list}
MCP_KEYS = {"servers": dict, "config": str}


class ConfigError(ValueError):
    """A configuration that cannot be used; the message names the file and the setting."""


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """What the configuration says of the agent. `mcp_servers` are those of the file and of the JSON it names."""

    model: str = DEFAULT_MODEL
    base_url: str = ""
    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    mcp_servers: tuple[Server, ...] = ()
    context: ContextSettings = field(default_factory=ContextSettings)
    retention: Retention = field(default_factory=Retention)


def read_agent_settings(root: Path, state: Path) -> AgentSettings:
    """Return the settings in `state`/config.toml and the environment; paths in them are relative to `root`.

    Raises ConfigError, SettingError or ServerError (all ValueErrors) with one sentence.
    """
    path = state / "config.toml"
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8-sig")) if path.is_file() else {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path} cannot be read: {error}") from None
    agent = _table(path, tables, "agent", AGENT_KEYS)
    permissions = _table(path, tables, "permissions", PERMISSION_KEYS)
    mcp = _table(path, tables, "mcp", MCP_KEYS)
    servers = servers_of(mcp.get("servers", {}))
    if "config" in mcp:
        servers += servers_in_file(root / mcp["config"])
    try:
        retention = read_retention(tables.get("retention", {}))
    except ArchiveError as error:
        raise ConfigError(f"{path}: {error}") from None
    return AgentSettings(
        os.environ.get("REPOMAP_MODEL") or agent.get("model", DEFAULT_MODEL),
        os.environ.get("ANTHROPIC_BASE_URL") or agent.get("base_url", ""),
        tuple(map(str, permissions.get("allow", ()))),
        tuple(map(str, permissions.get("deny", ()))),
        tuple(servers),
        read_settings(tables.get("context", {})),
        retention,
    )


def _table(path: Path, tables: Mapping[str, Any], name: str, keys: Mapping[str, type]) -> Mapping[str, Any]:
    table = tables.get(name, {})
    if not isinstance(table, dict):
        raise ConfigError(f"{path}: {name} must be a table, written [{name}]")
    for key, value in table.items():
        if key not in keys:
            raise ConfigError(f"{path}: [{name}] {key} is not a setting (known: {', '.join(keys)})")
        if not isinstance(value, keys[key]):
            raise ConfigError(f"{path}: [{name}] {key} must be a {keys[key].__name__}")
    return table
