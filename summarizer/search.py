"""Search the pseudocode of a repository: regular expressions over its lines, answered from one database."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NamedTuple

from summarizer.page import unpack_lines
from summarizer.pages import Pages, pages

if TYPE_CHECKING:
    from repomap.index import Progress
    from summarizer.library import Library

SECONDS = 5.0  # a search over 10 000 files takes a tenth of one; what takes this long will not end

_LINE_ONLY = re.compile(r"\\[AZ]|\(\?<?[!=]|\(\?[a-zA-Z-]*s")
_NESTED = re.compile(r"[)\]}*+?][*+{]|\\[1-9]|\(\?P=")
_OPEN_REPEAT = re.compile(r"(?<!\\)(?:[*+]|\{\d*,\})")
MOST_REPEATS = 4  # without an end: each takes 100 times as long at worst, on a line of 100 signs

_LIKE_ASCII = tuple(letter.encode() for letter in "İıſK")  # these four match letters of ASCII when case is ignored
_CHOICE = re.compile(r"[|(\[{\\]")  # where a pattern has one of these, what stands in it need not be in a match
_RUN = re.compile(r"[^.^$*+?\n]+(?![*?])")


class SearchError(ValueError):
    """A pattern that cannot be searched for; the message is one sentence."""


class Hit(NamedTuple):
    """A line of pseudocode: the file and source line it stands for, its text, and the definition it belongs to.

    `definition` is that one's own line: its signature. `before` and `after` are the lines around, (line, text) each.
    """

    path: str
    line: int
    text: str
    definition: str
    before: tuple[tuple[int, str], ...] = ()
    after: tuple[tuple[int, str], ...] = ()


def grep(
    root: Path,
    pattern: str,
    *,
    ignore_case: bool = False,
    fixed: bool = False,
    context: int = 0,
    below: Sequence[str] = (),
    progress: Progress | None = None,
) -> list[Hit]:
    """Return the lines of pseudocode, signatures and their sentences that match `pattern`, in path and line order.

    Every hit is about the files as they are at the call. `fixed` takes the pattern as plain text, `below` keeps to
    files and folders, relative to the root. Raises SearchError for a pattern that is none or takes too long.
    """
    with pages(root, progress) as found:
        return search(found, pattern, ignore_case=ignore_case, fixed=fixed, context=context, below=below)


def search(
    found: Library | Pages,
    pattern: str,
    *,
    ignore_case: bool = False,
    fixed: bool = False,
    context: int = 0,
    below: Sequence[str] = (),
) -> list[Hit]:
    """Do what `grep` does, over pseudocode that is open already."""
    try:
        wanted = re.compile(re.escape(pattern) if fixed else pattern, re.IGNORECASE if ignore_case else 0)
        over_page = re.compile(wanted.pattern, wanted.flags | re.MULTILINE)
    except (re.error, RecursionError, OverflowError) as error:
        raise SearchError(f"{pattern!r} is not a regular expression: {error}; -F takes it as plain text") from None
    by_line = _LINE_ONLY.search(wanted.pattern) is not None
    needed = literal_of(pattern, fixed=fixed)
    needed = b"" if ignore_case and not needed.isascii() else needed
    holding = "" if ignore_case else needed.decode("utf-8")
    places: list[tuple[bytes, list[int]]] = []
    begun = time.monotonic()
    with time_limit(_may_never_end(wanted.pattern)):
        for name, data in found.shelf.texts(holding):
            if time.monotonic() - begun > SECONDS:
                raise _TooLong
            if needed and ignore_case and not _may_hold(data, needed):
                continue
            page = data.decode("utf-8")
            if (by_line or over_page.search(page)) and _is_below(os.fsdecode(name), below):
                places.append((name, [at for at, text in enumerate(page.split("\n")) if wanted.search(text)]))
    places.sort()
    return [hit for name, rows in places if rows for hit in _hits(found, os.fsdecode(name), rows, context)]


def _may_never_end(pattern: str) -> bool:
    return _NESTED.search(pattern) is not None or len(_OPEN_REPEAT.findall(pattern)) > MOST_REPEATS


def literal_of(pattern: str, *, fixed: bool = False) -> bytes:
    """Return the longest run of letters and signs that every match holds, b"" when none is plain to see."""
    if fixed:
        return pattern.encode("utf-8", "replace") if "\n" not in pattern else b""
    if _CHOICE.search(pattern):
        return b""
    runs = _RUN.findall(pattern)
    return max((run.encode("utf-8", "replace") for run in runs), key=len, default=b"")


def _may_hold(data: bytes, needed: bytes) -> bool:
    """Tell whether a text may hold `needed` in letters of any case."""
    return needed.lower() in data.lower() or any(letter in data for letter in _LIKE_ASCII)


def _hits(found: Library | Pages, path: str, rows: Sequence[int], context: int) -> Iterator[Hit]:
    kept = found.shelf.page(path)
    if kept is None or not kept.lines:
        return
    numbers, _, scopes = unpack_lines(kept.lines)
    texts = kept.text.split("\n")
    for at in rows:
        around = [range(max(0, at - context), at), range(at + 1, min(len(texts), at + 1 + context))]
        before, after = (tuple((numbers[near], texts[near]) for near in side) for side in around)
        yield Hit(path, numbers[at], texts[at], texts[scopes[at]], before, after)


def _is_below(path: str, below: Sequence[str]) -> bool:
    return not below or any(top in ("", ".") or path == top or path.startswith(top.rstrip("/") + "/") for top in below)


class _TooLong(Exception):
    pass


@contextmanager
def time_limit(needed: bool) -> Iterator[None]:
    """Raise SearchError when what is inside takes longer than SECONDS.

    The regular expressions of the standard library look for signals as they go, so an alarm ends even one that would
    run for ever. Only the main thread gets it; in another, a pattern that may never end is refused, and the search
    looks at the clock between pages.
    """
    slow = SearchError(f"the pattern takes longer than {SECONDS:.0f} s: search for a simpler one")
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        if needed:
            raise SearchError("the pattern repeats a repetition, too much or refers back: search for a simpler one")
        try:
            yield
        except _TooLong:
            raise slow from None
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise _TooLong

    before: Callable[[int, FrameType | None], object] | int | None = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    except _TooLong:
        raise slow from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
