"""The table in docs/languages.md is what the code says."""

from __future__ import annotations

from pathlib import Path

import pytest

from repomap.languages import LANGUAGES
from repomap.languages.__main__ import written

DOCUMENT = Path(__file__).parents[2] / "docs" / "languages.md"


def test_the_documented_table_is_the_one_the_command_writes() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert text == written(text), "run: python -m repomap.languages docs/languages.md"


def test_every_language_has_its_row() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert [row.name for row in LANGUAGES if f"\n| {row.name} | " not in text] == []


def test_a_document_without_the_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="are missing"):
        written("# Languages\n")
