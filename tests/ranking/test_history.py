"""What recent commits say of files, read from real git."""

from __future__ import annotations

from math import log
from pathlib import Path

import pytest

from repomap.files.gitfiles import GitRefused, head_commit
from repomap.ranking.history import FEW, LATELY, NONE, history_of
from tests.conftest import Repository


def commit(repo: Repository, message: str, *paths: str) -> None:
    for path in paths:
        file = repo.root / path
        repo.write(path, (file.read_text() if file.exists() else "") + "x = 1\n")
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", message)


def test_a_commit_message_speaks_for_the_files_it_touched(repo: Repository) -> None:
    commit(repo, "Fix expiry of sessions", "clock.py")
    commit(repo, "Draw the logo", "logo.py")
    index = repo.index()
    scores = history_of(str(repo.root), index.reader.store).scores({"expiry": 1.0, "session": 1.0})
    index.close()

    assert list(scores) == ["clock.py"]


def test_files_that_change_together_are_companions(repo: Repository) -> None:
    for number in range(3):
        commit(repo, f"step {number}", "a.py", "b.py")
    commit(repo, "once", "a.py", "c.py")
    commit(repo, "alone", "d.py")
    index = repo.index()
    companions = history_of(str(repo.root), index.reader.store).companions({"a.py": 0.6})
    index.close()

    # b.py is the one that changes with a.py most, and gets its whole share
    assert companions == {"b.py": pytest.approx(0.6), "c.py": pytest.approx(0.2)}


def test_a_word_is_common_only_among_many_messages(repo: Repository) -> None:
    for number in range(2):
        commit(repo, f"fix {number}", "a.py")
    index = repo.index()
    history = history_of(str(repo.root), index.reader.store)
    index.close()

    assert history.said(["fix", "other"]) == {"fix": 2 / (2 + FEW), "other": 0.0}
    assert history.times() == {"a.py": pytest.approx(log(3))}


def test_what_changed_last_counts_whole_and_half_as_many_commits_before(repo: Repository) -> None:
    commit(repo, "both", "a.py", "b.py")
    for number in range(LATELY):
        commit(repo, f"step {number}", "a.py")
    index = repo.index()
    lately = history_of(str(repo.root), index.reader.store).lately()
    index.close()

    assert lately == {"a.py": 1.0, "b.py": 0.5}


def test_the_history_follows_head(repo: Repository) -> None:
    commit(repo, "first words", "a.py")
    index = repo.index()
    history_of(str(repo.root), index.reader.store)
    commit(repo, "second thoughts", "b.py")
    found = history_of(str(repo.root), index.reader.store)
    index.close()

    assert found.scores({"second": 1.0})
    assert len(found.commits) == 2


def test_a_folder_without_commits_has_no_history(repo: Repository) -> None:
    index = repo.index()
    assert history_of(str(repo.root), index.reader.store) == NONE
    index.close()


def test_reading_the_history_starts_no_program_of_the_repository(repo: Repository, tmp_path: Path) -> None:
    commit(repo, "words", "a.py")
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path / 'ran'}\n")
    trap.chmod(0o755)
    for key in ("gpg.program", "diff.external", "core.pager", "core.fsmonitor"):
        repo.git("config", key, str(trap))
    repo.git("config", "log.showSignature", "true")
    index = repo.index()
    history_of(str(repo.root), index.reader.store)
    index.close()

    assert not (tmp_path / "ran").exists()


def test_the_commit_that_is_checked_out_is_the_one_that_git_names(repo: Repository) -> None:
    def seen() -> bool:
        said = repo.git("rev-parse", "HEAD").strip()
        return head_commit(str(repo.root)) == said

    commit(repo, "first", "a.py")
    assert seen()
    repo.git("checkout", "-q", "-b", "topic/one")
    commit(repo, "second", "a.py")
    assert seen()
    repo.git("pack-refs", "--all")
    assert seen()
    commit(repo, "third", "a.py")
    assert seen()
    repo.git("checkout", "-q", "--detach", "HEAD~1")
    assert seen()
    repo.git("worktree", "add", "-q", "beside", "topic/one")
    assert head_commit(str(repo.root / "beside")) == repo.git("rev-parse", "topic/one").strip()
    repo.git("checkout", "-q", "--orphan", "fresh")
    with pytest.raises(GitRefused):
        head_commit(str(repo.root))
