"""The command `config`: every setting of the three packages, its value, and where that comes from."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from repomap.cli.map import Root
from repomap.cli.repository import say_notes

if TYPE_CHECKING:
    from repomap.settings import ConfigFile

DEFAULT = "default"
KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "REPOMAP_MCP_TOKEN")  # said to be set, never shown
VARIABLES = ("REPOMAP_MODEL", "REPOMAP_DEBUG", "REPOMAP_MCP_TOKEN")  # those that are ours by name
OVERRIDES = {"agent.model": "REPOMAP_MODEL", "agent.base_url": "ANTHROPIC_BASE_URL"}


class Shown(NamedTuple):
    """A setting: its name, its value as JSON knows it, and the file or variable it comes from, or DEFAULT."""

    name: str
    value: Any
    source: str


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("config", epilog="Example: repomap config | grep -v default$")(show_settings)


def show_settings(
    root: Root = None, as_json: Annotated[bool, typer.Option("--json", help="One object a line.")] = False
) -> None:
    """Show every setting, its value and where it comes from: a file, a variable, or the default."""
    from repomap.errors import RepoMapError
    from repomap.files.discover import find_root, state_folder

    if root is not None and not root.is_dir():
        raise RepoMapError(f"{root} is not a folder" if root.exists() else f"{root} does not exist")
    top = root.resolve() if root is not None else find_root(Path.cwd())
    state = state_folder(top)
    shown = [*in_files(top, state), *in_environment()]
    say_notes(_out_of_force(top, state))
    if as_json:
        for row in shown:
            print(json.dumps(row._asdict(), ensure_ascii=False))
        return
    width = max(len(row.name) for row in shown)
    values = [_written(row.value) for row in shown]
    room = min(40, max(map(len, values)))
    for row, value in zip(shown, values, strict=True):
        print(f"{row.name:{width}}  {value:{room}}  {row.source}")


def _out_of_force(root: Path, state: Path) -> list[str]:
    """Return a sentence for each file that does not count, or of which not all does, before its user vouches for it."""
    from agent.settings import acting, files_that_act
    from repomap.files.discover import STATE_FOLDER
    from repomap.files.ours import is_vouched, why_not
    from repomap.settings import CONFIG_NAME, config_files

    own = root / STATE_FOLDER / CONFIG_NAME
    if own.is_file() and state != own.parent:
        return [f"{own} is not read: {why_not(os.fspath(own.parent))}; repomap trust takes the folder as yours"]
    return [
        f"{own} is not trusted, or has changed since, and it acts ({', '.join(_names(found))}): the agent refuses it "
        "until you say repomap trust"
        for file in config_files(state)
        if file.path == own and (found := acting(file)) and not is_vouched(state, files_that_act(root, file))
    ]


def _names(acting: list[str]) -> list[str]:
    """Return the settings that `agent.settings.acting` lists, without their values: those may hold credentials."""
    return list(dict.fromkeys(line.partition(":")[0] for line in acting))


def in_files(root: Path, state: Path) -> Iterator[Shown]:
    """Yield the settings that `config.toml` may hold, in the order of its tables.

    Raises SettingsError and the agent's own errors, all ValueErrors of one sentence, for what is wrong in a file.
    """
    from dataclasses import fields

    from agent.settings import AGENT_KEYS, MCP_KEYS, PERMISSION_KEYS, read_agent_settings
    from repomap.settings import config_files, load_settings

    files = config_files(state)
    settings, agent = load_settings(state), read_agent_settings(root, state, to_show=True)
    tables: list[tuple[str, Sequence[str], object]] = [
        ("files", settings.files._fields, settings.files),
        ("model", settings.model._fields, settings.model),
    ]
    tables += [("agent", list(AGENT_KEYS), agent), ("permissions", list(PERMISSION_KEYS), agent)]
    tables += [("mcp", list(MCP_KEYS), None)]
    tables += [
        (name, [field.name for field in fields(table)], table)
        for name, table in (("context", agent.context), ("retention", agent.retention))
    ]
    for table, names, values in tables:
        for name in names:
            value = _mcp(files, name) if values is None else getattr(values, name)
            yield Shown(f"{table}.{name}", _plain(value), _source(root, files, table, name))


def _mcp(files: Sequence[ConfigFile], name: str) -> object:
    """Return the value of a setting in [mcp]; of `servers` the names only: their entries may hold credentials."""
    from repomap.settings import merged

    value = merged(files).get("mcp", {}).get(name, "" if name == "config" else {})
    return sorted(value) if isinstance(value, dict) else value


def _source(root: Path, files: Sequence[ConfigFile], table: str, name: str) -> str:
    variable = OVERRIDES.get(f"{table}.{name}", "")
    if os.environ.get(variable):
        return variable
    written = [file.path for file in files if name in file.tables.get(table, {})]
    if table == "permissions" and name == "deny" and written:  # the one list to which each file adds
        return " and ".join(_place(root, path) for path in written)
    return _place(root, written[-1]) if written else DEFAULT


def _place(root: Path, path: Path) -> str:
    if path.is_relative_to(root):
        return path.relative_to(root).as_posix()
    home = Path.home()
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else os.fspath(path)


def in_environment() -> Iterator[Shown]:
    """Yield what only variables say. Raises SettingsError for a value or a name that must be a slip."""
    from repomap.settings import SettingsError, advice
    from summarizer.model import model_name

    for name in sorted(os.environ):
        if name.startswith("REPOMAP_") and name not in VARIABLES:
            said = advice(name, VARIABLES)
            if said.startswith("did you mean"):
                raise SettingsError(f"the environment sets {name}, which repomap does not know; {said}")
    address = os.environ.get("ANTHROPIC_BASE_URL", "")
    if address and not address.startswith(("http://", "https://")):
        raise SettingsError(f"ANTHROPIC_BASE_URL must begin with http:// or https://, not {_plain(address)!r}")
    yield Shown("pseudocode model", model_name(), "REPOMAP_MODEL" if os.environ.get("REPOMAP_MODEL") else DEFAULT)
    for name in KEYS:
        is_set = bool(os.environ.get(name))
        yield Shown(name, "set" if is_set else "not set", "environment" if is_set else DEFAULT)
    debug = bool(os.environ.get("REPOMAP_DEBUG"))
    yield Shown("REPOMAP_DEBUG", debug, "environment" if debug else DEFAULT)


def _plain(value: object) -> Any:
    """Return a value as JSON knows it, with credentials masked."""
    from summarizer.secrets import mask

    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return mask(value) if isinstance(value, str) else value


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
