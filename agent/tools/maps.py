"""The tools that look before a file is opened: `repo_map`, `grep_pseudocode`, `symbols`, `references`."""

from __future__ import annotations

import threading

from agent.repository import MAP_TOKENS, MAX_MAP_TOKENS, Found, Repository
from agent.tool import Arguments, Result, Tool, schema
from agent.workspace import Workspace

MAX_ROWS = 100  # of hits; more means that the pattern should be narrower

TEXT = {"type": "string"}
CODE = frozenset({"code"})


def map_tools(repository: Repository, workspace: Workspace) -> list[Tool]:
    """Return the four tools; what they name counts as known to the workspace."""

    def shown(found: Found, by: str, nothing: str) -> Result:
        workspace.now_known(found.files, by)
        return Result(found.text or nothing)

    def repo_map(arguments: Arguments, stop: threading.Event) -> Result:
        tokens = min(arguments.get("tokens", MAP_TOKENS), MAX_MAP_TOKENS)
        found = repository.map(tokens, arguments.get("query", ""), arguments.get("focus", []))
        return shown(found, "map", "the map is empty: no source file was found")

    def grep_pseudocode(arguments: Arguments, stop: threading.Event) -> Result:
        found = repository.grep_pseudocode(arguments["pattern"], arguments.get("ignore_case", False), MAX_ROWS)
        return shown(found, "grep", f"no pseudocode line matches {arguments['pattern']!r}")

    def symbols(arguments: Arguments, stop: threading.Event) -> Result:
        found = repository.symbols(arguments["name"], MAX_ROWS)
        return shown(found, "symbols", f"no definition has {arguments['name']!r} in its name")

    def references(arguments: Arguments, stop: threading.Event) -> Result:
        found = repository.references(arguments["name"], MAX_ROWS)
        return shown(found, "symbols", f"nothing refers to {arguments['name']!r}")

    return [
        Tool(
            "repo_map",
            "A fresh map of the repository: the most relevant definitions as signatures. query (the task's words) and "
            "focus (paths) move it towards what you need.",
            schema(
                {
                    "query": TEXT,
                    "focus": {"type": "array", "items": TEXT},
                    "tokens": {"type": "integer", "minimum": 64},
                }
            ),
            repo_map,
            reaches=CODE,
        ),
        Tool(
            "grep_pseudocode",
            "Search the pseudocode of every function and class with a regular expression. Each hit gives the line in "
            "the source file. The first thing to try when you look for where something is done.",
            schema({"pattern": TEXT, "ignore_case": {"type": "boolean"}}, ("pattern",)),
            grep_pseudocode,
            reaches=CODE,
        ),
        Tool(
            "symbols",
            "Find definitions by (part of) their name: path:line: kind signature.",
            schema({"name": TEXT}, ("name",)),
            symbols,
            reaches=CODE,
        ),
        Tool(
            "references",
            "Find every use of a name: path:line and the definition it stands in.",
            schema({"name": TEXT}, ("name",)),
            references,
            reaches=CODE,
        ),
    ]
