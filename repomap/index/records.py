"""Pack what a file holds into the columns of the index, and back."""

from __future__ import annotations

import json
import zlib
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, count, repeat
from operator import add, sub

from repomap.damage import sound
from repomap.model import DEFINITION_KINDS, REFERENCE_KINDS, Definition, Import, Reference

LEVEL = 1  # zlib: level 6 makes the records 10 % smaller and their packing a quarter slower
MARK = "\x7f"  # stands for the name in a packed signature, and for a parent that is the owner

# tuple.__new__ takes a third of the time of a named tuple's own maker, which is a Python function
_new_definition: Callable[[type[Definition], Iterable[object]], Definition] = tuple.__new__
_new_reference: Callable[[type[Reference], Iterable[object]], Reference] = tuple.__new__
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
_KIND_NUMBER = {kind: number for number, kind in enumerate(DEFINITION_KINDS)}
_REFERENCE_NUMBER = {kind: number for number, kind in enumerate(REFERENCE_KINDS)}


def pack_definitions(definitions: Sequence[Definition]) -> bytes:
    """Return the definitions as bytes, a column after the other; line breaks in names and signatures become spaces."""
    if not definitions:
        return b""
    names, kinds, lines, ends, signatures, parents, owners, docs, exported = zip(*definitions, strict=True)
    short = [
        signature.replace(name, MARK, 1) if MARK not in signature else MARK + signature
        for name, signature in zip(names, signatures, strict=True)
    ]
    qualified = [*(f"{parent}.{name}" if parent else name for name, parent in zip(names, parents, strict=True)), ""]
    above = [
        MARK if owner < at and parent == qualified[owner] else parent  # the last is that of owner -1
        for at, (parent, owner) in enumerate(zip(parents, owners, strict=True))
    ]
    columns = (
        list(map(_KIND_NUMBER.__getitem__, kinds)),
        list(map(sub, lines, (0, *lines))),
        list(map(sub, ends, lines)),
        list(map(sub, owners, repeat(-1))),
        exported,
    )
    return _pack((*names, *short, *above, *docs), columns)


@sound
def unpack_definitions(data: bytes) -> tuple[Definition, ...]:
    """Return the definitions that `pack_definitions` packed."""
    if not data:
        return ()
    texts, (kinds, steps, lengths, owners, exported) = _unpack(data, 5)
    count = len(texts) // 4
    names, short, above, docs = (texts[at : at + count] for at in range(0, 4 * count, count))
    lines = list(accumulate(steps))
    qualified: list[str] = []
    for at, (name, parent, owner) in enumerate(zip(names, above, owners, strict=True)):
        if parent == MARK:
            parent = above[at] = qualified[owner - 1] if owner else ""
        qualified.append(f"{parent}.{name}" if parent else name)
    # a call of a function for each takes half as long again
    signatures = [
        text.replace(MARK, name, 1) if text[:1] != MARK or MARK not in text[1:] else text[1:]
        for text, name in zip(short, names, strict=True)
    ]
    columns = (
        names,
        map(DEFINITION_KINDS.__getitem__, kinds),
        lines,
        map(add, lines, lengths),
        signatures,
        above,
        map(add, owners, repeat(-1)),
        docs,
        map(bool, exported),
    )
    return tuple(map(_new_definition, repeat(Definition), zip(*columns, strict=False)))


def pack_references(references: Sequence[Reference]) -> bytes:
    """Return the references as bytes: their names and qualifiers once each, then five columns of numbers."""
    if not references:
        return b""
    names, kinds, lines, scopes, qualifiers = zip(*references, strict=True)
    name_number: dict[str, int] = defaultdict(count().__next__)
    qualifier_number: dict[str, int] = defaultdict(count().__next__)
    columns = (
        list(map(_REFERENCE_NUMBER.__getitem__, kinds)),
        list(map(name_number.__getitem__, names)),
        list(map(sub, lines, (0, *lines))),
        list(map(sub, scopes, repeat(-1))),
        list(map(qualifier_number.__getitem__, qualifiers)),
    )
    return _pack((str(len(name_number)), *name_number, *qualifier_number), columns)


@sound
def unpack_references(data: bytes) -> tuple[Reference, ...]:
    """Return the references that `pack_references` packed."""
    if not data:
        return ()
    texts, (kinds, uses, steps, scopes, before) = _unpack(data, 5)
    split = 1 + int(texts[0])
    names, qualifiers = texts[1:split], texts[split:]
    columns = (
        map(names.__getitem__, uses),
        map(REFERENCE_KINDS.__getitem__, kinds),
        accumulate(steps),
        map(add, scopes, repeat(-1)),
        map(qualifiers.__getitem__, before),
    )
    return tuple(map(_new_reference, repeat(Reference), zip(*columns, strict=True)))


@sound
def defined_names(data: bytes) -> list[str]:
    """Return the names of packed definitions in their order, without unpacking the rest."""
    texts = _texts(zlib.decompress(data)) if data else []
    return texts[: len(texts) // 4]


@sound
def referenced_names(data: bytes) -> list[str]:
    """Return the distinct names that packed references use, without unpacking each reference."""
    texts = _texts(zlib.decompress(data)) if data else ["0"]
    return texts[1 : 1 + int(texts[0])]


def _texts(raw: bytes) -> list[str]:
    return raw[4 : 4 + int.from_bytes(raw[:4], "little")].decode("utf-8").split("\n")


def _pack(texts: Sequence[str], columns: Iterable[Sequence[int]]) -> bytes:
    text = "\n".join(texts)
    if text.count("\n") >= len(texts):
        text = "\n".join([" ".join(each.splitlines()) for each in texts])
    head = text.encode("utf-8", "replace")
    return zlib.compress(b"".join((len(head).to_bytes(4, "little"), head, *map(_column, columns))), LEVEL)


def _unpack(data: bytes, columns: int) -> tuple[list[str], list[Sequence[int]]]:
    raw = zlib.decompress(data)
    start = 4 + int.from_bytes(raw[:4], "little")
    texts = _texts(raw)
    found: list[Sequence[int]] = []
    for _ in range(columns):
        width, count = raw[start], int.from_bytes(raw[start + 1 : start + 5], "little")
        start += 5
        end = start + width * count
        if width not in (1, 2, 4) or end > len(raw):
            raise ValueError("a column that is cut short")
        if width == 1:
            found.append(raw[start:end])
        else:
            rows = bytearray(end - start)
            for plane in range(width):
                rows[plane::width] = raw[start + plane * count : start + (plane + 1) * count]
            found.append(array("i" if width == 4 else "h", bytes(rows)))
        start = end
    return texts, found


def _column(numbers: Sequence[int]) -> bytes:
    """Return numbers in the fewest bytes each that hold all: the lowest bytes of all, then the next."""
    try:
        return b"\1" + len(numbers).to_bytes(4, "little") + bytes(numbers)  # to look for the largest first is slower
    except ValueError:
        return _wide_column(numbers)


def _wide_column(some: Sequence[int]) -> bytes:
    width = 2 if min(some) >= -32768 and max(some) < 32768 else 4
    rows = array("h" if width == 2 else "i", some).tobytes()
    return b"".join((bytes((width,)), len(some).to_bytes(4, "little"), *(rows[plane::width] for plane in range(width))))


def pack_imports(imports: Iterable[Import]) -> bytes:
    """Return the imports as bytes."""
    rows = [list(item) for item in imports]
    return zlib.compress(_encode(rows).encode("utf-8", "replace"), LEVEL) if rows else b""


@sound
def unpack_imports(data: bytes) -> tuple[Import, ...]:
    """Return the imports that `pack_imports` packed."""
    if not data:
        return ()
    return tuple(
        Import(module, tuple((name, rename) for name, rename in names), alias, line)
        for module, names, alias, line in json.loads(zlib.decompress(data))
    )
