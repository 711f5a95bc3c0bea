"""Draft a call that is handed a function of several statements, and what that function does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from summarizer import vocabulary as words
from summarizer.draft import AS_IS
from summarizer.shorten import shorten
from summarizer.vocabulary import is_block

if TYPE_CHECKING:
    from tree_sitter import Node

    from summarizer.statements import Walker

DEEPEST = 5  # nodes between a call and the function it is handed

LEAD = 40  # characters of what a returned function is handed to, or of its parameters
FUNCTION = words.CLOSURE - {"block", "do_block", "lambda"}
"""Functions as values that have a body of statements."""

_CALLED_WITH = re.compile(r"[\w\s.$@!?:,'\"-]*\(?[\w\s.$,'\"-]*")
_EACH_CALL = re.compile(r"^(.*?)\.(?:each|forEach|for_each|each_with_index|each_value|each_pair|forEachIndexed)$", re.S)


def draft_closure(walker: Walker, node: Node, depth: int) -> bool:
    """Draft the call `node` and the steps of the function it is handed; False when there is none."""
    found = _closure_in(walker, node, DEEPEST)
    if found is None or not walker.is_long(found.start_byte, found.end_byte):
        return False
    text = walker.text(node.start_byte, found.start_byte).rstrip("( ,\n&")
    each = _EACH_CALL.match(text)
    body = found.child_by_field_name("body") or next(
        (child for child in reversed(found.named_children) if is_block(child.type)), None
    )
    if each:
        given = found.child_by_field_name("parameters")
        item = walker.text(given.start_byte, given.end_byte).strip("|() ") if given is not None else "it"
        walker.draft(node, depth, "loop", AS_IS, f"for each {shorten(item, 24)} in {shorten(each[1], 50)}:")
    else:
        walker.draft(node, depth, "call", AS_IS, f"call {shorten(text, 60)}:")
    walker.run((body or found).named_children, depth + 1)
    return True


def draft_returned(walker: Walker, node: Node, depth: int) -> bool:
    """Draft the function that is returned, or handed to what is called for that, and what it does; False for none."""
    found = node if node.type in FUNCTION else _closure_in(walker, node, DEEPEST)
    if found is None or found.type not in FUNCTION:
        return False
    body = found.child_by_field_name("body")
    lead = walker.text(node.start_byte, found.start_byte).removeprefix("return").strip()
    if body is None or not is_block(body.type) or not walker.is_long(body.start_byte, body.end_byte):
        return False
    if not _CALLED_WITH.fullmatch(lead):
        return False
    if lead:
        said = shorten(lead.rstrip("( ,\n&"), LEAD)
    else:
        given = found.child_by_field_name("parameters") or found.child_by_field_name("parameter")
        taken = walker.text(given.start_byte, given.end_byte) if given is not None else ""
        space = " " if taken[:1].isidentifier() else ""  # `e => …` in C#, Java and JavaScript
        said = f"function{space}{shorten(taken, LEAD)}"
    walker.draft(node, depth, "end", AS_IS, f"return {said}:")
    walker.block(body, depth + 1)
    return True


def _closure_in(walker: Walker, node: Node, depth: int) -> Node | None:
    for child in node.named_children:
        if child.type in words.CLOSURE:
            return child
        if depth and walker.is_long(child.start_byte, child.end_byte):
            found = _closure_in(walker, child, depth - 1)
            if found is not None:
                return found
    return None
