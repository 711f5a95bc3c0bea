"""Find the one step that says most about a function for which there is room for no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from summarizer import vocabulary as words
from summarizer.draft import AS_IS, Draft, in_words, left_out
from summarizer.statements import Walker, is_step
from summarizer.vocabulary import is_block, role_of

if TYPE_CHECKING:
    from tree_sitter import Node

LOOKED_AT = 8  # statements at the start of a function of which one is looked for that says what it does
WIDTH = 36  # characters of the step


def main_step(body: Node, source: bytes, language: str) -> Draft | None:
    """Return how a function that raises nothing ends, or else the first thing it changes.

    None where only a look at every step tells.
    """
    if not is_block(body.type):
        return None
    children = [child for child in body.named_children if is_step(child)]
    for at, child in enumerate((*children[-1:], *children[:LOOKED_AT])):
        if role_of(child.type) in ("simple", "wrapper"):
            walker = Walker(source, language, 0)
            walker.statement(child, 0, at == 0 and language in words.TAILED)
            if len(walker.drafts) == 1 and walker.drafts[0].kind in (("set", "effect") if at else ("end",)):
                place = at - 1 if at else len(children) - 1
                said = Draft(child.start_byte, 0, "end", AS_IS, in_words(walker.drafts[0], WIDTH))
                return left_out(said, before=place > 0, after=place + 1 < len(children))
    return None
