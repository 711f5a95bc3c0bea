"""What is listed of real git repositories, and what is not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from repomap.files.discover import discover
from repomap.settings import FileSettings
from tests.files.folders import committed, git, listed, paths, write

pytestmark = [
    pytest.mark.skipif(not shutil.which("git"), reason="git is not installed"),
    pytest.mark.skipif(sys.platform == "win32", reason="names, links and pipes of POSIX"),
]


def test_tracked_and_new_files_are_listed_and_ignored_ones_are_not(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "a.py", "src/b.py", ".gitignore")
    write(root, ".gitignore", text="*.log\nbuild/\n")
    write(root, "new.py", "src/deep/new.py", "x.log", "src/y.log", "build/out.py", "src/build/out.py")

    assert listed(root) == [".gitignore", "a.py", "new.py", "src/b.py", "src/deep/new.py"]


def test_a_tracked_file_is_listed_though_a_line_ignores_it(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "kept.log", "logs/kept.py")
    write(root, ".gitignore", text="*.log\nlogs/\n")
    write(root, "logs/new.py")

    assert listed(root) == [".gitignore", "kept.log", "logs/kept.py"]


def test_deleted_and_conflicting_files_are_what_the_disk_says(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "gone.py", "old/gone.py", "both.py")
    git(root, "checkout", "-q", "-b", "other")
    write(root, "both.py", text="theirs\n")
    git(root, "commit", "-qam", "theirs")
    git(root, "checkout", "-q", "-")
    write(root, "both.py", text="ours\n")
    git(root, "commit", "-qam", "ours")
    subprocess.run(["git", "-C", root, "merge", "-q", "other"], capture_output=True)
    assert len(git(root, "ls-files", "-u").splitlines()) == 3
    (root / "gone.py").unlink()
    shutil.rmtree(root / "old")

    assert listed(root) == ["both.py"]


def test_the_private_exclude_file_and_the_users_ignore_file_count(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "a.py")
    write(root, ".git/info/exclude", text="private.py\n")
    write(Path(os.environ["HOME"]), ".config/git/ignore", text="*.swp\n")
    write(root, "private.py", "x.swp", "b.py")

    assert listed(root) == ["a.py", "b.py"]


def test_of_a_folder_inside_a_repository_only_what_lies_below_is_listed(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "a.py", "pkg/b.py", "pkg/sub/c.py")
    write(root, ".gitignore", text="*.log\n/pkg/out\n")
    write(root, "pkg/new.py", "pkg/x.log", "pkg/out/d.py")

    assert listed(root / "pkg") == ["b.py", "new.py", "sub/c.py"]


def test_a_folder_that_its_repository_ignores_is_listed_when_it_is_the_root(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "a.py")
    write(root, ".gitignore", text="env/\n")
    write(root, "env/lib/b.py", "env/c.log", "env/.gitignore", text="*.log\n")

    assert listed(root / "env") == [".gitignore", "lib/b.py"]


def test_an_empty_repository_has_no_files(tmp_path: Path) -> None:
    assert listed(committed(tmp_path / "r")) == []


def test_a_worktree_is_a_repository(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "a.py", ".gitignore")
    git(root, "worktree", "add", "-q", tmp_path / "w")
    write(tmp_path / "w", ".gitignore", text="*.log\n")
    write(tmp_path / "w", "b.py", "x.log")

    assert listed(tmp_path / "w") == [".gitignore", "a.py", "b.py"]


def test_submodules_are_folders_with_their_own_ignore_files(tmp_path: Path) -> None:
    inner = committed(tmp_path / "inner", "i.py", "deep/j.py")
    middle = committed(tmp_path / "middle", "m.py")
    git(middle, "submodule", "--quiet", "add", inner, "in")
    git(middle, "commit", "-qm", "submodule")
    root = committed(tmp_path / "r", "a.py")
    git(root, "submodule", "--quiet", "add", middle, "libs/mid")
    git(root, "submodule", "--quiet", "update", "--init", "--recursive")
    write(root, "libs/mid/in/.gitignore", text="*.log\n")
    write(root, "libs/mid/in/new.py", "libs/mid/in/x.log")

    assert listed(root) == [
        ".gitmodules",
        "a.py",
        "libs/mid/.gitmodules",
        *(f"libs/mid/in/{name}" for name in (".gitignore", "deep/j.py", "i.py", "new.py")),
        "libs/mid/m.py",
    ]


def test_a_submodule_that_is_not_checked_out_is_named(tmp_path: Path) -> None:
    inner = committed(tmp_path / "inner", "i.py")
    root = committed(tmp_path / "r", "a.py")
    git(root, "submodule", "--quiet", "add", inner, "lib")
    git(root, "commit", "-qm", "submodule")
    git(tmp_path, "clone", "-q", root, "clone")

    found = discover(tmp_path / "clone", FileSettings())
    assert paths(found) == [".gitmodules", "a.py"]
    assert found.skipped == (("lib", "a submodule that is not checked out"),)


@pytest.mark.parametrize("index", ["--no-sparse-index", "--sparse-index"])
def test_of_a_sparse_checkout_the_files_on_the_disk_are_listed(tmp_path: Path, index: str) -> None:
    root = committed(tmp_path / "r", "a.py", "in/b.py", "out/c.py", "out/deep/d.py")
    git(root, "sparse-checkout", "set", "--cone", index, "in")
    write(root, "in/new.py")

    assert listed(root) == ["a.py", "in/b.py", "in/new.py"]


def test_a_clone_inside_a_repository_is_listed_unless_it_is_ignored(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "a.py")
    write(root, ".gitignore", text="ignored/\n")
    for name in ("clone", "ignored/clone", "many/levels/down/to/the/clone", "many/levels/down/to/ignored/clone"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        committed(root / name, "c.py", ".gitignore")
        write(root / name, ".gitignore", text="*.log\n")
        write(root / name, "x.log")

    assert listed(root) == [
        ".gitignore",
        "a.py",
        "clone/.gitignore",
        "clone/c.py",
        "many/levels/down/to/the/clone/.gitignore",
        "many/levels/down/to/the/clone/c.py",
    ]


def test_a_deep_new_folder_is_listed_to_its_end_without_what_is_ignored_there(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "a.py")
    deep = "/".join(["d"] * 60)
    write(root, ".gitignore", text="*.log\nnode_modules/\n")
    write(root, f"{deep}/b.py", f"{deep}/x.log", f"{deep}/node_modules/m/c.py", "d/d/d.py")

    assert listed(root) == [".gitignore", "a.py", "d/d/d.py", f"{deep}/b.py"]


def test_gits_variables_of_a_hook_do_not_lead_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = committed(tmp_path / "r", "a.py")
    other = committed(tmp_path / "other", "o.py")
    write(root, ".gitignore", text="x.py\n")
    write(root, "x.py")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git" / "index"))

    assert listed(root) == [".gitignore", "a.py"]
