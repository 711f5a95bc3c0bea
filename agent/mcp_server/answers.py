"""Answer the tools' questions about one repository: structured data, the same as text, and how to get more."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from agent.cap import MAX_CHARS, numbered, readable
from agent.mcp_server.catalogue import MAX_ROWS, ROWS
from agent.mcp_server.paths import listed_path, read_inside
from agent.mcp_server.views import Opened, Seen
from agent.repository import MAP_TOKENS, MAX_MAP_TOKENS, definitions_like
from agent.tool import ToolFailed
from repomap.graph.kept import binder_of, graph_of
from repomap.lookup import Call, callees_of, callers_of, impact_of, references_to
from repomap.rendering.counts import counted
from repomap.rendering.formats import quoted
from repomap.version import VERSION

FULL = 0.9  # of its budget: a map that takes more has left something out, it is filled to 95 % where there is enough
MAX_LINE = 400  # characters of a row's text: a signature of 40 parameters; a minified line must not fill the answer

Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """A tool's answer: `data` fits its schema but for the freshness, `text` says the same for a reader."""

    data: dict[str, Any]
    text: str


def answer(tool: str, seen: Seen, arguments: Arguments) -> Answer:
    """Answer a question about the index. The arguments fit the tool's schema.

    Raises ToolFailed, RepoMapError or ValueError with one sentence for what cannot be answered.
    """
    return _ANSWERS[tool](seen, arguments)


def _map(seen: Seen, arguments: Arguments) -> Answer:
    root = seen.index.root
    tokens = min(arguments.get("tokens", MAP_TOKENS), MAX_MAP_TOKENS)
    listed = {file.path for file in seen.index.discovery.files}
    focus = [listed_path(root, path, listed) for path in arguments.get("focus", ())]
    found = Opened(seen.index).map(tokens, arguments.get("query", ""), focus, arguments.get("mentions", ()))
    more = ""
    if found.tokens > FULL * tokens:
        more = f"what did not fit is left out: give query or focus, or more tokens (at most {MAX_MAP_TOKENS})"
    data = {"map": found.text, "tokens": found.tokens, "files": [file.path for file in found.files], "more": more}
    return Answer(data, found.text or "the map is empty: no source file was found")


def _symbols(seen: Seen, arguments: Arguments) -> Answer:
    name, kind = arguments["name"], arguments.get("kind", "")
    rows = [row for row in definitions_like(seen.index.reader, name) if not kind or row[1].kind == kind]
    shown = [
        {
            "path": path,
            "line": found.line,
            "end_line": found.end_line,
            "kind": found.kind,
            "name": found.qualified,
            "signature": _short(found.signature),
        }
        for path, found in paged(rows, arguments)
    ]
    lines = [
        f"{quoted(row['path'])}:{row['line']}-{row['end_line']}: {row['kind']} {row['signature']}" for row in shown
    ]
    return listing("symbols", shown, lines, len(rows), arguments, f"no definition has {name!r} in its name")


def _references(seen: Seen, arguments: Arguments) -> Answer:
    reader, name, of = seen.index.reader, arguments["name"], arguments.get("of", "uses")
    binder = binder_of(seen.index)
    if of == "uses":
        uses = references_to(reader, binder, name)
        rows = [{**asdict(use), "inside": use.inside} for use in uses]
    else:
        calls = (callers_of if of == "callers" else callees_of)(reader, binder, name)
        rows = [_call(call) for call in calls]
    shown = paged(rows, arguments)
    nothing = {"uses": "nothing refers to", "callers": "nothing calls", "callees": "nothing is called by"}[of]
    return listing("references", shown, [_reference(row) for row in shown], len(rows), arguments, f"{nothing} {name!r}")


def _call(call: Call) -> dict[str, Any]:
    return {
        "path": call.caller.path or "",
        "line": call.line,
        "kind": "call",
        "inside": call.caller.name,
        "target": asdict(call.callee),
        "confidence": call.confidence,
    }


def _reference(row: Mapping[str, Any]) -> str:
    where = f" in {row['inside']}" if row["inside"] else ""
    target = row["target"]
    bound = ""
    if target:
        place = f"{quoted(target['path'])}:{target['line']} " if target["path"] else "outside: "
        bound = f" -> {place}{target['name']} ({row['confidence']:.2f})"
    return f"{quoted(row['path'])}:{row['line']}: {row['kind']}{where}{bound}"


def _impact(seen: Seen, arguments: Arguments) -> Answer:
    path = _parsed(seen, arguments["path"])
    users = list(impact_of(graph_of(seen.index), binder_of(seen.index), path))
    shown = [user._asdict() for user in paged(users, arguments)]
    lines = [f"{row['steps']:3}  {row['confidence']:.2f}  {quoted(row['path'])}" for row in shown]
    return listing("users", shown, lines, len(users), arguments, f"no file uses {quoted(path)}")


def _source(seen: Seen, arguments: Arguments) -> Answer:
    root, symbol = seen.index.root, arguments.get("symbol", "")
    listed = {file.path for file in seen.index.discovery.files}
    path = listed_path(root, arguments["path"], listed) if "path" in arguments else ""
    first, last, others = arguments.get("start", 1), arguments.get("end", 0), ""
    if symbol:
        path, first, last, others = _definition(seen, symbol, path)
    elif not path:
        raise ToolFailed("read_source needs a path, or a symbol")
    lines = lines_of(readable(read_inside(root, path)))
    text = numbered(path, lines, first, last or len(lines))
    tail = text.rpartition("\n")[2]
    more = tail.strip("[]") if tail.startswith("[lines ") else others
    return Answer({"path": path, "lines": len(lines), "text": text, "more": more}, f"{quoted(path)}\n{text}")


def _definition(seen: Seen, symbol: str, path: str) -> tuple[str, int, int, str]:
    """Return where a definition stands: path, first and last line, and where others of that name are."""
    wanted = symbol.rpartition(".")[2]
    found = [
        (where, definition)
        for where, definition in definitions_like(seen.index.reader, symbol)
        if definition.name == wanted and path in ("", where)
    ]
    if not found:
        raise ToolFailed(f"no definition is called {symbol!r}{f' in {quoted(path)}' if path else ''}; try find_symbol")
    (where, definition), *rest = found
    others = ", ".join(f"{quoted(other)}:{each.line}" for other, each in rest[:5])
    return where, definition.line, definition.end_line, f"others of that name: {others}" if others else ""


def _status(seen: Seen, arguments: Arguments) -> Answer:
    reader = seen.index.reader
    languages = Counter(row.language for row in reader.rows.values() if row.content)
    data: dict[str, Any] = {
        "root": os.fspath(seen.index.root),
        "version": VERSION,
        "parsed": sum(languages.values()),
        "symbols": sum(reader.counts[row.content][1] for row in reader.rows.values() if row.content),
        "skipped": sum(1 for row in reader.rows.values() if row.problem),
        "languages": dict(languages.most_common()),
        "notes": list(seen.index.notes),
        "more": "",
    }
    spoken = ", ".join(f"{language} {count}" for language, count in data["languages"].items()) or "none"
    parsed, skipped = counted(data["parsed"], "file"), counted(data["skipped"], "file")
    facts = f"{parsed} parsed, {counted(data['symbols'], 'symbol')}, {skipped} skipped"
    lines = [f"repomap {VERSION} on {data['root']}", facts, f"languages: {spoken}", *data["notes"]]
    return Answer(data, "\n".join(lines))


def _parsed(seen: Seen, path: str) -> str:
    name = listed_path(seen.index.root, path, {file.path for file in seen.index.discovery.files})
    row = seen.index.reader.rows.get(name)
    if row is None or not row.content:
        reason = row.problem if row is not None and row.problem else "no source file in a language that is known"
        raise ToolFailed(f"{quoted(name)} is not parsed: {seen.freshness['note'] or reason}")
    return name


def lines_of(text: str) -> list[str]:
    """Return a file's lines as the index counts them: ended by newlines alone, not by form feeds."""
    lines = text.replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def paged(rows: Sequence[Any], arguments: Arguments) -> Sequence[Any]:
    """Return the rows that `offset` and `limit` ask for."""
    offset = arguments.get("offset", 0)
    return rows[offset : offset + min(arguments.get("limit", ROWS), MAX_ROWS)]


def listing(
    name: str,
    shown: Sequence[Mapping[str, Any]],
    lines: Sequence[str],
    total: int,
    arguments: Arguments,
    nothing: str,
) -> Answer:
    """Return rows as an answer that fits MAX_CHARS; `more` says which offset goes on where some are left out."""
    kept = fitting(lines)
    offset = arguments.get("offset", 0)
    following = offset + kept
    more = f"{total - following} more; go on with offset={following}" if following < total else ""
    if total and not kept:
        more = f"offset {offset} is past the last of {total}"
    text = "\n".join(lines[:kept]) or (nothing if not total else "")
    return Answer({name: list(shown[:kept]), "total": total, "more": more}, text)


def fitting(lines: Iterable[str]) -> int:
    """Return how many of the lines fit into one answer, one at least."""
    size = count = 0
    for line in lines:
        size += len(line) + 1
        if size > MAX_CHARS and count:
            break
        count += 1
    return count


def _short(text: str) -> str:
    return text if len(text) <= MAX_LINE else text[: MAX_LINE - 1] + "…"


_ANSWERS: dict[str, Callable[[Seen, Arguments], Answer]] = {
    "repo_map": _map,
    "find_symbol": _symbols,
    "references": _references,
    "impact": _impact,
    "read_source": _source,
    "status": _status,
}
