"""Search a session exactly: texts and regular expressions over every message, call and output, in bounded time."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agent.archive.index import Index
from agent.archive.literals import required_literals
from agent.archive.log import Archive, ArchiveError
from agent.archive.text import Passage, passages

if TYPE_CHECKING:
    import regex

SECONDS = 2.0  # a search that takes longer answers with what it has and says how far it came
CONTEXT_LINES = 1
LINE_LENGTH = 300  # code points of a line that are shown, around the match

Row = tuple[int, int, str, str]
"""A passage to look through: position, block, label, tool."""


@dataclass(frozen=True, slots=True)
class Match:
    """One line that matches. `seq` and `block` say where in the archive, `line` (from 1) where in the block's text."""

    seq: int
    block: int
    label: str
    line: int
    text: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Matching lines in order. `entries` were searched; `more` says that the limit cut the list, `next` where to go on.

    `complete` is False when the time ran out: then everything behind position `next` was not searched.
    """

    matches: tuple[Match, ...]
    entries: int
    more: bool
    complete: bool
    next: int


def search(
    archive: Archive,
    pattern: str,
    *,
    is_regex: bool = False,
    ignore_case: bool = False,
    after: int = -1,
    limit: int = 20,
    skip_tools: Sequence[str] = (),
    index: Index | None = None,
    seconds: float = SECONDS,
) -> SearchResult:
    """Return the lines of entries behind position `after` that match, at most `limit`.

    `skip_tools` leaves out some tools' calls and results. Raises ArchiveError for an empty pattern or one that is not a
    regular expression.
    """
    matcher = _matcher(pattern, is_regex, ignore_case)
    literals = required_literals(pattern) if is_regex else [pattern]
    opened = index or _opened(archive)
    try:
        rows = _rows(opened, literals, after) if opened is not None else _all_rows(archive, after)
        return _scan(archive, matcher, rows, limit, frozenset(skip_tools), time.monotonic() + seconds)
    finally:
        if opened is not None and index is None:
            opened.close()


def update_index(archive: Archive) -> None:
    """Index what was appended since the last time, so that the next search finds it at once."""
    with suppress(sqlite3.Error), closing(Index(archive)) as index:
        index.update()


def _opened(archive: Archive) -> Index | None:
    """Return the archive's index, None where there can be none (a read-only folder, a full disk)."""
    try:
        return Index(archive)
    except sqlite3.Error:
        return None


def _rows(index: Index, literals: Sequence[str], after: int) -> Iterable[Row]:
    """Return where the pattern can be, as the index says; what was not yet indexed is first."""
    index.update()
    found = index.candidates(literals, after)
    return index.passages(after) if found is None else found


def _all_rows(archive: Archive, after: int) -> Iterator[Row]:
    tools: dict[str, str] = {}
    for entry in archive.entries(media=False):
        for passage in passages(entry.kind, entry.data, tools):
            if entry.seq > after:
                yield entry.seq, passage.block, passage.label, passage.tool


def _scan(
    archive: Archive,
    matcher: regex.Pattern[str],
    rows: Iterable[Row],
    limit: int,
    skip_tools: frozenset[str],
    deadline: float,
) -> SearchResult:
    matches: list[Match] = []
    entries = len(archive)
    loaded: tuple[int, dict[int, Passage]] = (-1, {})
    for seq, block, label, tool in rows:
        if tool in skip_tools:
            continue
        if len(matches) > limit:
            break
        if loaded[0] != seq:
            if time.monotonic() > deadline:
                return SearchResult(tuple(matches[:limit]), entries, len(matches) > limit, False, loaded[0])
            entry = archive.read(seq, media=False)
            loaded = (seq, {passage.block: passage for passage in passages(entry.kind, entry.data, {})})
        passage = loaded[1].get(block)
        if passage is None:
            continue
        try:
            matches += _matches(passage.text, seq, block, label, matcher, limit - len(matches), deadline)
        except TimeoutError:
            return SearchResult(tuple(matches[:limit]), entries, len(matches) > limit, False, seq)
    if len(matches) <= limit:
        return SearchResult(tuple(matches), entries, False, True, entries - 1)
    cut = matches[limit].seq  # the first that is not shown: the next page begins with its entry
    return SearchResult(tuple(matches[:limit]), entries, True, True, cut if matches[0].seq == cut else cut - 1)


def _matches(
    text: str, seq: int, block: int, label: str, matcher: regex.Pattern[str], room: int, deadline: float
) -> list[Match]:
    """Return the passage's matching lines, one more than there is room for so that a cut is noticed."""
    found: list[Match] = []
    lines: list[str] | None = None
    shown = 0
    position = 0
    line = 1
    for hit in matcher.finditer(text, timeout=max(0.001, deadline - time.monotonic())):
        line += text.count("\n", position, hit.start())
        position = hit.start()
        if line == shown:
            continue
        shown = line
        if lines is None:
            lines = text.split("\n")
        start = text.rfind("\n", 0, position) + 1
        found.append(
            Match(
                seq,
                block,
                label,
                line,
                _clip(lines[line - 1], position - start),
                tuple(_clip(item, 0) for item in lines[max(0, line - 1 - CONTEXT_LINES) : line - 1]),
                tuple(_clip(item, 0) for item in lines[line : line + CONTEXT_LINES]),
            )
        )
        if len(found) > room:
            break
    return found


def _matcher(pattern: str, is_regex: bool, ignore_case: bool) -> regex.Pattern[str]:
    import regex

    if not pattern:
        raise ArchiveError("an empty pattern matches everything: give at least one character")
    flags: Any = regex.MULTILINE | (regex.IGNORECASE if ignore_case else 0)
    try:
        return regex.compile(pattern if is_regex else regex.escape(pattern, literal_spaces=True), flags)
    except regex.error as error:
        raise ArchiveError(f"{pattern!r} is not a regular expression: {error}") from None


def _clip(line: str, column: int) -> str:
    if len(line) <= LINE_LENGTH:
        return line
    start = max(0, column - LINE_LENGTH // 3)
    end = start + LINE_LENGTH
    return ("…" if start else "") + line[start:end] + ("…" if end < len(line) else "")
