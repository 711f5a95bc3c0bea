"""The watch over real repositories: what it tells of, what it passes over, and that its index stays true."""

from __future__ import annotations

import json
import os
import queue
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from repomap.watch import AlreadyWatched, RootGone
from tests.conftest import Repository, Run
from tests.watch.conftest import DEADLINE, Watching

Start = Callable[..., Watching]


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


def test_a_burst_is_one_update(repo: Repository, watching: Start) -> None:
    for number in range(200):
        repo.write(f"f{number}.py", f"def f{number}(): ...\n")
    under_way = watching(repo.root)
    for number in range(200):
        repo.write(f"f{number}.py", f"def g{number}(): ...\n")

    told = under_way.next()

    assert len(told.changed) == 200


def test_a_branch_switch_of_a_thousand_files_is_one_update(repo: Repository, watching: Start) -> None:
    for number in range(1000):
        repo.write(f"p{number % 20}/f{number}.py", f"def f{number}(): ...\n")
    repo.git("add", ".")
    repo.git("commit", "-qm", "one")
    repo.git("checkout", "-qb", "other")
    for number in range(1000):
        repo.write(f"p{number % 20}/f{number}.py", f"def g{number}(): ...\n")
    repo.git("commit", "-qam", "two")
    under_way = watching(repo.root)
    repo.git("checkout", "-q", "-")

    told = under_way.next()
    repo.write("end.py", "def end(): ...\n")

    assert len(told.changed) == 1000
    assert under_way.next().changed == ("end.py",)


def test_a_git_that_is_at_work_is_waited_for(repo: Repository, watching: Start) -> None:
    under_way = watching(repo.root)
    lock = repo.write(".git/index.lock", "")
    repo.write("a.py", "def a(): ...\n")
    with pytest.raises(queue.Empty):
        under_way.updates.get(timeout=1.0)
    repo.write("b.py", "def b(): ...\n")
    lock.unlink()

    assert under_way.next().changed == ("a.py", "b.py")


def test_an_editor_that_saves_by_renaming_is_heard(repo: Repository, watching: Start) -> None:
    repo.write("a.py", "def a(): ...\n")
    under_way = watching(repo.root)
    repo.write("4913", "")
    (repo.root / "4913").unlink()
    os.rename(repo.root / "a.py", repo.root / "a.py~")
    repo.write("a.py", "def a2(): ...\n")
    (repo.root / "a.py~").unlink()

    told = under_way.next()

    assert (told.changed, told.removed, told.whole) == (("a.py",), (), False)


def test_a_new_folder_is_followed_at_any_depth(repo: Repository, watching: Start) -> None:
    under_way = watching(repo.root)
    repo.write("x/y/z/a.py", "def a(): ...\n")
    under_way.until("x/y/z/a.py")
    repo.write("x/y/z/a.py", "def b(): ...\n")

    assert under_way.until("x/y/z/a.py")[-1].whole is False


def test_a_renamed_folder_takes_its_files_along(repo: Repository, watching: Start) -> None:
    repo.write("old/a.py", "def a(): ...\n")
    under_way = watching(repo.root)
    os.rename(repo.root / "old", repo.root / "new")

    told = under_way.next()
    repo.write("new/a.py", "def b(): ...\n")

    assert (told.changed, told.removed) == (("new/a.py",), ("old/a.py",))
    assert under_way.next().changed == ("new/a.py",)


def test_a_deleted_folder_is_gone_without_a_look_at_the_rest(repo: Repository, watching: Start) -> None:
    repo.write("old/in/a.py", "def a(): ...\n")
    repo.write("b.py", "def b(): ...\n")
    under_way = watching(repo.root)
    shutil.rmtree(repo.root / "old")

    told = under_way.next()

    assert (told.changed, told.removed, told.whole) == ((), ("old/in/a.py",), False)


def test_a_changed_ignore_file_takes_out_and_brings_back(repo: Repository, watching: Start) -> None:
    repo.write("a.py", "def a(): ...\n")
    repo.write("gen/b.py", "def b(): ...\n")
    under_way = watching(repo.root)
    ignore = repo.write(".gitignore", "gen/\n")
    out = under_way.next()
    ignore.unlink()
    back = under_way.next()

    assert (out.removed, back.changed) == (("gen/b.py",), ("gen/b.py",))


def test_a_file_that_git_is_made_to_track_though_ignored_is_noticed(repo: Repository, watching: Start) -> None:
    repo.write(".gitignore", "gen.py\n")
    repo.write("gen.py", "def gen(): ...\n")
    under_way = watching(repo.root)
    repo.git("add", "-f", "gen.py")

    assert under_way.next().changed == ("gen.py",)


def test_changed_settings_are_noticed(repo: Repository, watching: Start) -> None:
    repo.write("a.py", "def a(): ...\n")
    repo.write("b.py", "def b(): ...\n")
    under_way = watching(repo.root)
    repo.write(".repomap/config.toml", '[files]\nexclude = ["b.py"]\n')

    assert under_way.next().removed == ("b.py",)


def test_broken_settings_are_said_and_the_watch_goes_on_when_they_are_mended(repo: Repository, watching: Start) -> None:
    under_way = watching(repo.root)
    config = repo.write(".repomap/config.toml", "[files]\nexclud = []\n")
    waited = time.monotonic() + DEADLINE
    while not under_way.notes and time.monotonic() < waited:
        time.sleep(0.05)
    config.unlink()
    repo.write("a.py", "def a(): ...\n")
    under_way.until("a.py")

    assert len(under_way.notes) == 1
    assert "did you mean exclude?" in under_way.notes[0]


def test_a_linked_folder_inside_the_root_is_followed_where_it_lies(repo: Repository, watching: Start) -> None:
    repo.write("real/a.py", "def a(): ...\n")
    (repo.root / "link").symlink_to("real")
    under_way = watching(repo.root)
    repo.write("link/a.py", "def b(): ...\n")

    assert under_way.next().changed == ("real/a.py",)


def test_a_touched_file_that_says_the_same_is_not_told_of(repo: Repository, watching: Start) -> None:
    repo.write("a.py", "def a(): ...\n")
    under_way = watching(repo.root)
    repo.write("a.py", "def a(): ...\n")
    os.utime(repo.root / "a.py")
    time.sleep(0.3)
    repo.write("b.py", "def b(): ...\n")

    assert under_way.next().changed == ("b.py",)


def test_an_index_that_was_deleted_is_made_anew(repo: Repository, watching: Start) -> None:
    repo.write("a.py", "def a(): ...\n")
    under_way = watching(repo.root)
    shutil.rmtree(repo.root / ".repomap")
    repo.write("b.py", "def b(): ...\n")
    under_way.until("b.py")

    assert (repo.root / ".repomap" / "index.db").exists()
    second = Watching(repo.root)
    second._run()
    assert isinstance(second.ended.get(timeout=DEADLINE), AlreadyWatched)


def test_a_plain_folder_is_watched_with_its_ignore_files(tmp_path: Path, watching: Start) -> None:
    (tmp_path / ".gitignore").write_text("built/\n")
    (tmp_path / "built").mkdir()
    under_way = watching(tmp_path)
    (tmp_path / "built" / "x.py").write_text("def x(): ...\n")
    (tmp_path / "a.py").write_text("def a(): ...\n")

    assert under_way.next().changed == ("a.py",)


def test_another_command_reads_the_live_index(repo: Repository, watching: Start, run: Run) -> None:
    repo.write("a.py", "def a(): ...\n")
    under_way = watching(repo.root)
    repo.write("a.py", "def renamed(): ...\n")
    under_way.next()

    facts = json.loads(run("index", "--json").stdout)

    assert (facts["files"], facts["changed"]) == (1, 0)
    assert '"renamed"' in run("symbols", "a.py", "--json").stdout


def test_lost_events_are_made_good(repo: Repository, watching: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    from repomap.watch.inotify import InotifyFolders

    repo.write("a.py", "def a(): ...\n")
    repo.write("d/b.py", "def b(): ...\n")
    heard: list[InotifyFolders] = []
    original = InotifyFolders.start

    def start(self: InotifyFolders) -> None:
        heard.append(self)
        original(self)

    monkeypatch.setattr(InotifyFolders, "start", start)
    under_way = watching(repo.root)
    monkeypatch.setattr(InotifyFolders, "on_event", lambda self, event: None)
    repo.write("a.py", "def a2(): ...\n")
    os.rename(repo.root / "d", repo.root / "e")
    time.sleep(0.3)
    monkeypatch.undo()
    heard[0].on_queue_overflow()

    told = under_way.next()
    repo.write("e/b.py", "def b2(): ...\n")

    assert (told.changed, told.removed) == (("a.py", "e/b.py"), ("d/b.py",))
    assert under_way.next().changed == ("e/b.py",)


def test_a_file_that_is_read_for_minutes_holds_a_watch_up_for_its_time_only(
    repo: Repository, watching: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("repomap.index.limit.FILE_SECONDS", 0.5)
    repo.write("a.py", "def a(): ...\n")
    under_way = watching(repo.root)
    repo.write("slow.cs", "<a\n" * 30_000)  # C#'s grammar takes time that grows with the square of its lines
    assert under_way.until("slow.cs")
    repo.write("a.py", "def a2(): ...\n")
    assert under_way.until("a.py")

    assert under_way.end() is None
    index = repo.index()
    try:
        assert index.reader.rows["slow.cs"].problem == "took longer than 0 s to parse"
    finally:
        index.close()
