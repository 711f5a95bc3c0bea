"""The Python API."""

from __future__ import annotations

import pytest

from repomap import RepoMap, RepoMapError
from tests.conftest import Repository


def test_a_map_has_text_files_and_tokens(repo: Repository) -> None:
    repo.write("a.py", "def alpha():\n    return beta()\n\ndef beta(): ...\n")

    found = RepoMap(repo.root).map(tokens=200, query="alpha", focus=["a.py"])

    assert "def alpha()" in found.text
    assert [file.path for file in found.files] == ["a.py"]
    assert 0 < found.tokens <= 200


def test_a_map_is_about_the_files_as_they_are_now(repo: Repository) -> None:
    repo.write("a.py", "def alpha(): ...\n")
    repository = RepoMap(repo.root)
    repository.map()
    repo.write("a.py", "def omega(): ...\n")

    assert "omega" in repository.map().text


def test_a_root_that_is_none_is_refused() -> None:
    with pytest.raises(RepoMapError, match="does not exist"):
        RepoMap("no/such/folder")


def test_the_most_used_definition_heads_the_files(repo: Repository) -> None:
    repo.write("core.py", "def central(): ...\n")
    repo.write("leaf.py", "def unused(): ...\n")
    for number in range(5):
        repo.write(f"user{number}.py", "from core import central\n\ndef go():\n    central()\n")

    assert RepoMap(repo.root).files().files[0].path == "core.py"


def test_every_file_is_listed_with_or_without_a_task(repo: Repository) -> None:
    repo.write("core.py", "def central(): ...\n")
    repo.write("logo.png", b"\x89PNG")
    repo.write("LICENSE", "as you like\n")

    for query in ("", "central"):
        assert {file.path for file in RepoMap(repo.root).files(query).files} == {"core.py", "logo.png", "LICENSE"}
        assert "of 3 files" in RepoMap(repo.root).map(query=query).text
