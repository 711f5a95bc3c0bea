"""git at work: whose lock is waited for, and when its list of files has changed."""

from __future__ import annotations

import os

from repomap.watch.gitwork import GIT_PATIENCE, REBASE_QUIET, GitWork, git_folder
from tests.conftest import Repository


def test_a_lock_is_waited_for_and_one_left_behind_only_once(repo: Repository) -> None:
    work = GitWork([os.fspath(repo.root)])
    assert not work.at_work(quiet=0.1, waited=0.1)
    lock = repo.write(".git/index.lock", "")

    assert work.at_work(quiet=0.1, waited=0.1)
    assert not work.at_work(quiet=0.1, waited=GIT_PATIENCE + 1)
    assert not work.at_work(quiet=0.1, waited=0.1)
    lock.unlink()
    repo.write(".git/index.lock", "another")
    assert work.at_work(quiet=0.1, waited=0.1)


def test_in_a_rebase_a_longer_pause_is_asked_for(repo: Repository) -> None:
    work = GitWork([os.fspath(repo.root)])
    (repo.root / ".git" / "rebase-merge").mkdir()

    assert work.at_work(quiet=0.1, waited=0.1)
    assert not work.at_work(quiet=REBASE_QUIET, waited=2.0)


def test_a_submodule_and_a_work_tree_keep_their_index_elsewhere(repo: Repository) -> None:
    repo.write("a.py", "")
    repo.git("add", ".")
    repo.git("commit", "-qm", "one")
    repo.git("worktree", "add", "-q", "../tree")
    tree = repo.root.parent / "tree"

    found = git_folder(os.fspath(tree))

    assert found == os.fspath(repo.root / ".git" / "worktrees" / "tree")


def test_git_tracks_others_only_when_names_change(repo: Repository) -> None:
    repo.write("a.py", "1")
    repo.git("add", ".")
    work = GitWork([os.fspath(repo.root)])
    repo.write("a.py", "22")
    repo.git("add", ".")
    assert not work.tracks_others()
    repo.write("b.py", "")
    repo.git("add", ".")

    assert work.tracks_others()
    assert not work.tracks_others()
