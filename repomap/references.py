"""Turn the captured uses of names into a file's references: name, qualifier, line, and the definition they stand in."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from repomap.model import Definition, Import, Reference

if TYPE_CHECKING:
    from repomap.languages.row import Language

PRIORITY = ("use", "type", "call", "decorator", "inherit")
"""Kinds of reference, weakest first: where two patterns capture the same name, the stronger kind holds."""
REACH = 80  # bytes of a path kept before its end; of a longer chain the end is kept
KNOWN = 1 << 17  # texts split once and remembered by a process, some 20 MB; Django's sources hold 90 000

# Matched backwards from the name, so that one step a character is enough: "b->a.x" reads "x.a>-b".
_QUALIFIER = re.compile(
    rb"\s*(?:\.|::|:|>-|\\)[?!]{0,2}\s*(?:\)\()?([\w$\x80-\xff]+(?:(?:\.|::|>-|\\)[\w$\x80-\xff]+)*)"
)
_ENDS = b".:>\\"  # the last bytes of what parts a path
CLOSED = frozenset(
    ("python", "notebook", "javascript", "typescript", "tsx", "vue", "svelte", "rust", "gleam", "elm", "zig")
)
"""Languages in which a bare name is defined or imported in the file that uses it, unless all names of a module are."""

_PARTS = re.compile(rb"[^.]\.|::|->|.\\", re.DOTALL)
_PARTS_IN = {
    "erlang": re.compile(rb"[^.]\.|.:", re.DOTALL),  # `lists:reverse`; elsewhere a colon alone says another thing
    "julia": re.compile(rb"[^.]\.", re.DOTALL),  # `key::Key` gives a type
}
_known: dict[bytes, tuple[str, str]] = {}


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


def read_references(
    uses: dict[int, int],
    changes: list[tuple[int, int]],
    source: bytes,
    row: Language,
    bound: frozenset[str] | None,
) -> tuple[Reference, ...]:
    """Return the references of `uses` in file order.

    `uses` maps the byte after a name to the byte where its path starts, times 8, plus the kind's place in PRIORITY;
    `changes` holds (byte, position of the definition that begins or goes on there) in file order. Where `bound` is
    given, a value passed by its bare name counts only when it is one of these: any other is a local variable's.
    """
    rows: list[tuple[str, str, int, int, str]] = []
    atomic = row.atomic
    known = {} if atomic else _known
    parts = _PARTS_IN.get(row.name, _PARTS)
    if len(known) > KNOWN:
        known.clear()
    pending = iter((*changes, (len(source) + 1, -1)))
    change, upcoming = next(pending)
    scope = -1
    line, counted = 1, 0
    for end in sorted(uses):
        packed = uses[end]
        start = packed >> 3
        length = end - start
        if length > REACH or (start > 1 and source[start - 1] in _ENDS and parts.match(source, start - 2)):
            start = end - REACH if end > REACH else 0
        raw = source[start:end]
        pair = known.get(raw)
        if pair is None:
            pair = known[raw] = _split(raw, min(length, REACH) if atomic else 0)
        name, qualifier = pair
        if not name or (bound is not None and not packed & 7 and not qualifier and name not in bound):
            continue
        while change < end:
            scope = upcoming
            change, upcoming = next(pending)
        line += source.count(b"\n", counted, end)
        counted = end
        rows.append((name, PRIORITY[packed & 7], line, scope, qualifier))
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
