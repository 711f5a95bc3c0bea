"""Read one file's definitions, references and imports out of its syntax tree.

The captures' names are the same in every query file:

- `@definition.KIND` on a definition's whole node, with `@name`, and `@body` where the signature ends before a body;
  `@parent` on the text that names the owner where the language writes it apart (a Go receiver, `Foo::` in C++);
- `@scope` with `@name` on what is no definition itself but owns those inside (a Rust `impl`, a Swift `extension`);
- `@reference.KIND` on a used name;
- `@import` on a whole import statement, with `@import.module`, and `@import.alias` for the module, or `@import.name`
  with `@import.rename`, or `@import.all`.

Where two patterns name the same node the one that stands first in the query file wins, and of references the first in
REFERENCE_KINDS.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from repomap.doc import comment_above, docstring
from repomap.exports import RULES
from repomap.languages import Language, language, load
from repomap.model import REFERENCE_KINDS, Definition, Extracted, Import, Reference

if TYPE_CHECKING:
    from tree_sitter import Node

    Captures = dict[str, list[Node]]

VERSION = 1  # part of the index key: raise it when the same file gives another result
MAX_SIGNATURE = 240  # characters kept; the renderer cuts further
QUALIFIER_REACH = 80  # bytes looked at before a name; of a longer chain the end is kept
OWNERS = frozenset(("class", "interface", "trait", "struct", "enum", "union", "scope"))

_KIND = {f"reference.{kind}": position for position, kind in enumerate(REFERENCE_KINDS)}
_SPACE = re.compile(r"\s+")
_PADDING = re.compile(r"(?<=[(\[]) |,? (?=[)\]])")
_COMMENT = re.compile(r"(?:(?<=\s)|(?<=[,(]))(?://|#)[^\n]*(?=\n)|/\*.*?\*/", re.DOTALL)
_ATTRIBUTES = re.compile(r"^(?:@(?!interface)[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?\s+|\[[^\]]*\]\s*)+")
# Matched backwards from the name, so that one step a character is enough: "b->a.x" reads "x.a>-b".
_REVERSED_QUALIFIER = re.compile(rb"(?:\.|::|>-|\\)[?!]{0,2}(?:\)\()?([\w$]+(?:(?:\.|::|>-|\\)[\w$]+)*)")
_SEPARATORS = b".:>\\"


class _Span(NamedTuple):
    """A definition or scope as captured; sorts outermost first."""

    start: int
    minus_end: int
    kind: str
    name: str
    name_start: int
    body: int
    parent: str
    line: int
    end_line: int


def extract(name: str, source: bytes) -> Extracted:
    """Return what the file with bytes `source` in the language called `name` holds, definitions in file order.

    Files with syntax errors give what can be read. Raises GrammarError when the language does not load.
    """
    from tree_sitter import QueryCursor

    grammar = load(name)
    row = language(name)
    root = grammar.parser.parse(source).root_node
    spans: dict[int, _Span] = {}
    patterns: dict[int, int] = {}
    uses: dict[int, tuple[int, int]] = {}
    imports: list[Captures] = []
    for pattern, captures in QueryCursor(grammar.query).matches(root):
        if "name" in captures:
            start = captures["name"][0].start_byte
            if pattern < patterns.get(start, pattern + 1):
                patterns[start] = pattern
                spans[start] = _span(captures, source)
        elif "import" in captures:
            imports.append(captures)
        else:
            for key, nodes in captures.items():
                kind = _KIND[key]
                for node in nodes:
                    start = node.start_byte
                    if start not in uses or uses[start][0] > kind:
                        uses[start] = (kind, node.end_byte)
    ordered = _joined(sorted(spans.values())) if row.clauses else sorted(spans.values())
    definitions, places = _definitions(ordered, source, row)
    for start in spans:
        uses.pop(start, None)
    references = _references(sorted(uses.items()), ordered, places, source)
    return Extracted(definitions, references, _imports(imports, source), int(root.has_error))


def _text(source: bytes, node: Node) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _span(captures: Captures, source: bytes) -> _Span:
    key = next(key for key in captures if key == "scope" or key.startswith("definition."))
    node = captures[key][0]
    name = captures["name"][0]
    body = captures.get("body")
    parent = captures.get("parent")
    return _Span(
        node.start_byte,
        -node.end_byte,
        key.rpartition(".")[2],
        _text(source, name),
        name.start_byte,
        body[0].start_byte if body else -1,
        ".".join(re.findall(r"[\w$~]+", _text(source, parent[0]))) if parent else "",
        name.start_point.row + 1,
        node.end_point.row + 1,
    )


def _joined(spans: list[_Span]) -> list[_Span]:
    """Make one span of the clauses of a definition that follow one another: Haskell's equations, Erlang's clauses."""
    joined: list[_Span] = []
    ends: list[int] = []
    latest: list[int] = [-1]  # for each depth, the position in `joined` of the span last seen there
    for span in spans:
        while ends and ends[-1] <= span.start:
            ends.pop()
        del latest[len(ends) + 1 :]
        place = latest[-1]
        if place >= 0 and (joined[place].name, joined[place].kind) == (span.name, span.kind):
            joined[place] = joined[place]._replace(minus_end=span.minus_end, end_line=span.end_line)
        else:
            latest[-1] = len(joined)
            joined.append(span)
        ends.append(-span.minus_end)
        latest.append(-1)
    return joined


def _definitions(spans: list[_Span], source: bytes, row: Language) -> tuple[tuple[Definition, ...], list[int]]:
    """Return the definitions, and for each span the position of the definition it is or stands in (-1: none)."""
    exported = RULES[row.export]
    prefixes = tuple(prefix.encode() for prefix in row.comments)
    definitions: list[Definition] = []
    places: list[int] = []
    stack: list[tuple[int, int, str, str]] = []  # end, place, kind, qualified name
    for span in spans:
        while stack and stack[-1][0] <= span.start:
            stack.pop()
        _, owner, owner_kind, parent = stack[-1] if stack else (0, -1, "", "")
        if span.parent:
            parent = f"{parent}.{span.parent}" if parent else span.parent
        qualified = f"{parent}.{span.name}" if parent else span.name
        place = owner
        if span.kind != "scope":
            place = len(definitions)
            signature = _signature(span, source)
            before = source[source.rfind(b"\n", 0, span.start) + 1 : span.start].decode("utf-8", "replace")
            doc = docstring(source, span.body) if row.docstring and span.body >= 0 else ""
            doc = doc or comment_above(source, span.start, prefixes)
            kind = span.kind
            if kind == "function" and (owner_kind in OWNERS or span.parent):
                kind = "method"
            public = exported(span.name, signature, before)
            definitions.append(
                Definition(span.name, kind, span.line, span.end_line, signature, parent, owner, doc, public)
            )
        places.append(place)
        stack.append((-span.minus_end, place, span.kind, qualified))
    return tuple(definitions), places


def _signature(span: _Span, source: bytes) -> str:
    end = span.body if span.body >= 0 else -span.minus_end
    text = source[span.start : min(end, span.start + 8 * MAX_SIGNATURE)].decode("utf-8", "replace")
    if "\n" in text:
        text = _COMMENT.sub("", text)
    text = _PADDING.sub("", _SPACE.sub(" ", _ATTRIBUTES.sub("", text)))
    text = text.rstrip(" :{=>") if span.body >= 0 else text.rstrip(" ;,{")
    return text if len(text) <= MAX_SIGNATURE else text[: MAX_SIGNATURE - 1].rstrip() + "…"


def _references(
    uses: list[tuple[int, tuple[int, int]]], spans: list[_Span], places: list[int], source: bytes
) -> tuple[Reference, ...]:
    references: list[Reference] = []
    names: dict[bytes, str] = {}
    stack: list[tuple[int, int]] = [(len(source) + 1, -1)]
    upcoming = 0
    line, counted = 1, 0
    for start, (kind, end) in uses:
        while upcoming < len(spans) and spans[upcoming].start <= start:
            stack.append((-spans[upcoming].minus_end, places[upcoming]))
            upcoming += 1
            while len(stack) > 1 and stack[-2][0] <= spans[upcoming - 1].start:
                del stack[-2]
        while stack[-1][0] <= start:
            stack.pop()
        line += source.count(b"\n", counted, start)
        counted = start
        raw = source[start:end]
        name = names.get(raw)
        if name is None:
            name = names[raw] = raw.decode("utf-8", "replace")
        qualifier = ""
        if start and source[start - 1] in _SEPARATORS:
            match = _REVERSED_QUALIFIER.match(source[max(0, start - QUALIFIER_REACH) : start][::-1])
            if match is not None:
                qualifier = match[1][::-1].decode("utf-8", "replace")
        references.append(Reference(name, REFERENCE_KINDS[kind], line, stack[-1][1], qualifier))
    return tuple(references)


def _imports(captured: list[Captures], source: bytes) -> tuple[Import, ...]:
    """Merge the matches of one statement and module: a query gives a match a name."""
    merged: dict[tuple[int, int], tuple[str, list[tuple[str, str]], str, int]] = {}
    for captures in captured:
        statement = captures["import"][0]
        module = captures["import.module"][0] if "import.module" in captures else statement
        key = (statement.start_byte, module.start_byte)
        if key not in merged:
            alias = _text(source, captures["import.alias"][0]) if "import.alias" in captures else ""
            merged[key] = (_text(source, module).strip("\"'`<> "), [], alias, statement.start_point.row + 1)
        names = merged[key][1]
        if "import.all" in captures:
            names.append(("*", ""))
        renames = captures.get("import.rename", [])
        for position, node in enumerate(captures.get("import.name", [])):
            rename = _text(source, renames[position]) if position < len(renames) else ""
            names.append((_text(source, node), rename))
    return tuple(
        Import(module, tuple(names), alias, line) for _, (module, names, alias, line) in sorted(merged.items())
    )
