"""Rank files and definitions for a task, and say in which order they deserve the budget.

Two conditional logits (docs/ranking.md): a file's score is a weighted sum of evidence, each kind measured against the
best file's, less what its role costs; the best files are read, and their definitions scored in the same way. The
budget then goes to the lines with the most chance a token.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import nlargest
from math import sqrt
from typing import NamedTuple

from repomap.files.roles import DOCS, EXAMPLE, GENERATED, SOURCE, TEST, VENDORED, role
from repomap.files.source import Unparsed, read_source
from repomap.index.reader import Reader
from repomap.model import Definition
from repomap.ranking.history import NONE, History, history_of
from repomap.ranking.inside import points_of
from repomap.ranking.lexical import Passages, Possible, idf, score_files
from repomap.ranking.neighbours import links_among, pulled, subjects
from repomap.ranking.spend import shares, spend
from repomap.ranking.task import Task
from repomap.ranking.vocabulary import family
from repomap.rendering.skeleton import Item, RankedFile
from repomap.words import definition_key, identifier_key, parts

# Weights of the files' logit: fitted on cases with repositories left out, then rounded; docs/ranking.md has the runs.
# Those of definitions stand in inside.py.
FILE_WEIGHT = {
    "words": 1.4,  # BM25 over the file's identifier parts
    "title": 1.0,  # ... of the words in the task's first line alone
    "messages of commits": 2.5,  # ... over the messages of commits that touched it
    "commits in all": -1.8,  # log(1 + commits): many messages fit some task by chance
    "changed lately": 1.6,
    "file name": 1.6,
    "folder names": 1.3,
    "words in names": 0.2,  # the task's words in names that it defines
    "names defined": 0.7,  # identifiers of the task that it defines
    "names used": 0.9,
    "path in the task": 2.2,
    "best definition": 1.1,  # BM25 of the one that fits best, by lengths that are alike for all files
    "best definitions": 0.7,  # ... of its BEST_DEFINITIONS, by lengths in the file
    "text quoted": 1.6,
    "subject of a test": 0.2,
}
CODED = 1.2  # a file that alone defines a name which the task writes as code; of several each has its part
PULL_WEIGHT = {"tied to better files": 1.1, "changes with better files": 1.0}
GIVEN = 6.0  # a file given with --focus; one that differs from --since gets half
ROLE_COST = {SOURCE: 0.0, TEST: 5.7, DOCS: 2.2, EXAMPLE: 3.0, VENDORED: 1.1, GENERATED: 2.2}
PROSE_COST = 4.3  # what is no code: data, markup and prose
READ = 50  # best files that are read; the file a fix touched is among them in 97 % of the cases
# ... and no more bytes than these, some 200 ms; with half of them a file of C after some large ones was passed over
READ_BYTES = 2_500_000
LINKED = 60  # best files among which uses are followed
BEST_DEFINITIONS = 3  # of a file that was read speak for it
USUAL_WORDS, LIGHT_B = 60.0, 0.4  # BM25's mean length and b where one definition speaks alone; 30 to 150 serve alike
TESTS = 30  # best tests whose subjects are looked for
SEEDS = 12  # best files that lend weight to others, by their share
READ_WORTH = 3.0  # a file that was read stands so much before one that was not, and has the definitions' share
BELOW_TOP = 0.999  # share of its distance to the best file that a file can be pulled up

_CODELESS = frozenset(
    ("", "markdown", "json", "yaml", "toml", "html", "css", "rst", "xml", "text", "make", "dockerfile")
)
_SEPARATOR = re.compile(r"[\W_]+")


class Ranking(NamedTuple):
    """Files best first, and the order in which their path lines and definitions are to be shown.

    `evidence` maps a path to its points by kind of evidence; `inside` does so for the definitions of each file that was
    read, with a list parallel to its definitions.
    """

    files: tuple[RankedFile, ...]
    order: tuple[Item, ...]
    evidence: Mapping[str, Mapping[str, float]] = {}
    inside: Mapping[str, Mapping[str, Sequence[float]]] = {}


class _Board:
    """The files' points as they come in: what each has of every kind, and the totals."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = sorted(paths)
        self.totals: dict[str, float] = dict.fromkeys(paths, 0.0)
        self.points: defaultdict[str, dict[str, float]] = defaultdict(dict)

    def add(self, path: str, kind: str, points: float) -> None:
        self.points[path][kind] = points
        self.totals[path] += points

    def add_column(self, kind: str, column: Mapping[str, float]) -> None:
        """Add a kind of evidence, measured against the file that has most of it."""
        totals, points = self.totals, self.points
        best = max((value for path, value in column.items() if path in totals), default=0.0)
        if best > 0:
            weight = FILE_WEIGHT[kind] / best
            for path, value in column.items():
                if value > 0 and path in totals:
                    points[path][kind] = weight * value
                    totals[path] += weight * value

    def best(self) -> list[str]:
        """Return the files, best first, equal ones by path."""
        return sorted(self._paths, key=self.totals.__getitem__, reverse=True)

    def first(self, count: int) -> list[str]:
        """Return the first files of `best`."""
        return nlargest(count, self._paths, key=self.totals.__getitem__)

    def one_by_one(self) -> Iterator[str]:
        """Iterate over `best`, quickly where not many are asked for."""
        first = self.first(4 * READ)
        yield from first
        yield from self.best()[len(first) :]


def rank_for(
    root: str, reader: Reader, task: Task, paths: tuple[str, ...], max_bytes: int, use_history: bool = True
) -> Ranking:
    """Return the ranking for a task over `paths`: all files, those without definitions too."""
    history = history_of(root, reader.store) if use_history else NONE
    board = _Board(paths)
    columns, value = _first_columns(reader, task, paths, history)
    for kind, column in columns.items():
        board.add_column(kind, column)
    for path, surely in _coded(reader, task).items():
        if path in board.totals:
            board.add(path, "name written as code", CODED * surely)
    rows = reader.rows
    for path in paths:
        what = role(path)
        if what != SOURCE:
            board.add(path, what, -ROLE_COST[what])
        row = rows.get(path)
        if row is None or row.language in _CODELESS:
            board.add(path, "no code", -PROSE_COST)
    for path in sorted(task.focus | task.changed):
        if path in board.totals:
            board.add(path, "given", GIVEN if path in task.focus else GIVEN / 2)
    read = _read(root, reader, task, board.one_by_one(), value, max_bytes)
    for kind in ("best definition", "best definitions", "text quoted"):
        board.add_column(kind, {path: seen.of_file[kind] for path, seen in read.items()})
    for path in read:
        board.add(path, "read", READ_WORTH)
    _pull(board, reader, history)
    _keep_below_sources(board)
    return _ranking(board, reader, read)


def nothing_found(ranking: Ranking) -> bool:
    """Tell whether no file has anything that the task speaks of."""
    speaking = {*FILE_WEIGHT, "name written as code", "given"} - {"commits in all", "changed lately"}
    return not any(speaking & points.keys() for points in ranking.evidence.values())


def _first_columns(
    reader: Reader, task: Task, paths: Sequence[str], history: History
) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
    """Return the evidence that needs no file to be read, by kind, and each word's weight × idf."""
    words, title, names, value = score_files(reader, task.words, task.title, history.said(task.words))
    stems: dict[str, float] = {}
    folders: dict[str, float] = {}
    searched = frozenset(value)
    may_hold = Possible(searched)
    known: dict[str, tuple[float, frozenset[str]]] = {}
    for path in filter(may_hold, paths):
        folder, _, name = path.rpartition("/")
        found = _path_words(name.partition(".")[0])
        of_task = found & searched
        stems[path] = _worth(of_task, value) * len(of_task) / len(found) if of_task else 0.0
        if folder not in known:
            inside = _path_words(folder)
            known[folder] = _worth(inside & searched, value), inside & searched
        total, inside = known[folder]
        folders[path] = total - _worth(inside & found, value)
    defined, used = _names(reader, task)
    tests = sorted((path for path in words if role(path) == TEST), key=lambda path: (-words[path], path))[:TESTS]
    tested: dict[str, float] = {}
    for test, subject in subjects(tests, paths).items():
        tested[subject] = max(tested.get(subject, 0.0), words[test])
    columns = {
        "words": words,
        "title": title,
        "messages of commits": history.scores(task.words),
        "commits in all": history.times(),
        "changed lately": history.lately(),
        "file name": stems,
        "folder names": folders,
        "words in names": names,
        "names defined": defined,
        "names used": used,
        "path in the task": _paths_named(task, paths),
        "subject of a test": tested,
    }
    return columns, value


def _path_words(text: str) -> frozenset[str]:
    return frozenset(part for piece in _SEPARATOR.split(text) for part in _piece_words(piece))


@lru_cache(100_000)
def _piece_words(piece: str) -> tuple[str, ...]:
    return tuple(map(family, parts(piece)))


def _worth(words: frozenset[str], value: Mapping[str, float]) -> float:
    return sum(value[word] for word in sorted(words)) if words else 0.0


def _names(reader: Reader, task: Task) -> tuple[dict[str, float], dict[str, float]]:
    """Return for each file the rarity of the task's identifiers that it defines, and that it holds."""
    total = len(reader.rows) or 1
    defined: dict[str, float] = {}
    used: dict[str, float] = {}
    for name in sorted(task.names):
        definers = reader.paths_with(definition_key(name))
        for path in definers:
            defined[path] = defined.get(path, 0.0) + idf(total, len(definers)) / sqrt(max(1.0, len(definers) / 3))
        users = reader.paths_with(identifier_key(name))
        for path in users:
            used[path] = used.get(path, 0.0) + idf(total, len(users))
    return defined, used


def _coded(reader: Reader, task: Task) -> dict[str, float]:
    """Return how surely each file is the one that defines names the task writes as code, at most 1."""
    surely: dict[str, float] = {}
    for name in sorted(task.coded):
        definers = reader.paths_with(definition_key(name))
        for path in definers:
            surely[path] = min(1.0, surely.get(path, 0.0) + 1 / len(definers))
    return surely


def _paths_named(task: Task, paths: Sequence[str]) -> dict[str, float]:
    """Return how surely the task names each file: 1 for its whole path or the end of it, shared among several."""
    mentions = sorted({path.lower() for path in task.paths})
    by_name: dict[str, list[str]] = {mention.rpartition("/")[2]: [] for mention in mentions}
    for path in paths if by_name else ():
        name = path.rpartition("/")[2].lower()
        for called in {name, name.partition(".")[0]} & by_name.keys():
            by_name[called].append(path)
    found: dict[str, float] = {}
    for mention in mentions:
        name = mention.rpartition("/")[2]
        same = by_name[name]
        if "/" not in mention and "." not in name:
            continue
        whole = [path for path in same if _ends_alike(path.lower(), mention)]
        for path in whole or (same if "." in name else ()):
            found[path] = max(found.get(path, 0.0), (1.0 if whole else 0.5) / len(whole or same))
    return found


def _ends_alike(path: str, mention: str) -> bool:
    if "." not in mention.rpartition("/")[2]:
        path = path.rpartition("/")[0] + "/" + path.rpartition("/")[2].partition(".")[0]
    return f"/{path}".endswith(f"/{mention}") or f"/{mention}".endswith(f"/{path}")


class _Seen(NamedTuple):
    """A file that was read: its definitions, their points by kind, and what they say of the file."""

    definitions: tuple[Definition, ...]
    points: dict[str, list[float]]
    of_file: dict[str, float]


def _read(
    root: str, reader: Reader, task: Task, best: Iterable[str], value: Mapping[str, float], max_bytes: int
) -> dict[str, _Seen]:
    passages = Passages(value)
    messages = [message.encode() for message in task.messages]
    lines: dict[str, list[int]] = {}
    for path, line in task.lines:
        lines.setdefault(path.rpartition("/")[2], []).append(line)
    read: dict[str, _Seen] = {}
    left = READ_BYTES
    for path in best:
        row = reader.rows.get(path)
        if row is None or not row.content:
            continue
        if len(read) == READ or left < 0:
            break
        try:
            text = read_source(os.path.join(root, path), max_bytes).text
        except Unparsed:
            continue
        left -= len(text)
        definitions = reader.definitions(path)
        hits, lengths = passages.counts(text, definitions)
        bodies = passages.scores(hits, lengths)
        quoted = float(min(60, sum(len(message) for message in messages if message in text)))
        traced = [line for line in lines.get(path.rpartition("/")[2], ()) if _traced(task, path, line)]
        points = points_of(definitions, reader.references(path), text, (hits, lengths), passages, task, traced)
        of_file = {
            "best definition": max(passages.scores(hits, lengths, USUAL_WORDS, LIGHT_B), default=0.0),
            "best definitions": sum(sorted(bodies)[-BEST_DEFINITIONS:]),
            "text quoted": quoted,
        }
        read[path] = _Seen(definitions, points, of_file)
    return read


def _traced(task: Task, path: str, line: int) -> bool:
    return any(at == line and _ends_alike(path.lower(), named.lower().strip("/.")) for named, at in task.lines)


def _pull(board: _Board, reader: Reader, history: History) -> None:
    """Let the best files lend weight to what belongs to them; nobody passes the best of all by it."""
    best = board.first(LINKED)
    if not best:
        return
    top = board.totals[best[0]]
    seeds = dict(zip(best, shares([board.totals[path] for path in best[:SEEDS]]), strict=False))
    for path, lent in pulled(seeds, links_among(reader, best, seeds.keys()), history).items():
        if path not in board.totals or path == best[0]:
            continue
        room = top - board.totals[path]
        gain = sum(weight * share for weight, share in zip(PULL_WEIGHT.values(), lent, strict=True))
        if gain <= 0 or room <= 0:
            continue
        fitting = min(1.0, BELOW_TOP * room / gain)
        for (kind, weight), share in zip(PULL_WEIGHT.items(), lent, strict=True):
            if share > 0:
                board.add(path, kind, weight * share * fitting)


def _keep_below_sources(board: _Board) -> None:
    """Let no test, document or example stand before the best source, unless the task names or gives it."""
    first = board.first(LINKED)
    beside = [path for path in first if _beside(path, board.points[path])]
    sources = [board.totals[path] for path in first if path not in beside]
    if not sources or not beside:
        return
    top = max(sources)
    for path in beside:
        if board.totals[path] >= top and not board.points[path].keys() & {"path in the task", "given"}:
            board.add(path, "below the best source", BELOW_TOP * top - board.totals[path])


def _beside(path: str, points: Mapping[str, float]) -> bool:
    return role(path) != SOURCE or "no code" in points


def _ranking(board: _Board, reader: Reader, read: Mapping[str, _Seen]) -> Ranking:
    best = board.best()
    totals = [board.totals[path] for path in best]
    definitions = [read[path].definitions if path in read else () for path in best]
    logits = [
        [sum(column) for column in zip(*read[path].points.values(), strict=True)] if path in read else []
        for path in best
    ]
    rows = reader.rows
    languages = [rows[path].language if path in rows else "" for path in best]
    files, order = spend(best, languages, totals, definitions, logits)
    return Ranking(files, order, dict(board.points), {path: seen.points for path, seen in read.items()})
