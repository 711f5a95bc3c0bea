"""Where the agent meets the map, the index and the pseudocode: `repomap` and `summarizer` behind five calls."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from agent.tool import ToolFailed

if TYPE_CHECKING:
    from repomap.index.reader import Reader
    from repomap.model import Definition

MAP_TOKENS = 2048  # of a map that a tool is asked for: half of the one in the system prompt, a second, narrower look
MAX_MAP_TOKENS = 16_384


@dataclass(frozen=True, slots=True)
class Found:
    """Text for the model and the files (relative paths) that it names."""

    text: str
    files: tuple[str, ...] = ()


class Repository:
    """The views of one repository. Every answer is about the files as they are at the call.

    Every method raises ToolFailed with one sentence when the view cannot be made.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._lock = threading.Lock()  # the index is one SQLite connection; tools run in several threads

    def map(self, tokens: int, query: str = "", focus: Iterable[str] = ()) -> Found:
        """Return the map within a token budget."""
        from repomap import RepoMap

        with self._lock, _said_plainly("the map"):
            made = RepoMap(self.root).map(tokens=tokens, query=query, focus=list(focus))
            return Found(made.text, tuple(_paths(made.files)))

    def symbols(self, name: str, limit: int) -> Found:
        """Return definitions whose name holds `name`, the exact ones first, one a line."""
        from repomap import RepoMap

        with self._lock, _said_plainly("the symbols"), closing(RepoMap(self.root).open()) as index:
            rows = definitions_like(index.reader, name)
        more = f"\n[{len(rows) - limit} more definitions]" if len(rows) > limit else ""
        lines = [f"{path}:{found.line}: {found.kind} {found.signature}" for path, found in rows[:limit]]
        return Found("\n".join(lines) + more, tuple(dict.fromkeys(path for path, _ in rows[:limit])))

    def references(self, name: str, limit: int) -> Found:
        """Return where `name` is used, one place a line, with the definition it stands in."""
        from repomap import RepoMap
        from repomap.graph.kept import binder_of
        from repomap.lookup import references_to

        with self._lock, _said_plainly("the references"), closing(RepoMap(self.root).open()) as index:
            rows = references_to(index.reader, binder_of(index), name)
        more = f"\n[{len(rows) - limit} more uses]" if len(rows) > limit else ""
        lines = [f"{row.path}:{row.line}: {row.kind} in {row.inside or 'the module'}" for row in rows[:limit]]
        return Found("\n".join(lines) + more, tuple(dict.fromkeys(row.path for row in rows[:limit])))

    def grep_pseudocode(self, pattern: str, ignore_case: bool, limit: int) -> Found:
        """Return pseudocode lines and signatures that match a regular expression, as `path:line: text`."""
        with self._lock, _said_plainly("the pseudocode"):
            hits = list(import_module("summarizer").grep(self.root, pattern, ignore_case=ignore_case))
        more = f"\n[{len(hits) - limit} more matches]" if len(hits) > limit else ""
        lines = [f"{hit.path}:{hit.line}: {hit.text}" for hit in hits[:limit]]
        return Found("\n".join(lines) + more, tuple(dict.fromkeys(hit.path for hit in hits[:limit])))

    def pseudocode(self, path: str) -> str:
        """Return one file's pseudocode."""
        with self._lock, _said_plainly(f"the pseudocode of {path}"):
            return str(import_module("summarizer").pseudocode(self.root, path))


def definitions_like(reader: Reader, name: str) -> list[tuple[str, Definition]]:
    """Return (path, definition) of each whose qualified name holds `name` in any case, the exact ones first."""
    wanted = name.casefold()
    rows = [
        (path, definition)
        for path in reader.rows
        if reader.rows[path].content
        for definition in reader.definitions(path)
        if wanted in definition.qualified.casefold()
    ]
    last = name.rpartition(".")[2]
    rows.sort(
        key=lambda row: (
            row[1].qualified != name,
            row[1].name != last,
            row[1].name.casefold() != last.casefold(),
            row[0],
            row[1].line,
        )
    )
    return rows


@contextmanager
def _said_plainly(what: str) -> Iterator[None]:
    """Turn whatever went wrong behind the seam into one sentence for the model: a view is a help, never a crash."""
    try:
        yield
    except ToolFailed:
        raise
    except Exception as error:
        raise ToolFailed(f"{what} cannot be made: {error or type(error).__name__}") from error


def _paths(files: Iterable[object]) -> Iterator[str]:
    return (str(getattr(file, "path", file)) for file in files)
