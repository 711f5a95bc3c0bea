"""The backbone of a repository too large to bind every reference."""

from __future__ import annotations

import pytest

from repomap import skim as skims
from repomap.skim import is_large, skim
from tests.conftest import Repository


def test_the_file_whose_names_others_use_is_first(repo: Repository) -> None:
    repo.write("core.c", "int start_engine(void) { return 1; }\nint unused(void) { return 0; }\n")
    repo.write("a.c", "int a(void) { return start_engine(); }\n")
    repo.write("b.c", "int b(void) { return start_engine(); }\n")
    index = repo.index()

    found = skim(index.reader, 1)

    assert found.paths[0] == "core.c"
    assert [list(flow) for flow in found.flows] == [[("start_engine", 0)]]
    index.close()


def test_a_name_that_two_files_define_leads_to_neither(repo: Repository) -> None:
    repo.write("a.c", "int probe(void) { return 1; }\n")
    repo.write("b.c", "int probe(void) { return 2; }\n")
    repo.write("c.c", "int main(void) { return probe(); }\n")
    index = repo.index()

    assert skim(index.reader, 3).flows == ({}, {}, {})
    index.close()


def test_a_copy_of_a_file_comes_last(repo: Repository) -> None:
    repo.write("a.c", "int probe(void) { return 1; }\n")
    repo.write("copy.c", "int probe(void) { return 1; }\n")
    repo.write("c.c", "int main(void) { return probe(); }\n")
    index = repo.index()

    assert skim(index.reader, 3).paths == ("a.c", "c.c", "copy.c")
    index.close()


def test_a_name_of_another_family_of_languages_is_another_name(repo: Repository) -> None:
    repo.write("probe.py", "def probe(): ...\n")
    repo.write("c.c", "int main(void) { return probe(); }\n")
    index = repo.index()

    assert skim(index.reader, 2).flows == ({}, {})
    index.close()


def test_only_many_words_make_a_repository_large(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("a.py", "alpha = beta = gamma = delta\n")
    index = repo.index()

    assert not is_large(index.reader)
    monkeypatch.setattr(skims, "LARGE_WORDS", 3)
    assert is_large(index.reader)
    index.close()
