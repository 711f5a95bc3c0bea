"""The API's own tool families, computer and browser: one entry of a request stands for all their members."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from agent.tool import Tool

CLICKS = ("left_click", "right_click", "middle_click", "double_click", "triple_click")
MOUSE = (*CLICKS, "left_click_drag", "left_mouse_down", "left_mouse_up", "mouse_move", "scroll")
KEYS = ("key", "hold_key", "type")
LOOKS = ("screenshot", "zoom", "wait")
TABS = ("navigate", "list_tabs", "new_tab", "switch_tab", "close_tab")
PAGE = ("read_page", "get_page_text", "read_console", "read_network", "find", "form_input", "file_upload", "scroll_to")

TYPES = {"computer": "computer_toolset_20260801", "browser": "browser_toolset_20260801"}
"""The `type` of a family's entry. Models that know the families are marked in `agent.pricing`."""

MEMBERS: Mapping[str, tuple[str, ...]] = {
    "computer": (*MOUSE, *KEYS, *LOOKS, "cursor_position"),
    "browser": (*MOUSE, *KEYS, *LOOKS, *TABS, *PAGE, "hover", "javascript_exec"),
}
"""All members of a family, as the `anthropic` SDK lists them: the API enables each one that an entry does not name."""


def definitions(tools: Iterable[Tool]) -> tuple[dict[str, Any], ...]:
    """Return the tools as a request takes them: a family is one entry that disables the members not among `tools`."""
    entries: list[dict[str, Any]] = []
    families: dict[str, set[str]] = {}
    for tool in tools:
        if not tool.family:
            entries.append(tool.definition)
            continue
        if tool.family not in families:
            families[tool.family] = set()
            entries.append({"type": TYPES[tool.family]})
        families[tool.family].add(tool.member)
    for entry in entries:
        family = next((name for name, kind in TYPES.items() if kind == entry.get("type")), "")
        missing = [member for member in MEMBERS.get(family, ()) if member not in families[family]]
        if missing:
            entry["configs"] = {member: {"enabled": False} for member in sorted(missing)}
    return tuple(entries)
