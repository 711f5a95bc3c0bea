"""Bring a repository's pseudocode up to date: the pages of changed files, in the database and in the mirror."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from repomap.checksum import blake2b
from repomap.errors import RepoMapError
from repomap.files.discover import state_folder
from repomap.index import Annotator, Index, Progress, annotated, annotated_in_parts, open_index
from repomap.index.records import unpack_definitions
from repomap.index.rows import FileRow
from summarizer import mirror
from summarizer.folders import FOLDER, around, changes
from summarizer.lines import Lines, open_lines, put_aside
from summarizer.outline import ANCHORED, OUTLINES, Outline, unpack
from summarizer.page import HASH_DIGITS, SUFFIX, Page, make_page
from summarizer.shelf import Kept, Shelf
from summarizer.written import checked_in, text_of

AT_ONCE = 500  # files of the mirror written while no other process may write: a fifth of a second


@dataclass(slots=True)
class Library:
    """The pseudocode of one repository as its files are now. `notes` are sentences for the user."""

    index: Index
    shelf: Shelf
    lines: Lines | None
    state: Path
    annotator: Annotator
    notes: list[str] = field(default_factory=list)
    made_from: bytes = b""
    """What all pages together were made from when they were last brought up to date."""
    folders: Mapping[str, str] = field(default_factory=dict)
    """Sentences of folders that could not be kept."""

    @property
    def paths(self) -> list[str]:
        """The files that have a page, sorted."""
        rows = self.index.reader.rows
        return sorted(path for path in rows if rows[path].content)

    def outlines(self, paths: Iterable[str]) -> dict[int, Outline]:
        """Return the outlines of files by their contents."""
        found = annotated(self.index, self.annotator, paths)
        return {content: unpack(data) for content, data in found.items()}

    def page(self, path: str) -> str:
        """Return the text of a file's page in the mirror, "" when it has none."""
        kept = self.shelf.page(path)
        return text_of(kept, _around(self, kept.header, path)) if kept else ""


@contextmanager
def library(root: Path, progress: Progress | None = None, *, anchored: bool = False) -> Iterator[Library]:
    """Open the pseudocode of `root`, up to date, mirror and all; `anchored` when a model's lines are to be added."""
    state = state_folder(root)
    lines = open_lines(state, create=anchored)
    annotator = ANCHORED if lines is not None else OUTLINES
    index = open_index(root, progress, annotator)
    notes = list(index.notes)
    notes += [f"paid lines were damaged and are kept aside in {os.fspath(place)}" for place in put_aside(state)]
    try:
        shelf = Shelf(state)
    except (OSError, sqlite3.OperationalError) as error:
        notes.append(f"the pseudocode cannot be kept in {os.fspath(state)} ({error}): made in memory for this once")
        shelf = Shelf(None)
    found = Library(index, shelf, lines, state, annotator, notes)
    try:
        bring_up_to_date(found, progress)
        yield found
    finally:
        index.close()
        shelf.close()
        if lines is not None:
            lines.close()


def bring_up_to_date(found: Library, progress: Progress | None = None) -> None:
    """Make the pages of files that have changed, and write and delete what the mirror lacks and has too much."""
    index = found.index
    mark = _mark(found)
    place = found.lines.place() if found.lines is not None else (0, 0)
    made_from = found.made_from = _made_from(index, mark + b"%d %d " % place)
    if found.shelf.made_from() == made_from:
        with suppress(sqlite3.OperationalError):
            _show(found, progress)
        return
    digests = index.reader.store.digests()
    keys = {path: _key(mark, digests, row) for path, row in index.reader.rows.items() if row.content in digests}
    known = found.shelf.keys()
    wrong = {path for path, key in keys.items() if known.get(path) != key}
    said = found.lines.keys_since(found.shelf.seen()) if found.lines is not None else set()
    stale = sorted(wrong.union(path for path in found.shelf.holding(said) if path in keys))
    gone = sorted(known.keys() - keys.keys())
    if gone and not _put(found, [], gone):
        return
    done = 0
    for pages in _pages(found, stale, digests):
        if not _put(found, [(path, keys[path], page) for path, page in pages.items()], []):
            return
        done += len(pages)
        if progress:
            progress(done, len(stale))
    with suppress(sqlite3.OperationalError):  # then the next command compares page by page again
        if any(key.startswith(FOLDER) for key in said):
            found.shelf.look_at(found.shelf.folders())
        _show(found, progress)
        found.shelf.note_seen(place)
        found.shelf.note(made_from)


def _show(found: Library, progress: Progress | None = None) -> None:
    """Write what the mirror is owed: pages that were put or dropped, or in a folder whose sentence is another now."""
    shelf = found.shelf
    if shelf.folders_to_look_at():
        found.folders = changes(shelf, found.index.root, found.lines)
        shelf.put_folders(found.folders)
        found.folders = {}
    if shelf.folder is None:
        return
    folders = _mirror_folders(found)
    done, whole = 0, shelf.owing()
    while paths := shelf.owed(AT_ONCE):
        with shelf.paying(paths):
            kept = {path: shelf.page(path) for path in paths}
            for folder in folders:
                texts = {path: _text(found, folder, path, page) for path, page in kept.items() if page}
                mirror.remove(folder, [path for path, page in kept.items() if page is None])
                reasons = mirror.write(folder, texts)
                if reasons:
                    found.notes.append(
                        f"{len(reasons)} files of the mirror cannot be written ({reasons[0]});"
                        " answers are right all the same"
                    )
        folders = _mirror_folders(found)  # which may have been deleted meanwhile
        done += len(paths)
        if progress:
            progress(done, whole)


def _text(found: Library, folder: Path, path: str, page: Kept) -> str:
    """Return the text of a page in a folder of the mirror: the one beside the sources is made to be checked in."""
    return text_of(page, _around(found, page.header, path)) if folder.parent == found.state else checked_in(page)


def _around(found: Library, header: str, path: str) -> str:
    return around(found.shelf, path, header.partition("\n")[2], found.folders)


def _made_from(index: Index, mark: bytes) -> bytes:
    """Return a hash of what all pages together are made from."""
    store = index.reader.store
    identity = store.memo("identity", b"")
    if identity is None:  # numbers of contents are of one database alone
        identity = os.urandom(16)
        with suppress(sqlite3.OperationalError), store.writing():
            store.put_memo("identity", b"", identity)
    rows = [f"{path}\0{row.content}\0{row.language}" for path, row in index.reader.rows.items()]
    rows.sort()
    return blake2b(identity + mark + "\0".join(rows).encode("utf-8", "surrogateescape"), digest_size=16).digest()


def bring_paths_up_to_date(found: Library, changed: Iterable[str], removed: Iterable[str]) -> None:
    """Make the pages of `changed` files anew, and drop those of `removed` ones and of what is not parsed any more.

    All other pages are taken to be true.
    """
    rows = found.index.reader.rows
    digests: dict[int, bytes] = {}
    stale: list[str] = []
    gone = list(removed)
    for path in changed:
        content = rows[path].content if path in rows else 0
        digest = found.index.reader.store.digest(content) if content else None
        if digest is None:
            gone.append(path)
        else:
            digests[content] = digest
            stale.append(path)
    mark = _mark(found)
    if gone and not _put(found, [], gone):
        return
    for pages in _pages(found, stale, digests):
        if not _put(found, [(path, _key(mark, digests, rows[path]), page) for path, page in pages.items()], []):
            return
    with suppress(sqlite3.OperationalError):  # the next command looks at them again
        _show(found)


def _mark(found: Library) -> bytes:
    """Return what all pages depend on beside their contents: how they are made, and in which database lines are."""
    return found.annotator.version + b" %d " % (found.lines.identity() if found.lines is not None else 0)


def _key(mark: bytes, digests: Mapping[int, bytes], row: FileRow) -> bytes:
    return mark + digests[row.content] + row.language.encode()


def _put(found: Library, pages: Sequence[tuple[str, bytes, Page]], gone: Sequence[str]) -> bool:
    """Keep pages and drop others; where that fails, make all of them in memory for this once and return False."""
    try:
        found.shelf.put(pages, gone)
    except sqlite3.OperationalError as error:
        found.notes.append(f"the pseudocode cannot be kept in {os.fspath(found.state)} ({error})")
        found.shelf.close()
        found.shelf = Shelf(None)
        bring_up_to_date(found)
        return False
    return True


def _mirror_folders(found: Library) -> list[Path]:
    """Return the folders of the mirror that can be written to; one that was not there is owed all pages."""
    folders = []
    for folder in mirror.mirror_folders(found.index.root, found.state):
        try:
            if mirror.prepare(folder):
                found.shelf.owe()
        except OSError as error:
            note = (
                f"the mirror {os.fspath(folder)} cannot be written ({error.strerror}); answers are right all the same"
            )
            if note not in found.notes:
                found.notes.append(note)
        else:
            folders.append(folder)
    return folders


def repair(found: Library, folder: Path) -> list[str]:
    """Make a mirror folder equal to the pages; return the source paths of what was wrong or missing."""
    mirror.prepare(folder)
    wrong = []
    wanted = found.shelf.keys()
    for path in sorted(wanted):
        text = _text_at(found, folder, path)
        if _hash_of(folder / (path + SUFFIX)) != _hash(text):
            wrong.append(path)
            reasons = mirror.write(folder, {path: text})
            if reasons:
                found.notes.append(f"the mirror cannot be written ({reasons[0]})")
                break
    extra = [path for path in mirror.present(folder) if path not in wanted]
    mirror.remove(folder, extra)
    return wrong + extra


def keep_visible(found: Library) -> None:
    """Keep the mirror in the root's folder `pseudocode` as well, from now on. Raises RepoMapError where that fails."""
    folder = found.index.root / mirror.FOLDER
    try:
        mirror.prepare(folder)
        (folder / mirror.VISIBLE_MARK).write_text("kept true by repomap\n", encoding="ascii")
    except OSError as error:
        raise RepoMapError(f"{folder} cannot be written: {error.strerror}") from None
    repair(found, folder)


def stale_pages(root: Path, progress: Progress | None = None) -> tuple[list[str], list[str]]:
    """Return the paths whose mirror file was not what their source gives now, and notes; all are mended.

    A mirror that was never made is not wrong where another is kept, as in a fresh clone of a checked-in one.
    """
    before: dict[Path, dict[str, bytes]] = {}  # hashes, since the pages of a large repository fill a gigabyte
    folders = mirror.mirror_folders(root, state_folder(root))
    for folder in [folder for folder in folders if folder.is_dir()] or folders:
        before[folder] = {path: _hash_of(folder / (path + SUFFIX)) for path in mirror.present(folder)}
    with library(root, progress) as found:
        for folder in mirror.mirror_folders(root, found.state):
            repair(found, folder)
        stale: set[str] = set()
        for folder, pages in before.items():
            wanted = {path: _hash(_text_at(found, folder, path)) for path in found.paths}
            stale.update(path for path in wanted.keys() | pages.keys() if pages.get(path) != wanted.get(path))
        return sorted(stale), found.notes


def _text_at(found: Library, folder: Path, path: str) -> str:
    """Return what the file of the mirror in `folder` for the source `path` is to hold."""
    page = found.shelf.page(path)
    return _text(found, folder, path, page) if page else ""


def _hash(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=16).digest()


def _hash_of(place: Path) -> bytes:
    """Return the hash of what a file of the mirror holds, b"" when it cannot be read."""
    try:
        return blake2b(place.read_bytes(), digest_size=16).digest()
    except OSError:
        return b""


def _pages(found: Library, paths: Sequence[str], digests: Mapping[int, bytes]) -> Iterator[dict[str, Page]]:
    """Make pages, part by part: those of a large repository never lie in memory together.

    A file that has changed once more since is left out: the next answer shows it.
    """
    from summarizer.rollup import file_key, plain_sentence
    from summarizer.secrets import mask

    rows, store = found.index.reader.rows, found.index.reader.store
    sharing: dict[int, list[str]] = {}
    for path in paths:
        sharing.setdefault(rows[path].content, []).append(path)
    for some in annotated_in_parts(found.index, found.annotator, paths):
        pages: dict[str, Page] = {}
        for content, data in some.items():
            outline = unpack(data)
            definitions = unpack_definitions(store.column("definitions", content))
            digest = digests[content].hex()[:HASH_DIGITS]
            size = f"no steps, {mask(outline.problem)}" if outline.problem else f"{outline.lines} lines"
            said, summary = {}, ""
            held: tuple[str, ...] = ()
            if found.lines is not None:
                key = file_key(definitions, outline)
                held = (key, *(anchor.digest for anchor in outline.anchors.values()))
                said, summary = found.lines.said(outline), found.lines.summary(key)
            summary = summary or plain_sentence(definitions, outline)
            for path in sharing[content]:
                head = f"{path} · {rows[path].language} · {size} · b2:{digest}".replace("\n", "\\n")
                pages[path] = make_page(head, definitions, outline, summary, said)._replace(held=held)
        yield pages
