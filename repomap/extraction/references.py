"""Turn the captured uses of names into a file's references: name, qualifier, line, and the definition they stand in."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import partial
from typing import TYPE_CHECKING

from repomap.model import Definition, Import, Reference

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from repomap.languages.islands import Piece
    from repomap.languages.row import Language

PRIORITY = ("use", "type", "call", "decorator", "inherit")
"""Kinds of reference, weakest first: where two patterns capture the same name, the stronger kind holds."""
_CALL = PRIORITY.index("call")
_VALUES = (_CALL, PRIORITY.index("use"))
REACH = 80  # bytes of a path kept before its end; of a longer chain the end is kept
KNOWN = 1 << 17  # texts split once and remembered by a process, some 20 MB; Django's sources hold 90 000

# Matched backwards from the name, so that one step a character is enough: "b->a.x" reads "x.a>-b".
_QUALIFIER = re.compile(
    rb"\s*(?:\.|::|:|>-|\\)[?!]{0,2}\s*(?:\)\()?([\w$\x80-\xff]+(?:#?(?:\.|::|>-|\\)[\w$\x80-\xff]+)*)"
)
_MESSAGE = re.compile(rb"\[\s*([\w$]+(?:(?:\.|->)[\w$]+)*)\s+\Z")  # what an Objective-C message is sent to
_ENDS = frozenset(b".:>\\")  # the last bytes of what parts a path
_NEWLINE = ord("\n")  # a number is counted in half the time of a string
CLOSED = frozenset(
    ("python", "notebook", "javascript", "typescript", "tsx", "vue", "svelte", "rust", "gleam", "elm", "zig")
)
"""Languages in which a bare name is defined or imported in the file that uses it, unless all names of a module are."""

_COMMENT = re.compile(rb"(?://|(?<=\s)#)[^\n]*\n|/\*.*?\*/", re.DOTALL)
_TURBOFISH = re.compile(rb"::<(?:[^<>]|<[^<>]*>)*>")  # Rust's type arguments: `Conn::<u8>::new`
_PARTS = re.compile(rb"[^.]\.|::|->|.\\", re.DOTALL)
_PARTS_IN = {
    "erlang": re.compile(rb"[^.]\.|.:", re.DOTALL),  # `lists:reverse`; elsewhere a colon alone says another thing
    "julia": re.compile(rb"[^.]\.", re.DOTALL),  # `key::Key` gives a type
}


class _Known(dict[bytes, tuple[str, str]]):
    """Text of a path → its last word, and what is written before it."""

    def __missing__(self, raw: bytes) -> tuple[str, str]:
        self[raw] = pair = _split(raw)
        return pair


_known = _Known()


def bound_names(name: str, definitions: tuple[Definition, ...], imports: tuple[Import, ...]) -> frozenset[str] | None:
    """Return the bare names that mean something outside a function in a file of the language called `name`.

    None when that cannot be told: a module's names are imported all, or the file is no module (a script in a page).
    """
    if name not in CLOSED or (name in ("javascript", "vue", "svelte") and not imports):
        return None
    bound = {definition.name for definition in definitions}
    for module, names, alias, _ in imports:
        if not names:
            bound.add(alias or module.replace("::", ".").partition(".")[0])
        for imported, renamed in names:
            if imported == "*" and name in ("python", "notebook", "rust", "elm"):  # `export * from` binds nothing
                return None
            bound.add(renamed or imported)
    return frozenset(bound)


def local_names(
    nodes: Iterable[Node | Piece], changes: list[tuple[int, int]], source: bytes
) -> dict[tuple[int, bytes], int]:
    """Return (position of a function's definition, name) → where the function first declares that name for itself."""
    found: dict[tuple[int, bytes], int] = {}
    for node in nodes:
        start = node.start_byte
        at = bisect_left(changes, (start, -1)) - 1
        key = (changes[at][1] if at >= 0 else -1, source[start : node.end_byte])
        found[key] = min(start, found.get(key, start))
    return found


def read_references(
    uses: dict[int, int],
    changes: list[tuple[int, int]],
    source: bytes,
    row: Language,
    bound: frozenset[str] | None,
    local: dict[tuple[int, bytes], int],
) -> tuple[Reference, ...]:
    """Return the references of `uses` in file order.

    `uses` maps the byte after a name to the byte where its path starts, times 8, plus the kind's place in PRIORITY;
    `changes` holds (byte, position of the definition that begins or goes on there) in file order. Where `bound` is
    given, a value passed by its bare name counts only when it is one of these: any other is a local variable's. `local`
    has what `local_names` returns.
    """
    rows: list[tuple[str, str, int, int, str]] = []
    atomic = row.atomic
    messages = row.name == "objc"
    known = _known
    parts = _PARTS_IN.get(row.name, _PARTS)
    if len(known) > KNOWN:
        known.clear()
    pending = iter((*changes, (len(source) + 1, -1)))
    change, upcoming = next(pending)
    scope = -1
    line, counted = 1, 0
    for end in sorted(uses):  # of the numbers alone in half the time that pairs take
        packed = uses[end]
        whole = start = packed >> 3
        kind = packed & 7
        if end - start > REACH or (source[start - 1] in _ENDS and start > 1 and parts.match(source, start - 2)):
            start = end - REACH if end > REACH else 0
        if atomic and end > whole:
            name, qualifier = _split_atomic(source[start:end], min(end - whole, REACH))
        else:
            name, qualifier = known[source[start:end]]
        if messages and kind == _CALL and source[end : end + 1] != b"(" and source[start - 1 : start].isspace():
            match = _MESSAGE.search(source, max(0, start - REACH), start)
            qualifier = match[1].decode("utf-8", "replace") if match else "?"
        if not name or (not kind and bound is not None and not qualifier and name not in bound):
            continue
        while change < end:
            scope = upcoming
            change, upcoming = next(pending)
        if local and not qualifier and kind in _VALUES and local.get((scope, source[whole:end]), end) < end:
            continue
        line += source.count(_NEWLINE, counted, end)
        counted = end
        rows.append((name, PRIORITY[kind], line, scope, qualifier))
    return tuple(map(partial(tuple.__new__, Reference), rows))


def _split(raw: bytes) -> tuple[str, str]:
    """Return the last word of a path, "" when it ends with none, and what is written before it: a path, or "?"."""
    text = raw.decode("utf-8", "replace")
    if text.isidentifier():
        return text, ""
    before, _, name = text.rpartition(".")
    if name.isidentifier() and all(map(str.isidentifier, before.split("."))):  # nearly all others
        return name, before
    if b"\n" in raw or b"/*" in raw:
        raw = _COMMENT.sub(b"", raw)
    if b"::<" in raw:
        raw = _TURBOFISH.sub(b"", raw)
    cut = max(raw.rfind(b"."), raw.rfind(b":"), raw.rfind(b">"), raw.rfind(b"\\")) + 1
    word = raw[cut:].strip()
    if word[:1] == word[-1:] == b"`":  # Kotlin, Scala, Swift: a name that is no identifier, or a keyword
        word = word.strip(b"`")
    if not word or word[-1] in b')]}"' or (word[-1:] == b"'" and b"'" in word.rstrip(b"'")):  # a primed name is one
        return "", ""
    return word.decode("utf-8", "replace"), _qualifier(raw[:cut]) or ("?" if cut else "")


def _split_atomic(raw: bytes, length: int) -> tuple[str, str]:
    """Return the last `length` bytes as a word, whatever signs it holds, and the path that is written before it."""
    cut = len(raw) - length
    return raw[cut:].strip().decode("utf-8", "replace"), _qualifier(raw[:cut])


def _qualifier(before: bytes) -> str:
    match = _QUALIFIER.match(before[::-1]) if before else None
    return match[1][::-1].decode("utf-8", "replace") if match else ""
