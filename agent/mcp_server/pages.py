"""Answer the questions about pseudocode: search it, or read a file's page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from agent.mcp_server.answers import Answer, fitting, lines_of, listing, paged
from agent.mcp_server.paths import inside, listed_path
from agent.mcp_server.views import Seen, existing, freshness, patient, so_far
from agent.tool import ToolFailed
from repomap.discover import state_folder
from repomap.formats import quoted
from summarizer.library import Library, library
from summarizer.outline import OUTLINES
from summarizer.page import HASH_DIGITS
from summarizer.reading import refusal
from summarizer.search import search
from summarizer.shelf import Shelf


@contextmanager
def current_pages(root: Path, wait: bool) -> Iterator[tuple[Library, Seen]]:
    """Open the pseudocode, brought up to date. Raises Behind when that takes too long; with `wait` never."""
    with library(existing(root), None if wait else patient()) as found:
        yield found, Seen(found.index, freshness(found.index))


@contextmanager
def pages_so_far(root: Path, note: str) -> Iterator[tuple[Library, Seen]]:
    """Open the pseudocode as it is; what it says of files that have changed since is not shown by the answers."""
    with so_far(root, note) as seen:
        folder = state_folder(root)
        shelf = Shelf(folder)
        try:
            yield Library(seen.index, shelf, None, folder, OUTLINES), seen
        finally:
            shelf.close()


def grep(found: Library, seen: Seen, arguments: Mapping[str, Any]) -> Answer:
    """Search the pseudocode. Raises ToolFailed or SearchError with one sentence."""
    pattern = arguments["pattern"]
    below = [inside(seen.index.root, arguments["path"])] if arguments.get("path") else []
    hits = search(
        found,
        pattern,
        ignore_case=arguments.get("ignore_case", False),
        fixed=arguments.get("fixed", False),
        below=below,
    )
    if seen.freshness["state"] != "current":
        true = _true_paths(found)
        hits = [hit for hit in hits if hit.path in true]
    shown = [
        {
            "path": hit.path,
            "line": hit.line,
            "text": hit.text,
            "definition": hit.definition if hit.definition != hit.text else "",
        }
        for hit in paged(hits, arguments)
    ]
    lines = [
        f"{quoted(row['path'])}:{row['line']}: {row['text']}"
        + (f"  [{row['definition']}]" if row["definition"] else "")
        for row in shown
    ]
    return listing("matches", shown, lines, len(hits), arguments, f"no pseudocode line matches {pattern!r}")


def _match(row: Mapping[str, Any]) -> str:
    inside_of = f"  [{row['definition']}]" if row["definition"] else ""
    return f"{quoted(row['path'])}:{row['line']}: {row['text']}{inside_of}"


def read(found: Library, seen: Seen, arguments: Mapping[str, Any]) -> Answer:
    """Return a file's page from the source line `start` on. Raises ToolFailed for a file that has none."""
    path = listed_path(seen.index.root, arguments["path"], {file.path for file in seen.index.discovery.files})
    text = page_text(found, seen, path)
    lines = lines_of(text)
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


def page_text(found: Library, seen: Seen, path: str) -> str:
    """Return the whole page of a listed file. Raises ToolFailed for a file that has none, or none yet."""
    indexing = seen.freshness["state"] != "current"
    text = found.page(path) if not indexing or path in _true_paths(found) else ""
    if not text:
        raise ToolFailed(f"{quoted(path)} is not ready: {seen.freshness['note']}" if indexing else refusal(found, path))
    return text


def _true_paths(found: Library) -> set[str]:
    """Return the files whose page was made from what the file holds now: a page's first line names the content."""
    rows = found.index.reader.rows
    digests = found.index.reader.store.digests()
    return {
        path
        for path, header in found.shelf.headers()
        if path in rows
        and rows[path].content in digests
        and header.partition("\n")[0].endswith(digests[rows[path].content].hex()[:HASH_DIGITS])
    }
