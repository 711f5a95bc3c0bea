"""Put one table into a TOML file, and leave every other line of the file as it is."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

_HEADER = re.compile(r"^\s*\[\[?\s*(.+?)\s*\]\]?\s*(?:#.*)?$")


class NotToml(ValueError):
    """A text that is not TOML, or that writes the table in a way that is left to a person."""


def put(text: str, table: str, name: str, value: Mapping[str, Any]) -> str:
    """Return `text` with `[table.name]` holding `value` (strings, and lists of strings): new at the end, or in place.

    What else an entry in place holds is kept, but for its comments. Raises NotToml.
    """
    try:
        wanted = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotToml(str(error)) from None
    servers = wanted.setdefault(table, {})
    old = servers.get(name, {}) if isinstance(servers, dict) else None
    if not isinstance(old, dict):
        raise NotToml(f"{table} is not a table of tables")
    servers[name] = {**old, **value}
    if servers[name] == old:
        return text
    lines = text.splitlines(keepends=True)
    written = [f"[{table}.{name}]\n"]
    written += [f"{key} = {_literal(item)}\n" for key, item in servers[name].items() if not isinstance(item, dict)]
    begin = next((at for at, line in enumerate(lines) if _names(line) == f"{table}.{name}"), None)
    if begin is None:
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        changed = text + gap + "".join(written)
    else:
        end = next((at for at in range(begin + 1, len(lines)) if _HEADER.match(lines[at])), len(lines))
        while end > begin + 1 and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
            end -= 1  # what stands before the next table belongs to that one
        changed = "".join([*lines[:begin], *written, *lines[end:]])
    if not _holds(changed, wanted):
        raise NotToml(f"{table}.{name} is written in a way that only a person can change")
    return changed


def _holds(text: str, wanted: Mapping[str, Any]) -> bool:
    try:
        return tomllib.loads(text) == wanted
    except tomllib.TOMLDecodeError:
        return False


def _literal(value: object) -> str:
    """Return a string, number, truth value or list of them as TOML writes it, which is as JSON does."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except TypeError:
        raise NotToml(f"it holds {value}, which only a person can keep") from None


def _names(line: str) -> str:
    match = _HEADER.match(line)
    return match[1].replace('"', "").replace("'", "").replace(" ", "") if match else ""
