"""Turn source files into what the index stores: packed records, and the words of many files as one segment."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable

from repomap.extract import extract
from repomap.index import postings
from repomap.index.records import pack_definitions, pack_imports, pack_references
from repomap.index.rows import Outcome, Record, Stat, digest_of
from repomap.languages import GrammarError, detect
from repomap.model import Definition
from repomap.source import HEAD, Unparsed, read_source, unparsed_reason
from repomap.words import IDENTIFIER, definition_key, keys


class Builder:
    """Indexes files one by one and gathers their words until `take_segment` is called."""

    def __init__(self, root: str, max_bytes: int) -> None:
        self.root = root
        self.max_bytes = max_bytes
        self.size = 0
        """How many postings are gathered."""
        self._postings: postings.Postings = {}
        self._documents = 0

    def index(self, path: str, stat: Stat) -> Outcome:
        """Index the file at `path` below the root. An outcome with a record is the segment's next document."""
        read_ns = time.time_ns()
        try:
            source = read_source(os.path.join(self.root, path), self.max_bytes)
        except Unparsed as reason:
            return Outcome(path, stat, detect(path, b"") or "", str(reason), None, read_ns)
        stat = Stat(source.size, source.mtime_ns, source.inode, source.ctime_ns)
        language = detect(path, source.text[:HEAD])
        if language is None:
            return Outcome(path, stat, "", "", None, read_ns)
        problem = unparsed_reason(source.text)
        if problem:
            return Outcome(path, stat, language, problem, None, read_ns)
        try:
            found = extract(language, source.text)
        except GrammarError as error:
            return Outcome(path, stat, language, str(error), None, read_ns)
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
        )
        return Outcome(path, stat, language, "", record, read_ns)

    def _gather(self, text: bytes, definitions: Iterable[Definition]) -> int:
        counts: dict[int, int] = {}
        words = Counter(IDENTIFIER.findall(text))
        for word, count in words.items():
            for key in keys(word):
                counts[key] = counts.get(key, 0) + count
        names = Counter(definition.name for definition in definitions)
        defined: set[int] = set()
        for name, count in names.items():
            defined.update(keys(name.encode("utf-8", "replace")))
            counts[definition_key(name)] = count
        postings.add(self._postings, self._documents, counts, defined)
        self._documents += 1
        self.size += len(counts)
        return words.total()

    def take_segment(self) -> tuple[bytes, list[bytes]]:
        """Return the gathered words as the first keys and blocks of a segment, and start anew."""
        packed = postings.pack(self._postings)
        self._postings = {}
        self._documents = self.size = 0
        return packed
