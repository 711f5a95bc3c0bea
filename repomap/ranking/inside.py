"""Score the definitions of a file that was read: which of them a task means, by kind of evidence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from math import log1p

from repomap.model import FUNCTIONS, Definition, Reference
from repomap.ranking.lexical import Counts, Passages, idf
from repomap.ranking.task import Task

# Weights of a conditional logit over the definitions of a file, times 0.7, fitted on two sets of repositories, each
# tried on the other: docs/ranking.md has the runs.
DEFINITION_WEIGHT = {
    "words": 1.9,  # BM25 of its own lines and the comment above; what few definitions hold counts more
    "name": 0.6,  # words in its name, by how much of the name they are
    "named": 1.0,  # the task writes its name
    "line": 2.5,  # a trace stops in it
    "length": 0.6,  # log(1 + lines): a long definition has more that can be wrong
    "used by one that fits": 0.6,  # in the file, by how well that one's words fit
    "uses a named one": 0.7,  # it uses a name that the task writes as code
}
VALUE_COST = 1.5  # of constants, variables, fields and what else holds a value
CONSTRUCTOR_COST = 0.9  # its type says as much, and stands above it
MEMBERS_COST = 1.0  # of a type whose functions are definitions: its line comes with the first of them
SAME_NAME = 3  # definitions of one name in a file, above which a use of the name means none of them

_DOING = FUNCTIONS | {"macro"}
_TYPES = frozenset(("class", "interface", "trait", "struct", "enum", "union", "type"))
_CONSTRUCTORS = frozenset(("__init__", "__construct", "constructor", "initialize", "init"))
_ABOVE = re.compile(rb"\s*(?://|/\*|\*|--|@|\[|\"\"\"|#(?!\s*(?:include|define|undef|if|elif|else|endif|pragma)))")
"""A line above a definition that belongs to it: comment, decorator or attribute."""


def points_of(
    definitions: Sequence[Definition],
    references: Iterable[Reference],
    text: bytes,
    own: Counts,
    passages: Passages,
    task: Task,
    traced: Sequence[int],
) -> dict[str, list[float]]:
    """Return the points of each kind of evidence, each list parallel to `definitions`.

    `own` is what `passages` counted in their own lines of `text`; `traced` are lines at which a stack trace stops.
    """
    count = len(definitions)
    said, lengths = _with_comments(text, definitions, own, passages)
    holding = Counter(word for words in said for word in words)
    rarity = {word: idf(count, some) for word, some in holding.items()}
    words = _against_best(passages.scores(said, lengths, rarity=rarity))
    names = _against_best([passages.name_match(definition.name) for definition in definitions])
    sizes, with_members = _sizes(definitions)
    helping, telling = _uses(definitions, references, words, task.coded)
    columns: dict[str, Sequence[float]] = {
        "words": words,
        "name": names,
        "named": [definition.name in task.names for definition in definitions],
        "length": [log1p(size) for size in sizes],
        "used by one that fits": helping,
        "uses a named one": telling,
    }
    if traced:
        columns["line"] = [any(d.line <= at <= d.end_line for at in traced) for d in definitions]
    points = {
        kind: [DEFINITION_WEIGHT[kind] * value for value in column] if any(column) else [0.0] * count
        for kind, column in columns.items()
    }
    points["kind"] = [
        -_cost(definition) - MEMBERS_COST * (at in with_members) for at, definition in enumerate(definitions)
    ]
    return points


def _comments_above(lines: Sequence[bytes], definitions: Sequence[Definition]) -> list[tuple[int, int, int]]:
    """Return (definition, first line, last line) of the comments and decorators right above each that has some."""
    others = {line for definition in definitions for line in (definition.line, definition.end_line)}
    found = []
    for position, definition in enumerate(definitions):
        start = definition.line
        while start > 1 and start - 1 not in others and start - 2 < len(lines) and _ABOVE.match(lines[start - 2]):
            start -= 1
        if start < definition.line:
            found.append((position, start, definition.line - 1))
    return found


def _with_comments(text: bytes, definitions: Sequence[Definition], own: Counts, passages: Passages) -> Counts:
    """Return the counts of their own lines with those of the comments above them."""
    above = _comments_above(text.split(b"\n"), definitions)
    if not above:
        return own
    hits, lengths = passages.counts_in(text, above, len(definitions))
    for at, found in enumerate(hits):
        for word, count in own[0][at].items():
            found[word] = found.get(word, 0) + count
    return hits, [one + other for one, other in zip(own[1], lengths, strict=True)]


def _against_best(values: Sequence[float]) -> list[float]:
    best = max(values, default=0.0) or 1.0
    return [value / best for value in values]


def _cost(definition: Definition) -> float:
    if definition.kind not in _DOING:
        return 0.0 if definition.kind in _TYPES else VALUE_COST
    named = definition.name in _CONSTRUCTORS and definition.parent
    return CONSTRUCTOR_COST if named or definition.kind == "constructor" else 0.0


def _sizes(definitions: Sequence[Definition]) -> tuple[list[int], set[int]]:
    """Return the lines of each definition, and who has functions as members.

    A type's lines are those that stand in no function or type inside it: its fields are its own.
    """
    spans = [definition.end_line - definition.line + 1 for definition in definitions]
    sizes = list(spans)
    with_members = set()
    for at, definition in enumerate(definitions):
        owner = definition.owner
        if 0 <= owner < at and definitions[owner].kind not in _DOING:
            if definition.kind in _DOING or definition.kind in _TYPES:
                sizes[owner] -= spans[at]
            if definition.kind in _DOING:
                with_members.add(owner)
    return [max(1, size) for size in sizes], with_members


def _uses(
    definitions: Sequence[Definition], references: Iterable[Reference], words: Sequence[float], coded: Set[str]
) -> tuple[list[float], list[float]]:
    """Return the best of `words` among those in the file that use each definition, and whether it uses a coded name."""
    places: dict[str, list[int]] = {}
    for at, definition in enumerate(definitions):
        places.setdefault(definition.name, []).append(at)
    known = {name: some for name, some in places.items() if len(some) <= SAME_NAME}
    helping, telling = [0.0] * len(definitions), [0.0] * len(definitions)
    for name, _, _, scope, _ in references:
        if 0 <= scope < len(definitions):
            if name in coded:
                telling[scope] = 1.0
            for at in known.get(name, ()):
                if at != scope and words[scope] > helping[at]:
                    helping[at] = words[scope]
    return helping, telling
