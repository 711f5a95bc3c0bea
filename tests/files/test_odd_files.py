"""Names, kinds and links of files: every one is listed or named, none is opened or followed that must not be."""

from __future__ import annotations

import os
import shutil
import socket
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


# Names and kinds of file

NAMES = [
    "two\nlines.py",
    "'single' \"double\".py",
    " spaces .py",
    "日本語.py",
    "é.py",
    "tab\t.py",
    "back\\slash.py",
    ":(glob)x.py",
    ":!x.py",
    "-n.py",
    "*.py",
    os.fsdecode(b"caf\xe9.py"),
    "x" * 255,
]


@pytest.mark.parametrize("state", ["tracked", "new", "ignored", "plain"])
def test_every_name_a_file_can_have_is_kept(tmp_path: Path, state: str) -> None:
    root = committed(tmp_path / "r") if state != "plain" else tmp_path
    for name in NAMES:
        for path in (name, f"{name} folder"[-255:] + "/" + name):
            write(root, path)
    if state == "tracked":
        git(root, "add", "-A")
        git(root, "commit", "-qm", "names")
    if state == "ignored":
        write(root, ".git/info/exclude", text="*\n")
    everything = sorted(path for name in NAMES for path in (name, f"{name} folder"[-255:] + "/" + name))

    assert listed(root) == ([] if state == "ignored" else everything)


def test_a_file_is_described_as_the_system_describes_it(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "a.py")
    write(root, "src/b.py", text="12345")

    for file in discover(root, FileSettings()).files:
        status = os.lstat(root / file.path)
        assert (file.size, file.mtime_ns) == (status.st_size, status.st_mtime_ns)
        assert (file.inode, file.ctime_ns) == (status.st_ino, status.st_ctime_ns)


@pytest.mark.parametrize("through_git", [True, False])
def test_pipes_and_sockets_are_named_and_not_opened(tmp_path: Path, through_git: bool) -> None:
    root = committed(tmp_path / "r") if through_git else tmp_path
    write(root, "a.py")
    os.mkfifo(root / "pipe.py")
    os.mkfifo(root / ".gitignore")
    os.mkfifo(root / ".repomapignore")
    with socket.socket(socket.AF_UNIX) as server:
        folder = os.open(root, os.O_RDONLY)
        server.bind(f"/proc/self/fd/{folder}/s") if Path("/proc/self/fd").exists() else server.bind(str(root / "s"))
        os.close(folder)
    if through_git:  # git itself would wait for the pipe
        (root / ".gitignore").unlink()

    found = discover(root, FileSettings())
    special = [".gitignore", ".repomapignore", "pipe.py", "s"][1 if through_git else 0 :]
    assert paths(found) == ["a.py"]
    assert found.skipped == tuple((name, "a pipe, socket or device") for name in special)


def test_a_folder_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "closed/b.py")
    (tmp_path / "closed").chmod(0)
    if os.access(tmp_path / "closed", os.R_OK):
        pytest.skip("this user may read everything")

    found = discover(tmp_path, FileSettings())
    (tmp_path / "closed").chmod(0o700)
    assert paths(found) == ["a.py"]
    assert found.skipped == (("closed", "cannot be opened: Permission denied"),)


def test_a_folder_path_longer_than_the_system_takes_costs_only_itself(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    name, at = "d" * 250, os.open(tmp_path, os.O_RDONLY)
    for _ in range(17):
        os.mkdir(name, dir_fd=at)
        inner = os.open(name, os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = inner
    os.close(at)

    found = discover(tmp_path, FileSettings())
    subprocess.run(["rm", "-rf", tmp_path / name], check=True)
    assert paths(found) == ["a.py"]
    assert [reason for _, reason in found.skipped] == ["cannot be opened: File name too long"]


# Links


@pytest.mark.parametrize("state", ["tracked", "new", "plain"])
def test_links_are_not_followed_and_what_lies_inside_is_listed_once(tmp_path: Path, state: str) -> None:
    root = committed(tmp_path / "r") if state != "plain" else tmp_path / "r"
    write(root, "real/a.py", "b.py")
    write(tmp_path, "outside/secret.py", "r-twin/secret.py")
    links = {
        "to_file.py": "b.py",
        "to_folder": "real",
        "real/up": "..",
        "self": "self",
        "ring1": "ring2",
        "ring2": "ring1",
        "to_nothing": "nowhere",
        "out_file.py": "../outside/secret.py",
        "out_folder": str(tmp_path / "outside"),
        "twin": "../r-twin",
        "to_root": str(root),
        "by_way_of": "out_folder/secret.py",
    }
    for name, target in links.items():
        (root / name).symlink_to(target)
    if state == "tracked":
        git(root, "add", "-A")
        git(root, "commit", "-qm", "links")

    found = discover(root, FileSettings())
    assert paths(found) == ["b.py", "real/a.py"]
    assert found.skipped == (
        ("by_way_of", "a link out of the root"),
        ("out_file.py", "a link out of the root"),
        ("out_folder", "a link out of the root"),
        ("ring1", "a link that leads nowhere: Too many levels of symbolic links"),
        ("ring2", "a link that leads nowhere: Too many levels of symbolic links"),
        ("self", "a link that leads nowhere: Too many levels of symbolic links"),
        ("to_nothing", "a link that leads nowhere: No such file or directory"),
        ("twin", "a link out of the root"),
    )


def test_a_tracked_folder_that_became_a_link_is_not_followed(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "a.py", "data/secret.py", ".gitignore")
    shutil.rmtree(root / "data")
    write(tmp_path, "outside/secret.py")
    (root / "data").symlink_to(tmp_path / "outside")

    found = discover(root, FileSettings())
    assert paths(found) == [".gitignore", "a.py"]
    assert found.skipped == (("data", "a link out of the root"),)

    write(root, ".gitignore", text="data\n")  # git would not even name the link now
    assert listed(root) == [".gitignore", "a.py"]


def test_a_root_reached_through_a_link_is_its_real_folder(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "a.py")
    (tmp_path / "link").symlink_to(root)

    assert discover(tmp_path / "link", FileSettings()) == discover(root, FileSettings())
    assert discover(tmp_path / "link", FileSettings()).root == root
