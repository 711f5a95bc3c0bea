"""The reference graph: which file uses which definition, and how much. Kept between runs, mended after an edit.

A row is what one file uses, and is made as a whole from that file's bindings. After an edit only the rows that can
have changed are made again: those of changed files, and of files that hold a name whose definitions changed.
"""

from __future__ import annotations

import json
import re
import zlib
from array import array
from collections import defaultdict
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from repomap.binding.bind import Binder
from repomap.graph.graph_rows import Row, Target, new_target, rows_of, rows_of_all
from repomap.model import TYPES
from repomap.words import identifier_key

if TYPE_CHECKING:
    from repomap.index.reader import Reader

MEND_SHARE = 0.3  # when more rows than this are to be made again, making all costs less than finding out which
PACKAGE_FILES = frozenset(("__init__", "index", "mod", "main", "lib"))
"""Stems of files that stand for their folder: with one more or less, many imports may lead elsewhere."""

Contents = tuple[tuple[str, int], ...]
"""Every parsed path with the number of its content, sorted by path."""


class Graph(NamedTuple):
    """`rows[i]` is the row of `paths[i]`; paths are sorted. `contents[i]` is what the file held when it was made."""

    paths: tuple[str, ...]
    contents: tuple[int, ...]
    rows: tuple[Row, ...]

    def file_edges(self) -> list[dict[int, float]]:
        """Return for each file the files it uses, with the sums of the weights."""
        number = {path: position for position, path in enumerate(self.paths)}
        edges: list[dict[int, float]] = []
        for row in self.rows:
            targets: dict[int, float] = {}
            for target, weight in row:
                at = number[target.path]
                targets[at] = targets.get(at, 0.0) + weight
            edges.append(targets)
        return edges


class _Changed(NamedTuple):
    """Names that mean something else than before; those of `types` change what is declared with them, too."""

    names: set[str]
    types: set[str]


def build(reader: Reader, binder: Binder) -> Graph:
    """Return the graph over all parsed files, which `reader` has loaded."""
    contents = contents_of(reader)
    paths = tuple(path for path, _ in contents)
    return Graph(paths, tuple(content for _, content in contents), tuple(rows_of_all(reader, binder, paths)))


def contents_of(reader: Reader) -> Contents:
    """Return every parsed path with its content."""
    return tuple(sorted((path, row.content) for path, row in reader.rows.items() if row.content))


def mend(graph: Graph, reader: Reader, binder: Binder) -> Graph | None:
    """Return what `build` would, by making again only the rows that can have changed; None when that is most."""
    contents = contents_of(reader)
    old, new = dict(zip(graph.paths, graph.contents, strict=True)), dict(contents)
    changed = {path for path in new if old.get(path) != new[path]}
    removed = old.keys() - new.keys()
    touched = changed | removed
    if len(touched) > MEND_SHARE * len(new):
        return None
    moved = _Changed(set(), set())
    for path in touched:
        before, after = old.get(path, 0), new.get(path, 0)
        if before and not reader.knows(before):
            return None
        found = _changed_names(reader, before, after)
        if found is None:
            return None
        moved.names.update(found.names)
        moved.types.update(found.types)
        if not before or not after:
            if path.rpartition("/")[2].partition(".")[0] in PACKAGE_FILES:
                return None
            moved.names.add(path.rpartition("/")[2].partition(".")[0])
    affected = set(changed)
    for name in sorted(_reached(reader, moved)):
        affected.update(reader.paths_with(identifier_key(name)))
        if len(affected) > MEND_SHARE * len(new):
            return None
    rows = dict(zip(graph.paths, graph.rows, strict=True))
    again = sorted(affected)
    rows.update(zip(again, rows_of(reader, binder, again), strict=True))
    return Graph(
        tuple(path for path, _ in contents),
        tuple(content for _, content in contents),
        tuple(rows[path] for path, _ in contents),
    )


def _changed_names(reader: Reader, before: int, after: int) -> _Changed | None:
    """Return what means something else when content `before` becomes `after` (0: none); None for all names."""
    old, new = _meanings(reader, before), _meanings(reader, after)
    names = {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
    types = {name for name in names if any(kind in TYPES for _, kind, *_ in (*old.get(name, ()), *new.get(name, ())))}
    imports = ({item._replace(line=0) for item in reader.imports_of(content)} for content in (before, after))
    for item in set.symmetric_difference(*imports):
        for original, rename in item.names:
            if original == "*":
                return None
            names.update(filter(None, (original, rename)))
        if not item.names:
            names.add(item.alias or item.module.replace("::", ".").replace("/", ".").rpartition(".")[2])
    return _Changed(names, types)


def _meanings(reader: Reader, content: int) -> dict[str, list[tuple[str, str, bool, str, tuple[str, ...]]]]:
    """Return what binding may use of each name: where it stands, its kind, its signature, and its base types."""
    found: dict[str, list[tuple[str, str, bool, str, tuple[str, ...]]]] = defaultdict(list)
    if not content:
        return found
    definitions = reader.definitions_of(content)
    bases: dict[int, list[str]] = defaultdict(list)
    for reference in reader.references_of(content):
        if reference.kind == "inherit":
            bases[reference.scope].append(reference.name)
    for at, (name, kind, _, _, signature, parent, owner, _, _) in enumerate(definitions):
        found[name].append((f"{parent}.{name}", kind, owner < 0, signature, tuple(bases[at])))
    return found


def _reached(reader: Reader, changed: _Changed) -> set[str]:
    """Return the changed names, and those through which a file depends on one without naming it.

    A file that imports a name under another one passes it on by that. A type that changed changes what is declared
    with it (`def open() -> Type`, a field, a type that stands on it), which others use by its own name.
    """
    found: set[str] = set()
    waiting = [(name, name in changed.types) for name in sorted(changed.names)]
    seen: set[tuple[str, bool]] = set()
    while waiting:
        name, is_type = waiting.pop()
        if (name, is_type) in seen:
            continue
        seen.add((name, is_type))
        found.add(name)
        word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
        for path in reader.paths_with(identifier_key(name)):
            for item in reader.imports(path):
                waiting.extend((rename, is_type) for original, rename in item.names if original == name and rename)
            definitions = reader.definitions(path) if is_type else ()
            for definition in definitions:
                if definition.name != name and word.search(definition.signature):
                    waiting.append((definition.name, definition.kind in TYPES))
                    if definition.owner >= 0:  # a struct that embeds the type
                        waiting.append((definitions[definition.owner].name, True))
    return found


def pack(graph: Graph) -> bytes:
    """Return the graph as bytes: paths and targets once each as JSON, then columns of numbers."""
    number = {path: position for position, path in enumerate(graph.paths)}
    targets: dict[Target, int] = {}
    ends, uses, weights = array("I"), array("I"), array("d")
    for row in graph.rows:
        for target, weight in row:
            uses.append(targets.setdefault(target, len(targets)))
            weights.append(weight)
        ends.append(len(uses))
    head = json.dumps(
        [
            graph.paths,
            graph.contents,
            [number[target.path] for target in targets],
            [target.qualified for target in targets],
            [target.ordinal for target in targets],
        ],
        separators=(",", ":"),
    ).encode("ascii")
    body = ends.tobytes() + uses.tobytes() + weights.tobytes()
    return zlib.compress(len(head).to_bytes(4, "little") + head + body, 1)


def unpack(data: bytes) -> Graph:
    """Return the graph that `pack` packed."""
    raw = zlib.decompress(data)
    start = 4 + int.from_bytes(raw[:4], "little")
    paths, contents, owners, names, ordinals = json.loads(raw[4:start])
    targets = list(map(new_target, repeat(Target), zip(map(paths.__getitem__, owners), names, ordinals, strict=True)))
    ends, uses, weights = array("I"), array("I"), array("d")
    ends.frombytes(raw[start : start + 4 * len(paths)])
    start += 4 * len(paths)
    edges = ends[-1] if ends else 0
    uses.frombytes(raw[start : start + 4 * edges])
    weights.frombytes(raw[start + 4 * edges :])
    pairs = list(zip(map(targets.__getitem__, uses), weights, strict=True))
    rows = tuple(pairs[begin:end] for begin, end in zip([0, *ends], ends, strict=False))
    return Graph(tuple(paths), tuple(contents), rows)
