"""Measure how well the map serves a repository: asks it for the files of past commits, as they stood before each."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from repomap.api import RepoMap
from repomap.errors import RepoMapError
from repomap.files.gitfiles import Commit, GitRefused, check_out, head_commit, recent_commits
from repomap.files.roles import SOURCE, role
from repomap.languages.detect import by_name
from repomap.rendering.counts import counted

MOST_FILES = 4  # a commit that touches more sources is several changes, or a sweep
LOOKED_AT = 20  # commits looked through for each that is wanted, before giving up
PLACES = (1, 5, 10)
NO_REPOSITORY = "not a git repository"  # how git's own complaint begins


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the map made of one commit's message: the source files it changed, their places in the ranking (from 1),
    how many of them were in a map of the asked budget, and the share of all files that this map named.
    """

    commit: str
    subject: str
    files: tuple[str, ...]
    places: tuple[int, ...]
    shown: int
    named: float

    @property
    def recall(self) -> float:
        """The share of the files that the map shows."""
        return self.shown / len(self.files)


def evaluate(
    root: str, count: int, tokens: int, tokenizer: str = "claude", progress: Callable[[int, int], None] | None = None
) -> list[Outcome]:
    """Return an outcome for each of the last `count` commits that changed one to MOST_FILES source files.

    Each is asked of the tree before it, with the history before it, in a temporary folder. Raises RepoMapError where
    git has no history to tell.
    """
    try:
        commits = recent_commits(root, head_commit(root), count * LOOKED_AT)
    except GitRefused as error:
        reason = "this folder is in no git repository" if NO_REPOSITORY in str(error) else error
        raise RepoMapError(f"no commits to ask for: {reason}") from error
    wanted = [(commit, paths) for commit in commits if (paths := _sources(commit)) and commit.parent][:count]
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="repomap-eval-") as folder:
        for number, (commit, paths) in enumerate(wanted):
            if progress is not None:
                progress(number, len(wanted))
            outcome = _ask(root, commit, paths, folder, tokens, tokenizer)
            if outcome is not None:
                outcomes.append(outcome)
    return outcomes


def _sources(commit: Commit) -> tuple[str, ...]:
    """Return the source files a commit touched, none when they are too many."""
    found = tuple(path for path in commit.paths if role(path) == SOURCE and by_name(path) is not None)
    return found if len(found) <= MOST_FILES else ()


def _ask(root: str, commit: Commit, paths: Sequence[str], folder: str, tokens: int, tokenizer: str) -> Outcome | None:
    """Return the outcome of one commit, None when all its files are new."""
    try:
        check_out(root, commit.parent, folder)
    except GitRefused as error:
        raise RepoMapError(f"commit {commit.id[:12]} cannot be checked out: {error}") from error
    before = tuple(path for path in paths if os.path.lexists(os.path.join(folder, path)))
    if not before:
        return None
    repository = RepoMap(folder)
    message = f"{commit.subject}\n\n{commit.body}"
    place = {file.path: number for number, file in enumerate(repository.files(message).files, 1)}
    shown = {file.path for file in repository.map(tokens, message, tokenizer=tokenizer).files}
    last = len(place) + 1
    places = tuple(sorted(place.get(path, last) for path in before))
    found = sum(path in shown for path in before)
    return Outcome(commit.id, commit.subject, before, places, found, len(shown) / len(place))


def table(outcomes: Sequence[Outcome], tokens: int) -> list[str]:
    """Return the figures as lines: recall at the budget, and how often a file, or all, are among the first."""
    if not outcomes:
        return ["no commit here changed one to four source files that were there before (a shallow clone has none)"]
    count = len(outcomes)
    lines = [
        f"{counted(count, 'commit')}, map of {tokens} tokens",
        f"files in the map         {sum(outcome.recall for outcome in outcomes) / count:.2f} of those sought, "
        f"{sum(outcome.named for outcome in outcomes) / count:.2f} of all files: what chance would find",
        f"mean reciprocal rank     {sum(1 / outcome.places[0] for outcome in outcomes) / count:.2f}",
    ]
    for place in PLACES:
        first = sum(outcome.places[0] <= place for outcome in outcomes) / count
        whole = sum(outcome.places[-1] <= place for outcome in outcomes) / count
        lines.append(f"among the first {place:<2}       {first:.2f} one of the files, {whole:.2f} all of them")
    return lines
