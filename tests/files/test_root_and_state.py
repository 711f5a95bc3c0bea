"""Where the root of a folder is, and where its state lies."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from repomap.files.discover import discover, find_root, state_folder
from repomap.settings import FileSettings
from tests.files.folders import committed, git, write

pytestmark = [
    pytest.mark.skipif(not shutil.which("git"), reason="git is not installed"),
    pytest.mark.skipif(sys.platform == "win32", reason="names, links and pipes of POSIX"),
]


def test_the_root_is_the_nearest_folder_upward_with_a_repository_or_a_state(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "src/deep/a.py")
    (root / "src" / ".repomap").mkdir()

    assert find_root(root) == root
    assert find_root(root / "src" / "deep") == root / "src"
    (root / "src" / ".repomap").rmdir()
    assert find_root(root / "src" / "deep") == root


def test_folders_name_what_was_looked_into_also_without_files(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    for name in ("src/empty", "built/inner", ".repomap"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / ".gitignore").write_text("built/\n")

    assert sorted(discover(tmp_path, FileSettings()).folders) == ["", "src/", "src/empty/"]


def test_without_a_repository_the_root_is_where_one_starts(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    if find_root(tmp_path) != tmp_path:
        pytest.skip("the temporary folder lies in a repository")
    assert find_root(tmp_path / "plain") == tmp_path / "plain"


def test_the_state_lies_in_the_root_when_it_can_be_written(tmp_path: Path) -> None:
    assert state_folder(tmp_path) == tmp_path / ".repomap"
    assert not (tmp_path / ".repomap").exists()


def test_a_state_folder_that_leads_elsewhere_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("one", "two"):
        write(tmp_path, f"{name}/a.py")
        (tmp_path / name / ".repomap").symlink_to(tmp_path / "victim")
    (tmp_path / "victim").mkdir()

    one, two = state_folder(tmp_path / "one"), state_folder(tmp_path / "two")
    assert one != two
    assert one.parent == two.parent == tmp_path / "cache" / "repomap"
    assert one.name.startswith("one-")
    assert state_folder(tmp_path / "one") == one


def test_the_cache_folder_is_the_users_when_no_other_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, ".repomap", text="a file\n")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative/is/to/be/ignored")

    assert state_folder(tmp_path).parent == Path(os.environ["HOME"], ".cache", "repomap")


def test_the_state_of_a_root_that_cannot_be_written_lies_in_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "r").mkdir(mode=0o500)
    if os.access(tmp_path / "r", os.W_OK):
        pytest.skip("this user may write everywhere")

    assert state_folder(tmp_path / "r").is_relative_to(tmp_path / "cache")
