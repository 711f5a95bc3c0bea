"""What a row of the table of languages says."""

from __future__ import annotations

from typing import NamedTuple


class Language(NamedTuple):
    """A row of the table.

    `grammar` is (module, function) of the wheel that holds it. `export` names the rule in `repomap.extraction.exports`
    that tells public names; `docstring` is true where documentation stands inside the body; `comments` are the
    prefixes of the comment lines that may stand above a definition. `clauses` is true where one definition is written
    as several that follow one another; `atomic` where names hold signs that elsewhere part a path (Lisp's `a->b`, R's
    `print.x`).
    """

    name: str
    grammar: tuple[str, str]
    extensions: tuple[str, ...]
    filenames: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()
    export: str = "all"
    docstring: bool = False
    comments: tuple[str, ...] = ("//", "/*", "*")
    clauses: bool = False
    atomic: bool = False
    embeds: str = ""
    """The language of the blocks inside that are read as well."""
    extra: str = ""
    """The name of the optional dependency that brings the grammar; "" when the base install has it."""
    query: str = ""
    """The path of a plug-in's query file; "" for the one of this name beside the table."""
