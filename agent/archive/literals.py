"""The texts that anything a regular expression matches must hold, read off the pattern without running it."""

from __future__ import annotations

import re

LEAST = 3  # characters: what a trigram index can use
META = set("\\^$.|?*+()[]{}")


def required_literals(pattern: str) -> list[str]:
    """Return literal texts, each of LEAST characters or more, that stand in every match; none where it is not certain.

    Only what stands outside groups and classes counts, and nothing at all where the pattern has a top-level `|`, free
    spacing, or anything this reader does not know.
    """
    if re.search(r"\(\?[a-zA-Z]*x", pattern):
        return []
    runs: list[str] = [""]
    place = 0
    while place < len(pattern):
        char = pattern[place]
        if char == "|":
            return []
        if char in "([":
            end = _closing(pattern, place)
            if end < 0:
                return []
            runs.append("")
            place = end + 1
        elif char == "\\":
            follower = pattern[place + 1 : place + 2]
            if not follower or follower.isalnum():
                runs.append("")
                # \x41, \p{L}, \N{…}, \1 and the like: what follows belongs to the escape, so nothing here is certain
                if follower not in set("dDwWsSbBAZ"):
                    return []
            else:
                runs[-1] += follower
            place += 2
        elif char in "*?{":
            runs[-1] = runs[-1][:-1]
            runs.append("")
            place = pattern.find("}", place) + 1 if char == "{" else place + 1
            if place == 0:
                return []
        elif char in META:
            runs.append("")
            place += 1
        else:
            runs[-1] += char
            place += 1
    return [run for run in runs if len(run) >= LEAST]


def _closing(pattern: str, start: int) -> int:
    """Return where the group or class that opens at `start` closes, -1 where it does not."""
    depth = 0
    place = start
    while place < len(pattern):
        char = pattern[place]
        if char == "\\":
            place += 1
        elif char == "[":
            place = _class_end(pattern, place)
            if place < 0:
                return -1
            if depth == 0:
                return place
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
            if depth == 0:
                return place
        place += 1
    return -1


def _class_end(pattern: str, start: int) -> int:
    place = start + 1
    place += pattern[place : place + 1] == "^"
    place += pattern[place : place + 1] == "]"
    while place < len(pattern):
        if pattern[place] == "\\":
            place += 1
        elif pattern[place] == "[":
            return -1
        elif pattern[place] == "]":
            return place
        place += 1
    return -1
