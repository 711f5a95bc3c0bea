"""An agent of your own in a hundred lines: it has the map, greps pseudocode, and opens only the lines it needs.

    python examples/own_agent.py examples/shop "Why is a customer charged twice?"

It needs `pip install 'repomap[model]'` and a key (ANTHROPIC_API_KEY), or a local server (ANTHROPIC_BASE_URL), and asks
the model that REPOMAP_MODEL names. `repomap agent` is the same idea with everything that a long session needs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anthropic

import summarizer
from repomap import RepoMap, RepoMapError

MODEL = os.environ.get("REPOMAP_MODEL", "claude-haiku-5-5")
MOST_TURNS = 12
MOST_LINES = 80  # of a file at once: a function and what is around it

SYSTEM = """You answer questions about a repository. Its map is below: the most likely files and definitions.
Search the pseudocode before you open a file; every hit names the source line. Open only the lines you need.

"""
TOOLS: list[dict[str, Any]] = [
    {
        "name": "grep_pseudocode",
        "description": "Search pseudocode, signatures and doc lines of all files with a regular expression.",
        "input_schema": {
            "type": "object",
            "properties": {"pattern": {"type": "string"}},
            "required": ["pattern"],
        },
    },
    {
        "name": "read_lines",
        "description": f"Read lines of a source file, {MOST_LINES} at most.",
        "input_schema": {
            "type": "object",
            "properties": {
                "path": {"type": "string"},
                "first": {"type": "integer", "minimum": 1},
                "last": {"type": "integer", "minimum": 1},
            },
            "required": ["path", "first", "last"],
        },
    },
]


def grep_pseudocode(root: Path, pattern: str) -> str:
    """Return the lines of pseudocode that match, each with the source line it stands for."""
    hits = summarizer.grep(root, pattern, ignore_case=True)
    return "\n".join(f"{hit.path}:{hit.line}: {hit.text}" for hit in hits[:50]) or "no match"


def read_lines(root: Path, path: str, first: int, last: int) -> str:
    """Return numbered lines of a file of the repository."""
    inside = root / RepoMap(root).relative(path)  # refuses what lies outside
    lines = inside.read_text(encoding="utf-8", errors="replace").splitlines()
    chosen = range(max(1, first), min(last, first + MOST_LINES - 1, len(lines)) + 1)
    return "\n".join(f"{number}  {lines[number - 1]}" for number in chosen)


def run_tool(root: Path, name: str, arguments: dict[str, Any]) -> tuple[str, bool]:
    """Return a tool's answer, and whether it failed."""
    tools: dict[str, Callable[..., str]] = {"grep_pseudocode": grep_pseudocode, "read_lines": read_lines}
    try:
        return tools[name](root, **arguments), False
    except (RepoMapError, ValueError, LookupError, TypeError, OSError) as error:
        return str(error), True


def main(root: Path, question: str) -> None:
    """Ask the model until it answers, and print what it looks at and what it says."""
    client = anthropic.Anthropic()
    system = SYSTEM + RepoMap(root).map(2000, question).text
    messages: list[Any] = [{"role": "user", "content": question}]
    for _ in range(MOST_TURNS):
        answer = client.messages.create(
            model=MODEL,
            max_tokens=2000,
            system=system,
            messages=messages,
            tools=TOOLS,  # type: ignore[arg-type]
        )
        messages.append({"role": "assistant", "content": answer.content})
        results = []
        for block in answer.content:
            if block.type == "text":
                print(block.text)
            elif block.type == "tool_use":
                print(f"· {block.name} {block.input}", file=sys.stderr)
                text, failed = run_tool(root, block.name, dict(block.input))
                results.append(
                    {"type": "tool_result", "tool_use_id": block.id, "content": text or "(empty)", "is_error": failed}
                )
        if not results:
            return
        messages.append({"role": "user", "content": results})


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
