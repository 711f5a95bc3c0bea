"""Show how the pseudocode changed between two commits: what a person wants to see of a change first."""

from __future__ import annotations

import difflib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from repomap.errors import RepoMapError
from repomap.extract import read
from repomap.languages import GrammarError, detect
from repomap.source import HEAD, to_utf8, unparsed_reason
from summarizer.outline import whole_outline
from summarizer.page import make_page

CONTEXT = 2  # unchanged lines shown around a change


def behavioural_diff(root: Path, revisions: str) -> Iterator[str]:
    """Yield the lines of a unified diff of the pseudocode between two commits, "A..B", or A and the one it came from.

    Comments, formatting and moved code do not show. Raises RepoMapError for revisions that git does not know.
    """
    old, dots, new = revisions.partition("..")
    if not dots:
        old, new = f"{revisions}~1", revisions
    old, new = (_commit(root, name or "HEAD") for name in (old, new.lstrip(".")))
    listed = _git(root, "diff", "--name-status", "-z", "-M", old, new, "--", ".")
    fields = listed.split(b"\0")[:-1]
    at = 0
    while at < len(fields):
        status = fields[at].decode("ascii", "replace")
        count = 2 if status[0] in "RC" else 1
        names = [os.fsdecode(name) for name in fields[at + 1 : at + 1 + count]]
        at += 1 + count
        before = [] if status[0] == "A" else _lines(root, old, names[0])
        after = [] if status[0] == "D" else _lines(root, new, names[-1])
        yield from difflib.unified_diff(
            before,
            after,
            "/dev/null" if status[0] == "A" else f"a/{names[0]}",
            "/dev/null" if status[0] == "D" else f"b/{names[-1]}",
            n=CONTEXT,
            lineterm="",
        )


def _commit(root: Path, name: str) -> str:
    return _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}").decode().strip()


def _lines(root: Path, commit: str, path: str) -> list[str]:
    """Return the pseudocode of a file in a commit, without line numbers, [] where it has none."""
    try:
        text = to_utf8(_git(root, "show", f"{commit}:./{path}"))
    except RepoMapError:
        return []  # a submodule
    language = detect(path, text[:HEAD])
    if language is None or unparsed_reason(text):
        return []
    try:
        reading = read(language, text)
    except GrammarError:
        return []
    page = make_page("", reading.extracted.definitions, whole_outline(reading), "", {})
    return [f"{'  ' * line.depth}{line.text}" for line in page.lines]


def _git(root: Path, *arguments: str) -> bytes:
    try:
        return subprocess.run(
            ["git", "-c", "core.quotePath=off", *arguments], cwd=root, check=True, capture_output=True
        ).stdout
    except FileNotFoundError:
        raise RepoMapError("git is not installed: a diff of two commits needs it") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        what = arguments[-1].removesuffix("^{commit}")
        raise RepoMapError(said or f"git does not know {what!r} here") from None
