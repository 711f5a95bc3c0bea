"""What the index stores and what passes between its parts, as plain data."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from repomap.checksum import blake2b

if TYPE_CHECKING:
    from repomap.extraction.extract import Reading


class Stat(NamedTuple):
    """What tells that a file has not changed without reading it."""

    size: int
    mtime_ns: int
    inode: int
    ctime_ns: int


class Record(NamedTuple):
    """The stored form of one content: packed columns, and how many words and symbols it holds."""

    digest: bytes
    language: str
    words: int
    symbols: int
    errors: int
    definitions: bytes
    references: bytes
    imports: bytes
    annotation: bytes | None = None


class Annotator(NamedTuple):
    """Says more of each content than the index itself asks: `make` is a top-level function, called where files are
    parsed, whose answer is kept beside the record until `version` changes.

    Where it raises, FAILED and a sentence that says why stand in place of the answer.
    """

    version: bytes
    make: Callable[[Reading], bytes]
    alone: bool = False
    """Nothing else is wanted of the files: their records are empty but for the annotation."""


FAILED = b"\0"
"""What the annotation of a content begins with of which none could be made; no annotator's answer does."""


class Outcome(NamedTuple):
    """What became of one file: a record, or the problem for which it is only listed. No language, no source file.

    `read_ns` is the time just before it was read.
    """

    path: str
    stat: Stat
    language: str
    problem: str
    record: Record | None
    read_ns: int


def digest_of(raw: bytes) -> bytes:
    """Return the 16-byte hash that names a content."""
    return blake2b(raw, digest_size=16).digest()


Task = tuple[str, "Stat"]
"""A file to index: its path below the root, and its stat."""


class Batch(NamedTuple):
    """Files whose words are in one packed segment, in document order, and the files without words."""

    outcomes: list[Outcome]
    first_keys: bytes
    blocks: list[bytes]


class FileRow(NamedTuple):
    """What the index knows of one path. `content` is 0 when the file is only listed; `problem` says why."""

    stat: Stat
    language: str
    problem: str
    fingerprint: bytes
    content: int


class SegmentRow(NamedTuple):
    """A segment's directory: block i holds the keys from `first_keys[i]` and is row `first_block + i`."""

    id: int
    first_keys: array[int]
    documents: array[int]
    first_block: int
