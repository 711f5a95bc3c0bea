"""The agent's view of a real repository: symbols, references and the map, true after every edit."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.repository import Repository
from agent.tool import ToolFailed


@pytest.fixture
def views(repository: Path) -> Repository:
    (repository / "shop.py").write_text("from prices import total\n\n\ndef bill(items):\n    return total(items)\n")
    return Repository(repository)


def test_the_map_names_its_files(views: Repository) -> None:
    found = views.map(1000)
    assert set(found.files) >= {"prices.py", "shop.py"}
    assert "def total(prices)" in found.text


def test_symbols_are_found_by_a_part_of_their_name_exact_ones_first(views: Repository) -> None:
    (views.root / "a.py").write_text("def total_of_all():\n    pass\n")
    assert views.symbols("total", 9).text.splitlines() == [
        "prices.py:4: function def total(prices)",
        "a.py:1: function def total_of_all()",
    ]


def test_references_say_where_a_name_is_used(views: Repository) -> None:
    assert "shop.py:5: call in bill" in views.references("total", 9).text


def test_an_edit_shows_in_the_next_answer(views: Repository) -> None:
    assert views.symbols("renamed", 9).text == ""
    path = views.root / "prices.py"
    path.write_text(path.read_text().replace("def total", "def renamed"))
    assert views.symbols("renamed", 9).text == "prices.py:4: function def renamed(prices)"
    assert views.symbols("total", 9).text == ""


def test_what_goes_wrong_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ToolFailed, match="the map cannot be made: "):
        Repository(tmp_path / "gone").map(1000)
