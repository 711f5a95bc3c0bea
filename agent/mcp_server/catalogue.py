"""The tools that the server offers: their names, descriptions, arguments and the shape of their answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agent.repository import MAP_TOKENS, MAX_MAP_TOKENS
from agent.tool import schema

ROWS = 50  # rows of an answer when no limit is given: about 2 000 tokens of matches
MAX_ROWS = 200  # more are had with offset
MAX_TEXT = 2_000  # characters of a pattern, name or path; no line of pseudocode is a tenth as long
MAX_QUERY = 50_000  # of a query: a bug report with its stack traces
MAX_FOCUS = 50  # files that a map is moved towards

_TEXT = {"type": "string"}
_FLAG = {"type": "boolean"}
_COUNT = {"type": "integer", "minimum": 0}
_LINE = {"type": "integer", "minimum": 1}
_PAGED = {
    "offset": {**_COUNT, "description": "Rows to skip: an answer's `more` says which offset goes on."},
    "limit": {**_LINE, "description": f"Rows in this answer; {ROWS} when not given, at most {MAX_ROWS}."},
}
_PATH = {**_TEXT, "description": "A file, relative to the repository's root, with forward slashes."}

FRESHNESS = schema(
    {
        "state": {
            "type": "string",
            "enum": ["current", "indexing"],
            "description": "current: about the files as they are now. indexing: from what is indexed so far.",
        },
        "indexed": {**_COUNT, "description": "Source files looked at for the index behind this answer."},
        "files": {**_COUNT, "description": "Source files of the repository."},
        "commit": {**_TEXT, "description": 'The commit that is checked out, "" when there is none.'},
        "at": {**_TEXT, "description": "When the answer was made, UTC."},
        "note": {**_TEXT, "description": "How far indexing is, while it goes on."},
    },
    ("state", "indexed", "files", "commit", "at", "note"),
)
_MORE = {**_TEXT, "description": 'How to get what was left out, "" when nothing was.'}
_TARGET = {
    "anyOf": [schema({"path": {"type": ["string", "null"]}, "name": _TEXT, "line": _COUNT}), {"type": "null"}],
    "description": "The definition it is bound to; null: unknown; its path null: outside the repository.",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A tool: `arguments` is the schema of its input, `answer` that of its structured output."""

    name: str
    title: str
    description: str
    arguments: Mapping[str, Any]
    answer: Mapping[str, Any]


def _answer(properties: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return schema({**properties, "more": _MORE, "freshness": FRESHNESS}, (*properties, "more", "freshness"))


def _rows(name: str, row: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return _answer({name: {"type": "array", "items": schema(row, tuple(row))}, "total": _COUNT})


ENTRIES = (
    Entry(
        "repo_map",
        "Map of the repository",
        "Start here. The most relevant definitions of the whole repository as signatures, best first into a token "
        "budget. query (the task's words), focus (files) and mentions (names) move the map towards a task.",
        schema(
            {
                "query": {**_TEXT, "description": "The task in words, an error message or a stack trace."},
                "focus": {"type": "array", "items": _PATH, "description": "Files that matter for the task."},
                "mentions": {"type": "array", "items": _TEXT, "description": "Names of definitions that matter."},
                "tokens": {
                    "type": "integer",
                    "minimum": 64,
                    "description": f"The most tokens the map may take; {MAP_TOKENS} when not given, at most "
                    f"{MAX_MAP_TOKENS}.",
                },
            }
        ),
        _answer({"map": _TEXT, "tokens": _COUNT, "files": {"type": "array", "items": _TEXT}}),
    ),
    Entry(
        "grep_pseudocode",
        "Search the pseudocode",
        "Search a few plain lines for every function and class (signatures, doc lines, branches, calls, raises, "
        "returns) with a regular expression; each hit gives the line in the source file. The first thing to try when "
        "you look for where something is done; not every line of a body is in the pseudocode.",
        schema(
            {
                "pattern": {**_TEXT, "description": "A Python regular expression, searched for in each line."},
                "ignore_case": _FLAG,
                "fixed": {**_FLAG, "description": "The pattern is plain text."},
                "path": {**_TEXT, "description": "Keep to this file or folder."},
                **_PAGED,
            },
            ("pattern",),
        ),
        _rows("matches", {"path": _TEXT, "line": _COUNT, "text": _TEXT, "definition": _TEXT}),
    ),
    Entry(
        "read_pseudocode",
        "A file's pseudocode",
        "One file as pseudocode, about a quarter of its size; the first column is the line in the source. Read this "
        "before you open a long file.",
        schema({"path": _PATH, "start": {**_LINE, "description": "Begin at this source line."}}, ("path",)),
        _answer({"path": _TEXT, "text": _TEXT}),
    ),
    Entry(
        "find_symbol",
        "Find definitions",
        "Definitions whose name holds the given name, exact ones first, with signature and line range. A name may "
        "carry its parents: Flask.run.",
        schema({"name": _TEXT, "kind": {**_TEXT, "description": "function, method, class, …"}, **_PAGED}, ("name",)),
        _rows(
            "symbols",
            {
                "path": _TEXT,
                "line": _COUNT,
                "end_line": _COUNT,
                "kind": _TEXT,
                "name": _TEXT,
                "signature": _TEXT,
            },
        ),
    ),
    Entry(
        "references",
        "Uses, callers, callees",
        "Where a name is used (of: uses), who calls it (callers), or what it calls (callees), each with the definition "
        "it stands in, what it is bound to and how sure that is (confidence, 0 to 1).",
        schema({"name": _TEXT, "of": {"type": "string", "enum": ["uses", "callers", "callees"]}, **_PAGED}, ("name",)),
        _rows(
            "references",
            {
                "path": _TEXT,
                "line": _COUNT,
                "kind": _TEXT,
                "inside": _TEXT,
                "target": _TARGET,
                "confidence": {"type": "number"},
            },
        ),
    ),
    Entry(
        "read_source",
        "Read source lines",
        "Numbered lines of a source file: give path with start and end (inclusive), or symbol for one definition. "
        "Long answers end with the line to go on from. Only files of the repository that are not ignored.",
        schema(
            {
                "path": _PATH,
                "start": _LINE,
                "end": _LINE,
                "symbol": {**_TEXT, "description": "A definition's name; path says which one when several have it."},
            }
        ),
        _answer({"path": _TEXT, "lines": _COUNT, "text": _TEXT}),
    ),
    Entry(
        "impact",
        "What a change touches",
        "The files that use a file, directly (steps 1) or through others, nearest first, and how sure that is "
        "(confidence, 0 to 1): what to check after a change.",
        schema({"path": _PATH, **_PAGED}, ("path",)),
        _rows("users", {"path": _TEXT, "steps": _COUNT, "confidence": {"type": "number"}}),
    ),
    Entry(
        "status",
        "State of the index",
        "What is indexed, in which languages, how much was skipped, and whether the index is current.",
        schema({}),
        _answer(
            {
                "root": _TEXT,
                "version": _TEXT,
                "parsed": _COUNT,
                "symbols": _COUNT,
                "skipped": _COUNT,
                "languages": {"type": "object", "additionalProperties": _COUNT},
                "notes": {"type": "array", "items": _TEXT, "description": "What else to know, once."},
            }
        ),
    ),
)
"""In the order in which clients show them: the map first."""

MAP_RESOURCE, PAGE_RESOURCE, WARM = "map resource", "page resource", "warm"
"""What the answering process is asked beside the tools: for the two resources, and to make ready."""

MAP_URI = "repomap://map"
PAGES_URI = "repomap://pseudocode/"  # with a file's path behind it

BY_NAME = {entry.name: entry for entry in ENTRIES}
