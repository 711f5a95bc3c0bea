"""Rank files and definitions around files that are given without words: what they hold, what they are tied to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from repomap.files.roles import SOURCE, role
from repomap.index.reader import Reader
from repomap.model import Definition
from repomap.ranking.history import NONE, History, history_of
from repomap.ranking.neighbours import MOST_DEFINERS, SHORTEST
from repomap.ranking.rank import Ranking
from repomap.rendering.skeleton import Item, RankedFile
from repomap.words import definition_key, identifier_key

# Nothing to measure these on: they say what a person expects who gives files and no words.
TIE, TOGETHER = 1.0, 0.5  # weight of names that tie a file to the given ones, and of commits that touched both
MOST_USERS = 30  # a name that more files hold ties none of them to the file that defines it
ASKED = 50  # given files whose ties are looked for
FIRST = 40  # definitions of the given files that come before their neighbours
NEIGHBOURS = 20  # files that come before the rest of the given files' definitions


def rank_around(
    root: str, reader: Reader, paths: Sequence[str], given: Collection[str], rest: Ranking, use_history: bool = True
) -> Ranking:
    """Return the ranking of `paths` in which `given` files come first, then what uses them, what they use and what
    changed with them, then the files of `rest` in its order.
    """
    here = frozenset(paths)
    known = {file.path for file in rest.files}
    first = sorted(frozenset(given) & here, key=lambda path: (path not in known, role(path) != SOURCE, path))
    if not first:
        return rest
    history = history_of(root, reader.store) if use_history else NONE
    ties, names = _ties(reader, first[:ASKED])
    points = {path: some for path, some in _points(first, ties, history).items() if path in here}
    near = sorted(points, key=lambda path: (-sum(points[path].values()), path))
    files = [_file(reader, path, 2.0) for path in first]
    files += [_file(reader, path, sum(points[path].values())) for path in near]
    placed = {file.path for file in files}
    moved: dict[int, int] = {}
    for number, file in enumerate(rest.files):
        if file.path not in placed:
            moved[number] = len(files)
            files.append(file)
    own = list(_by_size(files[: len(first)]))
    order: list[Item] = [(number, -1) for number in range(len(first))]
    order += own[:FIRST]
    for number, path in enumerate(near[:NEIGHBOURS], len(first)):
        order.append((number, -1))
        order += [(number, at) for at, one in enumerate(files[number].definitions) if one.name in names.get(path, ())]
    order += own[FIRST:]
    order += [(moved[number], at) for number, at in rest.order if number in moved]
    order += [(number, -1) for number in range(len(first) + NEIGHBOURS, len(first) + len(near))]
    evidence = {**{path: {"given": 1.0} for path in first}, **points}
    return Ranking(tuple(files), tuple(order), evidence)


def _ties(reader: Reader, given: Sequence[str]) -> tuple[dict[str, float], dict[str, set[str]]]:
    """Return for each file how much names tie it to the given ones, and which of its names they use."""
    ties: dict[str, float] = {}
    names: dict[str, set[str]] = {}
    own = {definition.name for path in given for definition in reader.definitions(path)}
    used = {name for path in given for name in reader.names_used(path)} - own
    for name in sorted(used):
        definers = reader.paths_with(definition_key(name)) if len(name) >= SHORTEST else []
        if len(definers) <= MOST_DEFINERS:
            for path in definers:
                ties[path] = ties.get(path, 0.0) + 1 / len(definers)
                names.setdefault(path, set()).add(name)
    for name in sorted(own):
        users = reader.paths_with(identifier_key(name)) if len(name) >= SHORTEST else []
        if len(users) <= MOST_USERS and len(reader.paths_with(definition_key(name))) == 1:
            for path in users:
                ties[path] = ties.get(path, 0.0) + 1 / len(users)
    return ties, names


def _points(given: Sequence[str], ties: Mapping[str, float], history: History) -> dict[str, dict[str, float]]:
    """Return the points of each file that belongs to the given ones, by kind, each kind against the most of it."""
    together = history.companions(dict.fromkeys(given, 1 / len(given)))
    found: dict[str, dict[str, float]] = {}
    kinds = (("tied to given files", TIE, ties), ("changes with given files", TOGETHER, together))
    for kind, weight, column in kinds:
        near = {path: value for path, value in column.items() if path not in given}
        most = max(near.values(), default=0.0)
        for path, value in near.items():
            found.setdefault(path, {})[kind] = weight * value / most
    return found


def _file(reader: Reader, path: str, score: float) -> RankedFile:
    definitions = reader.definitions(path)
    return RankedFile(path, reader.language(path), score, definitions, (score,) * len(definitions))


def _by_size(files: Sequence[RankedFile]) -> Iterator[Item]:
    """Yield the files' definitions, exported and long ones first."""

    def weight(one: Definition) -> tuple[bool, int]:
        return not one.exported, one.line - one.end_line

    items = [(weight(one), number, at) for number, file in enumerate(files) for at, one in enumerate(file.definitions)]
    return ((number, at) for _, number, at in sorted(items))
