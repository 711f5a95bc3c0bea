"""Cap one oversized observation when it is captured: its front and a marker that names the original length."""

from __future__ import annotations

import re

DEFAULT_MAX_CHARS = 24_000  # about 6 000 tokens of page: a whole screen of controls, not a whole site

MARKER = "\n[browser observation truncated: {total} chars total]"
MARKER_AT_END = re.compile(r"\n\[browser observation truncated: (\d+) chars total\]\Z")


def cap_observation(text: str, max_chars: int = DEFAULT_MAX_CHARS) -> str:
    """Return `text` with at most `max_chars` code points, a marker with its original length included.

    A cap of 0 or less leaves the text alone; a cap shorter than the marker gives the marker's front. A text that was
    capped before keeps its original length in the marker. The cut never splits a grapheme cluster: the result is then
    one cluster shorter than the cap.
    """
    if max_chars <= 0 or len(text) <= max_chars:
        return text
    body, total = _uncapped(text)
    marker = MARKER.format(total=total)
    room = max_chars - len(marker)
    if room <= 0:
        return marker[:max_chars]
    return body[: _cluster_boundary(body, room)] + marker


def _uncapped(text: str) -> tuple[str, int]:
    """Return the body of a text and its original length: what an earlier cap's marker says, else its own length."""
    # Only the end is searched: a page of 100 MB is not scanned for a marker that can only stand there.
    found = MARKER_AT_END.search(text, max(0, len(text) - 80))
    if found and int(found[1]) > found.start():
        return text[: found.start()], int(found[1])
    return text, len(text)


def _cluster_boundary(text: str, cut: int) -> int:
    """Return the last grapheme boundary at or before `cut`."""
    if cut >= len(text) or (text[cut - 1].isascii() and text[cut].isascii() and text[cut] != "\n"):
        return min(cut, len(text))
    import regex

    boundary = text.rfind("\n", 0, cut) + 1  # there is always a boundary after a line feed (UAX 29, GB4)
    for cluster in regex.finditer(r"\X", text, pos=boundary, endpos=cut + 1):
        if cluster.end() > cut:
            return boundary
        boundary = cluster.end()
    return boundary
