"""Say in a few plain lines what a function does, from its syntax tree alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from summarizer.fold import fold
from summarizer.statements import draft_steps

if TYPE_CHECKING:
    from tree_sitter import Node


class Step(NamedTuple):
    """A line of pseudocode: the source line it stands for, counted from the body's first; its depth; its text."""

    line: int
    depth: int
    text: str


def steps_of(body: Node, source: bytes, language: str) -> tuple[Step, ...]:
    """Return the steps of the function whose body is `body`, lines counted from the body's first."""
    first = body.start_point.row
    drafts = draft_steps(body, source, language)
    return tuple(
        Step(draft.line - first, draft.depth, draft.text) for draft in fold(drafts, body.end_byte - body.start_byte)
    )
