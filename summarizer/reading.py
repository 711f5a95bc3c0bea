"""Read one file's pseudocode."""

from __future__ import annotations

from pathlib import Path

from repomap.errors import RepoMapError
from repomap.index import Progress
from summarizer.library import Library, library
from summarizer.rollup import folder_sentences


def pseudocode(root: Path, path: str, progress: Progress | None = None) -> str:
    """Return the pseudocode of the file `path`, relative to the root, as it is now.

    Raises RepoMapError for a file that has none, with the reason.
    """
    with library(root, progress) as found:
        text = found.page(path)
        if text:
            return text
        raise RepoMapError(refusal(found, path))


def refusal(found: Library, path: str) -> str:
    """Return the sentence that says why a file has no pseudocode."""
    row = found.index.reader.rows.get(path)
    reason = row.problem if row and row.problem else "no source file in a language that is known"
    return f"{path} has no pseudocode: {reason}"


def summaries(root: Path, progress: Progress | None = None) -> dict[str, str]:
    """Return one sentence for every file and folder of a repository, by its path; "" is the repository itself."""
    with library(root, progress) as found:
        files = {path: header.partition("\n")[2] for path, header in found.shelf.headers()}
    return folder_sentences(files) | files
