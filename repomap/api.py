"""The Python API: a repository, its map, and exact questions about it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from repomap.collector import uncollected
from repomap.errors import RepoMapError
from repomap.files.discover import state_folder
from repomap.files.inside import relative
from repomap.index import Index, Progress, open_index
from repomap.ranking.mentions import undefined
from repomap.ranking.rank import Ranking, nothing_found, rank_for
from repomap.ranking.task import Task, read_task
from repomap.rendering.delta import FORMS as DELTA_FORMS
from repomap.rendering.delta import keep, page_of, since_map
from repomap.rendering.formats import form as check_form
from repomap.rendering.formats import render
from repomap.rendering.skeleton import Coverage, RankedFile, ShownFile, fit
from repomap.rendering.tokens import DEFAULT_TOKENS, counter

NOTHING_FOUND = "nothing here holds a word of the task: this is what the repository stands on"
EVERYTHING = 10**9  # a budget that no list of files reaches
LIKELIEST = 3  # files of a task that the last line of a map names: where to look first, for some 20 tokens


class Map(NamedTuple):
    """A map: its `text` in the asked format, the `files` it shows, and the `tokens` that the text counts.

    `id` names the map for a later delta; the last ones given are kept in the state folder. With `since` the text is
    what changed since the map of that id. `notes` are sentences for the user, such as why git was not asked; `reasons`
    lines on why each file and definition is where it is, when they were asked for.
    """

    text: str
    files: tuple[ShownFile, ...]
    tokens: int
    notes: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    id: str = ""
    since: str = ""


class RankedFiles(NamedTuple):
    """Every file of a repository, best first, and sentences for the user."""

    files: tuple[RankedFile, ...]
    notes: tuple[str, ...] = ()


class RepoMap:
    """A repository. Each answer is about its files as they are when it is asked.

    `root` is the repository's folder. Raises RepoMapError when it is none, SettingsError for a broken configuration.
    """

    def __init__(self, root: str | os.PathLike[str], progress: Progress | None = None) -> None:
        path = Path(root)
        if not path.is_dir():
            raise RepoMapError(f"{path} is not a folder" if path.exists() else f"{path} does not exist")
        self.root = path.resolve()
        self._progress = progress

    def open(self) -> Index:
        """Return the index, up to date. Close it when done."""
        return open_index(self.root, self._progress)

    def map(
        self,
        tokens: int = DEFAULT_TOKENS,
        query: str = "",
        focus: Sequence[str] = (),
        mentions: Sequence[str] = (),
        *,
        since: str = "",
        form: str = "text",
        tokenizer: str = "claude",
        lines: bool = False,
        history: bool = True,
        explain: bool = False,
        delta: str = "",
    ) -> Map:
        """Return the map for a task, within `tokens`.

        `query` is the task in words, `focus` files that matter, `mentions` names that do, `since` a git revision from
        which on changed files weigh more. Without `history` no commit is read; `explain` asks for reasons. With the id
        of a map given before as `delta`, the text is what changed since, or the whole map when that one is not kept or
        a delta would be longer, as a note says. Raises RepoMapError for a focus file or revision that is not there,
        ValueError for an unknown form or tokenizer, a form that a delta has not, and a budget below 1.
        """
        check_form(form)
        count = counter(tokenizer)
        if delta and form not in DELTA_FORMS:
            raise ValueError(f"a delta comes as {' or '.join(DELTA_FORMS)}, not as {form}")
        if tokens < 1:
            raise ValueError(f"a map needs a budget of at least 1 token, not {tokens}")
        task = self._task(query, focus, mentions, since)
        index = self.open()
        try:
            ranking, remarks = self._rank(index, task, tokens, history)
            coverage = Coverage(
                len(index.discovery.files),
                sum(row[1] * len(index.reader.paths[number]) for number, row in index.reader.counts.items()),
                sum(1 for row in index.reader.rows.values() if row.problem),
                tuple(file.path for file in ranking.files[:LIKELIEST]) if ranking.evidence else (),
            )
            skeleton = fit(ranking.files, ranking.order, coverage, tokens, tokenizer, form, lines)
            page = page_of(skeleton)
            text = render(skeleton, form, os.fspath(self.root), page.id)
            used, notes = skeleton.tokens_used, (*index.notes, *remarks, *undefined(index.reader, mentions))
            state = state_folder(self.root)
            if delta:
                changed, length, note = since_map(state, delta, page, form, count, min(tokens, used))
                if note:
                    delta, notes = "", (*notes, note)
                else:
                    text, used = changed, length
            keep(state, page)
            reasons: tuple[str, ...] = ()
            if explain:
                from repomap.ranking.explain import explain as reasons_of

                reasons = tuple(reasons_of(index.reader, task, ranking, skeleton))
            return Map(text, skeleton.files, used, notes, reasons, page.id, delta)
        finally:
            index.close()

    def files(
        self,
        query: str = "",
        focus: Sequence[str] = (),
        mentions: Sequence[str] = (),
        *,
        since: str = "",
        history: bool = True,
    ) -> RankedFiles:
        """Return every file with its score for a task, best first; the arguments are those of `map`."""
        task = self._task(query, focus, mentions, since)
        index = self.open()
        try:
            ranking, remarks = self._rank(index, task, EVERYTHING, history)
            ranked = ranking.files
            known = {file.path for file in ranked}
            rest = (file.path for file in index.discovery.files if file.path not in known)
            unranked = tuple(RankedFile(path, index.reader.language(path), 0.0, (), ()) for path in rest)
            return RankedFiles(ranked + unranked, (*index.notes, *remarks, *undefined(index.reader, mentions)))
        finally:
            index.close()

    def _task(self, query: str, focus: Sequence[str], mentions: Sequence[str], since: str) -> Task:
        changed: Sequence[str] = ()
        if since:
            from repomap.files.changes import changed_since

            changed = changed_since(self.root, since)
        return read_task(query, [self.relative(path) for path in focus], mentions, changed)

    @uncollected()
    def _rank(self, index: Index, task: Task, tokens: int, history: bool) -> tuple[Ranking, tuple[str, ...]]:
        """Return the ranking for a task, and sentences for the user on it."""
        root, reader = os.fspath(self.root), index.reader
        paths = tuple(file.path for file in index.discovery.files)
        if not task.wordless:
            ranking = rank_for(root, reader, task, paths, index.settings.files.max_bytes, history)
            if not paths or not nothing_found(ranking):
                return ranking, ()
        from repomap.graph.kept import backbone_of
        from repomap.ranking.backbone import rank_backbone

        ranking = rank_backbone(reader, backbone_of(index, tokens, self._progress), tokens)
        if not task.wordless:
            return ranking, (NOTHING_FOUND,)
        if task.focus or task.changed:
            from repomap.ranking.around import rank_around

            ranking = rank_around(root, reader, paths, task.focus | task.changed, ranking, history)
        return ranking, ()

    def relative(self, path: str | os.PathLike[str]) -> str:
        """Return `path`, relative to the root or to the current folder, as one relative to the root.

        Raises RepoMapError for one outside the root or one that is not there.
        """
        return relative(self.root, path)
