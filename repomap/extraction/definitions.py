"""Turn captured definitions into a file's list of them: nested, named, documented, exported or not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from repomap.extraction.doc import comment_above, docstring
from repomap.extraction.exports import BY_NAME, INHERITING, OF_OWNER, RULES, Rule, listed
from repomap.extraction.signature import Comments, comments_of, signature, split_name
from repomap.model import FUNCTIONS, Definition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tree_sitter import Node

    from repomap.languages.islands import Piece
    from repomap.languages.row import Language

    Captures = Mapping[str, Sequence[Node | Piece]]

OWNERS = frozenset(("class", "interface", "trait", "struct", "enum", "union", "scope"))

_TYPED = frozenset(("interface", "type", "class", "property"))  # owners of the members of TypeScript's types
_NAMES_FIRST = re.compile(r"(?:\w+, )+\w+(?=[ :])")
_ONCE = frozenset(("variable", "field", "constant"))  # assigned again is not defined again
_APART = frozenset(("parent", "_alias", "_operator"))  # captures that make a name more than what was captured as it
_WORDS = re.compile(r"[\w ]+")
_NEIGHBOUR = re.compile(r".*[;{}(),]\s*", re.DOTALL)
_NEWLINE = ord("\n")

# tuple.__new__ takes a third of the time of a named tuple's own maker, which is a Python function
_new_definition: Callable[[type[Definition], Iterable[object]], Definition] = tuple.__new__
_new_open: Callable[[type[_Open], Iterable[object]], _Open] = tuple.__new__


class Span(NamedTuple):
    """A definition or scope with what was captured of it, of which `last` ends it; sorts outermost first."""

    start: int
    minus_end: int
    name_start: int
    name_end: int
    kind: str
    last: Node | Piece
    captures: Captures


class _Open(NamedTuple):
    """A definition or scope that encloses what comes next; `place` is its position, -1 when it is none."""

    end: int
    name_start: int
    place: int
    kind: str
    qualified: str


def read_definitions(
    spans: list[Span], source: bytes, row: Language
) -> tuple[tuple[Definition, ...], list[tuple[int, int]]]:
    """Return the definitions, and the (byte, position of the definition that begins or goes on there) in file order.

    `spans` are sorted.
    """
    apart = listed(source) if row.export == "export" else frozenset()
    by_name, of_owner, rule = row.export in BY_NAME, row.export in OF_OWNER, RULES[row.export]
    prefixes = tuple(prefix.encode() for prefix in row.comments)
    comments = comments_of(row.comments)
    definitions: list[Definition] = []
    changes: list[tuple[int, int]] = []
    once: set[tuple[str, str]] = set()
    latest: dict[int, int] = {}  # owner → place of its last definition, where one may be written in clauses
    stack = [_Open(len(source) + 1, -1, -1, "", "")]
    extent = (-1, -1)
    for start, minus_end, name_start, name_end, kind, last, captures in spans:
        twin = extent == (start, minus_end)  # `typedef struct {…} A, *B`: one node, two names side by side
        if not twin:
            while stack[-1].end <= start:
                end = stack.pop().end
                changes.append((end, stack[-1].place))
        level = -2 if twin else -1
        if kind in OWNERS:
            while stack[level].name_start > name_start:  # `typedef struct A {…} B`: A does not belong to B
                level -= 1
        elif kind == "field" and stack[level].kind in FUNCTIONS:  # TypeScript's `constructor(private x)`
            level -= 1
        _, _, owner, owner_kind, parent = stack[level]
        if kind == "variable":
            if owner_kind in FUNCTIONS:
                continue
            if owner_kind in OWNERS:
                kind = "field"
        elif "_member" in captures and owner_kind not in _TYPED:  # a member of a type that is written in an expression
            continue
        written = source[name_start:name_end].decode("utf-8", "replace")
        if written.isidentifier() and _APART.isdisjoint(captures):
            name, path = written, ""
        else:
            if not written.isprintable():  # a broken file's name may go on for lines: the index keeps it on one
                written = " ".join(written.split())
            name, path = _name(captures, written, source, kind, row.atomic)
            if not name:
                continue
        if kind == "variable" and name.isupper():
            kind = "constant"
        if path:
            parent = f"{parent}.{path}" if parent else path
        if kind in _ONCE:
            if (parent, name) in once:
                continue
            once.add((parent, name))
        place = owner
        if kind != "scope":
            if kind == "function" and (path or owner_kind in OWNERS):
                kind = "method"
            name_node = captures["name"][0]
            # a path ends with its last word; a specialised template goes on for lines after it
            line = (name_node.start_point if "<" in written else name_node.end_point)[0] + 1
            owned = definitions[owner] if owner >= 0 else None
            if owned is not None and owner_kind in FUNCTIONS and (owned.name, owned.line) == (name, line):
                continue  # JavaScript's `x.clear = function clear() {}`
            end_line = last.end_point[0] + (source[-minus_end - 1] != _NEWLINE)
            text, doc, lead = _described(source, start, -minus_end, kind, captures, row.docstring, prefixes, comments)
            if kind == "field" and (names := _NAMES_FIRST.match(text)):  # Go's `X, Y int` declares each of them
                text = name + text[names.end() :]
            if kind in _ONCE and name not in text:  # C's `int *a, *b, …`, of which it is the hundredth
                text = f"{text.partition(' ')[0]} … {name}"
            head = "" if by_name else lead + source[start:name_end].decode("utf-8", "replace")
            exported = (owned is None and name in apart) or _exported(name, head, owned, owner_kind, rule, of_owner)
            place = len(definitions)
            if row.clauses:
                previous = latest.get(owner, -1)
                if (
                    previous >= 0
                    and definitions[previous][:2] == (name, kind)
                    and definitions[previous].parent == parent
                ):
                    place = previous
                    definitions[place] = definitions[place]._replace(end_line=end_line)
                latest[owner] = place
            if place == len(definitions):
                definitions.append(
                    _new_definition(Definition, (name, kind, line, end_line, text, parent, owner, doc, exported))
                )
            changes.append((start, place))
        if not twin:
            qualified = f"{parent}.{name}" if parent else name
            stack.append(_new_open(_Open, (-minus_end, name_start, place, kind, qualified)))
            extent = (start, minus_end)
    while len(stack) > 1:
        end = stack.pop().end
        changes.append((end, stack[-1].place))
    return tuple(definitions), changes


def _described(
    source: bytes,
    start: int,
    end: int,
    kind: str,
    captures: Captures,
    documented_inside: bool,
    prefixes: tuple[bytes, ...],
    comments: Comments,
) -> tuple[str, str, str]:
    """Return a definition's signature, its doc line, and what stands before it on its line.

    There languages put the words that tell who may use it.
    """
    body = captures["body"][0].start_byte if "body" in captures else -1
    doc = docstring(source, body) if documented_inside and body >= 0 else ""
    line_start = source.rfind(b"\n", 0, start) + 1
    before = source[line_start:start].lstrip()
    if not before:
        lead = words = ""
        if not doc:
            doc = comment_above(source, line_start, prefixes)
    else:
        lead = words = before.decode("utf-8", "replace")
        if not _WORDS.fullmatch(lead):
            lead, words = _NEIGHBOUR.sub("", lead), ""
        elif not doc:
            doc = comment_above(source, line_start, prefixes)
    stop = body if body >= 0 else end
    return signature(source, start, stop, body >= 0, words, kind, comments), doc, lead


def _exported(name: str, head: str, owner: Definition | None, owner_kind: str, rule: Rule, of_owner: bool) -> bool:
    if owner is not None:
        if owner_kind in FUNCTIONS or not owner.exported:
            return False
        if owner_kind in INHERITING or (of_owner and name[0] != "#"):
            return True
    return rule(name, head)


def _name(captures: Captures, text: str, source: bytes, kind: str, atomic: bool) -> tuple[str, str]:
    """Return a definition's own name and the path written before it, dots between its parts."""
    if "_alias" in captures:  # the shell's `alias ll='ls -l'` is one word
        text = text.partition("=")[0]
    elif "_operator" in captures:  # C#'s and Dart's `operator ==` is two words
        start = captures["_operator"][0].start_byte
        text = source[start : captures["name"][0].end_byte].decode("utf-8", "replace")
    name, path = (text.strip('"'), "") if atomic else split_name(text, kind)
    if not path and "parent" in captures:
        node = captures["parent"][0]
        path = source[node.start_byte : node.end_byte].decode("utf-8", "replace").replace("::", ".").replace("\\", ".")
    return name, path
