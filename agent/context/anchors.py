"""The exact identifiers in a text that notes must not lose: errors, measured numbers, paths, hashes, names."""

from __future__ import annotations

import re
from collections import Counter

ERROR_LINE = re.compile(
    r"\b(?:[A-Z]\w*(?:Error|Exception|Warning)|error|failed|failure|fatal|panic|traceback|assert\w*|denied|"
    r"not found|cannot|can't|undefined|refused|timed? ?out)\b",
    re.IGNORECASE,
)
PATH = re.compile(r"(?<![\w/])(?:[\w.@~+-]*/)+[\w.@+-]*\w(?::\d+)?|\b[\w-]+\.[a-z]{1,5}(?::\d+)?\b")
HASH = re.compile(r"\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b")
MEASURE = re.compile(
    r"(?<![\w.])[-+]?\d+(?:[.,]\d+)*\s?(?:ms|µs|ns|s|sec|seconds|min|minutes|hours|days|[KMGT]i?B|bytes|%|x|MHz|GHz|"
    r"tokens|rows|files|items|px|USD|EUR)(?!\w)|(?<![\w.])\d+\.\d+(?:\.\d+)*(?![\w.])|(?<![\w.:])\d{3,}(?![\w.])"
)
NAME = re.compile(r"\b(?:[A-Z][A-Z0-9]+(?:[_-][A-Z0-9]+)+|[A-Z]{1,6}-?\d{2,}|[a-z]+(?:_[a-z0-9]+)+|--[a-z][\w-]+)\b")

ERROR_LENGTH = 160  # code points of an error line that are kept
WEIGHTS = ((MEASURE, 4.0), (HASH, 4.0), (PATH, 3.0), (NAME, 1.0))
"""How much a kind counts before rarity: measured numbers and hashes are what summaries lose first (2 % survive in
published counts, against 10 % of paths), names can mostly be found again in the code."""


def errors(text: str, most: int = 3) -> list[str]:
    """Return the first lines of a text that report something wrong, shortened, each once."""
    found: dict[str, None] = {}
    for line in text.splitlines():
        if len(found) >= most:
            break
        if len(line) < 2000 and ERROR_LINE.search(line):
            found[line.strip()[:ERROR_LENGTH]] = None
    return list(found)


def anchors(text: str, known: str = "") -> list[str]:
    """Return the text's identifiers that `known` does not hold, the most telling first: rare ones of a telling kind."""
    counts: Counter[str] = Counter()
    weights: dict[str, float] = {}
    for pattern, weight in WEIGHTS:
        for found in pattern.findall(text):
            counts[found] += 1
            weights.setdefault(found, weight)
    ranked = sorted(weights, key=lambda name: -weights[name] / counts[name])
    return [name for name in ranked if name not in known]


def paths(text: str) -> set[str]:
    """Return the file paths that a text mentions, without line numbers."""
    return {re.sub(r":\d+$", "", found) for found in PATH.findall(text)}
