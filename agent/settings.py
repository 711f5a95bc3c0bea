"""The agent's part of `.repomap/config.toml`: `[agent]`, `[permissions]`, `[mcp]`, `[context]`, `[retention]`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from agent.archive import ArchiveError, Retention, read_retention
from agent.context import ContextSettings, SettingError, read_settings
from agent.mcp_servers import Server, servers_in_file, servers_of
from agent.secrets import mask
from repomap.files.ours import is_vouched
from repomap.settings import ConfigFile, SettingsError, advice, config_files, merged

DEFAULT_MODEL = "claude-sonnet-5-5"  # the best of the table at this price; any other by --model or REPOMAP_MODEL

AGENT_KEYS = {"model": str, "base_url": str, "toolsets": bool}
PERMISSION_KEYS = {"allow": list, "deny": list}
MCP_KEYS = {"servers": dict, "config": str}
KINDS = {str: "a text", bool: "true or false", list: "a list of texts", dict: "a table"}


class ConfigError(ValueError):
    """A configuration that cannot be used; the message names the file and the setting."""


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """What the configuration says of the agent. `mcp_servers` are those of the file and of the JSON it names.

    `toolsets` says whether screens are offered as the API's own tool families; None leaves it to the model's facts.
    """

    model: str = DEFAULT_MODEL
    base_url: str = ""
    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    mcp_servers: tuple[Server, ...] = ()
    context: ContextSettings = field(default_factory=ContextSettings)
    retention: Retention = field(default_factory=Retention)
    toolsets: bool | None = None


def read_agent_settings(root: Path, state: Path, *, to_show: bool = False) -> AgentSettings:
    """Return the settings of the user's config.toml, of `state`/config.toml, which wins, and of the environment.

    Paths in them are relative to `root`. What the user's own file denies stays denied, whatever a repository says.
    A repository's file that acts is refused until its user has vouched for it, unless the settings are only `to_show`.
    Raises ConfigError, SettingError or ServerError (all ValueErrors) with one sentence.
    """
    try:
        files = config_files(state)
    except SettingsError as error:
        raise ConfigError(str(error)) from None
    for file in files:
        _settings(root, file)  # what is wrong is said of the file it stands in
        if not to_show and file.path.parent == state:
            _refuse_unvouched(root, file)
    settings = _settings(root, ConfigFile(state, merged(files)))
    denied = (pattern for file in files for pattern in file.tables.get("permissions", {}).get("deny", ()))
    return replace(
        settings,
        model=os.environ.get("REPOMAP_MODEL") or settings.model,
        base_url=os.environ.get("ANTHROPIC_BASE_URL") or settings.base_url,
        deny=tuple(dict.fromkeys(map(str, denied))),
    )


def acting(file: ConfigFile) -> list[str]:
    """Return, a line each, what a configuration starts, whom it sends code to, what it allows and what it deletes."""
    tables = file.tables
    agent, mcp = _table(file.path, tables, "agent"), _table(file.path, tables, "mcp")
    allowed = _table(file.path, tables, "permissions").get("allow", ())
    lines = [f"[mcp] {name}: {value}" for name, value in mcp.items() if name != "servers"]
    lines += [f"[mcp] servers.{server.name}: {_started(server)}" for server in servers_of(mcp.get("servers", {}))]
    lines += [f"[agent] base_url: {agent['base_url']}"] if agent.get("base_url") else []
    lines += [f"[permissions] allow: {pattern}" for pattern in allowed]
    return lines + [f"[retention] {name}: {value}" for name, value in _table(file.path, tables, "retention").items()]


def _started(server: Server) -> str:
    """Return what a server runs or where it is; of its environment the names alone, since values may be credentials."""
    words = (
        [*(f"{name}=…" for name in server.env or ()), server.command, *server.args] if server.command else [server.url]
    )
    return mask(" ".join(words))


def files_that_act(root: Path, file: ConfigFile) -> list[Path]:
    """Return the files whose contents decide what a configuration does: its own, and the servers' it names."""
    servers = _table(file.path, file.tables, "mcp").get("config")
    return [file.path, root / servers] if isinstance(servers, str) else [file.path]


def _refuse_unvouched(root: Path, file: ConfigFile) -> None:
    found = acting(file)
    if found and not is_vouched(file.path.parent, files_that_act(root, file)):
        raise ConfigError(
            f"{file.path} is not trusted yet, or has changed since, and it acts ({'; '.join(found)}): "
            "read it, and say repomap trust if you mean it"
        )


def _settings(root: Path, file: ConfigFile) -> AgentSettings:
    path, tables = file.path, file.tables
    agent = _checked(path, tables, "agent", AGENT_KEYS)
    permissions = _checked(path, tables, "permissions", PERMISSION_KEYS)
    mcp = _checked(path, tables, "mcp", MCP_KEYS)
    servers = servers_of(mcp.get("servers", {}))
    if "config" in mcp:
        servers += servers_in_file(root / mcp["config"])
    try:
        context = read_settings(_table(path, tables, "context"))
        retention = read_retention(_table(path, tables, "retention"))
    except (ArchiveError, SettingError) as error:
        raise ConfigError(f"{path}: {error}") from None
    return AgentSettings(
        agent.get("model", DEFAULT_MODEL),
        agent.get("base_url", ""),
        tuple(map(str, permissions.get("allow", ()))),
        tuple(map(str, permissions.get("deny", ()))),
        tuple(servers),
        context,
        retention,
        agent.get("toolsets"),
    )


def _table(path: Path, tables: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = tables.get(name, {})
    if not isinstance(table, dict):
        raise ConfigError(f"{path}: {name} must be a table, written [{name}]")
    return table


def _checked(path: Path, tables: Mapping[str, Any], name: str, keys: Mapping[str, type]) -> Mapping[str, Any]:
    """Return a table whose names are among `keys` and whose values have their types."""
    table = _table(path, tables, name)
    for key, value in table.items():
        if key not in keys:
            raise ConfigError(f"{path}: [{name}] {key} is not a setting; {advice(key, keys)}")
        if not isinstance(value, keys[key]):
            raise ConfigError(f"{path}: [{name}] {key} must be {KINDS[keys[key]]}, not {value!r}")
    return table
