"""The sentence a file opens with is about the file: no licence, no switch of a linter, no doc of its first function."""

from __future__ import annotations

import pytest

from repomap.extraction.extract import read
from repomap.languages import detect
from summarizer.opening import opening


def opened(name: str, source: str) -> str:
    """Return the sentence a file opens with."""
    language = detect(name, source.encode())
    assert language
    (part, *_) = read(language, source.encode()).parts
    return opening(part.root, part.source)


LICENCE = (
    "// Copyright 2014 Some One. All rights reserved.\n"
    "// Use of this source code is governed by a MIT style\n"
    "// license that can be found in the LICENSE file.\n\n"
)


def test_a_licence_of_many_lines_is_skipped_whole() -> None:
    assert opened("a.go", LICENCE + "package a\n\nfunc f() {}\n") == ""


def test_the_comment_after_a_licence_speaks_for_the_file() -> None:
    assert opened("a.go", LICENCE + "// Package a sells things.\npackage a\n") == "Package a sells things."


def test_the_doc_of_the_first_function_is_not_the_file_s() -> None:
    assert opened("a.go", LICENCE + "package a\n\n// f does it.\nfunc f() {}\n") == ""


@pytest.mark.parametrize(
    "line",
    ["# mypy: allow-untyped-defs", "# ruff: noqa", "# -*- coding: utf-8 -*-", "#!/bin/sh", "# pylint: disable=all"],
)
def test_a_switch_of_a_linter_is_no_sentence(line: str) -> None:
    assert opened("a.py", f'{line}\n"""Sell things."""\nimport os\n') == "Sell things."
    assert opened("a.py", f"{line}\nfrom __future__ import annotations\n\nimport os\n") == ""


def test_a_directive_of_javascript_is_no_sentence() -> None:
    assert opened("a.ts", "'use client';\n\n// Shows the shop.\nimport a from 'a';\n") == "Shows the shop."


def test_a_docstring_about_licences_is_a_sentence() -> None:
    assert opened("a.py", '"""Check each licence.\n\nMore of it.\n"""\n') == "Check each licence."
    assert opened("a.py", '"""Compare what is allowed.\n\nThe copyright is read.\n"""\n') == "Compare what is allowed."
