"""Who counts as a GUI tool: the registered tool's own tier first, and exact names where only names exist."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent.context.history import Block, Message, calls

GUI_NAMES = frozenset({"screenshot", "computer", "computer_use", "applescript", "browser", "accessibility"})
GUI_PREFIX = "browser_"
GUI_TOOLSETS = frozenset({"computer", "browser"})
NEVER_GUI = frozenset({"bash", "http", "file_read", "web_fetch"})


def is_gui_name(name: str) -> bool:
    """Say whether a bare name (of a resumed transcript) is a GUI tool's, after an `mcp__SERVER__` prefix too."""
    if name.partition(":")[0] in GUI_TOOLSETS:  # "computer:left_click", a member of one of the API's own families
        return True
    parts = name.split("__")
    # A server's name may hold the separator too, so every reading of "mcp__SERVER__TOOL" counts.
    readings = ["__".join(parts[start:]) for start in range(2, len(parts))] if parts[0] == "mcp" else [name]
    return any(bare in GUI_NAMES or bare.startswith(GUI_PREFIX) for bare in readings)


def is_gui_call(block: Block, tiers: Mapping[str, bool] | None = None) -> bool:
    """Say whether a `tool_use` block calls a GUI tool.

    `tiers` tells for each registered tool whether its tier is the browser's or the screen's; only names that it does
    not hold are judged by name.
    """
    name = str(block.get("name", ""))
    if name in NEVER_GUI:
        return False
    if block.get("toolset_name") in GUI_TOOLSETS:
        return True
    if tiers is not None and name in tiers:
        return tiers[name]
    return is_gui_name(name)


def gui_calls(messages: Sequence[Message], tiers: Mapping[str, bool] | None = None) -> dict[str, str]:
    """Return the GUI calls of a history, oldest first: call id → tool name."""
    verdicts: dict[tuple[str, object], bool] = {}
    found: dict[str, str] = {}
    for block in calls(messages):
        name = str(block.get("name", ""))
        key = (name, block.get("toolset_name"))
        verdict = verdicts.get(key)
        if verdict is None:
            verdict = verdicts[key] = is_gui_call(block, tiers)
        if verdict:
            found[str(block.get("id"))] = name
    return found
