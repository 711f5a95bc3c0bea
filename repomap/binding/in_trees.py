"""Find in syntax trees the uses of a name that queries do not capture: `x == State.READY`, `Point { x, y }`.

An index of all of them would be twice as large and as long in the making; they are looked for where one name is asked.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING

from repomap.extraction.extract import read
from repomap.languages import GrammarError
from repomap.model import Reference

if TYPE_CHECKING:
    from tree_sitter import Node

    from repomap.binding.file_scope import FileScope

_NAMES = re.compile(r"(?:.*_)?(?:identifier|constant|name|alias|word)|shorthand_property_identifier")
_MEMBER = re.compile(rb"(?:\.|->|::|\\|#|[$@])\s*\Z")
_BEFORE = 20  # bytes before a name in which the sign stands that makes it a member
_STATEMENT = re.compile(r"import|use_declaration|using_directive|namespace_use")
_UP = 6  # nodes above a name in which its statement is found
_LABELS = {"keyword_argument": "name", "pair": "key", "named_argument": "name", "field_initializer": "field"}
"""Nodes whose first name belongs to another thing, with its field."""


def uses_in_tree(scope: FileScope, name: str, known: Container[int]) -> Iterator[Reference]:
    """Iterate over the uses of the bare `name` in a file, one a line, but for those on the lines `known`.

    Definitions and imports of it are none. Nothing for a file that cannot be read.
    """
    source = scope.binder.read(scope.path) or b""
    word = re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(name.encode()))
    defined = {scope.definitions[at].line for at in scope.called(name)}
    lines = {line for line, text in enumerate(source.split(b"\n"), 1) if word.search(text)} - defined
    lines = {line for line in lines if line not in known}
    if not lines:
        return
    try:
        parts = read(scope.language, source).parts
    except GrammarError:
        return
    for part in parts:
        for match in word.finditer(part.source):
            line = part.source.count(b"\n", 0, match.start()) + 1
            if line in lines and _is_use(part.root, part.source, *match.span()):
                lines.discard(line)
                yield Reference(name, "use", line, _scope_at(scope, line), "")


def _is_use(root: Node, source: bytes, start: int, end: int) -> bool:
    node = root.descendant_for_byte_range(start, end)
    if node is None or (node.start_byte, node.end_byte) != (start, end) or not _NAMES.fullmatch(node.type):
        return False
    if _MEMBER.search(source, max(0, start - _BEFORE), start):
        return False
    above = node.parent
    if above is not None and above.type in _LABELS:
        label = above.child_by_field_name(_LABELS[above.type])
        if label is not None and label.start_byte == start:
            return False
    for _ in range(_UP):
        if above is None:
            break
        if _STATEMENT.search(above.type):
            return False
        above = above.parent
    return True


def _scope_at(scope: FileScope, line: int) -> int:
    """Return the position of the innermost definition that holds `line`, -1 for none."""
    inside = -1
    for position, definition in enumerate(scope.definitions):
        if definition.line > line:
            break
        if definition.end_line >= line:
            inside = position
    return inside
