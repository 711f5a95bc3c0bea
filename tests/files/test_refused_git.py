"""A repository that git refuses, or that no git reads, is walked, and that is said once."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from repomap.files import gitfiles
from repomap.files.discover import discover
from repomap.settings import FileSettings
from tests.files.folders import committed, paths, write

pytestmark = [
    pytest.mark.skipif(not shutil.which("git"), reason="git is not installed"),
    pytest.mark.skipif(sys.platform == "win32", reason="names, links and pipes of POSIX"),
]


def refused(root: Path, reason: str) -> list[str]:
    """Return the paths found, after checking that the one note gives the reason."""
    found = discover(root, FileSettings())
    note = f"git did not list this repository ({reason}): walked as a plain folder with its ignore files"
    assert found.notes == (note,)
    return paths(found)


def private_repository(folder: Path) -> Path:
    root = committed(folder, "a.py", "pkg/b.py", "pkg/sub/c.py")
    write(root, ".gitignore", text="*.log\n/pkg/env\n")
    write(root, "pkg/.ignore", text="sub/d.py\n")
    write(root, ".git/info/exclude", text="private.py\n")
    write(root, "new.py", "x.log", "private.py", "pkg/env", "pkg/private.py", "pkg/sub/x.log", "pkg/sub/d.py")
    return root


WALKED = [".gitignore", "a.py", "new.py", "pkg/.ignore", "pkg/b.py", "pkg/sub/c.py"]


def test_a_repository_of_another_user_is_walked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = private_repository(tmp_path / "r")
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")

    assert refused(root, "dubious ownership") == WALKED


def test_a_repository_with_a_broken_index_is_walked(tmp_path: Path) -> None:
    root = private_repository(tmp_path / "r")
    (root / ".git" / "index").write_bytes(b"garbage" * 100)

    assert refused(root, "index file corrupt") == WALKED


def test_without_git_a_repository_is_walked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = private_repository(tmp_path / "r")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert refused(root, "git is not installed") == WALKED


def test_a_folder_inside_a_refused_repository_still_obeys_the_files_above_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = private_repository(tmp_path / "r")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert refused(root / "pkg", "git is not installed") == [".ignore", "b.py", "sub/c.py"]
    assert refused(root / "pkg" / "sub", "git is not installed") == ["c.py"]


def test_refused_repositories_inside_the_root_are_said_in_one_sentence(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    for name in ("one", "two", "three"):
        private_repository(tmp_path / name)
        (tmp_path / name / ".git" / "index").write_bytes(b"garbage" * 100)

    found = discover(tmp_path, FileSettings())
    assert found.notes == (
        "git did not list 'one/' and 2 more (index file corrupt): walked as a plain folder with its ignore files",
    )
    assert paths(found) == sorted(["a.py", *(f"{name}/{path}" for name in ("one", "two", "three") for path in WALKED)])


def test_a_git_that_does_not_answer_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = private_repository(tmp_path / "r")
    (root / ".git" / "index").unlink()
    os.mkfifo(root / ".git" / "index")
    monkeypatch.setattr(gitfiles, "PATIENCE", 0.3)

    assert refused(root, "no answer in 0 seconds") == WALKED


def test_something_called_git_that_is_no_repository_is_walked(tmp_path: Path) -> None:
    write(tmp_path, ".git", "a.py", text="no repository\n")

    assert refused(tmp_path, f"invalid gitfile format: {tmp_path}/.git") == ["a.py"]
