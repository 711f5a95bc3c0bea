"""What one source file holds, as plain data: its definitions, references and imports.

Named tuples, not dataclasses, where millions are made: they are built and unpacked four times as fast.
"""

from __future__ import annotations

from typing import NamedTuple


class Definition(NamedTuple):
    """A named thing in a file. Lines count from 1; `end_line` is the last line of the definition, inclusive.

    `parent` is the qualified name of what encloses it ("Flask", "Outer.Inner", "") and `owner` the position of the
    enclosing definition in the file's list (-1 when there is none in this file). `signature` is one line of source
    without the body; `doc` the first line of its doc comment.
    """

    name: str
    kind: str
    line: int
    end_line: int
    signature: str
    parent: str
    owner: int
    doc: str
    exported: bool

    @property
    def qualified(self) -> str:
        """The name with its parents: "Flask.run"."""
        return f"{self.parent}.{self.name}" if self.parent else self.name


class Reference(NamedTuple):
    """A use of a name. `scope` is the position of the definition it stands in, -1 at the top of the file.

    `kind` is one of REFERENCE_KINDS. `qualifier` is the word before the name where the language writes one
    (`self` in `self.run()`, `os.path` in `os.path.join()`), "?" where an expression stands there, else "".
    """

    name: str
    kind: str
    line: int
    scope: int
    qualifier: str


class Import(NamedTuple):
    """An import. `module` is as written ("..store", "./a", "fmt", "crate::x"); `names` are (name, alias) pairs.

    No names means the module itself is bound, under `alias` where one is given. ("*", "") binds everything.
    """

    module: str
    names: tuple[tuple[str, str], ...]
    alias: str
    line: int


class Extracted(NamedTuple):
    """All that is kept of one file's contents."""

    definitions: tuple[Definition, ...]
    references: tuple[Reference, ...]
    imports: tuple[Import, ...]
    errors: int
    """How many syntax errors the parser met; what could be read is here all the same."""


DEFINITION_KINDS = (
    "class",
    "interface",
    "trait",
    "struct",
    "enum",
    "union",
    "type",
    "module",
    "function",
    "method",
    "constructor",
    "property",
    "field",
    "member",
    "constant",
    "variable",
    "macro",
    "section",
)
TYPES = frozenset(("class", "interface", "trait", "struct", "enum", "union", "type", "module"))
"""Kinds of definition that own others."""
FUNCTIONS = frozenset(("function", "method", "constructor"))
"""Kinds of definition that do something."""
REFERENCE_KINDS = ("call", "type", "inherit", "decorator", "use")
