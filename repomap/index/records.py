"""Pack what a file holds into the columns of the index, and back."""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Iterable, Sequence

from repomap.model import DEFINITION_KINDS, REFERENCE_KINDS, Definition, Import, Reference

LEVEL = 1  # zlib: level 6 makes the index 8 % smaller and its packing three times as slow

_KIND_NUMBER = {kind: number for number, kind in enumerate(DEFINITION_KINDS)}
_REFERENCE_NUMBER = {kind: number for number, kind in enumerate(REFERENCE_KINDS)}
_REFERENCE_KIND_BITS = 3


def _pack(value: object) -> bytes:
    return zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"), LEVEL)


def pack_definitions(definitions: Sequence[Definition]) -> bytes:
    """Return the definitions as bytes: compressed JSON, a list a column."""
    if not definitions:
        return b""
    columns = [list(column) for column in zip(*definitions, strict=True)]
    columns[1] = [_KIND_NUMBER[kind] for kind in columns[1]]
    columns[8] = [int(exported) for exported in columns[8]]
    return _pack(columns)


def unpack_definitions(data: bytes) -> tuple[Definition, ...]:
    """Return the definitions that `pack_definitions` packed."""
    if not data:
        return ()
    columns = json.loads(zlib.decompress(data))
    columns[1] = [DEFINITION_KINDS[number] for number in columns[1]]
    columns[8] = [number == 1 for number in columns[8]]
    return tuple(map(Definition._make, zip(*columns, strict=True)))


def pack_references(references: Sequence[Reference]) -> bytes:
    """Return the references as bytes: their names and qualifiers once each as JSON, then four columns of numbers."""
    if not references:
        return b""
    names: dict[str, int] = {}
    qualifiers: dict[str, int] = {}
    columns = (
        [names.setdefault(r[0], len(names)) << _REFERENCE_KIND_BITS | _REFERENCE_NUMBER[r[1]] for r in references],
        [r[2] for r in references],
        [r[3] + 1 for r in references],
        [qualifiers.setdefault(r[4], len(qualifiers)) for r in references],
    )
    head = json.dumps([list(names), list(qualifiers)], ensure_ascii=False).encode("utf-8", "replace")
    body = b"".join(array("I", column).tobytes() for column in columns)
    return zlib.compress(len(head).to_bytes(4, "little") + head + body, LEVEL)


def unpack_references(data: bytes) -> tuple[Reference, ...]:
    """Return the references that `pack_references` packed."""
    if not data:
        return ()
    names, qualifiers, (uses, lines, scopes, before) = _reference_columns(data)
    mask = (1 << _REFERENCE_KIND_BITS) - 1
    return tuple(
        Reference(
            names[use >> _REFERENCE_KIND_BITS], REFERENCE_KINDS[use & mask], line, scope - 1, qualifiers[qualifier]
        )
        for use, line, scope, qualifier in zip(uses, lines, scopes, before, strict=True)
    )


def referenced_names(data: bytes) -> list[str]:
    """Return the distinct names that packed references use, without unpacking each reference."""
    return _reference_columns(data)[0] if data else []


def _reference_columns(data: bytes) -> tuple[list[str], list[str], list[array[int]]]:
    raw = zlib.decompress(data)
    start = 4 + int.from_bytes(raw[:4], "little")
    names, qualifiers = json.loads(raw[4:start])
    size = (len(raw) - start) // 4
    columns = []
    for position in range(4):
        column = array("I")
        column.frombytes(raw[start + position * size : start + (position + 1) * size])
        columns.append(column)
    return names, qualifiers, columns


def pack_imports(imports: Iterable[Import]) -> bytes:
    """Return the imports as bytes."""
    rows = [list(item) for item in imports]
    return _pack(rows) if rows else b""


def unpack_imports(data: bytes) -> tuple[Import, ...]:
    """Return the imports that `pack_imports` packed."""
    if not data:
        return ()
    return tuple(
        Import(module, tuple((name, rename) for name, rename in names), alias, line)
        for module, names, alias, line in json.loads(zlib.decompress(data))
    )
