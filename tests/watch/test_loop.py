"""The watch over real repositories: what it tells of, what it passes over, and that its index stays true."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from repomap.watch import AlreadyWatched, RootGone
from tests.conftest import Repository
from tests.watch.conftest import DEADLINE, Watching

Start = Callable[[Path], Watching]


def test_an_edit_is_told_of_and_only_what_was_touched_is_looked_at(repo: Repository, watching: Start) -> None:
    repo.write("a.py", "def a(): ...\n")
    repo.write("b.py", "def b(): ...\n")
    under_way = watching(repo.root)
    repo.write("a.py", "def a2(): ...\n")

    told = under_way.next()

    assert (told.changed, told.removed, told.whole) == (("a.py",), (), False)
    assert under_way.end() is None


def test_a_second_watcher_says_who_the_first_is(repo: Repository, watching: Start) -> None:
    watching(repo.root)
    second = Watching(repo.root)
    second._run()

    error = second.ended.get(timeout=DEADLINE)

    assert isinstance(error, AlreadyWatched)
    assert f"process {os.getpid()}" in str(error)


def test_a_root_that_vanishes_ends_the_watch_with_a_sentence(repo: Repository, watching: Start, tmp_path: Path) -> None:
    repo.write("a.py", "def a(): ...\n")
    under_way = watching(repo.root)
    os.rename(repo.root, tmp_path / "elsewhere")

    error = under_way.ended.get(timeout=DEADLINE)

    assert isinstance(error, RootGone)
    assert str(error) == f"{repo.root} is gone: nothing is left to watch"


@pytest.mark.parametrize("path", ["built/x.py", ".git/x.py", ".repomap/x.py", "x.log"])
def test_what_is_ignored_never_triggers(repo: Repository, watching: Start, path: str) -> None:
    repo.write(".gitignore", "built/\n*.log\n")
    repo.write("built/old.py", "def old(): ...\n")
    under_way = watching(repo.root)
    repo.write(path, "def x(): ...\n")
    repo.write("a.py", "def a(): ...\n")

    assert under_way.next().changed == ("a.py",)
