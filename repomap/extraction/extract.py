"""Read one file's definitions, references and imports out of its syntax tree.

The captures' names are the same in every query file:

- `@definition.KIND` on a definition's whole node, with `@name`, and `@body` where the signature ends before a body;
  `@parent` on the text that names the owner where the language writes it apart (a Go receiver). A `@name` may itself
  be a path (`Foo::run`, `exports.run`): its last word is the name;
- `@scope` with `@name` on what is no definition itself but owns those inside (a Rust `impl`, a Swift `extension`);
- `@reference.KIND` on a used name, or on the whole path that ends with it (`os.path.join`);
- `@local` on a name that a function declares for itself: what it names from there on is no reference;
- `@import` on a whole import statement, with `@import.module`, and `@import.alias` for the module, or `@import.name`
  with `@import.rename`, or `@import.default`, or `@import.all`; or with `@import.tree` on a nested list.

Where two patterns name the same node the first in the file wins, and of references the strongest of PRIORITY. A
variable inside a function is local and left out; inside a class it is a field; named in capitals it is a constant.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache, partial
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from repomap.extraction.definitions import Span, read_definitions
from repomap.extraction.import_statements import read_imports
from repomap.extraction.references import PRIORITY, bound_names, local_names, read_references
from repomap.languages import language, load
from repomap.languages.embedded import READABLE, SCRIPT_TAG, merged, scripts
from repomap.languages.first_class import FIRST_CLASS
from repomap.languages.load import Grammar, at_root, query_text
from repomap.model import FUNCTIONS, Extracted

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence

    from tree_sitter import Node, Query

    from repomap.languages.islands import Piece

    Captures = Mapping[str, Sequence[Node | Piece]]

MASKED = frozenset(("cpp", "objc", "cuda", "kotlin"))
"""Languages that gain by a second parse. In C 0.5 % of the definitions were hidden so, at a third of a parse's cost."""

FEW = 50  # files of a language after which a second query pays: it takes 15 ms to compile, and saves 0.3 ms a file

_CAPTURE = re.compile(r"@([\w.]+)")
_INHERIT = PRIORITY.index("inherit")
_reads: dict[str, int] = {}  # files read of each language
_dividing = Lock()  # no thread reads with a query while another moves patterns out of it
_REMARK = re.compile(r"(?m)^\s*;.*$")
_new_span: Callable[[type[Span], Iterable[object]], Span] = tuple.__new__  # a third of the time of Span's own maker


class _Plan(NamedTuple):
    """What the patterns of a query capture, by their positions in it."""

    references: tuple[tuple[int, str, int], ...]
    """(pattern, capture, place of its kind in PRIORITY), weakest first."""
    definitions: tuple[tuple[int, str, str], ...]
    """(pattern, capture, kind), last first."""
    imports: tuple[int, ...]
    locals: tuple[int, ...]


class Part(NamedTuple):
    """A syntax tree of a file: the language it is in, the bytes it was made of, line for line the file's, its root."""

    language: str
    source: bytes
    root: Node


class Body(NamedTuple):
    """The body of a function: the position of its definition, that one's first and last byte, and where it is."""

    place: int
    start: int
    end: int
    node: Node
    part: Part


class Reading(NamedTuple):
    """What a file holds, and the trees it was read from, for whoever looks further into them."""

    extracted: Extracted
    parts: tuple[Part, ...]
    bodies: tuple[Body, ...]
    """In file order; a definition written in clauses has several."""


def extract(name: str, source: bytes) -> Extracted:
    """Return what the file with bytes `source` in the language called `name` holds, definitions in file order.

    Files with syntax errors give what can be read. Raises GrammarError when the language does not load.
    """
    return _read(name, source, False).extracted


def read(name: str, source: bytes) -> Reading:
    """Return what `extract` returns, and the syntax trees it comes from. Raises GrammarError likewise."""
    return _read(name, source, True)


def _read(name: str, source: bytes, with_bodies: bool) -> Reading:
    grammar = load(name)
    row = language(name)
    if name in READABLE:
        source = READABLE[name](source)
    source = _as_utf8(source)
    root = grammar.parser.parse(source).root_node
    if name in MASKED:
        from repomap.languages.macros import mask, misread  # 2 ms of expressions

        if root.has_error or misread(name, source):
            root = grammar.parser.parse(mask(name, source)).root_node
    plan = _plan(name, grammar.query)
    matches = _matches(grammar, root)
    uses: dict[int, int] = {}
    for pattern, key, kind in plan.references:
        for captures in matches[pattern]:
            for node in captures.get(key, ()):
                uses[node.end_byte] = node.start_byte << 3 | kind
    imported = [captures for pattern in plan.imports for captures in matches[pattern]]
    if row in FIRST_CLASS:  # of the others, some find what they import by these uses
        _drop_imported(uses, imported)
    spans = _spans(plan, matches, imported, _islands(name, source, root) if root.has_error else None)
    definitions, changes = read_definitions(spans, source, row)
    for span in spans:
        if span.kind != "scope":
            uses.pop(span.name_end, None)
    imports = read_imports(imported, source)
    bound = bound_names(name, definitions, imports)
    inside = [node for pattern in plan.locals for found in matches[pattern] for node in found["local"]]
    references = read_references(uses, changes, source, row, bound, local_names(inside, changes, source))
    result = Extracted(definitions, references, imports, int(root.has_error))
    part = Part(name, source, root)
    reading = Reading(result, (part,), _bodies(spans, changes, part) if with_bodies else ())
    if row.embeds and SCRIPT_TAG.search(source):
        return _with_embedded(reading, _read(row.embeds, scripts(source), with_bodies))
    return reading


def _matches(grammar: Grammar, root: Node) -> list[list[dict[str, list[Node]]]]:
    """Return what each pattern of the query captured, match by match."""
    from tree_sitter import QueryCursor

    matches: list[list[dict[str, list[Node]]]] = [[] for _ in range(grammar.query.pattern_count)]
    with _dividing:
        count = _reads[grammar.name] = _reads.get(grammar.name, 0) + 1
        query, patterns = at_root(grammar.name) if count > FEW else (grammar.query, ())
        if len(patterns) < len(matches):  # JSON has no others
            for pattern, captures in QueryCursor(grammar.query).matches(root):
                matches[pattern].append(captures)
    if patterns:
        cursor = QueryCursor(query)
        cursor.set_max_start_depth(0)
        for pattern, captures in cursor.matches(root):
            matches[patterns[pattern]].append(captures)
    return matches


def _islands(name: str, source: bytes, root: Node) -> Callable[[Container[int]], Iterable[tuple[str, Captures]]]:
    from repomap.languages.islands import islands  # 10 ms of expressions

    return partial(islands, name, source, root)


def _bodies(spans: Iterable[Span], changes: Iterable[tuple[int, int]], part: Part) -> tuple[Body, ...]:
    begins = dict(changes)
    return tuple(
        Body(begins[span.start], span.start, -span.minus_end, body, part)
        for span in spans
        if span.kind in FUNCTIONS and begins.get(span.start, -1) >= 0
        for body in span.captures.get("body", ())
        if not isinstance(body, tuple)  # a Piece, which is no node
    )


def _with_embedded(outer: Reading, inner: Reading) -> Reading:
    shift = len(outer.extracted.definitions)
    lines = [item.line for reading in (outer, inner) for item in reading.extracted.definitions]
    places = {old: new for new, old in enumerate(sorted(range(len(lines)), key=lines.__getitem__))}
    bodies = [body._replace(place=places[body.place]) for body in outer.bodies]
    bodies += [body._replace(place=places[body.place + shift]) for body in inner.bodies]
    return Reading(merged(outer.extracted, inner.extracted), outer.parts + inner.parts, tuple(bodies))


def _drop_imported(uses: dict[int, int], imported: Sequence[Captures]) -> None:
    """Forget the names used inside import statements, which are read as imports, but for what is inherited there."""
    first = min(uses, default=0)
    statements = [statement for captures in imported if (statement := captures["import"][0]).end_byte >= first]
    ends = sorted(uses) if statements else []
    for statement in statements:
        for end in ends[bisect_right(ends, statement.start_byte) : bisect_right(ends, statement.end_byte)]:
            if uses.get(end, _INHERIT) & 7 != _INHERIT:
                del uses[end]


def _spans(
    plan: _Plan,
    matches: Sequence[Sequence[Captures]],
    imported: Sequence[Captures],
    guess: Callable[[Container[int]], Iterable[tuple[str, Captures]]] | None,
) -> list[Span]:
    """Return what is defined, one a name, sorted; `guess` says what is where no pattern matched.

    The variable that an imported module is bound to (`const path = require("path")`) is an import's alias alone.
    """
    found: dict[int, Span] = {}
    for pattern, role, kind in plan.definitions:
        if matches[pattern]:
            _add(found, role, kind, matches[pattern])
    for role, pieces in guess(frozenset(found)) if guess else ():
        _add(found, role, role.rpartition(".")[2], [pieces])
    for captures in imported:
        if "import.alias" in captures:
            found.pop(captures["import.alias"][0].start_byte, None)
    return sorted(found.values())


def _add(found: dict[int, Span], role: str, kind: str, matches: Iterable[Captures]) -> None:
    for captures in matches:
        name = captures["name"][0]
        name_start = name.start_byte
        node = last = captures[role][0]
        end = node.end_byte
        if "body" in captures:  # Dart's grammar puts a body beside its head
            body = captures["body"][0]
            body_end = body.end_byte
            if body_end > end:
                end, last = body_end, body
        found[name_start] = _new_span(Span, (node.start_byte, -end, name_start, name.end_byte, kind, last, captures))


@cache
def _plan(name: str, query: Query) -> _Plan:
    text = query_text(name).encode()
    references: list[tuple[int, str, int]] = []
    definitions: list[tuple[int, str, str]] = []
    imports: list[int] = []
    local: list[int] = []
    for pattern in range(query.pattern_count):
        piece = text[query.start_byte_for_pattern(pattern) : query.end_byte_for_pattern(pattern)].decode()
        for key in dict.fromkeys(_CAPTURE.findall(_REMARK.sub("", piece))):
            if key == "import":
                imports.append(pattern)
            elif key == "local":
                local.append(pattern)
            elif key.startswith("reference."):
                references.append((pattern, key, PRIORITY.index(key.partition(".")[2])))
            elif key == "scope" or key.startswith("definition."):
                definitions.append((pattern, key, key.rpartition(".")[2]))
    strongest_last = tuple(sorted(references, key=lambda entry: entry[2]))
    return _Plan(strongest_last, tuple(reversed(definitions)), tuple(imports), tuple(local))


def _as_utf8(source: bytes) -> bytes:
    """Return `source`, from Latin-1 when it is not UTF-8: a query that looks at a name's text fails on other bytes."""
    if not source.isascii():
        try:
            source.decode()
        except UnicodeDecodeError:
            return source.decode("latin-1").encode()
    return source
