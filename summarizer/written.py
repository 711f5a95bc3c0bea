"""Write a kept page as text: as the mirror has it, and as it is checked in, where an edit changes few lines."""

from __future__ import annotations

from summarizer.page import head_text, unpack_lines
from summarizer.shelf import Kept


def text_of(kept: Kept, place: str) -> str:
    """Return a kept page as the mirror has it; `place` is the header line on where the file is, "" for none."""
    return head_text(kept.header.split("\n"), place) + _lines(kept, whole=True)


def checked_in(kept: Kept) -> str:
    """Return a kept page as it is checked in, without what changes with an edit elsewhere.

    Lines are counted from their definition's, which is +0. The head does without the file's size and hash, and without
    the sentences of its folder and of the repository.
    """
    first, *others = kept.header.split("\n")
    return head_text((first.rsplit(" · ", 2)[0], *others), "") + _lines(kept, whole=False)


def _lines(kept: Kept, *, whole: bool) -> str:
    numbers, depths, scopes = unpack_lines(kept.lines)
    if not numbers:
        return ""
    rows = zip(numbers, depths, scopes, kept.text.split("\n"), strict=True)
    return "".join(
        f"{number if whole else f'+{max(0, number - numbers[scope])}'}  {'  ' * depth}{text}\n"
        for number, depth, scope, text in rows
    )
