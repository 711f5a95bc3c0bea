"""Find where the head of a compound statement ends and what it holds begins, in any grammar."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from summarizer import vocabulary as words

if TYPE_CHECKING:
    from tree_sitter import Node

_FIRST = frozenset(("else", "@try", "try", "begin", "finally", "ensure", "do", "repeat", "@finally"))
_IN_HEAD = frozenset(("resource_specification", "receive_statement", "send_statement"))
_LEADS = frozenset(("then", "do", "{"))
_CASE_ENDS = frozenset(("=>", "->", ":", ")"))


def held_from(node: Node, word: str, language: str) -> int:
    """Return the byte from which on a statement holds others; `word` is how it begins in pseudocode."""
    kind = node.type
    for at, child in enumerate(node.children):
        type_ = child.type
        if not child.is_named:
            if at == 0:
                if type_ in _FIRST:
                    return child.end_byte
            elif type_ in _LEADS:
                if type_ != "{" or kind != "do_statement":
                    return child.end_byte
            elif word == "case" and type_ in _CASE_ENDS:
                return child.end_byte
            if type_ == ")" and language in ("kotlin", "scala") and word in ("if", "else if", "while", "for each"):
                return child.end_byte
        elif kind == "guard_statement" and type_ == "else":
            return child.end_byte
        elif type_ in _IN_HEAD or (word == "else if" and type_ == "elsif"):
            continue
        elif (at and _holds(type_, word)) or type_ in ("body", "stab_clause"):
            return child.start_byte
    for field in ("body", "consequence", "right"):
        found = node.child_by_field_name(field)
        if found is not None:
            return found.start_byte
    return node.end_byte


@cache
def _holds(kind: str, word: str) -> bool:
    if kind in words.BLOCK or kind.endswith(("_block", "_body", "_arm")):
        return True
    if kind in words.CLAUSES:
        return kind not in words.MATCH or (kind.endswith("_statement") and word != "with")
    return kind.endswith("_statement") and word != "with"
