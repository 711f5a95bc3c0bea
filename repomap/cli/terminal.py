"""Standard output and error on which nothing that a file, a name or a model says can act on the terminal."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_ACTING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Control characters but for tab and newline, and those that turn the direction of what follows."""


def plain(text: str) -> str:
    """Return `text` with each character that a terminal acts on written out (\\u001b), as JSON would."""
    return _ACTING.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


class PlainText(io.TextIOWrapper):
    """A text stream that writes `plain` text. `used` tells whether anything was written."""

    used = False

    def write(self, text: str, /) -> int:
        """Write what is plain of `text`."""
        self.used = True
        return super().write(plain(text))


def _open_what_is_closed() -> None:
    """Give a standard stream that was closed the null device; a file of ours must not take its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


@contextmanager
def plain_streams() -> Iterator[PlainText]:
    """Let everything that is printed pass through PlainText, as UTF-8; yields the one for standard output."""
    _open_what_is_closed()
    before = sys.stdout, sys.stderr
    out, errors = (
        PlainText(stream.buffer, "utf-8", "backslashreplace", line_buffering=line_by_line or stream.isatty())
        for stream, line_by_line in zip(before, (False, True), strict=True)
    )
    for stream in before:
        stream.flush()
    sys.stdout, sys.stderr = out, errors
    try:
        yield out
    finally:
        sys.stdout, sys.stderr = before
        for stream in (errors, out):
            try:
                stream.flush()
            finally:
                stream.detach()
