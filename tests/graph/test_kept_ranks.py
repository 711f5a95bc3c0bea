"""Ranks kept through edits equal ranks made anew, whether by the graph or by votes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from repomap.binding.bind import Binder
from repomap.graph import graph_rows, kept, skim
from repomap.graph.graph_rows import Row
from repomap.index.reader import Reader
from repomap.ranking.backbone import Scored
from tests.conftest import Repository

SOURCES = (
    "int start(void) { return 1; }\nint stop(void) { return start(); }\n",
    "int a(void) { return start() + stop(); }\n",
    "int a(void) { return stop(); }\n",
    "static int a(void) { return start() + stop(); }\n",
    "int b(void) { return a(); }\nint start(void) { return 2; }\n",
    "int c(void) { return b() + start() + pause(); }\n",
    "int pause(void) { return c(); }\n",
)


def ranks(repo: Repository, anew: bool) -> Scored:
    index = repo.index()
    try:
        if anew:
            index.reader.store.db.execute("DELETE FROM memo")
        return kept.backbone_of(index, 1000)
    finally:
        index.close()


@pytest.mark.parametrize("by_votes", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_after_random_edits_ranks_equal_those_made_anew(
    repo: Repository, monkeypatch: pytest.MonkeyPatch, by_votes: bool, seed: int
) -> None:
    if by_votes:
        monkeypatch.setattr(skim, "LARGE_WORDS", 0)
    made: list[bool] = []
    real = kept._made

    def counted(*arguments: Any) -> Scored:
        made.append(True)
        return real(*arguments)

    monkeypatch.setattr(kept, "_made", counted)
    chance = random.Random(seed)
    for number in range(7):
        repo.write(f"m{number}.c", SOURCES[number])
    ranks(repo, anew=False)
    asked = 0
    for step in range(25):
        path = repo.root / f"m{chance.randrange(8)}.c"
        if path.exists() and chance.random() < 0.1:
            path.unlink()
        elif path.exists() and chance.random() < 0.6:
            path.write_text(f"/* {step} */\n" + path.read_text())
        else:
            path.write_text(chance.choice(SOURCES))
        made.clear()
        found = ranks(repo, anew=False)
        asked += not made
        if step % 3 == 0:
            assert found == ranks(repo, anew=True)
    assert asked > 5


def test_a_file_bound_after_its_edit_is_not_bound_again_after_the_next(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, source in enumerate(SOURCES[:6]):
        repo.write(f"m{number}.c", source)
    ranks(repo, anew=False)
    repo.write("m1.c", "int a(void) { return start() + start(); }\n")
    ranks(repo, anew=False)
    bound: list[str] = []
    real = graph_rows.rows_of

    def noted(reader: Reader, binder: Binder, paths: Sequence[str]) -> list[Row]:
        bound.extend(paths)
        return real(reader, binder, paths)

    monkeypatch.setattr("repomap.graph.reference_graph.rows_of", noted)
    repo.write("m5.c", SOURCES[5] + "/* edited */\n")
    ranks(repo, anew=False)

    assert bound == ["m5.c"]


def test_indexing_a_large_repository_ranks_it_and_a_small_one_waits_for_a_map(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.write("a.c", SOURCES[0])
    index = repo.index()
    names = "SELECT name FROM memo WHERE name='backbone'"
    try:
        kept.rank_if_large(index)
        assert not index.reader.store.db.execute(names).fetchall()
        monkeypatch.setattr(skim, "LARGE_WORDS", 0)
        kept.rank_if_large(index)
        assert index.reader.store.db.execute(names).fetchall()
    finally:
        index.close()


def test_an_edit_that_takes_a_file_s_only_definition_away_changes_its_ranks(repo: Repository) -> None:
    repo.write("a.py", "def unused(): ...\n")
    repo.write("b.py", "def other(): ...\n")
    ranks(repo, anew=False)
    repo.write("a.py", "# nothing is left\n")

    found = ranks(repo, anew=False)

    assert dict(zip(found.paths, map(len, found.values), strict=True)) == {"a.py": 0, "b.py": 1}


def test_what_a_content_held_is_known_when_no_file_has_it_any_more(repo: Repository) -> None:
    repo.write("a.py", "def unused(): ...\n")
    before = repo.index().reader.rows["a.py"].content
    repo.write("a.py", "# nothing is left\n")
    reader = repo.index().reader

    reader.load_all()

    assert [definition.name for definition in reader.definitions_of(before)] == ["unused"]
