"""What a session's context cost and lost: cache reads and writes, and what had to be looked at again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from agent.archive import Archive, Entry
from agent.context.history import canonical_json
from agent.context.view_log import KIND
from agent.pricing import Model

SOON = 10  # turns: a look that comes later is more likely a new question than a lost answer
WRITES = re.compile(r"edit|write|create|replace|insert|delete|rename", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reobservation:
    """How much was looked at again soon after it left the request.

    `dropped` counts results that left, `again` those that the same call, or the same picture, brought back within SOON
    turns. Calls on a file that was changed in between do not count. `examples` are (dropped, again) positions.
    """

    dropped: int
    again: int
    examples: tuple[tuple[int, int], ...]

    @property
    def rate(self) -> float:
        """The share of what left that was looked at again."""
        return self.again / self.dropped if self.dropped else 0.0


@dataclass(frozen=True, slots=True)
class _Look:
    position: int
    keys: tuple[str, ...]


def usage_event(usage: Mapping[str, Any], model: Model) -> dict[str, Any]:
    """Return the event for one reply's usage: tokens by price, and input units billed (1 is one plain input token)."""
    plain = int(usage.get("input_tokens") or 0)
    written = int(usage.get("cache_creation_input_tokens") or 0)
    read = int(usage.get("cache_read_input_tokens") or 0)
    whole = plain + written + read
    return {
        "kind": "usage",
        "plain": plain,
        "cache_write": written,
        "cache_read": read,
        "output": int(usage.get("output_tokens") or 0),
        "billed_units": round(plain + written * model.cache_write + read * model.cache_read, 1),
        "read_share": round(read / whole, 3) if whole else 0.0,
    }


def reobservation(archive: Archive) -> Reobservation:
    """Return what an archived session looked at again; needs the views in it (`ViewLog`)."""
    looks: dict[str, int] = {}  # what was looked at → position of the newest result
    dropped: dict[int, int] = {}  # position → turn it left
    examples: list[tuple[int, int]] = []
    calls: dict[str, str] = {}
    versions: dict[str, int] = {}
    turn = 0
    for entry in archive.entries(media=False):
        if entry.kind == KIND:
            turn = int(entry.data["view_turn"])
            for position, _, _ in entry.data["withheld"]:
                dropped.setdefault(int(position), turn)
        elif entry.kind == "message":
            for look in _looks(entry, calls, versions):
                for key in look.keys:
                    before = looks.get(key)
                    if before is not None and before in dropped and turn - dropped[before] <= SOON:
                        examples.append((before, look.position))
                        break
                looks |= dict.fromkeys(look.keys, look.position)
    left = sum(position in dropped for position in {*looks.values(), *(before for before, _ in examples)})
    return Reobservation(left, len(examples), tuple(examples))


def _looks(entry: Entry, calls: dict[str, str], versions: dict[str, int]) -> Iterator[_Look]:
    content = entry.data.get("content")
    for block in content if isinstance(content, list) else ():
        if block.get("type") == "tool_use":
            calls[str(block.get("id"))] = _key(block, versions)
        elif block.get("type") == "tool_result":
            inner = block.get("content")
            pictures = [
                f"picture {part['source'].get('file')}"
                for part in (inner if isinstance(inner, list) else ())
                if part.get("type") == "image" and isinstance(part.get("source"), Mapping)
            ]
            key = calls.get(str(block.get("tool_use_id")))
            keys = (*((key,) if key else ()), *pictures)
            if keys:
                yield _Look(entry.seq, keys)


def _key(block: Mapping[str, Any], versions: dict[str, int]) -> str:
    """Return what a call looks at: its name and input, and how often the file in it was changed before."""
    arguments = block.get("input")
    path = str(arguments.get("path", "")) if isinstance(arguments, Mapping) else ""
    if path and WRITES.search(str(block.get("name", ""))):
        versions[path] = versions.get(path, 0) + 1
    return f"{block.get('name')} {canonical_json(arguments)} {versions.get(path, 0)}"
