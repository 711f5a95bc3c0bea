"""Find the sentence a file opens with: its docstring, or the comment at its head."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

LONGEST = 120  # characters kept
LOOKED_AT = 4  # of the first nodes: a shebang or a licence may come before
READ = 1_500  # bytes of one of them

_MARKS = re.compile(
    r"^[\s/*#!;\-\"'=rRuUbB]{0,8}?(?:\"\"\"|'''|\"|'|/\*+!?|//+[!/]?|#+!?|--+|;+|%+|\*)\s*|\s*(?:\*/|\"\"\"|'''|\"|')\s*$"
)
_NOT_SAID = re.compile(
    r"(?i)copyright|licen[cs]e|all rights reserved|spdx|^!|coding[:=]|eslint|^@|^\W*$|vim:|use strict|^<?\?php|"
    r"^(?:noqa|pylint|type:)|"
    r"^(?:import|package|from|require|include|pragma|go:build|\+build)\b"
)
_PROSE = re.compile(r"[A-Z*_`](?=.{20})(?!.*(?:]\(|<|\|))")
"""A line of Markdown that is neither a heading, a list, a table, a picture nor markup."""


def first_prose(text: str) -> str:
    """Return the first line of prose in a Markdown text, "" for none."""
    return next((_clipped(line) for line in text[:READ].splitlines() if _PROSE.match(line)), "")


def opening(root: Node, source: bytes) -> str:
    """Return that sentence's first line, "" when the file opens otherwise."""
    for node in root.named_children[:LOOKED_AT]:
        kind = node.type
        if "comment" not in kind and "string" not in kind and kind != "expression_statement":
            continue
        text = source[node.start_byte : min(node.end_byte, node.start_byte + READ)].decode("utf-8", "replace")
        if kind == "expression_statement" and not text.lstrip("rRuUbB").startswith(("'", '"')):
            return ""
        said = [_MARKS.sub("", _MARKS.sub("", line)).strip() for line in text.splitlines()]
        if any(re.search(r"(?i)copyright|licen[cs]e|spdx", line) for line in said):
            continue
        for line in said:
            if line and not _NOT_SAID.search(line) and not line.startswith("/usr/"):
                return _clipped(line)
    return ""


def _clipped(line: str) -> str:
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"
