"""The exact identifiers in a text that notes must not lose: errors, measured numbers, paths, hashes, names."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

ERROR_LINE = re.compile(
    r"\b(?:[A-Z]\w*(?:Error|Exception|Warning)|error|failed|failure|fatal|panic|traceback|assert\w*|denied|"
    r"not found|cannot|can't|undefined|refused|timed? ?out)\b",
    re.IGNORECASE,
)
PATH = re.compile(r"(?<![\w/])(?:[\w.@~+-]*/)+[\w.@+-]*\w(?::\d+)?|\b[\w-]+\.[a-z]{1,5}(?::\d+)?\b")
HASH = re.compile(r"\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b")
MEASURE = re.compile(
    r"(?<![\w.])[-+]?\d+(?:[.,]\d+)*\s?(?:ms|µs|ns|s|sec|seconds|min|minutes|hours|days|[KMGT]i?B|bytes|%|x|MHz|GHz|"
    r"tokens|rows|files|items|px|USD|EUR)(?!\w)|(?<![\w.])\d+\.\d+(?:\.\d+)*(?![\w.])"
)
NUMBER = re.compile(r"(?<![\w.:])\d{3,}(?![\w.])")
NAME = re.compile(r"\b(?:[A-Z][A-Z0-9]+(?:[_-][A-Z0-9]+)+|[A-Z]{1,6}-?\d{2,}|[a-z]+(?:_[a-z0-9]+)+|--[a-z][\w-]+)\b")

CODE_LINE = re.compile(
    r"^(?:[\w./-]+:\d+:)?\s*(?:raise|except|throw|catch|if|elif|else|return|def|class|import|from|try|with|for|#|//|\*)\b"
)
WORD = re.compile(r"[^\W\d_]+")
DIGITS = re.compile(r"\d+")

ERROR_LENGTH = 160  # code points of an error line that are kept
RAREST_LINES = 80  # lines that are looked through for identifiers: more cost milliseconds a result and change little
MOST_COUNTED = 60  # identifiers that are counted in the whole text
LEAST_LINES = 10  # of a text for one line to stand out
OUTLIER_SHARE = 0.05  # of the lines at most, for them to be outliers and not the text's nature
LONGEST_LINE = 2000  # code points: longer ones are data, and slow to look through
WEIGHTS = ((MEASURE, 4.0), (HASH, 4.0), (PATH, 3.0), (NAME, 2.0), (NUMBER, 0.5))
"""How much a kind counts before rarity: measured numbers and hashes are what summaries lose first (2 % survive in
published counts, against 10 % of paths); names can mostly be found again in the code, bare numbers mean little."""


def errors(text: str, most: int = 3) -> list[str]:
    """Return the first lines of a text that report something wrong, shortened, each once.

    Code that handles errors reports none.
    """
    found: dict[str, None] = {}
    for line in text.splitlines():
        if len(found) >= most:
            break
        if len(line) < LONGEST_LINE and ERROR_LINE.search(line) and not CODE_LINE.match(line):
            found[line.strip()[:ERROR_LENGTH]] = None
    return list(found)


def anchors(text: str, known: str = "") -> list[str]:
    """Return the text's identifiers that `known` does not hold, the most telling first.

    Telling is what is of a telling kind, occurs seldom, and stands in a line unlike the others: a log's one line with a
    total says more than its thousand lines of progress. At most RAREST_LINES lines are looked through.
    """
    scores: dict[str, float] = {}
    for line, common in _by_rarity(text)[:RAREST_LINES]:
        for pattern, weight in WEIGHTS:
            for found in pattern.findall(line):
                scores[found] = max(scores.get(found, 0.0), weight / common)
    best = sorted(scores, key=lambda name: -scores[name])[:MOST_COUNTED]
    ranked = sorted(best, key=lambda name: -scores[name] / text.count(name))
    return [name for name in ranked if name not in known]


def outliers(text: str, most: int = 3) -> list[str]:
    """Return the lines that are unlike all others, with an identifier in them, of a text whose lines are alike."""
    lines = _by_rarity(text)
    alone = [line for line, common in lines if common == 1]
    if len(lines) < LEAST_LINES or len(alone) > max(most, len(lines) * OUTLIER_SHARE):
        return []
    telling = [line.strip() for line in alone if any(pattern.search(line) for pattern, _ in WEIGHTS)]
    return [line[:ERROR_LENGTH] for line in telling[:most]]


@lru_cache(maxsize=2)  # one result is asked twice in a row
def _by_rarity(text: str) -> list[tuple[str, int]]:
    """Return the lines, those of the rarest shape first, with how many lines have the same shape.

    A shape is the line with words and numbers made alike, as log-template miners do (He et al., "Drain", 2017).
    """
    lines = [line for line in text.splitlines() if line.strip() and len(line) < LONGEST_LINE]
    shapes = [DIGITS.sub("0", WORD.sub("a", line)) for line in lines]
    counts = Counter(shapes)
    return sorted(((line, counts[shape]) for line, shape in zip(lines, shapes, strict=True)), key=lambda pair: pair[1])


def paths(text: str) -> set[str]:
    """Return the file paths that a text mentions, without line numbers."""
    return {re.sub(r":\d+$", "", found) for found in PATH.findall(text)}
