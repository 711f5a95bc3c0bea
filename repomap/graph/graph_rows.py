"""Make the rows of the reference graph: what each file uses, in several processes where there are many files."""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from repomap.binding.bind import Binder
from repomap.collector import uncollected
from repomap.files.roles import SOURCE, role
from repomap.model import Definition

if TYPE_CHECKING:
    from repomap.index.reader import Reader

KIND_WEIGHT = {"inherit": 2.0, "call": 1.0, "type": 1.0, "decorator": 1.0, "use": 0.5}
"""A base class says more about a file than a value passed on."""

OUTSIDE = 0.1  # weight of what tests, docs and examples name: they use everything, and say little about what is central
CHUNKS = 64  # parts that processes take in turn: few enough to be told by a byte, many enough to end together
MIN_FILES = 200  # fewer are bound sooner than another process starts


class Target(NamedTuple):
    """A definition as others name it, whatever its line: the n-th of that qualified name in its file."""

    path: str
    qualified: str
    ordinal: int


new_target: Callable[[type[Target], Iterable[object]], Target] = tuple.__new__  # a third of the time of Target()

Row = list[tuple[Target, float]]
"""What one file uses, sorted by target, with weights."""


def targets_of(path: str, definitions: Sequence[Definition]) -> list[Target]:
    """Return how each definition of a file is named in the graph."""
    seen: dict[str, int] = {}
    found = []
    for name, _, _, _, _, parent, *_ in definitions:
        qualified = f"{parent}.{name}" if parent else name
        ordinal = seen.get(qualified, 0)
        found.append(new_target(Target, (path, qualified, ordinal)))
        seen[qualified] = ordinal + 1
    return found


def rows_of(reader: Reader, binder: Binder, paths: Sequence[str]) -> list[Row]:
    """Return the rows of the files at `paths`."""
    maker = _Rows(reader, binder)
    return [maker.row(path) for path in paths]


def rows_of_all(reader: Reader, binder: Binder, paths: Sequence[str]) -> list[Row]:
    """Return what `rows_of` does, made by a process a core. `reader` has loaded all files: none asks the database."""
    from repomap.index.workers import cores

    others = cores() - 1 if len(paths) >= MIN_FILES and threading.active_count() == 1 and hasattr(os, "fork") else 0
    if not others:
        with uncollected():
            return rows_of(reader, binder, paths)
    step = -(-len(paths) // CHUNKS)
    chunks = [paths[start : start + step] for start in range(0, len(paths), step)]
    queue, filled = os.pipe()
    os.write(filled, bytes(range(len(chunks))))
    os.close(filled)
    maker = _Rows(reader, binder)
    with uncollected():
        helpers: list[_Helper] = []
        for _ in range(others):
            helpers.append(_Helper(maker, chunks, queue, helpers))
        made = _work(maker, chunks, queue)
        os.close(queue)
        for helper in helpers:
            made.update(helper.answer())
        return [row for number, chunk in enumerate(chunks) for row in made.get(number) or map(maker.row, chunk)]


class _Helper:
    """A forked process that takes chunks from the queue like its parent."""

    def __init__(self, maker: _Rows, chunks: Sequence[Sequence[str]], queue: int, others: Sequence[_Helper]) -> None:
        self._pipe, answers = os.pipe()
        self._process = os.fork()
        if not self._process:
            try:
                for helper in (self, *others):
                    os.close(helper._pipe)  # held open here, it would be written to when the parent has ended
                with open(answers, "wb") as file:
                    pickle.dump(_work(maker, chunks, queue), file, pickle.HIGHEST_PROTOCOL)
            finally:
                os._exit(0)
        os.close(answers)

    def answer(self) -> dict[int, list[Row]]:
        """Return the rows of the chunks it took, none when it did not come to its end."""
        try:
            with open(self._pipe, "rb") as file:
                found: dict[int, list[Row]] = pickle.load(file)
        except (EOFError, pickle.UnpicklingError):
            return {}
        finally:
            os.waitpid(self._process, 0)
        return found


def _work(maker: _Rows, chunks: Sequence[Sequence[str]], queue: int) -> dict[int, list[Row]]:
    """Make the rows of chunks until none is left. A byte of the queue names one; no two processes read the same."""
    made = {}
    while number := os.read(queue, 1):
        made[number[0]] = [maker.row(path) for path in chunks[number[0]]]
    return made


class _Rows:
    """Makes rows; remembers how each file's definitions are named."""

    def __init__(self, reader: Reader, binder: Binder) -> None:
        self._reader = reader
        self._binder = binder
        self._targets: dict[str, list[Target]] = {}

    def row(self, path: str) -> Row:
        """Return what a file uses.

        A reference's weight is its confidence times that of its kind, split over its targets; repeated uses count by
        their square root, as in Aider's map, so that a loop's worth of calls does not outweigh five callers. Of tests,
        docs and examples only what they use of other files counts, each name once a file: a third of the time for the
        same maps (of Django, Flask, Gin, Vue and Tokio).
        """
        is_source = role(path) == SOURCE
        uses = self._binder.uses(path) if is_source else self._binder.outside_uses(path)
        counts: dict[tuple[str, int, float], int] = {}
        for (kind, targets, confidence), count in uses:
            weight = confidence * KIND_WEIGHT[kind] / (len(targets) or 1)
            for target, position in targets:
                if target != path:
                    key = (target, position, weight)
                    counts[key] = counts.get(key, 0) + count
        share = 1.0 if is_source else OUTSIDE
        weights: dict[Target, float] = {}
        for (target, position, weight), count in sorted(counts.items()):
            place = self._place(target, position)
            weights[place] = weights.get(place, 0.0) + share * weight * sqrt(count)
        return sorted(weights.items())

    def _place(self, path: str, position: int) -> Target:
        if path not in self._targets:
            self._targets[path] = targets_of(path, self._reader.definitions(path))
        return self._targets[path][position]
