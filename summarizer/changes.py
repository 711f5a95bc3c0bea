"""Show how the pseudocode changed between two commits: what a person wants to see of a change first."""

from __future__ import annotations

import difflib
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from repomap.errors import RepoMapError
from repomap.extraction.extract import read
from repomap.files.gitfiles import GitRefused
from repomap.files.gitplain import plain_git, stand_in
from repomap.files.source import HEAD, to_utf8, unparsed_reason
from repomap.languages import GrammarError, detect
from summarizer.outline import whole_outline
from summarizer.page import make_page

Git = Callable[..., bytes]
"""Return what git prints when it is given these words."""

CONTEXT = 2  # unchanged lines shown around a change


def behavioural_diff(root: Path, revisions: str) -> Iterator[str]:
    """Yield the lines of a unified diff of the pseudocode between two commits, "A..B", or A and the one it came from.

    Comments, formatting and moved code do not show. Raises RepoMapError for revisions that git does not know.
    """
    old, dots, new = revisions.partition("..")
    if not dots:
        old, new = f"{revisions}~1", revisions
    try:
        with stand_in(root) as environment:
            yield from _diff(lambda *arguments: _git(root, environment, arguments), old, new.lstrip("."))
    except GitRefused as error:
        raise RepoMapError(f"a diff of two commits needs git: {error}") from None


def _diff(git: Git, old: str, new: str) -> Iterator[str]:
    old, new = (_commit(git, name or "HEAD") for name in (old, new))
    listed = git("diff", "--name-status", "--relative", "-z", "-M", old, new, "--", ".")
    fields = listed.split(b"\0")[:-1]
    at = 0
    while at < len(fields):
        status = fields[at].decode("ascii", "replace")
        count = 2 if status[0] in "RC" else 1
        names = [os.fsdecode(name) for name in fields[at + 1 : at + 1 + count]]
        at += 1 + count
        before = [] if status[0] == "A" else _lines(git, old, names[0])
        after = [] if status[0] == "D" else _lines(git, new, names[-1])
        yield from difflib.unified_diff(
            before,
            after,
            "/dev/null" if status[0] == "A" else f"a/{names[0]}",
            "/dev/null" if status[0] == "D" else f"b/{names[-1]}",
            n=CONTEXT,
            lineterm="",
        )


def _commit(git: Git, name: str) -> str:
    return git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}").decode().strip()


def _lines(git: Git, commit: str, path: str) -> list[str]:
    """Return the pseudocode of a file in a commit, without line numbers, [] where it has none."""
    try:
        text = to_utf8(git("show", f"{commit}:./{path}"))
    except RepoMapError:
        return []  # a submodule
    language = detect(path, text[:HEAD])
    if language is None or unparsed_reason(text):
        return []
    if threading.active_count() > 1 or not hasattr(os, "fork"):
        return _outlined(language, text)
    from repomap.index.apart import ReaderEnded, made_apart

    try:
        return made_apart(lambda: _outlined(language, text))
    except ReaderEnded as reason:
        return [f"not shown, {commit[:10]} {reason}"]


def _outlined(language: str, text: bytes) -> list[str]:
    try:
        reading = read(language, text)
    except GrammarError:
        return []
    page = make_page("", reading.extracted.definitions, whole_outline(reading), "", {}, whole=True)
    return [f"{'  ' * line.depth}{line.text}" for line in page.lines]


def _git(root: Path, environment: Mapping[str, str], arguments: Sequence[str]) -> bytes:
    try:
        return plain_git(root, arguments, environment)
    except GitRefused as error:
        what = arguments[-1].removesuffix("^{commit}")
        said = str(error)
        raise RepoMapError(f"git does not know {what!r} here" if said.startswith("git ended") else said) from None
