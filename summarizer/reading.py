"""Read one file's pseudocode."""

from __future__ import annotations

import os
from pathlib import Path

from repomap.errors import RepoMapError
from repomap.index import Progress
from summarizer.folders import below
from summarizer.library import Library, library
from summarizer.prose import READ, first_prose
from summarizer.rollup import MAIN_KINDS, NAMED, folder_sentences
from summarizer.secrets import mask

README = "README.md"


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
        files.update({path: _readme(found, path) for path in files if path.rpartition("/")[2] == README})
        folders = folder_sentences(files, _central(found, progress))
        if found.lines is not None:
            said = {path: below(found.shelf, root, path, {}) for path in folders}
            for path, inside in said.items():
                folders[path] = (not inside.own and found.lines.summary(inside.key)) or folders[path]
        return folders | files


def _readme(found: Library, path: str) -> str:
    try:
        with open(os.path.join(found.index.root, path), encoding="utf-8", errors="replace") as file:
            return mask(first_prose(file.read(READ)))
    except OSError:
        return ""


def _central(found: Library, progress: Progress | None) -> dict[str, list[str]]:
    """Return the names of the definitions that the repository uses most, by file, the most central file first."""
    from repomap.graph.kept import backbone_of
    from repomap.rendering.tokens import DEFAULT_TOKENS

    backbone = backbone_of(found.index, DEFAULT_TOKENS, progress)
    names: dict[str, list[str]] = {}
    for path, values in zip(backbone.paths, backbone.values, strict=False):
        definitions = found.index.reader.definitions(path)
        best = sorted(range(min(len(values), len(definitions))), key=lambda at: -values[at])[:NAMED]
        names[path] = [definitions[at].name for at in best if definitions[at].kind in MAIN_KINDS]
    return names
