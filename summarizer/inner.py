"""Leave out of a function's steps what gives a function inside it its name: that one has lines of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from summarizer.draft import Draft

REACH = 80  # bytes between the start of such a statement and that of its function: keywords, a name, a type


def without_inner(drafts: Sequence[Draft], inner: Sequence[tuple[int, str]], source: bytes) -> list[Draft]:
    """Return the steps without those that assign one of `inner`: functions, each by its first byte and its name."""
    found: list[Draft] = []
    deeper = -1  # than this are steps of one that was left out
    for draft in drafts:
        if 0 <= deeper < draft.depth:
            continue
        deeper = -1
        if draft.form in ("", "set") and any(_assigns(draft, start, name, source) for start, name in inner):
            deeper = draft.depth
            continue
        found.append(draft)
    return found


def _assigns(draft: Draft, start: int, name: str, source: bytes) -> bool:
    if not draft.at - REACH <= start <= draft.at + REACH or name not in draft.text:
        return False
    first, last = sorted((draft.at, start))
    if b"\n" in source[first:last]:
        return False
    return re.match(rf"[\w.$:@]*\b{re.escape(name)}\b\s*[=:(<]", draft.text.removeprefix("set ")) is not None
