"""Check a model's answer: nothing of it is used that is not, in form and size, about what was asked."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any

from summarizer.prompt import MOST_LINES, MOST_TEXT, Job, Symbol
from summarizer.secrets import mask

MOST_DEPTH = 4
MOST_SUMMARY = 160  # characters of the sentence about a file
FOREIGN = 0.25  # share of letters outside Latin from which on a line is in another language, unless the source is too

_NOT_SAID = re.compile(
    r"(?i)```|\bas an ai\b|\bi (?:cannot|can't|am unable)\b|\bsure[,!]|\bhere (?:is|are) the\b|"
    r"\b(?:ignore|disregard|forget)\b.{0,30}\b(?:instruction|prompt)s?|\bsystem prompt\b"
)


@dataclass(slots=True)
class Checked:
    """What of an answer is good: steps (code line, depth, text) by digest, the file's sentence; and what is not."""

    steps: dict[str, list[tuple[int, int, str]]] = field(default_factory=dict)
    summary: str = ""
    folders: dict[str, str] = field(default_factory=dict)
    """Key → sentence of a folder."""
    rejected: dict[str, str] = field(default_factory=dict)
    """Key → reason, for every function without good steps and every folder without a good sentence."""


def check(job: Job, text: str, stop_reason: str | None) -> Checked:
    """Return what can be used of the answer `text` to `job`."""
    found = Checked()
    if stop_reason not in ("end_turn", "stop_sequence"):
        return _none(job, "cut short" if stop_reason in (None, "max_tokens") else f"ended by {stop_reason}")
    if not text.strip():
        return _none(job, "empty")
    answer = _object(text)
    if answer is None:
        return _none(job, "not JSON")
    if job.folders:
        return _folders(job, answer)
    symbols = answer.get("symbols")
    if not isinstance(symbols, list):
        return _none(job, "no list of symbols")
    given: dict[str, Any] = {}
    for item in symbols:
        if isinstance(item, dict) and isinstance(item.get("id"), str):
            given.setdefault(item["id"], item.get("lines"))
    for number, symbol in enumerate(job.symbols, 1):
        steps = _steps(symbol, given.get(f"S{number}"))
        if isinstance(steps, str):
            found.rejected[symbol.anchor.digest] = steps
        else:
            found.steps[symbol.anchor.digest] = steps
    sentence = answer.get("file")
    if found.steps and not _wrong_sentence(sentence, ""):
        found.summary = mask(" ".join(str(sentence).split()))
    return found


def _folders(job: Job, answer: dict[str, Any]) -> Checked:
    found = Checked()
    given: dict[str, Any] = {}
    folders = answer.get("folders")
    for item in folders if isinstance(folders, list) else ():
        if isinstance(item, dict) and isinstance(item.get("id"), str):
            given.setdefault(item["id"], item.get("text"))
    for number, folder in enumerate(job.folders, 1):
        text = given.get(f"F{number}")
        wrong = "not answered" if text is None else _wrong_sentence(text, "\n".join(folder.below))
        if wrong:
            found.rejected[folder.key] = wrong
        else:
            found.folders[folder.key] = mask(" ".join(str(text).split()))
    return found


def _wrong_sentence(text: object, source: str) -> str:
    """Return what is wrong with a sentence about a file or folder, "" for nothing; it was made from `source`."""
    if not isinstance(text, str):
        return "line of a wrong form"
    said = text.strip()
    if said and (" " not in said or any(line.endswith(f": {said}") for line in source.split("\n"))):
        return "the source repeated"
    return _wrong(text, MOST_SUMMARY, source)


def _none(job: Job, reason: str) -> Checked:
    return Checked(rejected=dict.fromkeys(job.keys, reason))


def _object(text: str) -> dict[str, Any] | None:
    """Return the JSON object in `text`, also one in a fence or between words: some servers know no schemas."""
    for candidate in (text, text[text.find("{") : text.rfind("}") + 1]):
        try:
            value = json.loads(candidate)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            return value
    return None


def _steps(symbol: Symbol, lines: Any) -> list[tuple[int, int, str]] | str:
    """Return the steps, or what is wrong with them."""
    if lines is None:
        return "symbol missing"
    if not isinstance(lines, list) or not lines:
        return "no lines"
    if len(lines) > MOST_LINES:
        return "too many lines"
    source = "\n".join(symbol.source)
    own_words = {line.strip().rstrip(":{;") for line in symbol.source}
    repeated = 0
    steps: list[tuple[int, int, str]] = []
    for item in lines:
        if not isinstance(item, dict):
            return "line of a wrong form"
        number, depth, text = item.get("line"), item.get("depth", 0), item.get("text")
        if not isinstance(number, int) or isinstance(number, bool) or not isinstance(text, str):
            return "line of a wrong form"
        if not symbol.line <= number <= symbol.end_line:
            return "line out of range"
        wrong = _wrong(text, MOST_TEXT, source)
        if wrong:
            return wrong
        repeated += text.strip().rstrip(":") in own_words
        at = max(0, bisect_right(symbol.anchor.lines, number - symbol.line) - 1)
        deep = min(max(depth, 0), MOST_DEPTH) if isinstance(depth, int) else 0
        steps.append((at, deep, mask(text.strip())))
    if repeated == len(steps):
        return "the source repeated"
    return sorted(steps, key=lambda step: step[0])


def _wrong(text: str, most: int, source: str) -> str:
    if not text.strip():
        return "empty line"
    if len(text) > most:
        return "line too long"
    if not text.isprintable():
        return "line break in a line"
    if _NOT_SAID.search(text) and text.strip() not in source:
        return "words to a reader, not pseudocode"
    letters = [sign for sign in text if sign.isalpha()]
    foreign = sum(1 for sign in letters if ord(sign) > 0x24F)
    if letters and foreign / len(letters) > FOREIGN and not _foreign(source):
        return "another language"
    return ""


def _foreign(source: str) -> bool:
    return any(ord(sign) > 0x24F and sign.isalpha() for sign in source)
