"""Turn the captured import statements of a file into its list of imports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from repomap.model import Import

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tree_sitter import Node

    from repomap.languages.islands import Piece

_TREE = re.compile(r"[{},]|[^{},]+")
_KEYWORD = re.compile(r"^\s*(?:import|use)\s+(?:(?:function|const)\s+)?")
_RENAME = re.compile(r"\s+as\s+|\s*=>\s*")
_SEPARATOR = re.compile(r"::|\.|\\")
_ALL = frozenset(("*", "_", "given"))


def read_imports(captured: Iterable[Mapping[str, Sequence[Node | Piece]]], source: bytes) -> tuple[Import, ...]:
    """Merge the matches of one module in one place, since a query gives one match a name, and open up import trees."""
    merged: dict[int, tuple[str, dict[tuple[str, str], int], list[str], int]] = {}  # names with where they stand
    trees: list[Import] = []
    for captures in captured:
        statement = captures["import"][0]
        if "import.tree" in captures:
            line = statement.start_point.row + 1
            text = _KEYWORD.sub("", _text(source, captures["import.tree"][0]))
            trees.extend(open_tree(text.rstrip("; \n"), line))
            continue
        node = captures["import.module"][0] if "import.module" in captures else statement
        entry = merged.get(node.start_byte)
        if entry is None:
            module = _text(source, node).strip("\"'`<>; \n")
            if "import.relative" in captures and not module.startswith("."):
                module = f"./{module}"
            entry = merged[node.start_byte] = (module, {}, [], statement.start_point.row + 1)
        _, names, alias, _ = entry
        if "import.alias" in captures:
            alias.append(_text(source, captures["import.alias"][0]))
        if "import.all" in captures:
            names["*", ""] = captures["import.all"][0].start_byte
        for default in captures.get("import.default", ()):
            names["default", _text(source, default)] = default.start_byte
        renames = captures.get("import.rename", [])
        for position, node in enumerate(captures.get("import.name", ())):
            rename = _text(source, renames[position]) if position < len(renames) else ""
            names[_text(source, node), rename] = node.start_byte
    imports = [
        Import(module, tuple(sorted(names, key=names.__getitem__)), alias[0] if alias else "", line)
        for _, (module, names, alias, line) in sorted(merged.items())
    ]
    if trees:
        imports = sorted(imports + trees, key=lambda entry: entry.line)
    return tuple(imports)


def open_tree(text: str, line: int) -> list[Import]:
    """Return the imports of a nested list such as Rust's `a::{b, c::{d, self}, e as f, g::*}`, one a module."""
    found: dict[str, list[tuple[str, str]]] = {}
    prefixes: list[str] = []
    pending = ""
    for token in _TREE.findall(text):
        if token == "{":
            prefixes.append((prefixes[-1] if prefixes else "") + pending)
            pending = ""
        elif token in "},":
            _leaf(found, prefixes[-1] if prefixes else "", pending)
            pending = ""
            if token == "}" and prefixes:
                prefixes.pop()
        else:
            pending = "".join(token.split()) if not _RENAME.search(token) else token.strip()
    _leaf(found, prefixes[-1] if prefixes else "", pending)
    return [Import(module, tuple(names), "", line) for module, names in found.items()]


def _leaf(found: dict[str, list[tuple[str, str]]], prefix: str, text: str) -> None:
    path, *renames = _RENAME.split(text)
    if not path:
        return
    alias = renames[0] if renames else ""
    whole = prefix + path
    cut = max((match.start() for match in _SEPARATOR.finditer(whole)), default=0)
    module, name = whole[:cut].rstrip(":"), whole[cut:].lstrip(":.\\")
    if name == "self":
        inner = max((match.start() for match in _SEPARATOR.finditer(module)), default=0)
        module, name = module[:inner].rstrip(":"), module[inner:].lstrip(":.\\")
    if name in _ALL:
        found.setdefault(module, []).append(("*", ""))
    elif module:
        found.setdefault(module, []).append((name, alias))
    else:
        found.setdefault(name, [])


def _text(source: bytes, node: Node | Piece) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace").strip("\"':")
