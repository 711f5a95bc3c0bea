"""Say in which order files' path lines and definitions deserve the budget, and which definitions show all they have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from math import exp

from repomap.model import Definition
from repomap.names import place_of_name
from repomap.rendering.skeleton import Item, RankedFile

# Chosen on the development cases; docs/ranking.md has the runs.
# Path lines have their worth by place alone, 1 / (place + PLACES)²: what the words do not reach is listed all the same,
# and less and less of it. By the files' shares: file recall at 1 024 tokens -0.005.
PLACES = 25.0
# The most likely definitions keep their signature; of others the name is shown, at a third of the tokens. All whole:
# symbol recall at 1 024 tokens -0.09.
WHOLE_SIGNATURES = 4
KEYWORD = 10  # characters before the name that are kept with it: "def ", "func ", "class "
WEIGHED = 1000  # files whose path lines are weighed by their length; later ones follow in order
PATH_WORTH = 1.2  # all path lines' worth against that of all definitions; 1.6 finds no more files, and fewer symbols
LINE_TOKENS = 4.0  # characters a token, for the order alone; the fit counts exactly
LINE_COST = 3.0  # tokens of a line beside its text
SHORTEST_CUT = 6  # characters that are worth leaving out of a signature

# a third of the time of the named tuples' own makers, which are Python functions
_new: Callable[[type[Definition], Iterable[object]], Definition] = tuple.__new__
_new_file: Callable[[type[RankedFile], Iterable[object]], RankedFile] = tuple.__new__


def spend(
    paths: Sequence[str],
    languages: Sequence[str],
    totals: Sequence[float],
    definitions: Sequence[Sequence[Definition]],
    logits: Sequence[Sequence[float]],
) -> tuple[tuple[RankedFile, ...], tuple[Item, ...]]:
    """Return the files with their shares, and the order in which their lines are to be shown.

    `paths` are best first, all else is parallel to them: `totals` are the files' scores, `logits[i]` those of
    `definitions[i]`. A definition's share is its file's times its own in the file; lines come by share a token.
    """
    of_files = shares(totals)
    of_definitions = [
        tuple(whole * share for share in shares(own)) if own else ()
        for whole, own in zip(of_files, logits, strict=True)
    ]
    likely = sorted((-share, number, at) for number, own in enumerate(of_definitions) for at, share in enumerate(own))
    whole = {(number, at) for _, number, at in likely[:WHOLE_SIGNATURES]}
    files = list(map(_new_file, repeat(RankedFile), zip(paths, languages, of_files, repeat(()), repeat(()))))
    items: list[tuple[float, int, int]] = []
    for number, own in enumerate(of_definitions):
        if own:
            shown = tuple(
                definition if (number, at) in whole else shortened(definition)
                for at, definition in enumerate(definitions[number])
            )
            items.extend((-share / _cost(shown[at].signature), number, at) for at, share in enumerate(own))
            files[number] = RankedFile(paths[number], languages[number], of_files[number], shown, own)
    for number, share in enumerate(_path_shares(min(WEIGHED, len(paths)))):
        items.append((-PATH_WORTH * share / _cost(paths[number]), number, -1))
    order = [(number, at) for _, number, at in sorted(items)]
    order.extend(zip(range(WEIGHED, len(paths)), repeat(-1)))
    return tuple(files), tuple(order)


def shares(scores: Sequence[float]) -> list[float]:
    """Return the softmax of scores."""
    peak = max(scores, default=0.0)
    powers = [exp(score - peak) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def _path_shares(count: int) -> list[float]:
    worth = [(place + PLACES) ** -2 for place in range(count)]
    whole = sum(worth)
    return [one / whole for one in worth]


def _cost(line: str) -> float:
    return LINE_COST + min(len(line), 100) / LINE_TOKENS


def shortened(definition: Definition) -> Definition:
    """Return the definition with its name as signature, and a short keyword before it: "def get(key)" → "def get"."""
    signature, name = definition.signature, definition.name
    start = place_of_name(signature, name)
    if start < 0 or len(signature) - len(name) < SHORTEST_CUT:
        return definition
    head = signature[:start] if start <= KEYWORD else ""
    return _new(Definition, (*definition[:4], head + name, *definition[5:]))
