"""Answer the questions about pseudocode: search it, or read a file's page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.mcp_server.answers import Answer, fitting, lines_of, listing, paged
from agent.mcp_server.paths import inside, listed_path
from agent.mcp_server.views import Seen, existing, freshness, patient, so_far
from agent.tool import ToolFailed
from repomap.files.discover import state_folder
from repomap.index import Index
from repomap.rendering.formats import quoted
from summarizer.library import Library, library
from summarizer.outline import OUTLINES
from summarizer.page import HASH_DIGITS
from summarizer.reading import refusal
from summarizer.search import search
from summarizer.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Pages:
    """The open pseudocode; `true` are the files whose page says what they hold now, None for all of them."""

    library: Library
    seen: Seen
    true: frozenset[str] | None = None


@contextmanager
def current_pages(root: Path, wait: bool) -> Iterator[Pages]:
    """Open the pseudocode, brought up to date. Raises Behind when that takes too long; with `wait` never."""
    with library(existing(root), None if wait else patient()) as found:
        yield Pages(found, Seen(found.index, freshness(found.index)))


@contextmanager
def pages_so_far(root: Path, note: str) -> Iterator[Pages]:
    """Open the pseudocode as it is; nothing is written."""
    with so_far(root, note) as seen:
        folder = state_folder(root)
        shelf = Shelf(folder)
        try:
            found = Library(seen.index, shelf, None, folder, OUTLINES)
            true = _true_paths(found)
            if len(true) == len(found.paths) and seen.freshness["state"] == "current":
                yield Pages(found, seen)
            else:
                yield Pages(found, Seen(seen.index, freshness(seen.index, note)), true)
        finally:
            shelf.close()


def grep(pages: Pages, arguments: Mapping[str, Any]) -> Answer:
    """Search the pseudocode. Raises ToolFailed or SearchError with one sentence."""
    pattern = arguments["pattern"]
    below = [_listed(pages.seen.index, arguments["path"])] if arguments.get("path") else []
    hits = search(
        pages.library,
        pattern,
        ignore_case=arguments.get("ignore_case", False),
        fixed=arguments.get("fixed", False),
        below=below,
    )
    hits = [hit for hit in hits if pages.true is None or hit.path in pages.true]
    shown = [
        {
            "path": hit.path,
            "line": hit.line,
            "text": hit.text,
            "definition": hit.definition if hit.definition != hit.text else "",
        }
        for hit in paged(hits, arguments)
    ]
    return listing(
        "matches",
        shown,
        [_match(row) for row in shown],
        len(hits),
        arguments,
        f"no pseudocode line matches {pattern!r}",
    )


def _listed(index: Index, path: str) -> str:
    """Return a file or folder as the repository lists it. Raises ToolFailed for one that is not there."""
    name = inside(index.root, path)
    if name == "." or any(file.path == name or file.path.startswith(f"{name}/") for file in index.discovery.files):
        return name
    raise ToolFailed(f"{quoted(path)} is no file or folder of the repository")


def _match(row: Mapping[str, Any]) -> str:
    inside_of = f"  [{row['definition']}]" if row["definition"] else ""
    return f"{quoted(row['path'])}:{row['line']}: {row['text']}{inside_of}"


def read(pages: Pages, arguments: Mapping[str, Any]) -> Answer:
    """Return a file's page from the source line `start` on. Raises ToolFailed for a file that has none."""
    index = pages.seen.index
    path = listed_path(index.root, arguments["path"], {file.path for file in index.discovery.files})
    lines = lines_of(_text(pages, path))
    head = [line for line in lines if line.startswith("# ")]
    body = lines[len(head) :]
    start = arguments.get("start", 1)
    wanted = [line for line in body if int(line.split(maxsplit=1)[0]) >= start]
    if body and not wanted:
        raise ToolFailed(f"the pseudocode of {quoted(path)} ends before line {start}")
    kept = fitting([*head, *wanted]) - len(head)
    more = f"go on with start={wanted[kept].split(maxsplit=1)[0]}" if kept < len(wanted) else ""
    shown = "\n".join([*head, *wanted[:kept]])
    return Answer({"path": path, "text": shown, "more": more}, shown)


def whole(pages: Pages, arguments: Mapping[str, Any]) -> Answer:
    """Return all of a file's page. Raises ToolFailed for a file that has none, or none yet."""
    path = arguments["path"]
    if path not in {file.path for file in pages.seen.index.discovery.files}:
        raise ToolFailed(f"{quoted(path)} is not among the repository's files")
    return Answer({"path": path}, _text(pages, path))


def ready(pages: Pages, arguments: Mapping[str, Any]) -> Answer:
    """Return nothing: the pseudocode has been opened."""
    return Answer({}, "")


def _text(pages: Pages, path: str) -> str:
    text = pages.library.page(path) if pages.true is None or path in pages.true else ""
    if not text:
        note = pages.seen.freshness["note"]
        raise ToolFailed(refusal(pages.library, path) if pages.true is None else f"{quoted(path)} is not ready: {note}")
    return text


def _true_paths(found: Library) -> frozenset[str]:
    """Return the files whose page was made from what the file holds now: a page's first line names the content."""
    rows = found.index.reader.rows
    digests = found.index.reader.store.digests()
    return frozenset(
        path
        for path, header in found.shelf.headers()
        if path in rows
        and rows[path].content in digests
        and header.partition("\n")[0].endswith(digests[rows[path].content].hex()[:HASH_DIGITS])
    )
