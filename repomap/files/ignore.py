"""Decide by ignore files (`.gitignore`, `.ignore`, `.repomapignore`) and gitignore-style settings what is left out.

pathspec holds the patterns and their order. The translation of one line to a regular expression is here, because
pathspec's own backtracks without end on a line such as `*a*a*a*a*b` (a repository is not trusted) and does not
cross newlines in names; the tests hold this one equal to `git check-ignore`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathspec import PathSpec
    from pathspec.pattern import RegexPattern

POSIX_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\t-\r ",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}


class PatternFile(NamedTuple):
    """The patterns of one ignore file, for paths below the folder it lies in.

    `base` is that folder relative to the root ("" or "src/"). `lead` is the way from that folder to the root when the
    file lies above the root ("" or "packages/app/"); one of the two is empty.
    """

    patterns: PathSpec[RegexPattern]
    base: str = ""
    lead: str = ""

    def verdict(self, path: str) -> bool | None:
        """Say whether the last pattern that matches `path` ignores it; None when none matches."""
        local = path[len(self.base) :] if self.base else self.lead + path
        return self.patterns.check_file(local).include


class Rules(NamedTuple):
    """Ignore files in force in one folder, by the name they go under, nearest folder first.

    Files of different names do not overrule each other: what one kind ignores is ignored, and a `!` line takes back
    only what the same kind said. So a `!` in `.ignore` or `.repomapignore` cannot bring out what git keeps private.
    """

    kinds: tuple[tuple[str, tuple[PatternFile, ...]], ...] = ()

    def with_file(self, kind: str, file: PatternFile) -> Rules:
        """Return these rules with `file` as the nearest of its kind."""
        kinds = dict(self.kinds)
        kinds[kind] = (file, *kinds.get(kind, ()))
        return self._replace(kinds=tuple(kinds.items()))

    def only(self, names: Iterable[str]) -> Rules:
        """Return these rules without the kinds that are not in `names`."""
        kept = set(names)
        return self._replace(kinds=tuple(kind for kind in self.kinds if kind[0] in kept))

    def ignore(self, path: str, folder: bool) -> bool:
        """Say whether `path` (relative to the root, its parents known not to be ignored) is left out."""
        subject = path + "/" if folder else path
        for _, files in self.kinds:
            for file in files:
                verdict = file.verdict(subject)
                if verdict is not None:
                    if verdict:
                        return True
                    break
        return False


_LITERAL_THEN_STARS = re.compile(r"([^*?\[\\]*[^*?\[\\/])\*\*+(?:/(.*))?\Z", re.DOTALL)
"""`a**/b`: git compares what is literal first, and reads the rest as if it began the line: `ab` and `ax/y/b` match."""


def parse_patterns(lines: Iterable[str]) -> PathSpec[RegexPattern]:
    """Return the patterns of gitignore-style `lines`. Lines that git would never match are dropped, as git does.

    `check_file(path).include` of the result is True (ignored), False (taken back by `!`) or None, by the last line
    that matches the path itself; folders are written with a trailing slash. Parents are not looked at.
    """
    from pathspec import PathSpec
    from pathspec.pattern import RegexPattern

    translated = [rule for line in lines if (rule := translate_line(line)) is not None]
    return PathSpec(
        RegexPattern(re.compile(rf"\A(?:{'|'.join(regex for regex, _ in run)})\Z", re.DOTALL), include)
        for include, run in groupby(translated, key=lambda rule: rule[1])
    )


def decode_lines(content: bytes) -> list[str]:
    """Split an ignore file into lines as git does; bytes that are not UTF-8 stay what they are in file names."""
    text = content.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    return [line.removesuffix("\r") for line in text.split("\n")]


def translate_line(line: str) -> tuple[str, bool] | None:
    """Return (regular expression for a whole path, whether it ignores or takes back), None for a line without effect.

    A wildcard never gives back what it took, so a hostile line cannot make a match take exponential time.
    Source: gitignore(5) and git's wildmatch.c, but `?` and `[…]` stand for a character, not a byte.
    """
    line = _without_trailing_spaces(line)
    if not line or line.startswith("#"):
        return None
    ignores = not line.startswith("!")
    pattern = line if ignores else line[1:]
    folders_only = pattern.endswith("/")
    pattern = pattern.removesuffix("/")
    if "/" in pattern:
        pattern = pattern.removeprefix("/")
        rest = _LITERAL_THEN_STARS.match(pattern)
        regex = _after_literal(re.escape(rest[1]), rest[2]) if rest else _path_regex(pattern.split("/"))
    else:
        name = _segment_regex(pattern)
        regex = None if name is None else f"(?:[^/]+/)*{name}"
    return None if regex is None else (regex + ("/" if folders_only else "/?"), ignores)


def _without_trailing_spaces(line: str) -> str:
    kept = line.rstrip(" ")
    backslashes = len(kept) - len(kept.rstrip("\\"))
    return kept + " " if backslashes % 2 and len(kept) < len(line) else kept


def _after_literal(literal: str, tail: str | None) -> str | None:
    """Translate `LITERAL**`, with what follows a slash after it: None for no slash."""
    if tail == "":
        return literal  # `a**//` is the folder `a`: no name has an empty part
    if tail is None or (tail[0] != "/" and not tail.strip("*/")):
        return f"{literal}.*"
    after = _path_regex(tail.removeprefix("/").split("/"))
    return None if after is None else f"{literal}{'/' if tail[0] == '/' else '(?:.*/)?'}{after}"


def _path_regex(segments: list[str]) -> str | None:
    """Join segments at slashes; a `**` segment stands for any number of folders, at the end for anything."""
    blocks: list[list[str]] = [[]]
    for segment in segments:
        if len(segment) > 1 and not segment.strip("*"):
            if blocks[-1] or len(blocks) == 1:
                blocks.append([])
            continue
        regex = _segment_regex(segment)
        if regex is None:
            return None
        blocks[-1].append(regex)
    first, *rest = ["/".join(block) for block in blocks]
    if not rest:
        return first
    between = [rf"(?>(?:[^/]+/)*?{block}/)" for block in rest[:-1]]
    last = rf"(?:[^/]+/)*{rest[-1]}" if rest[-1] else ".+"
    return (first + "/" if first else "") + "".join(between) + last


def _segment_regex(segment: str) -> str | None:
    """Return the expression of a pattern without slashes, None when nothing can match it."""
    pieces = [""]  # what stands between the stars
    at = 0
    while at < len(segment):
        character = segment[at]
        at += 1
        if character == "*":
            if pieces[-1] or len(pieces) == 1:
                pieces.append("")
        elif character == "?":
            pieces[-1] += "[^/]"
        elif character == "[":
            bracket = _bracket_regex(segment, at)
            if bracket is None:
                return None
            pieces[-1] += bracket[0]
            at = bracket[1]
        else:
            if character == "\\":
                if at == len(segment):
                    return None
                character = segment[at]
                at += 1
            pieces[-1] += re.escape(character)
    first, *rest = pieces
    if not rest:
        return first or None
    if not any(pieces):
        return "[^/]+"
    # the leftmost place is always good enough for what stands before another star
    return first + "".join(f"(?>[^/]*?{piece})" for piece in rest[:-1]) + f"[^/]*{rest[-1]}"


def _bracket_regex(segment: str, at: int) -> tuple[str, int] | None:
    """Translate the bracket expression whose `[` is before `at`; return it and where it ends, None when it does not."""
    negated = segment[at : at + 1] in ("!", "^")
    at += negated
    first = at
    members = previous = ""
    while at < len(segment):
        character = segment[at]
        if character == "]" and at > first:
            return (f"[^/{members}]" if negated else f"(?!/)[{members}]"), at + 1
        if character == "-" and previous and segment[at + 1 : at + 2] not in ("", "]"):
            at += 2 if segment[at + 1] == "\\" else 1
            high = segment[at : at + 1]
            if previous <= high:
                members += f"{re.escape(previous)}-{re.escape(high)}"
            previous = ""
        elif segment.startswith("[:", at) and segment[segment.find("]", at) - 1] == ":" != segment[at + 2 : at + 3]:
            end = segment.find("]", at)
            if segment[at + 2 : end - 1] not in POSIX_CLASSES:
                return None
            members += POSIX_CLASSES[segment[at + 2 : end - 1]]
            at, previous = end, ""
        else:
            at += character == "\\"
            previous = segment[at : at + 1]
            members += re.escape(previous)
        at += 1
    return None
