"""A mistake of ours while a file is outlined costs that file its steps and nothing else, and is told."""

from __future__ import annotations

import json

import pytest

import summarizer
from repomap.extraction.extract import Reading
from repomap.index import open_index
from summarizer import outline
from summarizer.outline import OUTLINES
from tests.conftest import Repository, Run

CODE = 'def {0}(x):\n    """A doc."""\n    return pay(x)\n'


@pytest.fixture
def mistaken(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository of which one file cannot be outlined."""
    make = outline._packed

    def fails(reading: Reading, *arguments: object) -> bytes:
        if any(item.name == "odd" for item in reading.extracted.definitions):
            raise IndexError("list index out of range")
        return make(reading, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(outline, "_packed", fails)
    repo.write("good.py", CODE.format("bill"))
    repo.write("odd.py", CODE.format("odd"))
    return repo


@pytest.mark.usefixtures("forks")
def test_the_file_keeps_its_signatures_and_doc_lines(mistaken: Repository) -> None:
    first, *_, last = summarizer.pseudocode(mistaken.root, "odd.py").splitlines()
    assert first.startswith("# odd.py · python · no steps, IndexError: list index out of range · b2:")
    assert last.split("  ")[1] == "def odd(x)"
    assert last.endswith("A doc.")
    assert [hit.path for hit in summarizer.grep(mistaken.root, "pay")] == ["good.py"]
    assert [hit.path for hit in summarizer.grep(mistaken.root, "odd")] == ["odd.py"]


@pytest.mark.usefixtures("forks")
def test_doctor_says_why(mistaken: Repository, run: Run) -> None:
    open_index(mistaken.root, None, OUTLINES).close()
    said = run("doctor").stdout
    assert "no steps  odd.py" in said
    assert said.count("no steps") == 1
    assert json.loads(run("doctor", "--json").stdout)["without_steps"] == [
        {"path": "odd.py", "reason": "IndexError: list index out of range"}
    ]
