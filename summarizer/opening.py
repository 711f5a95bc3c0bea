"""Find the sentence a file opens with: its docstring, or the comment at its head."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

LONGEST = 120  # characters kept
LOOKED_AT = 4  # of the first blocks of comments and statements: a shebang, a licence or imports may come before
MOST_LINES = 60  # of one block, where every line is a node
READ = 1_500  # bytes of one of them

_MARKS = re.compile(
    r"^[\s/*#!;\-\"'=rRuUbB]{0,8}?(?:\"\"\"|'''|\"|'|/\*+!?|//+[!/]?|#+!?|--+|;+|%+|\*)\s*|\s*(?:\*/|\"\"\"|'''|\"|')\s*$"
)
_NOT_SAID = re.compile(
    r"(?i)copyright|licen[cs]ed under|[-=*#]{8}|all rights reserved|spdx|^!|coding[:=]|eslint|^@|^\W*$|vim:|"
    r"use strict|^<?\?php|"
    r"^(?:noqa|pylint|type:|mypy|flake8|ruff|isort|pyright|fmt:|yapf|nosec|cython:|distutils:|-\*-|prettier|tslint|"
    r"jshint|jslint|stylelint|ts-|istanbul|c8 |<reference|nolint|golangci|clang-format|cppcheck|iwyu|rubocop|"
    r"frozen_string_literal|encoding|phpcs|phpstan|psalm|shellcheck|swiftlint|ktlint|detekt|biome|oxlint|deno-|"
    r"globals? |region\b|sourcemappingurl|\$(?:Id|Header|Rev)|!?/(?:usr/)?bin/|use (?:client|server|strict|asm)\b)|"
    r"^(?:import|package [\w.:]+;?$|from|require|include|pragma|go:build|\+build)\b"
)
_LICENCE = re.compile(r"(?i)copyright|licen[cs]e|spdx|under the terms of|all rights reserved|\b(?:MIT|BSD).style")
_LEADING = re.compile(
    r"import|package|use_|using|include|namespace|module|preproc|extern|comment|string|expression_statement"
)
"""Types of what stands at the head of a file, so that a comment above it is about the file."""


def opening(root: Node, source: bytes) -> str:
    """Return that sentence's first line, "" when the file opens otherwise.

    A comment on a licence is skipped whole, and so is one that stands right above a definition, unless it is the first.
    """
    nodes = root.named_children[: LOOKED_AT * MOST_LINES]
    at = blocks = 0
    while at < len(nodes) and blocks < LOOKED_AT:
        node, kind = nodes[at], nodes[at].type
        comment = "comment" in kind
        end = at + 1
        while comment and end < len(nodes) and nodes[end].type == kind and _adjoin(nodes[end - 1], nodes[end]):
            end += 1
        first, at, blocks = at == 0, end, blocks + 1
        if not comment and "string" not in kind and kind != "expression_statement":
            continue
        last = nodes[end - 1].end_byte
        text = source[node.start_byte : min(last, node.start_byte + READ)].decode("utf-8", "replace")
        if kind == "expression_statement" and not text.lstrip("rRuUbB").startswith(("'", '"')):
            return ""
        said = [_MARKS.sub("", _MARKS.sub("", line)).strip() for line in text.splitlines()]
        if comment and (any(map(_LICENCE.search, said)) or not (first or _stands_alone(nodes[end - 1 : end + 1]))):
            continue
        for line in said:
            if line and not _NOT_SAID.search(line):
                return _clipped(line)
    return ""


def _adjoin(node: Node, after: Node) -> bool:
    """Tell whether no empty line parts two nodes."""
    row = node.end_point.row - (node.end_point.column == 0)
    return after.start_point.row <= row + 1


def _stands_alone(nodes: Sequence[Node]) -> bool:
    """Tell whether a comment, the first of two nodes, is not about the second."""
    return len(nodes) < 2 or not _adjoin(*nodes) or _LEADING.search(nodes[1].type) is not None


def _clipped(line: str) -> str:
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"
