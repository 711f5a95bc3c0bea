"""Find what is raised where no statement of a function says it: in functions that are values, and outside of any."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from summarizer import vocabulary as words
from summarizer.draft import Draft
from summarizer.heads import inner_head
from summarizer.held import held_from
from summarizer.outline import OUTSIDE
from summarizer.vocabulary import is_block, role_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from repomap.extraction.extract import Reading

LONGEST = 600  # bytes read of what is raised
CLIMBED = 4  # nodes from a word such as `throw` up to the statement it begins


def raised_in(node: Node, source: bytes, language: str) -> Iterator[Node]:
    """Yield what raises inside `node`, in order, definitions with lines of their own left out."""
    waiting = list(reversed(node.named_children))
    while waiting:
        child = waiting.pop()
        kind = child.type
        value = child.child_by_field_name("value") if kind == "variable_declarator" else None
        name = child.child_by_field_name("name") if kind == "method_definition" else None
        named = name is None or name.type != "computed_property_name"  # what has no name has no lines of its own
        if (named and kind in words.NESTED) or (value is not None and value.type in words.CLOSURE):
            continue
        if _is_raise(child, source, language):
            yield child
        else:
            waiting.extend(reversed(child.named_children))


def raise_drafts(node: Node, source: bytes, language: str, depth: int) -> list[Draft]:
    """Return the step of what raises, under the `if` of which it is the first statement."""
    text = source[node.start_byte : min(node.end_byte, node.start_byte + LONGEST)].decode("utf-8", "replace")
    under = _branch_over(node)
    if under is None:
        return [Draft(node.start_byte, depth, "raise", "raise", text)]
    said, negated = inner_head(under, source, held_from(under, "if", language))
    return [
        Draft(under.start_byte, depth, "branch", "if not:" if negated else "if:", said),
        Draft(node.start_byte, depth + 1, "raise", "raise", text),
    ]


def raise_places(source: bytes, language: str) -> list[int]:
    """Return where in a file there is a word that raises, in order."""
    found: list[int] = []
    for word in words.RAISING_IN.get(language, words.RAISING):  # ten times as fast as a search for all of them at once
        at = source.find(word)
        while at >= 0:
            if words.RAISES.match(source, at):
                found.append(at)
            at = source.find(word, at + 1)
    return sorted(found)


def within(places: Sequence[int], start: int, end: int) -> Sequence[int]:
    """Return those of `places`, which are in order, that lie in bytes `start` to `end`."""
    first = bisect_left(places, start)
    return places[first : bisect_left(places, end, first)]


def raised_outside(reading: Reading, places: Iterable[int]) -> dict[int, list[Draft]]:
    """Return what is raised outside of all functions of a file's first part, by the innermost definition around it.

    `places` are where it may be, in order. What is in no definition stands under OUTSIDE.
    """
    part = reading.parts[0]
    found: dict[int, list[Draft]] = {}
    for place in places:
        node = part.root.descendant_for_byte_range(place, place + 1)
        for _ in range(CLIMBED):
            if node is None or (node.is_named and _is_raise(node, part.source, part.language)):
                break
            node = node.parent if node.parent and node.parent.start_byte == place else None
        if node is None or not _is_raise(node, part.source, part.language):
            continue
        line = node.start_point.row + 1
        around = [
            position
            for position, item in enumerate(reading.extracted.definitions)
            if item.line <= line <= item.end_line
        ]
        owner = around[-1] if around else OUTSIDE
        found.setdefault(owner, []).extend(raise_drafts(node, part.source, part.language, 0))
    return found


def _is_raise(node: Node, source: bytes, language: str) -> bool:
    if node.type in words.RAISE:
        return True
    return node.type in words.CALL and words.is_raise_call(
        source[node.start_byte : node.start_byte + 40].decode("utf-8", "replace"), language
    )


def _branch_over(node: Node) -> Node | None:
    """Return the `if` of whose consequence `node` is the first statement, None for none."""
    start = node
    while (over := start.parent) is not None and (
        role_of(over.type) == "wrapper" or (is_block(over.type) and over.named_children[0] == start)
    ):
        start = over
    if over is None or role_of(over.type) != "branch":
        return None
    first = over.child_by_field_name("consequence") or over.child_by_field_name("body")
    return over if first == start else None
