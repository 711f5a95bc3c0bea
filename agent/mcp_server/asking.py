"""The process that answers: questions come in as lines of JSON, answers go out the same way, one after the other.

It is apart from the protocol so that whatever a question takes (a regular expression that never ends, a parser that
crashes) ends with its process, and so that it reads the repository while the protocol's library is still imported.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from agent.mcp_server import answers, pages
from agent.mcp_server.catalogue import MAP_RESOURCE, PAGE_RESOURCE, WARM
from agent.mcp_server.signals import follow_the_server
from agent.mcp_server.views import Behind, Seen, current, so_far
from agent.tool import ToolFailed
from repomap.damage import is_damage
from repomap.errors import RepoMapError

NOT_YET = "indexing has begun; this is made from what is indexed so far"


def main() -> None:
    """Answer until there are no more questions: `python -m agent.mcp_server.asking ROOT`."""
    follow_the_server()
    root = Path(sys.argv[1])
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anything prints must not be taken for an answer
    for line in sys.stdin.buffer:
        question = json.loads(line)
        reply = {"id": question["id"], **_reply(root, question)}
        out.write(json.dumps(reply, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
        out.flush()


def _reply(root: Path, question: Mapping[str, Any]) -> dict[str, Any]:
    """Return {"answer": …} or {"error": sentence}; with "behind" where a process should go on with indexing.

    A question's `note` says that indexing is going on already; `wait` that no process can do it ahead. A damaged
    database is made anew: whoever meets the damage marks it, so the same is tried once more.
    """
    try:
        try:
            return _tried(root, question)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            return _tried(root, question)
    except (ToolFailed, RepoMapError, ValueError) as error:
        return {"error": str(error)}
    except Exception as error:
        return {"error": f"{question['ask']} failed: {error or type(error).__name__}"}


def _tried(root: Path, question: Mapping[str, Any]) -> dict[str, Any]:
    ask, arguments = question["ask"], question["arguments"]
    try:
        return {"answer": _answer(root, ask, arguments, question["note"], question["wait"])}
    except Behind:
        return {"answer": _answer(root, ask, arguments, NOT_YET, False), "behind": True}


def _answer(root: Path, ask: str, arguments: Mapping[str, Any], note: str, wait: bool) -> dict[str, Any]:
    """Answer from the files as they are now, or with a `note` from what is indexed."""
    if ask in _FROM_PAGES:
        with pages.pages_so_far(root, note) if note else pages.current_pages(root, wait) as found:
            return _with_freshness(_FROM_PAGES[ask](found, arguments), found.seen)
    with so_far(root, note) if note else current(root, wait) as seen:
        return _with_freshness(answers.answer("repo_map" if ask == MAP_RESOURCE else ask, seen, arguments), seen)


def _with_freshness(answer: answers.Answer, seen: Seen) -> dict[str, Any]:
    return {"data": {**answer.data, "freshness": seen.freshness}, "text": answer.text}


_FROM_PAGES: dict[str, Callable[[pages.Pages, Mapping[str, Any]], answers.Answer]] = {
    "grep_pseudocode": pages.grep,
    "read_pseudocode": pages.read,
    PAGE_RESOURCE: pages.whole,
    WARM: pages.ready,
}


if __name__ == "__main__":
    main()
