"""What must hold of any bytes at all: each target takes bytes, and raises where repomap would be wrong about them."""

from __future__ import annotations

import json
import sqlite3
import tempfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from agent.archive import ArchiveError, read_archive, search, sessions
from agent.archive.literals import required_literals
from agent.command_line import parse, unwrapped
from agent.context.repair import HistoryError, repair_history
from agent.mcp_client import result_of
from agent.mcp_servers import ServerError, servers_in_file
from agent.rules import Limits, violations
from agent.settings import read_agent_settings
from agent.tools.http import page_text
from repomap.extraction.extract import read
from repomap.files.ignore import PatternFile, Rules, decode_lines, parse_patterns
from repomap.files.source import HEAD, to_utf8, unparsed_reason
from repomap.index.records import (
    pack_definitions,
    pack_imports,
    pack_references,
    unpack_definitions,
    unpack_imports,
    unpack_references,
)
from repomap.languages import GrammarError, detect
from repomap.languages.load import installed_grammars
from repomap.languages.plugins import register
from repomap.languages.table import LANGUAGES
from repomap.ranking.task import read_task
from repomap.rendering.formats import quoted
from repomap.settings import SettingsError, load_settings
from repomap.words import tokens
from summarizer.answer import MOST_DEPTH, check
from summarizer.outline import Anchor, whole_outline
from summarizer.page import make_page
from summarizer.prompt import MOST_LINES, Job, Symbol

MOST_SOURCE = 20_000  # bytes: a fuzzer finds what it finds in small files

Target = Callable[[bytes], None]


@cache
def language_names() -> tuple[str, ...]:
    """Return the languages whose grammars are installed."""
    present = installed_grammars()
    return tuple(row.name for row in LANGUAGES if row.grammar[0].partition(".")[0] in present)


def extraction(data: bytes) -> None:
    """A source after a line that names its language: all lines lie in it, and what is packed comes back."""
    first, _, rest = data.partition(b"\n")
    names = language_names()
    name = first.decode("ascii", "replace")
    language = name if name in names else names[sum(first) % len(names)]
    source = to_utf8(rest[:MOST_SOURCE])
    detect("a.h", source[:HEAD])
    if unparsed_reason(source):
        return
    try:
        reading = read(language, source)
    except GrammarError:
        return
    found = reading.extracted
    last = max(source.count(b"\n"), source.count(b"\r")) + 1
    for definition in found.definitions:
        assert 1 <= definition.line <= definition.end_line <= last, definition
        assert definition.name, definition
        assert "\n" not in definition.name + definition.signature + definition.doc, definition
    for reference in found.references:
        assert 1 <= reference.line <= last, reference
        assert -1 <= reference.scope < len(found.definitions), reference
    assert len(unpack_definitions(pack_definitions(found.definitions))) == len(found.definitions)
    assert len(unpack_references(pack_references(found.references))) == len(found.references)
    assert len(unpack_imports(pack_imports(found.imports))) == len(found.imports)
    outline = whole_outline(reading)
    page = make_page("head", found.definitions, outline, outline.opening, {})
    for line in page.lines:
        assert 1 <= line.number <= last, line
        assert "\n" not in line.text, line
    tokens(source)


def ignore_files(data: bytes) -> None:
    """An ignore file (lines) and a path (the last line): an answer, for files and folders."""
    head, _, path = data.rpartition(b"\n")
    rules = Rules().with_file(".gitignore", PatternFile(parse_patterns(decode_lines(head))))
    name = path.decode("utf-8", "surrogateescape").strip("/") or "a"
    rules.ignore(name, True)
    rules.ignore(name, False)


def configuration(data: bytes) -> None:
    """Bytes as each of the files that a person writes: settings, or one sentence."""
    with tempfile.TemporaryDirectory() as folder:
        state = Path(folder)
        for name in ("config.toml", "languages.toml", "servers.json"):
            (state / name).write_bytes(data)
        for reader in (lambda: load_settings(state), lambda: read_agent_settings(state, state)):
            try:
                reader()
            except (SettingsError, ValueError):
                continue
        with suppress(ServerError):
            servers_in_file(state / "servers.json")
        assert all(register(state))
    register(Path("nowhere"))


def records(data: bytes) -> None:
    """Bytes in place of a packed record: unpacked, or refused as damaged, in the one way the index knows."""
    for unpack in (unpack_definitions, unpack_references, unpack_imports):
        for packed in (data, zlib.compress(data)):
            with suppress(sqlite3.DatabaseError):
                unpack(packed)


def transcripts(data: bytes) -> None:
    """Bytes as a session's log: read, searched and repaired; a damaged line costs itself alone."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "s.jsonl").write_bytes(data)
        sessions(place)
        try:
            archive = read_archive(place, "s")
        except ArchiveError:
            return
        assert len(list(archive.entries())) == data.count(b"\n")
        search(archive, "a")
        messages, positions = archive.history()
        assert len(messages) == len(positions)
        archive.close()
    history(messages)


def history(messages: list[dict[str, Any]]) -> None:
    """A repaired history has none of the faults of form that the service refuses."""
    try:
        repaired = repair_history(messages)
    except HistoryError:
        return
    tools = [{"name": "any", "input_schema": {"type": "object"}}]
    request = {"model": "any", "messages": repaired.messages, "tools": tools}
    if repaired.messages:
        violations(request, Limits(accepts_prefill=True))


_JOB = Job(
    "a.py",
    "python",
    "key",
    (
        Symbol("f", 1, 4, Anchor("d1", (0, 1, 3)), ("def f():", "    a()", "", "    b()"), ()),
        Symbol("g", 6, 7, Anchor("d2", (0, 1)), ("def g():", "    c()"), ()),
    ),
    (),
)


def answers(data: bytes) -> None:
    """Bytes as a model's answer: what is used of it is in form, in range and on one line."""
    text = data.decode("utf-8", "replace")
    found = check(_JOB, text, "end_turn")
    assert found.steps.keys() | found.rejected.keys() == {"d1", "d2"}
    assert not found.steps.keys() & found.rejected.keys()
    for steps in found.steps.values():
        assert 0 < len(steps) <= MOST_LINES
        for at, depth, line in steps:
            assert 0 <= at <= 2
            assert 0 <= depth <= MOST_DEPTH
            assert line.isprintable()
            json.dumps(line).encode()
            line.encode()  # what cannot be written cannot be kept
    found.summary.encode()


def mcp_results(data: bytes) -> None:
    """Bytes as what a server answers: text and pictures for the model, never an error of ours."""
    kind, rest = data[:1], data[1:]
    text = rest.decode("utf-8", "replace")
    resource = SimpleNamespace(uri="u:x", text=text if kind < b"\x80" else None)
    blocks = [
        SimpleNamespace(type="text", text=text),
        SimpleNamespace(type="image", data=text, mime_type="image/png"),
        SimpleNamespace(type="resource", resource=resource),
        SimpleNamespace(type="strange"),
    ]
    block = blocks[data[0] % 4] if data else blocks[3]
    result_of(SimpleNamespace(content=[block], structured_content=None, is_error=False))
    page_text(text)


def command_lines(data: bytes) -> None:
    """Text as a shell command: taken apart, or opaque."""
    line = parse(data.decode("utf-8", "replace"))
    for words in line.commands:
        unwrapped(words)


def tasks(data: bytes) -> None:
    """Text as a task, and as a file's name: words, and one line that can be printed."""
    text = data.decode("utf-8", "surrogateescape")
    read_task(text.encode("utf-8", "replace").decode(), [], [])
    assert quoted(text).isprintable()
    required_literals(text)


TARGETS: dict[str, Target] = {
    "extraction": extraction,
    "ignore_files": ignore_files,
    "configuration": configuration,
    "records": records,
    "transcripts": transcripts,
    "answers": answers,
    "mcp_results": mcp_results,
    "command_lines": command_lines,
    "tasks": tasks,
}
"""Every target by its name."""
