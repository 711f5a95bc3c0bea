"""`recall`: exact search over everything this session ever said, ran or saw, what the context dropped included."""

from __future__ import annotations

import threading
from collections.abc import Callable

from agent.tool import Arguments, Result, Tool, schema

DESCRIPTION = (
    "Search the whole transcript of this session, tool calls and outputs included, also what is no longer in your "
    "context. pattern is literal text, or a regular expression with regex=true. Hits come with their position; "
    "position=N shows entry N itself. Says '0 matches in N entries' when there is none."
)


def recall_tool(search: Callable[[str, bool], str], entry: Callable[[int], str]) -> Tool:
    """Return the tool over an archive's two ways to look: by pattern, and by position."""

    def run(arguments: Arguments, stop: threading.Event) -> Result:
        if "position" in arguments:
            return Result(entry(arguments["position"]))
        return Result(search(arguments.get("pattern", ""), arguments.get("regex", False)))

    return Tool(
        "recall",
        DESCRIPTION,
        schema(
            {
                "pattern": {"type": "string"},
                "regex": {"type": "boolean"},
                "position": {"type": "integer", "minimum": 0},
            }
        ),
        run,
        reaches=frozenset({"transcript"}),
    )
