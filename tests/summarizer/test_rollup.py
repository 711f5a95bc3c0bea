"""One sentence for every file, folder and the repository, without a model."""

from __future__ import annotations

import summarizer
from tests.conftest import Repository


def test_files_and_folders_say_what_they_are_for(repo: Repository) -> None:
    repo.write("shop/__init__.py", '"""Sells things."""\n')
    repo.write("shop/till.py", "#!/usr/bin/env python\n# Copyright 2020 Somebody\n\n# Takes money.\nx = 1\n")
    repo.write("shop/pay/cards.go", "package pay\n\nfunc Charge() {}\n\ntype Card struct{}\n")
    assert summarizer.summaries(repo.root) == {
        "": "3 files",
        "shop": "Sells things.",
        "shop/pay": "1 files: cards.go",
        "shop/__init__.py": "Sells things.",
        "shop/till.py": "Takes money.",
        "shop/pay/cards.go": "defines Card, Charge",
    }
