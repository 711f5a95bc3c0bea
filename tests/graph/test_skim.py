"""The backbone of a repository too large to bind every reference."""

from __future__ import annotations

import pytest

from repomap.graph import kept
from repomap.graph import skim as skims
from repomap.graph.skim import is_large, skim
from repomap.graph.votes import count_all
from repomap.ranking.backbone import Backbone
from tests.conftest import Repository


def skimmed(repo: Repository, detailed: int) -> Backbone:
    index = repo.index()
    try:
        return skim(index.reader, count_all(index.reader), detailed)
    finally:
        index.close()


def test_the_file_whose_names_others_use_is_first(repo: Repository) -> None:
    repo.write("core.c", "int start_engine(void) { return 1; }\nint unused(void) { return 0; }\n")
    repo.write("a.c", "int a(void) { return start_engine(); }\n")
    repo.write("b.c", "int b(void) { return start_engine(); }\n")

    found = skimmed(repo, 1)

    assert found.paths[0] == "core.c"
    assert found.uses == ({0: 1.0},)


def test_a_file_that_uses_four_names_gives_each_half_the_vote_of_one_that_uses_one(repo: Repository) -> None:
    repo.write("one.c", "int alone(void) { return 1; }\n")
    repo.write("four.c", "int u(void) { return 1; }\nint v(void) { return 1; }\nint w(void) { return 1; }\n")
    repo.write("a.c", "int a(void) { return alone(); }\n")
    repo.write("b.c", "int b(void) { return u() + v() + w() + alone(); }\n")

    found = skimmed(repo, 2)

    flows = dict(zip(found.paths, found.uses, strict=False))
    assert flows["one.c"][0] == pytest.approx(3 * flows["four.c"][0])


def test_a_name_that_two_files_define_leads_to_neither(repo: Repository) -> None:
    repo.write("a.c", "int probe(void) { return 1; }\n")
    repo.write("b.c", "int probe(void) { return 2; }\n")
    repo.write("c.c", "int main(void) { return probe(); }\n")

    assert skimmed(repo, 3).uses == ({}, {}, {})


def test_a_copy_of_a_file_comes_last(repo: Repository) -> None:
    repo.write("a.c", "int probe(void) { return 1; }\n")
    repo.write("copy.c", "int probe(void) { return 1; }\n")
    repo.write("c.c", "int main(void) { return probe(); }\n")

    assert skimmed(repo, 3).paths == ("a.c", "c.c", "copy.c")


def test_a_name_of_another_family_of_languages_is_another_name(repo: Repository) -> None:
    repo.write("probe.py", "def probe(): ...\n")
    repo.write("c.c", "int main(void) { return probe(); }\n")

    assert skimmed(repo, 2).uses == ({}, {})


def test_only_many_words_make_a_repository_large(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("a.py", "alpha = beta = gamma = delta\n")
    index = repo.index()

    assert not is_large(index.reader)
    monkeypatch.setattr(skims, "LARGE_WORDS", 3)
    assert is_large(index.reader)
    assert kept.backbone_of(index, 100).paths == ("a.py",)
    index.close()
