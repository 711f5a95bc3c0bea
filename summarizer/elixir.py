"""Draft the steps of Elixir's control flow, whose every statement is a call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from summarizer.draft import AS_IS
from summarizer.heads import head

if TYPE_CHECKING:
    from tree_sitter import Node

    from summarizer.statements import Walker

_WORDS = {
    "if": "if",
    "unless": "if",
    "case": "match",
    "cond": "match",
    "for": "for each",
    "try": "try",
    "with": "with",
}
_CLAUSES = {"else_block": "else", "rescue_block": "on", "after_block": "finally", "catch_block": "on"}


def draft_elixir(walker: Walker, node: Node, depth: int, tail: bool) -> bool:
    """Draft the call `node` and what it holds; False when it is no control flow."""
    target = node.child_by_field_name("target")
    name = walker.text(target.start_byte, target.end_byte) if target is not None else ""
    word = _WORDS.get(name)
    block = next((child for child in node.named_children if child.type == "do_block"), None)
    if word is None or block is None:
        return False
    said = walker.text(node.start_byte + len(name), block.start_byte)
    said = head(said, word, name == "unless") or ("first true" if name == "cond" else "")
    walker.draft(node, depth, "loop" if word == "for each" else "branch", AS_IS, f"{word} {said}".rstrip() + ":")
    for child in block.named_children:
        clause = _CLAUSES.get(child.type)
        if clause is not None:
            stabs = [inner for inner in child.named_children if inner.type == "stab_clause"]
            for stab in stabs:
                walker.compound(stab, depth, "on" if clause == "on" else "case", "clause", tail)
            if not stabs:
                walker.draft(child, depth, "clause", AS_IS, clause + ":")
                walker.run(child.named_children, depth + 1)
        elif child.type == "stab_clause":
            always = name == "cond" and walker.text(child.start_byte, child.end_byte).startswith("true ")
            walker.compound(child, depth + 1, "else" if always else "case", "branch", tail)
        else:
            walker.statement(child, depth + 1, tail and child == block.named_children[-1])
    return True
