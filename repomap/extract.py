"""Read one file's definitions, references and imports out of its syntax tree.

The captures' names are the same in every query file:

- `@definition.KIND` on a definition's whole node, with `@name`, and `@body` where the signature ends before a body;
  `@parent` on the text that names the owner where the language writes it apart (a Go receiver). A `@name` may itself
  be a path (`Foo::run`, `exports.run`): its last word is the name;
- `@scope` with `@name` on what is no definition itself but owns those inside (a Rust `impl`, a Swift `extension`);
- `@reference.KIND` on a used name, or on the whole path that ends with it (`os.path.join`);
- `@import` on a whole import statement, with `@import.module`, and `@import.alias` for the module, or `@import.name`
  with `@import.rename`, or `@import.default`, or `@import.all`; or with `@import.tree` on a nested list.

Where two patterns name the same node the first in the file wins, and of references the first in _PRIORITY. A variable
inside a function is local and left out; inside a class it is a field; named in capitals it is a constant.
"""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from repomap.doc import comment_above, docstring
from repomap.exports import INHERITING, OF_OWNER, RULES, listed
from repomap.import_statements import read_imports
from repomap.languages import language, load
from repomap.languages.embedded import READABLE, SCRIPT_TAG, merged, scripts
from repomap.languages.load import query_text
from repomap.languages.islands import Piece, islands
from repomap.languages.macros import MASKED, mask
from repomap.model import Definition, Extracted, Reference

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tree_sitter import Node, Query

    Captures = Mapping[str, Sequence[Node | Piece]]

MAX_SIGNATURE = 240  # characters kept; the renderer cuts further
REACH = 80  # bytes of a path kept before its end; of a longer chain the end is kept
OWNERS = frozenset(("class", "interface", "trait", "struct", "enum", "union", "scope"))
FUNCTIONS = frozenset(("function", "method", "constructor"))

_PRIORITY = ("inherit", "decorator", "call", "type", "use")
_KIND = {f"reference.{kind}": position for position, kind in enumerate(_PRIORITY)}
_CAPTURE = re.compile(r"@([\w.]+)")
_SPACE = re.compile(r"\s+")
_PADDING = re.compile(r"(?<=[(\[]) |,? (?=[)\]])")
_COMMENT = re.compile(r"(?:(?<=\s)|(?<=[,(]))(?://|#(?!\())[^\n]*(?=\n)|/\*.*?\*/", re.DOTALL)
_ATTRIBUTES = re.compile(
    r"^(?:@(?!interface|protocol|property)[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?\s+|#?\[[^\]]*\]\s*)+"
)
_BRACES = re.compile(r"\{.*\}|\{.*$", re.DOTALL)
_LETTER = re.compile(r"[^\W\d_]|_")
_FIRST_LINE = re.compile(r"[^\n{;]+")
_END = re.compile(r"(?:;\s*|\s+)end$")
_NEIGHBOUR = re.compile(r".*[;{}(),]\s*", re.DOTALL)
_WORDS = re.compile(r"[\w ]+")
_TEMPLATE = re.compile(r"<[^<>]*>")
_PATH = re.compile(r"::|->|[.:\\]")
_OPERATOR = re.compile(r"\boperator\b.*", re.DOTALL)
_NO_OWNER = frozenset(("", "this", "self", "module", "exports", "prototype", "window", "global", "globalThis"))
# Matched backwards from the name, so that one step a character is enough: "b->a.x" reads "x.a>-b".
_QUALIFIER = re.compile(
    rb"\s*(?:\.|::|:|>-|\\)[?!]{0,2}\s*(?:\)\()?([\w$\x80-\xff]+(?:(?:\.|::|>-|\\)[\w$\x80-\xff]+)*)"
)
_SEPARATORS = b".:>\\"


class _Span(NamedTuple):
    """A definition or scope as captured; sorts outermost first."""

    start: int
    minus_end: int
    name_start: int
    kind: str
    captures: Captures


def extract(name: str, source: bytes) -> Extracted:
    """Return what the file with bytes `source` in the language called `name` holds, definitions in file order.

    Files with syntax errors give what can be read. Raises GrammarError when the language does not load.
    """
    from tree_sitter import QueryCursor

    grammar = load(name)
    row = language(name)
    if name in READABLE:
        source = READABLE[name](source)
    root = grammar.parser.parse(source).root_node
    if name in MASKED and root.has_error:
        root = grammar.parser.parse(mask(name, source)).root_node
    roles = _roles(name, grammar.query)
    found: dict[int, tuple[int, str, Captures]] = {}
    uses: dict[int, int] = {}
    imports: list[Captures] = []
    for pattern, captures in QueryCursor(grammar.query).matches(root):
        role = roles[pattern]
        if isinstance(role, int):
            for nodes in captures.values():
                for node in nodes:
                    end = node.end_byte
                    known = uses.get(end)
                    if known is None or role < known & 7:
                        uses[end] = node.start_byte << 3 | role
        elif role == "import":
            imports.append(captures)
        elif role in _KIND:
            for key, nodes in captures.items():
                for node in nodes if key in _KIND else ():
                    if _KIND[key] < uses.get(node.end_byte, 7) & 7:
                        uses[node.end_byte] = node.start_byte << 3 | _KIND[key]
        else:
            position = captures["name"][0].start_byte
            if position not in found or found[position][0] > pattern:
                found[position] = (pattern, role, captures)
    if root.has_error:
        for role, pieces in islands(name, source, root):
            found.setdefault(pieces["name"][0].start_byte, (len(roles), role, pieces))
    spans = [
        _Span(node.start_byte, -_end(node, captures), position, role.rpartition(".")[2], captures)
        for position, (_, role, captures) in found.items()
        for node in captures[role]
    ]
    spans.sort()
    definitions, changes = _definitions(spans, source, name)
    for span in spans:
        if span.kind != "scope":
            uses.pop(span.captures["name"][0].end_byte, None)
    result = Extracted(
        definitions,
        _references(uses, changes, source, row.atomic),
        read_imports(imports, source),
        int(root.has_error),
    )
    if row.embeds and SCRIPT_TAG.search(source):
        return merged(result, extract(row.embeds, scripts(source)))
    return result


@cache
def _roles(name: str, query: Query) -> tuple[int | str, ...]:
    """Return for each pattern the capture that says what it finds, or its priority where that is all it captures."""
    text = query_text(name).encode()
    roles: list[int | str] = []
    for pattern in range(query.pattern_count):
        piece = text[query.start_byte_for_pattern(pattern) : query.end_byte_for_pattern(pattern)].decode()
        captures = _CAPTURE.findall(re.sub(r"(?m)^\s*;.*$", "", piece))
        role = next(
            key for key in captures if key in ("import", "scope") or key.startswith(("definition.", "reference."))
        )
        roles.append(_KIND[role] if role in _KIND and set(captures) == {role} else role)
    return tuple(roles)


def _end(node: Node | Piece, captures: Captures) -> int:
    """Return where a definition ends: with its node, or with its body where the grammar puts that beside it (Dart)."""
    return max(node.end_byte, captures["body"][0].end_byte) if "body" in captures else node.end_byte


def _text(source: bytes, node: Node | Piece) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _definitions(
    spans: list[_Span], source: bytes, language_name: str
) -> tuple[tuple[Definition, ...], list[tuple[int, int]]]:
    """Return the definitions, and the (byte, position of the definition that begins or goes on there) in file order."""
    row = language(language_name)
    exported = RULES[row.export]
    by_owner = row.export in OF_OWNER
    apart = listed(source) if row.export == "export" else frozenset()
    prefixes = tuple(prefix.encode() for prefix in row.comments)
    definitions: list[Definition] = []
    changes: list[tuple[int, int]] = [(0, -1)]
    variables: set[tuple[str, str]] = set()
    latest: dict[int, int] = {}  # owner → place of its last definition, where one may be written in clauses
    # end, start of the name, place, kind, qualified name
    stack: list[tuple[int, int, int, str, str]] = [(len(source) + 1, -1, -1, "", "")]
    before: _Span | None = None
    for span in spans:
        start, end, kind = span.start, -span.minus_end, span.kind
        if before is not None and before.start == start and before.minus_end == span.minus_end and len(stack) > 1:
            twin = stack.pop()  # `typedef struct {…} A, *B`: one node, two names side by side
        else:
            twin = None
            while stack[-1][0] <= start:
                closed = stack.pop()
                changes.append((closed[0], stack[-1][2]))
        level = -1
        if kind == "field" and stack[-1][3] in FUNCTIONS:  # TypeScript's `constructor(private x)`
            level -= 1
        if kind in OWNERS:
            while stack[level][1] > span.name_start:  # `typedef struct A {…} B`: A does not belong to B
                level -= 1
        _, _, owner, owner_kind, parent = stack[level]
        if kind == "variable":
            if owner_kind in FUNCTIONS:
                if twin is not None:
                    stack.append(twin)
                continue
            kind = "field" if owner_kind in OWNERS else "variable"
        captures = span.captures
        name, path = _name(captures, source, kind, row.atomic)
        if not name:
            if twin is not None:
                stack.append(twin)
            continue
        if kind == "variable" and name.isupper():
            kind = "constant"
        if path:
            parent = f"{parent}.{path}" if parent else path
        parent = parent.replace("::", ".").replace("\\", ".")
        if kind == "variable" or kind == "field" or kind == "constant":
            if (parent, name) in variables:
                if twin is not None:
                    stack.append(twin)
                continue
            variables.add((parent, name))
        place = owner
        if span.kind != "scope":
            place = len(definitions)
            node = captures[f"definition.{span.kind}"][0]
            body = captures["body"][0].start_byte if "body" in captures else -1
            line_start = source.rfind(b"\n", 0, start) + 1
            lead = source[line_start:start].decode("utf-8", "replace").lstrip()
            doc = docstring(source, body) if row.docstring and body >= 0 else ""
            if lead and not _WORDS.fullmatch(lead):
                lead = _NEIGHBOUR.sub("", lead)
            elif not doc:
                doc = comment_above(source, start, prefixes)
            head = lead + source[start : captures["name"][0].end_byte].decode("utf-8", "replace")
            if kind == "function" and (owner_kind in OWNERS or path):
                kind = "method"
            if name in apart and owner < 0:
                public = True
            elif owner >= 0 and owner_kind not in FUNCTIONS:
                public = definitions[owner].exported and (
                    owner_kind in INHERITING or (by_owner and name[0] != "#") or exported(name, head)
                )
            else:
                public = owner < 0 and exported(name, head)
            last = captures["body"][0] if end > node.end_byte else node
            end_line = last.end_point.row + (source[end - 1] != 10)
            previous = latest.get(owner, -1) if row.clauses else -1
            latest[owner] = place
            if previous >= 0 and definitions[previous][:2] == (name, kind) and definitions[previous].parent == parent:
                place = latest[owner] = previous
                definitions[place] = definitions[place]._replace(end_line=end_line)
            else:
                definitions.append(
                    Definition(
                        name,
                        kind,
                        captures["name"][0].end_point.row + 1,
                        end_line,
                        _signature(source, start, end, body, lead, kind),
                        parent,
                        owner,
                        doc,
                        public,
                    )
                )
            changes.append((start, place))
        if twin is not None:
            stack.append(twin)
        else:
            qualified = f"{parent}.{name}" if parent else name
            stack.append((end, span.name_start, place, span.kind, qualified))
            before = span
    while len(stack) > 1:
        closed = stack.pop()
        changes.append((closed[0], stack[-1][2]))
    return tuple(definitions), changes


def _name(captures: Captures, source: bytes, kind: str, atomic: bool) -> tuple[str, str]:
    """Return a definition's own name and the path written before it, dots between its parts."""
    text = _text(source, captures["name"][0])
    if "_alias" in captures:  # the shell's `alias ll='ls -l'` is one word
        text = text.partition("=")[0]
    path = _text(source, captures["parent"][0]) if "parent" in captures else ""
    if atomic:
        return text.strip('"'), path
    if text.isidentifier() or not _LETTER.search(text):
        return text, path
    if text[0] in "\"'" and kind == "module":  # TypeScript's `declare module "a/b"`
        return text.strip("\"'"), path
    if kind == "scope":
        words = re.findall(r"(?<!')\b(?!(?:dyn|mut|impl|for|const)\b)\w+(?:(?:::|\.)\w+)*", text)
        return (_PATH.split(words[0])[-1] if words else "_"), path
    operator = _OPERATOR.search(text)
    if operator:
        name, text = " ".join(operator[0].partition(") ")[0].split()), text[: operator.start()]
        call = re.match(r"operator\s*\(\s*\)", name)
        name = "operator()" if call else name.partition("(")[0].strip()
        name = name.replace(" ", "") if not name[8:].lstrip()[:1].isalpha() else name
        parts = [*_PATH.split(_strip_templates(text)), name]
        parts = [part.strip() for part in parts if part.strip()]
    else:
        parts = [part.strip() for part in _PATH.split(_strip_templates(text.strip("\"'`")))]
    if parts[-1] == "exports" and kind != "function":
        return "", ""
    owner = ".".join(part for part in parts[:-1] if part not in _NO_OWNER)
    return parts[-1], owner.rpartition(" ")[2] or path


def _strip_templates(text: str) -> str:
    while "<" in text:
        text, count = _TEMPLATE.subn("", text)
        if not count:
            break
    return text


def _signature(source: bytes, start: int, end: int, body: int, lead: str, kind: str) -> str:
    stop = body if body >= 0 else end
    text = source[start : min(stop, start + 8 * MAX_SIGNATURE)].decode("utf-8", "replace")
    if kind != "section" and text[:1] in "@[#":
        text = _ATTRIBUTES.sub("", text)
    if lead and _WORDS.fullmatch(lead):
        text = lead + text
    if body < 0 and (kind in OWNERS or kind == "module"):
        line = _FIRST_LINE.match(text)
        text = line[0] if line and line[0].count("(") == line[0].count(")") else text
    if "\n" in text:
        text = _PADDING.sub("", _SPACE.sub(" ", _COMMENT.sub("", text)))
    elif "  " in text or "\t" in text:
        text = _SPACE.sub(" ", text)
    if body >= 0:
        text = text.rstrip(" :{(").removesuffix("=>").rstrip(" =")
    else:
        text = _END.sub("", text.rstrip(" ;,"))
        if "{" in text and kind not in FUNCTIONS:
            text = _BRACES.sub("{…}", text)
    return text if len(text) <= MAX_SIGNATURE else text[: MAX_SIGNATURE - 1].rstrip() + "…"


def _references(
    uses: dict[int, int], changes: list[tuple[int, int]], source: bytes, atomic: bool
) -> tuple[Reference, ...]:
    rows: list[tuple[str, str, int, int, str]] = []
    names: dict[bytes, tuple[str, str]] = {}
    upcoming, last = 0, len(changes)
    scope = -1
    line, counted = 1, 0
    for end in sorted(uses):
        packed = uses[end]
        start = packed >> 3
        while upcoming < last and changes[upcoming][0] < end:
            scope = changes[upcoming][1]
            upcoming += 1
        line += source.count(b"\n", counted, end)
        counted = end
        length = end - start
        if length > REACH or (start and source[start - 1] in _SEPARATORS):
            start = max(0, end - REACH)
        raw = source[start:end]
        pair = names.get(raw)
        if pair is None:
            pair = names[raw] = _split(raw, min(length, REACH) if atomic else 0)
        if pair[0]:
            rows.append((pair[0], _PRIORITY[packed & 7], line, scope, pair[1]))
    return tuple(map(partial(tuple.__new__, Reference), rows))


def _split(raw: bytes, length: int) -> tuple[str, str]:
    """Return the last word of a path, "" when it does not end with one, and what is written before it: a path, or "?".

    A positive `length` says how many bytes at the end are the word, whatever signs it holds.
    """
    cut = len(raw) - length if length else max(raw.rfind(b"."), raw.rfind(b":"), raw.rfind(b">"), raw.rfind(b"\\")) + 1
    name = raw[cut:].strip()
    if not name or (not length and name[-1] in b")]}\"'"):
        return "", ""
    match = _QUALIFIER.match(raw[:cut][::-1]) if cut else None
    before = match[1][::-1].decode("utf-8", "replace") if match else "?" if cut and not length else ""
    return name.decode("utf-8", "replace"), before
