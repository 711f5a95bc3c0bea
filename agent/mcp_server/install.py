"""Enter the server into a client's configuration: work out the change, show it, write it at once or not at all."""

from __future__ import annotations

import difflib
import os
from dataclasses import dataclass
from pathlib import Path

from agent.mcp_server import jsonc_edit, toml_edit
from agent.mcp_server.clients import CLIENTS, NAME
from agent.whole_file import write_whole
from repomap.errors import RepoMapError


@dataclass(frozen=True, slots=True)
class Change:
    """A change to a file that is still to be written: its text before and after, and the difference to show.

    `diff` is "" when the file has the server already.
    """

    path: Path
    name: str
    before: str
    after: str
    diff: str


def planned(client: str, root: Path) -> Change:
    """Return what entering the server for `root` changes in a client's configuration; nothing is written.

    Raises RepoMapError for an unknown client and for a file that cannot be read or changed.
    """
    known = CLIENTS.get(client)
    if known is None:
        near = difflib.get_close_matches(client, CLIENTS, n=1)
        advice = f"did you mean {near[0]}?" if near else f"known: {', '.join(CLIENTS)}"
        raise RepoMapError(f"there is no client {client!r}; {advice}")
    path = known.where(root)
    before = _text_of(path)
    put = toml_edit.put if known.toml else _put_json
    try:
        after = put(before, known.table, NAME, known.entry())
    except ValueError as error:
        raise RepoMapError(f"{path} was not changed: {error}") from None
    lines = difflib.unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), str(path), f"{path} (new)"
    )
    return Change(path, NAME, before, after, "".join(line if line.endswith("\n") else line + "\n" for line in lines))


def write(change: Change) -> None:
    """Write a change, whole or not at all; a link is kept and what it leads to is written.

    Raises RepoMapError when the file cannot be written or has changed since it was read.
    """
    target = Path(os.path.realpath(change.path))
    if _text_of(target) != change.before:
        raise RepoMapError(f"{target} has changed meanwhile; nothing was written")
    try:
        write_whole(target, change.after)
    except OSError as error:
        raise RepoMapError(f"{target} cannot be written: {error.strerror}") from None


def _put_json(text: str, table: str, name: str, value: dict[str, object]) -> str:
    """Do what `jsonc_edit.put` does, and hold the result against what it should be. What else the entry has is kept."""
    wanted = jsonc_edit.parsed(text)
    servers = wanted.get(table) if isinstance(wanted, dict) else None
    old = servers.get(name) if isinstance(servers, dict) else None
    if isinstance(old, dict):
        value = {**old, **value}
    if value == old:
        return text
    changed = jsonc_edit.put(text, table, name, value)
    wanted[table] = {**(servers or {}), name: value}
    if jsonc_edit.parsed(changed) != wanted:
        raise jsonc_edit.NotJson("it is written in a way that only a person can change")
    return changed


def _text_of(path: Path) -> str:
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise RepoMapError(
            f"{path} cannot be read: {getattr(error, 'strerror', '') or 'it is not UTF-8 text'}"
        ) from None
