"""Say in words why a file or a definition stands where it does in a map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from repomap.files.roles import role
from repomap.index.reader import Reader
from repomap.ranking.rank import Ranking
from repomap.ranking.task import Task
from repomap.ranking.vocabulary import members
from repomap.rendering.formats import quoted
from repomap.rendering.skeleton import ShownFile, Skeleton
from repomap.words import identifier_key, part_key

MOST_WORDS = 8  # words named for a file, the heaviest
LEAST = 0.05  # points below this move nothing and are not told


def explain(reader: Reader, task: Task, ranking: Ranking, skeleton: Skeleton) -> Iterator[str]:
    """Yield lines on each shown file, best first: its place, points by kind of evidence, the task's words that it
    holds; and under it each shown definition with its points. Without a task: its rank, and who knows it.
    """
    place = {file.path: number for number, file in enumerate(ranking.files, 1)}
    shown = sorted(skeleton.files, key=lambda file: place[file.path])
    count = f"{len(shown)} of {skeleton.coverage.files_total} files"
    if not ranking.evidence:
        yield f"{count}; no task: by rank among who uses whom (docs/ranking.md)"
        yield from _backbone(reader, shown, place)
        return
    words = _words(reader, task, {file.path for file in shown})
    yield f"{count}; points by kind of evidence (docs/ranking.md)"
    for file in shown:
        points = ranking.evidence.get(file.path, {})
        yield f"{place[file.path]}. {quoted(file.path)}  {sum(points.values()):.2f} = {_sum(points)}"
        if words.get(file.path):
            yield f"   words: {' '.join(words[file.path])}"
        columns = ranking.inside.get(file.path, {})
        for line in file.definitions:
            own = {kind: column[line.position] for kind, column in columns.items()}
            said = f"  {sum(own.values()):.2f} = {_sum(own)}" if own else ""
            yield f"   {line.definition.line} {line.definition.qualified}{said}"


def _backbone(reader: Reader, shown: Sequence[ShownFile], place: Mapping[str, int]) -> Iterator[str]:
    for file in shown:
        what = role(file.path)
        yield f"{place[file.path]}. {quoted(file.path)}  {100 * file.score:.2f} % of all rank, as {what}"
        for line in file.definitions:
            name = line.definition.name
            users = len({*reader.paths_with(identifier_key(name))} - {file.path})
            known = f"its name is in {users} other file{'s' if users != 1 else ''}"
            hidden = "" if line.definition.exported else ", not exported"
            yield f"   {line.definition.line} {line.definition.qualified}  {100 * line.score:.2f} %: {known}{hidden}"


def _sum(points: Mapping[str, float]) -> str:
    terms = sorted(((value, kind) for kind, value in points.items() if abs(value) >= LEAST), reverse=True)
    return " ".join(f"{value:+.2f} {kind}" for value, kind in terms) or "nothing"


def _words(reader: Reader, task: Task, paths: set[str]) -> dict[str, list[str]]:
    """Return for each path the task's words it holds, those first that few files hold, with their count."""
    found: dict[str, list[tuple[int, str, int]]] = {}
    for word in sorted(task.words):
        counts: dict[int, int] = {}
        for member in members(word):
            for content, count, _ in reader.postings(part_key(member)):
                counts[content] = counts.get(content, 0) + count
        for content, count in counts.items():
            for path in reader.paths[content]:
                if path in paths:
                    found.setdefault(path, []).append((len(counts), word, count))
    return {path: [f"{word}×{count}" for _, word, count in sorted(some)[:MOST_WORDS]] for path, some in found.items()}
