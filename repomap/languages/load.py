"""Load grammars and compile their queries, each once a process; a language that does not load is named, not fatal."""

from __future__ import annotations

import importlib
import os
import sys
import warnings
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from repomap.checksum import blake2b
from repomap.languages.table import language

if TYPE_CHECKING:
    import tree_sitter

QUERIES = Path(__file__).with_name("queries")


class GrammarError(Exception):
    """A language cannot be read on this machine; the message names it and the fix."""


class Grammar(NamedTuple):
    """A compiled grammar: `parser` for its files and `query`, whose captures `repomap.extraction.extract` describes."""

    name: str
    parser: tree_sitter.Parser
    query: tree_sitter.Query


@cache
def load(name: str) -> Grammar:
    """Return the grammar of the language called `name`. Raises GrammarError when it is missing or does not fit."""
    import tree_sitter

    row = language(name)
    module, function = row.grammar
    package = module.partition(".")[0].replace("_", "-")
    wanted = f"repomap[{row.extra}]" if row.extra else "repomap"
    fix = f"pip install {package}" if row.query else f"pip install '{wanted}'"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # some wheels still hand over a plain integer
            grammar = tree_sitter.Language(getattr(importlib.import_module(module), function)())
    except Exception as error:
        raise GrammarError(f"{name}: the grammar {package} does not load ({error}); {fix}") from error
    try:
        query = tree_sitter.Query(grammar, query_text(name))
    except OSError as error:
        raise GrammarError(f"{name}: its query {error.filename} cannot be read ({error.strerror})") from error
    except tree_sitter.QueryError as error:
        fix = f"correct {row.query}" if row.query else fix
        raise GrammarError(f"{name}: its query does not fit the installed {package} ({error}); {fix}") from error
    return Grammar(name, tree_sitter.Parser(grammar), query)


@cache
def at_root(name: str) -> tuple[tree_sitter.Query, tuple[int, ...]]:
    """Move the patterns that start at the root of a tree out of a language's query, into one of their own.

    Return that query, and which pattern of the language's each of it is; they are disabled there. A match that begins
    at the root is pursued at every node of the file: alone, such patterns look at a hundredth of the nodes.
    """
    import tree_sitter

    parser, query = load(name).parser, load(name).query
    root = f"({parser.parse(b'').root_node.type} ("
    text = query_text(name).encode()
    pieces = {
        pattern: text[query.start_byte_for_pattern(pattern) : query.end_byte_for_pattern(pattern)].decode()
        for pattern in range(query.pattern_count)
    }
    patterns = tuple(pattern for pattern, piece in pieces.items() if piece.startswith(root))
    for pattern in patterns:
        query.disable_pattern(pattern)
    assert parser.language is not None
    return tree_sitter.Query(parser.language, "\n".join(map(pieces.__getitem__, patterns))), patterns


@cache
def query_text(name: str) -> str:
    """Return the query of the language called `name`. A line `; inherits NAME` stands for that language's query."""
    try:
        own = language(name).query
    except KeyError:  # a part that several languages share
        own = ""
    lines = Path(own or QUERIES / f"{name}.scm").read_text(encoding="utf-8").splitlines()
    return "\n".join(query_text(line.split()[2]) if line.startswith("; inherits ") else line for line in lines)


@cache
def installed_grammars() -> dict[str, str]:
    """Map the module of each installed grammar to its distribution's folder name, which holds the version.

    One listing a folder of `sys.path`: `importlib.metadata` takes a millisecond a package, on every run.
    """
    found: dict[str, str] = {}
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue
        for name in names:
            if name.startswith("tree_sitter") and name.endswith(".dist-info"):
                found.setdefault(name.partition("-")[0], name)
    return found


@cache
def fingerprint(name: str, extractor: int) -> bytes:
    """Return 8 bytes that change when what is read of this language's files may change.

    That is with its grammar, its query, its row in the table, the language of its blocks and the `extractor` version.
    """
    row = language(name)
    installed = installed_grammars()
    parts = [str(extractor), installed.get("tree_sitter", ""), installed.get(row.grammar[0].partition(".")[0], "")]
    try:
        parts += [query_text(name), repr(row)]
    except OSError:  # a plug-in's query is gone; loading it says so
        parts.append("")
    if row.embeds:
        parts.append(fingerprint(row.embeds, extractor).hex())
    return blake2b("\0".join(parts).encode(), digest_size=8).digest()


def forget() -> None:
    """Load everything anew when it is next asked for. To be called when plug-ins have changed the table."""
    load.cache_clear()
    at_root.cache_clear()
    query_text.cache_clear()
    fingerprint.cache_clear()
