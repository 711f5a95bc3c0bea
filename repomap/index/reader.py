"""Read the index: files as they are now, their definitions and references, and who uses which word."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from repomap.collector import uncollected
from repomap.index.postings import Page, block_of, open_block
from repomap.index.records import referenced_names, unpack_definitions, unpack_imports, unpack_references
from repomap.index.rows import FileRow, SegmentRow
from repomap.index.store import Store
from repomap.model import Definition, Import, Reference
from repomap.words import definition_key

if TYPE_CHECKING:
    from repomap.binding.places import Place

KEPT_PAGES = 500  # blocks of postings that are remembered, 20 kB each: names are looked up in the order of their keys


class Reader:
    """The indexed files of one moment. Contents are named by number; files with the same contents share one.

    What is read once is kept, so a reader is for one answer, not for a process that lives on.
    """

    def __init__(self, store: Store, rows: dict[str, FileRow]) -> None:
        self.store = store
        self.rows = rows
        self._definitions: dict[int, tuple[Definition, ...]] = {0: ()}
        self._by_path: dict[str, tuple[Definition, ...]] = {}  # binding asks a million times for Django
        self._names: dict[str, list[str]] = {}  # of the definitions in a path
        self._references: dict[int, tuple[Reference, ...]] = {0: ()}
        self._imports: dict[int, tuple[Import, ...]] = {0: ()}
        self._definers: dict[str, tuple[Place, ...]] = {}
        self._loaded: dict[str, dict[int, bytes]] = {}
        self._pages: dict[int, Page] = {}

    @cached_property
    def counts(self) -> dict[int, tuple[int, int, int]]:
        """Words, symbols and syntax errors of each content that a file has."""
        live = self.paths
        return {number: row for number, row in self.store.contents().items() if number in live}

    @cached_property
    def paths(self) -> dict[int, list[str]]:
        """The paths of each content, sorted."""
        found: dict[int, list[str]] = {}
        for path in sorted(self.rows):
            content = self.rows[path].content
            if content:
                found.setdefault(content, []).append(path)
        return found

    @cached_property
    def _segments(self) -> list[SegmentRow]:
        """The segments that hold words of a file; one may be left of contents that have all been read anew since."""
        live = self.paths.keys()
        return [segment for segment in self.store.segments() if not live.isdisjoint(segment.documents)]

    def definitions(self, path: str) -> tuple[Definition, ...]:
        """Return the definitions in a file, () for one that is not parsed."""
        found = self._by_path.get(path)
        if found is None:
            found = self._by_path[path] = self.definitions_of(self._content(path))
        return found

    def definitions_of(self, content: int) -> tuple[Definition, ...]:
        """Return the definitions in a content, also one that no file has any more."""
        if content not in self._definitions:
            self._definitions[content] = unpack_definitions(self._column("definitions", content))
        return self._definitions[content]

    def references(self, path: str) -> tuple[Reference, ...]:
        """Return the references in a file."""
        return self.references_of(self._content(path))

    def references_of(self, content: int) -> tuple[Reference, ...]:
        """Return the references in a content, also one that no file has any more; () for content 0."""
        if content not in self._references:
            self._references[content] = unpack_references(self._column("refs", content))
        return self._references[content]

    def names_used(self, path: str) -> Sequence[str]:
        """Return the names that the references in a file use, each once: a tenth of the work of `references`."""
        return referenced_names(self._column("refs", self._content(path)))

    def imports(self, path: str) -> tuple[Import, ...]:
        """Return the imports in a file."""
        return self.imports_of(self._content(path))

    def imports_of(self, content: int) -> tuple[Import, ...]:
        """Return the imports in a content, also one that no file has any more; () for content 0."""
        if content not in self._imports:
            self._imports[content] = unpack_imports(self._column("imports", content))
        return self._imports[content]

    def knows(self, content: int) -> bool:
        """Tell whether the records of a content are kept."""
        return content in self.paths or self.store.has_content(content)

    def language(self, path: str) -> str:
        """Return a file's language, "" when it is none."""
        row = self.rows.get(path)
        return row.language if row else ""

    def _content(self, path: str) -> int:
        """Return the content of a file, 0 for one that is not parsed, such as a picture that is imported."""
        row = self.rows.get(path)
        return row.content if row else 0

    def definers(self, name: str) -> tuple[Place, ...]:
        """Return every definition called `name`, in path order."""
        if name not in self._definers:
            from repomap.binding.places import Place  # a map needs no binding

            self._definers[name] = (
                ()
                if self._loaded
                else tuple(
                    Place(path, position)
                    for path in self.paths_with(definition_key(name))
                    for position in self._positions(path, name)
                )
            )
        return self._definers[name]

    def _positions(self, path: str, name: str) -> Iterator[int]:
        """Iterate over the positions of the definitions called `name` in a file."""
        names = self._names.get(path)
        if names is None:
            names = self._names[path] = [definition[0] for definition in self.definitions(path)]
        at = -1
        for _ in range(names.count(name)):
            at = names.index(name, at + 1)
            yield at

    def load_all(self) -> None:
        """Read the records of all files at once, for questions about the whole repository: none is read after that."""
        from repomap.binding.places import Place

        self._loaded = {name: dict(self.columns(name)) for name in ("definitions", "refs", "imports")}
        definers: dict[str, list[Place]] = {}
        with uncollected():
            for path in sorted(self.rows):
                for position, definition in enumerate(self.definitions(path)):
                    definers.setdefault(definition.name, []).append(Place(path, position))
        self._definers.update((name, tuple(places)) for name, places in definers.items())

    def _column(self, name: str, content: int) -> bytes:
        """Return a packed column of a content, from memory when those of all files are loaded."""
        if self._loaded and content in self.paths:
            return self._loaded[name].get(content, b"")
        return self.store.column(name, content)

    def columns(self, name: str) -> Iterator[tuple[int, bytes]]:
        """Iterate over (content, packed column) of every content a file has; one that holds nothing is left out."""
        live = self.paths
        return ((number, data) for number, data in self.store.column_of_all(name) if data and number in live)

    def postings(self, key: int) -> Iterator[tuple[int, int, bool]]:
        """Iterate over (content, count, defined) of every content a file has that holds the word with `key`."""
        live = self.paths
        for segment in self._segments:
            at = block_of(segment.first_keys, key)
            if at < 0:
                continue
            for value in self._page(segment.first_block + at, segment.first_keys[at]).find(key):
                content = segment.documents[value >> 8]
                if content in live:
                    yield content, (value >> 1) & 127, bool(value & 1)

    def _page(self, number: int, first: int) -> Page:
        """Return a block of postings whose smallest key is `first`."""
        page = self._pages.get(number)
        if page is None:
            if len(self._pages) >= KEPT_PAGES:
                self._pages.clear()
            page = self._pages[number] = open_block(self.store.block(number), first)
        return page

    def paths_with(self, key: int) -> list[str]:
        """Return the paths of all files that hold the word with `key`, sorted."""
        return sorted(path for content, _, _ in self.postings(key) for path in self.paths[content])

    def counts_with(self, keys: Collection[int], enough: int) -> dict[int, int]:
        """Return how many files hold the word with each of `keys`, or any number above `enough` where more do."""
        paths = self.paths
        counts = dict.fromkeys(sorted(keys), 0)  # neighbours share pages
        for segment in self._segments:
            documents, first_keys = segment.documents, segment.first_keys
            page, after = None, 0  # the page of the key before, and the first key beyond it
            for key, count in counts.items():
                if count > enough:
                    continue
                if page is None or key >= after:
                    at = block_of(first_keys, key)
                    if at < 0:
                        continue
                    page = self._page(segment.first_block + at, first_keys[at])
                    after = first_keys[at + 1] if at + 1 < len(first_keys) else sys.maxsize
                for value in page.find(key):
                    counts[key] += len(paths.get(documents[value >> 8], ()))
        return counts
