"""A step before it is put into words, and the words: only those that are shown are ever written out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from summarizer.heads import head
from summarizer.shorten import WIDTH, shorten

AS_IS = "="
"""The form of a text that is in its final words."""

RAISING = re.compile(r"(?:raise|throw|@throw)\b\s*")
RAISED_WIDTH = 64  # ... and after which: of what is raised the message is searched for
LONGEST_RAISED = 1_000  # characters of what is raised that are written on one line before it is cut
MORE = "…"
"""What stands, after a space or before one, for steps that are left out."""
_WHOLE = {
    "case _": "else",
    "case *": "else",
    "case": "else",
    "while": "loop",
    "match": "match first true",
    "for each": "loop",
}


class Draft(NamedTuple):
    """A step as it stands in the source.

    `at` is the byte where it starts, `kind` a key of `fold.WEIGHT`, `form` the word to begin with: "call", "" for none,
    AS_IS, or with a colon ("for each:", "if not:") where `text` is the head of what holds other steps.
    """

    at: int
    depth: int
    kind: str
    form: str
    text: str
    more: bool = False
    """Whether it is the head of steps that are not drafted."""


new_draft: Callable[[type[Draft], Iterable[object]], Draft] = tuple.__new__  # a third of the time of Draft's own maker


def with_text(draft: Draft, text: str) -> Draft:
    """Return a step with another text."""
    at, depth, kind, form, _, more = draft
    return new_draft(Draft, (at, depth, kind, form, text, more))


def in_words(draft: Draft, width: int = WIDTH) -> str:
    """Return the step's text, in few characters; those after its first word are `width` at most."""
    _, _, _, form, text, _ = draft
    if form == "":
        return shorten(text, width)
    if form == AS_IS:
        return text
    if form[-1] == ":":
        return _head(text, form[:-1]) + ":"
    if form == "raise":
        return f"raise {_raised(RAISING.sub('', text, count=1))}".rstrip()
    return f"{form} {shorten(text, width)}"


def _raised(text: str) -> str:
    """Return what is raised; the start of its message is searched for and stays."""
    said = shorten(text, LONGEST_RAISED)
    return said if len(said) <= RAISED_WIDTH else said[: RAISED_WIDTH - 1].rstrip() + MORE


def _head(text: str, word: str) -> str:
    word, negated, _ = word.partition(" not")
    said = head(text, word, bool(negated))
    if not said.strip("(; "):
        said = ""
    said = f"{word} {said}" if said and word not in ("finally", "else") else word
    return _WHOLE.get(said, said)


def left_out(draft: Draft, *, before: bool, after: bool) -> Draft:
    """Return a step in words with marks for the steps that are left out before and after it."""
    text = draft.text
    if before and not text.startswith(MORE):
        text = f"{MORE} {text}"
    if after and not text.endswith(f" {MORE}"):
        text = f"{text} {MORE}"
    return with_text(draft, text)
