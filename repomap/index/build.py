"""Turn source files into what the index stores: packed records, and the words of many files as one segment."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable

from repomap.extraction.extract import Reading, extract, read
from repomap.files.source import Unparsed, beginning, read_source, unparsed_reason
from repomap.index import postings
from repomap.index.gather import Words
from repomap.index.records import pack_definitions, pack_imports, pack_references
from repomap.index.rows import FAILED, Annotator, Batch, Outcome, Record, Stat, Task, digest_of
from repomap.languages import GrammarError, detect
from repomap.model import Definition
from repomap.words import TokenKeys, tokens

LONGEST_REASON = 80  # characters kept of what a mistake says of itself


class Builder:
    """Indexes files one by one and gathers their words until `take_segment` is called."""

    def __init__(self, root: str, max_bytes: int, annotator: Annotator | None = None) -> None:
        self.root = root
        self.max_bytes = max_bytes
        self.annotator = annotator
        self.size = 0
        """How many words of documents are gathered: each as written, once a document."""
        self._keys = TokenKeys()
        self._words = Words(self._keys)

    def index(self, path: str, stat: Stat) -> Outcome:
        """Index the file at `path` below the root. An outcome with a record is the segment's next document."""
        read_ns = time.time_ns()
        try:
            source = read_source(os.path.join(self.root, path), self.max_bytes)
        except Unparsed as reason:
            return Outcome(path, stat, detect(path, b"") or "", str(reason), None, read_ns)
        stat = Stat(source.size, source.mtime_ns, source.inode, source.ctime_ns)
        language = detect(path, beginning(source.text))
        if language is None:
            return Outcome(path, stat, "", "", None, read_ns)
        problem = unparsed_reason(source.text)
        if problem:
            return Outcome(path, stat, language, problem, None, read_ns)
        try:
            reading = read(language, source.text) if self.annotator else None
            found = reading.extracted if reading else extract(language, source.text)
        except GrammarError as error:
            return Outcome(path, stat, language, str(error), None, read_ns)
        annotation = _annotation(self.annotator, reading) if self.annotator and reading else None
        if self.annotator and self.annotator.alone:
            record = Record(digest_of(source.raw), language, 0, 0, found.errors, b"", b"", b"", annotation)
            return Outcome(path, stat, language, "", record, read_ns)
        words = self._gather(source.text, found.definitions)
        record = Record(
            digest_of(source.raw),
            language,
            words,
            len(found.definitions),
            found.errors,
            pack_definitions(found.definitions),
            pack_references(found.references),
            pack_imports(found.imports),
            annotation,
        )
        return Outcome(path, stat, language, "", record, read_ns)

    def _gather(self, text: bytes, definitions: Iterable[Definition]) -> int:
        found = tokens(text)
        self.size += self._words.add(found, Counter([definition.name for definition in definitions]))
        return len(found)

    def take_segment(self) -> tuple[bytes, list[bytes]]:
        """Return the gathered words as the first keys and blocks of a segment, and start anew."""
        packed = postings.pack(self._words.postings())
        self._words = Words(self._keys)
        self.size = 0
        return packed


def _annotation(annotator: Annotator, reading: Reading) -> bytes:
    """Return what `annotator` says of a file; a mistake of its costs the file only that."""
    try:
        return annotator.make(reading)
    except Exception as error:
        said = " ".join(str(error).split())[:LONGEST_REASON]
        return FAILED + f"{type(error).__name__}: {said}".rstrip(": ").encode("utf-8", "replace")


def index_here(root: str, max_bytes: int, tasks: Iterable[Task], annotator: Annotator | None = None) -> Batch:
    """Index a few files in this process."""
    builder = Builder(root, max_bytes, annotator)
    outcomes = [builder.index(path, stat) for path, stat in tasks]
    return Batch(outcomes, *builder.take_segment())
