"""Find the other end of brackets in a source text, without a syntax tree."""

from __future__ import annotations

import re

_OPEN, _CLOSE = "([{<", ")]}>"
_SIGNS = {
    sign: re.compile(rf'[{re.escape(sign)}{re.escape(_CLOSE[at])}]|"(?:[^"\\\n]|\\.)*"')
    for at, sign in enumerate(_OPEN)
}
_TYPE_ARGUMENTS = re.compile(r"<[\w\s.,?<>\[\]*:&|@]*|\[[\w\s.,*\[\]?]*")
FARTHEST = 8000  # characters between brackets that are looked through


def closing(text: str, start: int) -> int:
    """Return where the bracket that opens at `start` is closed, the position after it; -1 when it is not."""
    depth = 0
    for match in _SIGNS[text[start]].finditer(text, start, start + FARTHEST):
        if len(match[0]) > 1:
            continue
        depth += 1 if match[0] in _OPEN else -1
        if not depth:
            return match.end()
    return -1


def opening(text: str, end: int) -> int:
    """Return where the bracket that closes at `end` is opened, -1 when it is not."""
    sign = _OPEN[_CLOSE.index(text[end])]
    open_at: list[int] = []
    begin = max(0, end - FARTHEST)
    for match in _SIGNS[sign].finditer(text, begin, end + 1):
        if len(match[0]) > 1:
            continue
        if match[0] == sign:
            open_at.append(match.start())
        elif match.start() == end:
            return open_at[-1] if open_at else -1
        elif open_at:
            open_at.pop()
    return -1


def past_type_arguments(text: str, at: int) -> int:
    """Return where type arguments end that stand at `at` before a call or a member, `at` when there are none."""
    match = _TYPE_ARGUMENTS.match(text, at)
    if not match:
        return at
    end = closing(text, at)
    return end if end > 0 and text[end : end + 1] in ("(", "{", ".", " ", "\n", "?", "!", ")", ";", ",") else at
