"""One sentence for every file, folder and the repository, without a model."""

from __future__ import annotations

import json

import pytest

import summarizer
from repomap.rendering.tokens import counter
from tests.conftest import Repository, Run


def test_files_and_folders_say_what_they_are_for(repo: Repository) -> None:
    repo.write("shop/__init__.py", '"""Sells things."""\n')
    repo.write("shop/till.py", "#!/usr/bin/env python\n# Copyright 2020 Somebody\n\n# Takes money.\nx = 1\n")
    repo.write("shop/pay/cards.go", "package pay\n\nfunc Charge() {}\n\ntype Card struct{}\n")
    assert summarizer.summaries(repo.root) == {
        "": "3 files: Charge, Card",
        "shop": "Sells things.",
        "shop/pay": "1 file: Charge, Card",
        "shop/__init__.py": "Sells things.",
        "shop/till.py": "Takes money.",
        "shop/pay/cards.go": "defines Card, Charge",
    }


def test_a_folder_that_says_nothing_is_known_by_what_others_use_of_it(repo: Repository) -> None:
    repo.write("lib/rare.py", "def rarely(): ...\n")
    repo.write("lib/often.py", "def often(): ...\n")
    for number in range(3):
        repo.write(f"app/a{number}.py", "from lib.often import often\n\noften()\n")
    assert summarizer.summaries(repo.root)["lib"].startswith("2 files: often")


def test_a_readme_speaks_for_its_folder(repo: Repository) -> None:
    repo.write("README.md", "# Shop\n\n[![badge](x)](y)\n\nSells things to people who need them.\n")
    repo.write("a.py", "def f(): ...\n")
    assert summarizer.summaries(repo.root)[""] == "Sells things to people who need them."


@pytest.mark.parametrize("form", ["text", "markdown", "json", "xml"])
def test_a_map_with_summaries_stays_in_its_budget(repo: Repository, run: Run, form: str) -> None:
    for number in range(30):
        repo.write(f"shop/part{number}.py", f'"""What part {number} is for."""\n\n\ndef part{number}(): ...\n')
    text = run("map", "--summaries", "--tokens", "400", "--format", form).stdout
    assert "What part" in text
    assert "30 files" in text
    if form == "json":
        facts = json.loads(text)
        assert facts["tokens"]["used"] <= facts["tokens"]["budget"] == 400
        assert set(facts["summaries"]) > {"", "shop"}
    else:
        assert counter("claude")(text) <= 400
