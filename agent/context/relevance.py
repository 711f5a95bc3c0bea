"""Which old units stay raw although they are old: uploads, protected tools, and what the work is on now."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from agent.archive.text import input_text
from agent.context.anchors import paths
from agent.context.history import Message, blocks_of
from agent.context.judge import RELEVANT
from agent.context.units import Unit

LOOKED_AT = 6  # units from the end whose calls say what the work is on


def pinned_units(
    messages: Sequence[Message], units: Sequence[Unit], protected: Collection[str], keep_raw: Collection[int]
) -> dict[int, str]:
    """Return the units (by first position) that should stay raw, with the reason.

    Of all units that called a tool on a file that the last LOOKED_AT units also worked on, the latest is relevant.
    """
    pinned: dict[int, str] = {}
    current: set[str] = set()
    for unit in units[-LOOKED_AT:]:
        current |= _paths(messages, unit)
    for back, unit in enumerate(reversed(units)):
        part = messages[unit.start : unit.end]
        mine = _paths(messages, unit) & current if back >= LOOKED_AT else set()
        if any(block.get("type") == "image" for message in part for block in blocks_of(message)):
            pinned[unit.first] = "holds a user's image"
        elif any(
            block.get("type") == "tool_use" and block.get("name") in protected
            for message in part
            for block in blocks_of(message)
        ):
            pinned[unit.first] = "a protected tool's"
        elif unit.first in keep_raw:
            pinned[unit.first] = "its notes' writer wants it whole"
        elif mine:
            pinned[unit.first] = RELEVANT
        current -= mine
    return pinned


def _paths(messages: Sequence[Message], unit: Unit) -> set[str]:
    return {
        path
        for message in messages[unit.start : unit.end]
        for block in blocks_of(message)
        if block.get("type") == "tool_use"
        for path in paths(input_text(block.get("input")))
    }
