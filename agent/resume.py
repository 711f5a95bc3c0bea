"""Go on with a session that was cut off: every open tool call gets the answer that the transcript can prove."""

from __future__ import annotations

from typing import Any

from agent.archive import Archive
from agent.tool import result_head

NOT_STARTED = "Not started: the session ended before this call ran."
UNKNOWN = (
    "Unknown: the session ended while this call ran. It may have done all, a part or nothing of its work; look before "
    "you repeat it."
)
FINISHED = (
    "This call finished, but the session ended before its result was kept. Look at what it did before you repeat it."
)
FAILED = "This call failed, and the session ended before its result was kept."


def open_call_answers(archive: Archive) -> list[dict[str, Any]]:
    """Return tool_result blocks for the calls of the last assistant message that have none, in order."""
    history, _ = archive.history()
    if not history or history[-1].get("role") != "assistant":
        return []
    content = history[-1].get("content")
    calls = [block for block in content if block.get("type") == "tool_use"] if isinstance(content, list) else []
    states: dict[str, str] = {}
    for entry in archive.entries(media=False):
        if entry.kind == "call_started":
            states[str(entry.data.get("call"))] = UNKNOWN
        elif entry.kind == "call_finished":
            states[str(entry.data.get("call"))] = FAILED if entry.data.get("failed") else FINISHED
    return [
        {
            **result_head(call),
            "content": states.get(str(call["id"]), NOT_STARTED),
            "is_error": True,
        }
        for call in calls
    ]
