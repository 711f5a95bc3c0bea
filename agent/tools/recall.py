"""`recall`: exact search over everything this session ever said, ran or saw, what the context dropped included."""

from __future__ import annotations

import threading
from collections.abc import Callable

from agent.tool import Arguments, Result, Tool, schema

DESCRIPTION = (
    "Search the whole transcript of this session, tool calls and outputs included, also what is no longer in your "
    "context. pattern is literal text, or a regular expression with regex=true; seq:N shows entry N whole. Hits come "
    "with their position; after=N goes on behind it. Says '0 matches in N entries' when there is none."
)


def recall_tool(search: Callable[[str, bool, bool, int], str]) -> Tool:
    """Return the tool. `search(pattern, is_regex, ignore_case, after)` answers from the archive."""

    def run(arguments: Arguments, stop: threading.Event) -> Result:
        is_regex, ignore_case = arguments.get("regex", False), arguments.get("ignore_case", False)
        return Result(search(arguments["pattern"], is_regex, ignore_case, arguments.get("after", -1)))

    flag = {"type": "boolean"}
    return Tool(
        "recall",
        DESCRIPTION,
        schema(
            {
                "pattern": {"type": "string"},
                "regex": flag,
                "ignore_case": flag,
                "after": {"type": "integer", "minimum": 0},
            },
            ("pattern",),
        ),
        run,
        reaches=frozenset({"transcript"}),
    )
