"""Tell whether a function is still the one a model wrote about: a hash of its source that formatting does not change.

Comments and white space do not count; strings do, docstrings with them. In languages where indentation is syntax its
levels count, not its width. An anchor's `lines` are where the function's code lines are now, so that what was said of
the third one is shown at the third one, wherever comments, blank lines or a formatter have moved it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from repomap.checksum import blake2b
from repomap.languages import load
from summarizer.outline import Anchor

if TYPE_CHECKING:
    from tree_sitter import Query

    from repomap.extraction.extract import Part, Reading

INDENTED = frozenset(("python", "notebook", "haskell", "fsharp", "elm", "nim", "yaml", "scala", "make"))
"""Languages where what a line belongs to is said by its indentation."""

_TEXTUAL = re.compile(r"string|heredoc|char|template|regex|raw_text|rune|text")
_OPERATORS = rb"+\-*/&|<>=!"
_NEEDLESS = re.compile(
    rb"(?<=\w) (?=[^\w])|(?<=[^\w]) (?=\w)|(?<=[^\w" + _OPERATORS + rb"]) | (?=[^\w" + _OPERATORS + rb"])"
)
_OPEN = b"([{,\\"
_CLOSED = b")]},"
_STRING = b"\x01"


class _Mark(NamedTuple):
    start: int
    end: int
    comment: bool


def anchors(reading: Reading) -> dict[int, Anchor]:
    """Return the anchor of every function that has a body, by the position of its definition."""
    marks = {id(part): _marks(part) for part in reading.parts}
    found: dict[int, Anchor] = {}
    for body in reading.bodies:
        definition = reading.extracted.definitions[body.place]
        source = body.part.source
        first = source.count(b"\n", 0, body.start)
        code, lines = code_lines(source, body.start, body.end, marks[id(body.part)], body.part.language in INDENTED)
        shift = first + 1 - definition.line
        older = found.get(body.place)
        digest = blake2b((older.digest if older else "").encode() + code, digest_size=12).hexdigest()
        found[body.place] = Anchor(digest, (*(older.lines if older else ()), *(line + shift for line in lines)))
    return found


def code_lines(source: bytes, start: int, end: int, marks: list[_Mark], indented: bool) -> tuple[bytes, list[int]]:
    """Return bytes `start` to `end` without what does not count, and the line, from 0, of each line that is left."""
    row = 0
    before = source.rfind(b"\n", 0, start) + 1
    buffer = source[before:start] if not source[before:start].strip() else b""
    rows: list[tuple[int, bytes]] = []
    strings: list[bytes] = []
    begun = 0
    position = start
    inside = marks[bisect_left(marks, (start,)) : bisect_left(marks, (end,))]
    for mark in (*inside, _Mark(end, end, True)):
        if mark.start < position:
            continue  # inside of the one before
        pieces = source[position : mark.start].split(b"\n")
        buffer += pieces[0]
        for piece in pieces[1:]:
            rows.append((begun, buffer))
            row += 1
            begun, buffer = row, piece
        if not mark.comment:
            strings.append(source[mark.start : mark.end])
            buffer += _STRING
        row += source.count(b"\n", mark.start, mark.end)
        position = mark.end
    rows.append((begun, buffer))
    kept: list[bytes] = []
    lines: list[int] = []
    levels: list[int] = []
    for begun, text in rows:
        bare = text.strip()
        if not bare:
            continue
        if kept and (kept[-1][-1] in _OPEN or bare[0] in _CLOSED):
            kept[-1] = (kept[-1][:-1] if kept[-1].endswith(b"\\") else kept[-1]) + b" " + bare
            continue
        if indented:
            width = len(text.expandtabs()) - len(text.expandtabs().lstrip())
            while levels and levels[-1] >= width:
                levels.pop()
            levels.append(width)
            bare = b"\t" * (len(levels) - 1) + bare
        kept.append(bare)
        lines.append(begun)
    code = _NEEDLESS.sub(b"", re.sub(rb"[ \r\f\v]+", b" ", b"\n".join(kept)))
    return code + b"\0" + b"\0".join(strings), lines


def _marks(part: Part) -> list[_Mark]:
    """Return the comments and the texts of a tree, in order; of nested ones the outer comes first."""
    from tree_sitter import QueryCursor

    captures = QueryCursor(_query(part.language)).captures(part.root)
    found = [
        _Mark(node.start_byte, node.end_byte, name == "comment") for name, nodes in captures.items() for node in nodes
    ]
    return sorted(found, key=lambda mark: (mark.start, -mark.end))


@cache
def _query(name: str) -> Query:
    """Return the query for the comments and texts of a language, made from the names its grammar has for them."""
    from tree_sitter import Query

    grammar = load(name).parser.language
    assert grammar is not None
    patterns: dict[str, None] = {}
    for number in range(grammar.node_kind_count):
        kind = grammar.node_kind_for_id(number)
        if not kind or not grammar.node_kind_is_named(number) or not grammar.node_kind_is_visible(number):
            continue
        if "comment" in kind:
            patterns[f"({kind}) @comment"] = None
        elif _TEXTUAL.search(kind) and "interpolat" not in kind and "identifier" not in kind:
            patterns[f"({kind}) @text"] = None
    return Query(grammar, "\n".join(patterns))
