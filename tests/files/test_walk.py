"""Folders without git, ignore files and settings; a walk finds what git finds."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from repomap.files.discover import discover
from repomap.settings import FileSettings
from tests.files.folders import committed, git, listed, paths, write

pytestmark = [
    pytest.mark.skipif(not shutil.which("git"), reason="git is not installed"),
    pytest.mark.skipif(sys.platform == "win32", reason="names, links and pipes of POSIX"),
]


# Without git


def test_a_plain_folder_is_walked_with_nested_ignore_files_of_three_kinds(tmp_path: Path) -> None:
    write(tmp_path, ".gitignore", text="*.log\n/build/\n!keep.log\n")
    write(tmp_path, ".ignore", text="fixtures/\n")
    write(tmp_path, ".repomapignore", text="*.min.js\n")
    write(tmp_path, "src/.gitignore", text="!b.log\n/local.py\n")
    write(tmp_path, "a.py", "a.log", "keep.log", "build/x.py", "fixtures/f.py", "lib/a.min.js")
    write(tmp_path, "src/a.log", "src/b.log", "src/local.py", "src/in/local.py", "src/build/x.py")

    assert listed(tmp_path) == [
        ".gitignore",
        ".ignore",
        ".repomapignore",
        "a.py",
        "keep.log",
        "src/.gitignore",
        "src/b.log",
        "src/build/x.py",
        "src/in/local.py",
    ]


def test_repositories_in_a_plain_folder_are_asked_one_by_one(tmp_path: Path) -> None:
    write(tmp_path, ".gitignore", text="*.log\n")
    write(tmp_path, "top.log", "notes.txt")
    committed(tmp_path / "one", "kept.log", "a.py")  # its own git tracks the log
    committed(tmp_path / "two", "b.py")
    write(tmp_path, "two/.git/info/exclude", text="c.py\n")
    write(tmp_path, "two/c.py")

    assert listed(tmp_path) == [".gitignore", "notes.txt", "one/a.py", "one/kept.log", "two/b.py"]


def test_an_ignore_file_of_absurd_size_is_named_and_not_read(tmp_path: Path) -> None:
    write(tmp_path, "src/.gitignore", text="a.py\n" * 30_000)
    write(tmp_path, "src/a.py")

    found = discover(tmp_path, FileSettings())
    assert paths(found) == ["src/.gitignore", "src/a.py"]
    assert found.skipped == (("src/.gitignore", "an ignore file over 100000 bytes: not obeyed"),)


def test_a_root_that_is_no_folder_raises(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    with pytest.raises(NotADirectoryError):
        discover(tmp_path / "a.py", FileSettings())
    with pytest.raises(FileNotFoundError):
        discover(tmp_path / "nowhere", FileSettings())


# Everywhere: .repomapignore, [files], .git and .repomap


@pytest.mark.parametrize("through_git", [True, False])
def test_repomapignore_and_settings_hold_everywhere(tmp_path: Path, through_git: bool) -> None:
    names = ["a.py", "a.min.js", "old/b.py", "src/c.py", "src/gen/d.py", "src/e.txt", "src/old/f.py"]
    write(tmp_path / "r", ".repomapignore", text="*.min.js\n/old\n")
    write(tmp_path / "r", "src/.repomapignore", text="/gen\n")
    root = committed(tmp_path / "r", *names) if through_git else tmp_path / "r"
    write(root, *names, "src/new.py", "src/gen/new.py")
    own = [".repomapignore", "src/.repomapignore"]

    assert listed(root) == sorted([*own, "a.py", "src/c.py", "src/e.txt", "src/new.py", "src/old/f.py"])
    assert listed(root, exclude=("old/", ".*")) == ["a.py", "src/c.py", "src/e.txt", "src/new.py"]
    assert listed(root, include=("*.py",)) == ["a.py", "src/c.py", "src/new.py", "src/old/f.py"]
    assert listed(root, include=("src", "!*.txt", "!src/old/"), exclude=(".*",)) == ["src/c.py", "src/new.py"]


@pytest.mark.parametrize("through_git", [True, False])
def test_repomapignore_cannot_bring_out_what_git_keeps_private(tmp_path: Path, through_git: bool) -> None:
    root = committed(tmp_path / "r") if through_git else tmp_path
    write(root, ".gitignore", text=".env\n")
    write(root, ".ignore", ".repomapignore", text="!.env\n")
    write(root, ".env")

    assert ".env" not in listed(root)


def test_repomapignore_above_the_root_holds_in_a_folder_of_a_repository(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "pkg/a.py", "pkg/sub/b.py", "pkg/sub/c.py", "pkg/sub/d.py")
    write(root, ".repomapignore", text="/pkg/sub/b.py\n*.txt\n")
    write(root, "pkg/.repomapignore", text="/sub/c.py\n!keep.txt\n")
    write(root, "pkg/sub/x.txt", "pkg/sub/keep.txt")

    assert listed(root / "pkg" / "sub") == ["d.py", "keep.txt"]


def test_settings_count_from_the_root_inside_a_submodule_too(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "a.py")
    committed(root / "lib", "b.py", "gen/c.py")

    assert listed(root, exclude=("/lib/gen",)) == ["a.py", "lib/b.py"]
    assert listed(root, include=("/lib",)) == ["lib/b.py", "lib/gen/c.py"]


@pytest.mark.parametrize("through_git", [True, False])
def test_the_folders_of_git_and_repomap_are_never_listed(tmp_path: Path, through_git: bool) -> None:
    root = (
        committed(tmp_path / "r", "a.py", ".repomap/pseudocode/a.py", "src/.repomap/b.py") if through_git else tmp_path
    )
    write(root, "a.py", ".repomap/index.db", "src/.repomap/c.py")

    assert listed(root) == ["a.py"]


# Both ways agree

FOLDERS = st.sampled_from(["", "a/", "b/", "a/b/", "a/a/", "a/b/a/"])
LINES = st.sampled_from(
    ["a", "b", "/a", "/b/", "a/", "*", "!*/", "*.x", "!b.x", "!a", "a/b", "**/b", "a/**", "!a/**", "b.?"]
)
TREES = st.fixed_dictionaries(
    {
        "files": st.sets(
            st.builds(str.__add__, FOLDERS, st.sampled_from(["c", "c.x", "b.x", "b.y"])), min_size=3, max_size=12
        ),
        "ignores": st.dictionaries(FOLDERS, st.lists(LINES, min_size=1, max_size=4), max_size=3),
    }
)


@settings(max_examples=60)
@given(tree=TREES)
def test_a_walk_finds_what_git_finds(tree: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as name:
        root = Path(os.path.realpath(name))
        write(root, *tree["files"])
        for folder, lines in tree["ignores"].items():
            write(root, f"{folder}.gitignore", text="\n".join(lines))
        walked = listed(root)
        git(root, "init", "-q")

        expected = git(root, "ls-files", "-z", "-o", "--exclude-standard").split("\0")[:-1]
        assert walked == listed(root) == sorted(expected)
