"""Read a source file: its bytes as UTF-8, or the reason why it is listed but not parsed."""

from __future__ import annotations

import os
import re
import stat
from typing import NamedTuple

MAX_LINE = 400  # mean bytes a line above which a file is minified: hand-written code in 13 languages stays under 90
MINIFIED_FROM = 20_000  # bytes; a smaller file costs nothing to parse, whatever its lines
HEAD = 4_000  # bytes in which a generator's notice or a NUL is looked for
_COMMENTS = re.compile(rb"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)

# case counts in the first notice: what writes @Generated, as Java's annotation is called, speaks of what it makes
_GENERATED = re.compile(
    rb"^[ \t]*(?:#|//|/?\*|--|;|<!--|%)[^\n]*"
    rb"(?:(?-i:@generated)\b|\bgenerated\b[^\n]{0,120}\bdo not (?:edit|modify)\b)",
    re.IGNORECASE | re.MULTILINE,
)


class Unparsed(Exception):
    """A file that is listed, not parsed; the message is the reason."""


class Source(NamedTuple):
    """A file's bytes on disk (`raw`), the same as UTF-8 without a byte order mark (`text`), and its stat then."""

    raw: bytes
    text: bytes
    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


def read_source(path: str, max_bytes: int) -> Source:
    """Read the regular file at `path`. Raises Unparsed for one that cannot be read or holds no text."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | getattr(os, "O_NOFOLLOW", 0))
    except OSError as error:
        raise Unparsed(f"cannot be read: {error.strerror}") from error
    try:
        with open(descriptor, "rb") as file:
            facts = os.fstat(descriptor)
            if not stat.S_ISREG(facts.st_mode):
                raise Unparsed("not a regular file")
            if facts.st_size > max_bytes:
                raise Unparsed(f"larger than {max_bytes} bytes")
            raw = file.read(max_bytes + 1)
    except OSError as error:
        raise Unparsed(f"cannot be read: {error.strerror}") from error
    if len(raw) > max_bytes:
        raise Unparsed(f"larger than {max_bytes} bytes")
    return Source(raw, to_utf8(raw), facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns, facts.st_ino)


def to_utf8(raw: bytes) -> bytes:
    """Return `raw` as UTF-8 without a byte order mark. Bytes of older encodings are left as they are."""
    if raw.startswith(b"\xef\xbb\xbf"):
        return raw[3:]
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", "replace").encode("utf-8", "replace")
    return raw


def beginning(text: bytes) -> bytes:
    """Return what a file's language is told by: its first bytes, and those behind a long comment it begins with."""
    head = text[:HEAD]
    comment = _COMMENTS.match(text) if head.lstrip()[:2] in (b"//", b"/*") else None
    if comment is None or comment.end() < HEAD // 2:
        return head
    return head + b"\n" + text[comment.end() : comment.end() + HEAD]


def unparsed_reason(text: bytes) -> str:
    """Return why a file with these contents is not worth parsing, "" when it is."""
    if b"\0" in text[:HEAD]:
        return "binary"
    if len(text) > MINIFIED_FROM and len(text) > MAX_LINE * (text.count(b"\n") + 1):
        return "minified"
    head = text[:HEAD]
    if b"generated" in head.lower() and _GENERATED.search(head):
        return "generated"
    return ""
