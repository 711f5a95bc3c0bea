"""Where no events come: which file systems are looked at instead, and that looking finds what hearing would."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Set
from pathlib import Path

import pytest

from repomap.watch import polling, sources
from repomap.watch.polling import silent_file_system
from tests.conftest import Repository
from tests.watch.conftest import Watching

Start = Callable[..., Watching]
MOUNTS = r"""
22 1 253:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
30 22 0:40 / /home/me/share rw - nfs4 server:/share rw
31 22 0:41 / /home/me/my\040code rw - fuse.sshfs me@host: rw
32 22 0:42 / /home/me/local rw - fuse.bindfs /x rw
33 30 0:43 / /home/me/share/inner rw - tmpfs tmpfs rw
34 22 0:44 / /c rw - 9p drvfs rw
"""


@pytest.mark.parametrize(
    ("root", "kind"),
    [
        ("/home/me", ""),
        ("/home/me/share", "nfs4"),
        ("/home/me/share/repo", "nfs4"),
        ("/home/me/shares", ""),
        ("/home/me/share/inner/repo", ""),
        ("/home/me/my code/repo", "fuse.sshfs"),
        ("/home/me/local/repo", ""),
        ("/c/Users/me", "9p"),
    ],
)
def test_file_systems_that_tell_nothing_are_known(tmp_path: Path, root: str, kind: str) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS)

    assert silent_file_system(root, os.fspath(mounts)) == kind


@pytest.fixture
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polling, "POLL_SECONDS", 0.05)
    monkeypatch.setattr(polling, "POLL_SHARE", 0)


@pytest.mark.usefixtures("_often")
def test_on_a_share_files_are_looked_at_and_that_is_said_once(
    repo: Repository, watching: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "silent_file_system", lambda root: "nfs4")
    under_way = watching(repo.root)
    repo.write("a.py", "def a(): ...\n")
    under_way.until("a.py")
    repo.write("x/b.py", "def b(): ...\n")
    under_way.until("x/b.py")
    (repo.root / "a.py").unlink()
    under_way.until("a.py")

    assert under_way.notes == [
        "nfs4 does not tell of changes that other machines make: all files are looked at every 2 s or more instead"
    ]
    assert under_way.end() is None


@pytest.mark.usefixtures("_often")
def test_the_limit_of_watched_folders_is_said_once_and_nothing_is_missed(
    repo: Repository, watching: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    from repomap.watch.inotify import InotifyFolders

    original = InotifyFolders.follow

    def limited(self: InotifyFolders, folders: Set[str]) -> list[str]:
        if len(folders) > 2:
            raise OSError(errno.ENOSPC, "inotify watch limit reached")
        return original(self, folders)

    monkeypatch.setattr(InotifyFolders, "follow", limited)
    under_way = watching(repo.root)
    repo.write("a/b/c.py", "def c(): ...\n")
    under_way.until("a/b/c.py")
    repo.write("a/b/d.py", "def d(): ...\n")
    under_way.until("a/b/d.py")

    assert len(under_way.notes) == 1
    assert "fs.inotify.max_user_watches" in under_way.notes[0]


@pytest.mark.usefixtures("_often")
def test_a_watch_that_went_deaf_looks_instead(
    repo: Repository, watching: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    from repomap.watch.inotify import InotifyFolders

    monkeypatch.setattr(InotifyFolders, "alive", lambda self: False)
    monkeypatch.setattr(InotifyFolders, "on_event", lambda self, event: None)
    under_way = watching(repo.root)
    repo.write("a.py", "def a(): ...\n")
    under_way.until("a.py")

    assert len(under_way.notes) == 1
    assert under_way.notes[0].startswith("changes are no longer heard of: ")


def test_systems_that_watch_whole_trees_are_heard_through_an_observer(
    repo: Repository, watching: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    repo.write(".gitignore", "built/\n")
    repo.write("built/x.py", "def x(): ...\n")
    under_way = watching(repo.root)
    repo.write("built/x.py", "def x2(): ...\n")
    repo.write("x/y/a.py", "def a(): ...\n")
    told = under_way.until("x/y/a.py")
    repo.write("x/y/a.py", "def b(): ...\n")

    assert all("built/x.py" not in each.changed for each in told)
    assert under_way.next().changed == ("x/y/a.py",)
    os.rename(repo.root, repo.root.with_name("elsewhere"))
    assert "is gone" in str(under_way.ended.get(timeout=60))
