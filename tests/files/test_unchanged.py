"""A kept listing is given only where a new one would be the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from repomap.files import unchanged
from repomap.files.discover import discover
from repomap.files.unchanged import listed, token_of
from repomap.index import open as opening
from repomap.index import open_index
from repomap.settings import FileSettings

SETTINGS = FileSettings()


def git(root: Path, *arguments: str) -> None:
    who = ("-c", "user.name=n", "-c", "user.email=e@x", "-c", "protocol.file.allow=always")
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


def write(root: Path, path: str, text: str = "x = 1\n") -> Path:
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)
    return place


def looked(root: Path, settings: FileSettings = SETTINGS) -> list[str]:
    """Return the paths that `listed` gives, after checking that they and their stats are those of `discover`."""
    found = listed(root, settings, root / ".repomap")
    fresh = discover(root, settings)
    assert (found.files, found.skipped, found.notes) == (fresh.files, fresh.skipped, fresh.notes)
    assert sorted(found.folders) == sorted(fresh.folders)
    assert (found.marks, found.links) == (fresh.marks, fresh.links)
    return [file.path for file in found.files]


def is_kept(root: Path, settings: FileSettings = SETTINGS) -> bool:
    """Tell whether the kept listing would be given now."""
    top = os.path.realpath(root)
    kept = unchanged._read(root / ".repomap", unchanged._key(top, settings))
    return kept is not None and unchanged._now(top, kept) is not None


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository whose listing is kept, of a user without configuration; what is old counts at once as old enough."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", os.fspath(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr(unchanged, "SURE_NS", 20_000_000)
    root = tmp_path / "repository"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    write(root, "a.py")
    write(root, "src/deep/b.py")
    write(root, "src/c.py")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    write(root, ".gitignore", "*.log\nbuild/\n")
    write(root, "build/made.py")
    write(root, "noise.log")
    (root / ".repomap").mkdir()
    settle(root)
    return root


def settle(root: Path) -> None:
    """Wait until all is old enough, and have the listing kept."""
    time.sleep(0.1)
    looked(root)
    assert is_kept(root)


def test_the_kept_listing_has_the_files_and_their_stats_of_now(root: Path) -> None:
    write(root, "src/c.py", "y = 22\n")

    assert is_kept(root)
    assert looked(root) == [".gitignore", "a.py", "src/c.py", "src/deep/b.py"]


def test_the_same_time_with_other_contents_is_another_stat(root: Path) -> None:
    place = root / "a.py"
    before = place.stat()
    place.write_text("x = 2\n")
    os.utime(place, ns=(before.st_atime_ns, before.st_mtime_ns))

    (file,) = [file for file in listed(root, SETTINGS, root / ".repomap").files if file.path == "a.py"]

    assert (file.mtime_ns, file.size) == (before.st_mtime_ns, before.st_size)
    assert file.ctime_ns != before.st_ctime_ns


def new_file(root: Path) -> None:
    write(root, "src/deep/new.py")


def new_folder(root: Path) -> None:
    write(root, "lib/one/two/new.py")


def deleted_file(root: Path) -> None:
    (root / "src/c.py").unlink()


def renamed_folder(root: Path) -> None:
    (root / "src").rename(root / "source")


def new_file_and_the_folders_old_times(root: Path) -> None:
    before = (root / "src").stat()
    write(root, "src/new.py")
    os.utime(root / "src", ns=(before.st_atime_ns, before.st_mtime_ns))


def ignored_folder_is_no_more(root: Path) -> None:
    write(root, "build/deep/er.py")
    write(root, ".gitignore", "*.log\n")


def ignore_file_in_a_folder(root: Path) -> None:
    write(root, "src/.gitignore", "*.py\n")
    write(root, "src/other.py")


def own_ignore_file(root: Path) -> None:
    write(root, ".repomapignore", "deep/\n")


def exclude_of_the_repository(root: Path) -> None:
    write(root, ".git/info/exclude", ".gitignore\n")


def ignored_by_the_user(root: Path) -> None:
    write(root, "../home/.config/git/ignore", ".gitignore\n")


def ignored_by_a_file_that_the_user_names(root: Path) -> None:
    write(root, "../home/mine", ".gitignore\n")
    write(root, "../home/.gitconfig", "[core]\n\texcludesFile = ~/mine\n")


def ignored_by_a_file_that_the_repository_names(root: Path) -> None:
    git(root, "config", "core.excludesFile", os.fspath(write(root, "../named", ".gitignore\n")))


def clone_inside(root: Path) -> None:
    git(root, "clone", "-q", ".", "src/clone")


def new_submodule(root: Path) -> None:
    git(root, "submodule", "add", "-q", os.fspath(root), "part")


def branch(root: Path) -> None:
    git(root, "checkout", "-q", "-b", "other")
    write(root, "only_here.py")
    git(root, "add", "only_here.py")
    git(root, "commit", "-qm", "second")
    git(root, "checkout", "-q", "main")


def sparse(root: Path) -> None:
    git(root, "sparse-checkout", "set", "src/deep")


def added_though_ignored(root: Path) -> None:
    git(root, "add", "-f", "noise.log")


def link_out(root: Path) -> None:
    (root / "out").symlink_to(root.parent)


def no_repository(root: Path) -> None:
    (root / ".git").rename(root / "git")


def broken_repository(root: Path) -> None:
    (root / ".git/HEAD").unlink()


CHANGES = [
    new_file,
    new_folder,
    deleted_file,
    renamed_folder,
    new_file_and_the_folders_old_times,
    ignored_folder_is_no_more,
    ignore_file_in_a_folder,
    own_ignore_file,
    exclude_of_the_repository,
    ignored_by_the_user,
    ignored_by_a_file_that_the_user_names,
    ignored_by_a_file_that_the_repository_names,
    clone_inside,
    new_submodule,
    branch,
    sparse,
    added_though_ignored,
    link_out,
    no_repository,
    broken_repository,
]


@pytest.mark.parametrize("change", CHANGES, ids=[change.__name__ for change in CHANGES])
def test_after_a_change_the_listing_is_a_new_one(root: Path, change: Callable[[Path], None]) -> None:
    change(root)

    looked(root)  # at once, and when it may be kept again
    time.sleep(0.1)
    looked(root)
    looked(root)


def test_what_the_ignore_files_named_outside_say_is_seen(root: Path) -> None:
    excludes = write(root, "../home/.config/git/ignore", "nothing\n")
    settle(root)
    assert ".gitignore" in looked(root)

    excludes.write_text(".gitignore\n")

    assert ".gitignore" not in looked(root)


def test_an_edited_ignore_file_is_seen_though_it_is_as_long_and_as_old(root: Path) -> None:
    place = root / ".gitignore"
    before = place.stat()
    place.write_text("*.lag\nbuild/\n")
    os.utime(place, ns=(before.st_atime_ns, before.st_mtime_ns))

    assert "noise.log" in looked(root)


def test_a_file_that_became_a_link_is_no_file(root: Path) -> None:
    (root / "a.py").unlink()
    (root / "a.py").symlink_to("src/c.py")

    assert "a.py" not in looked(root)


def test_a_link_that_leads_nowhere_any_more_is_said(root: Path) -> None:
    write(root, "target.txt")
    (root / "link").symlink_to(root / "target.txt")
    settle(root)
    (root / "target.txt").unlink()

    looked(root)


def test_a_listing_is_not_kept_while_its_folders_are_fresh(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unchanged, "SURE_NS", 10**12)
    write(root, "new.py")

    looked(root)

    assert not is_kept(root)


def test_other_settings_have_another_listing(root: Path) -> None:
    assert not is_kept(root, FileSettings(exclude=("src/",)))
    assert looked(root, FileSettings(exclude=("src/",))) == [".gitignore", "a.py"]


def test_a_repository_with_another_inside_is_always_listed_anew(root: Path) -> None:
    clone_inside(root)
    time.sleep(0.1)
    looked(root)

    assert not is_kept(root)


def test_a_configuration_that_includes_others_is_not_trusted_to_stay(root: Path) -> None:
    write(root, "../home/.gitconfig", "[include]\n\tpath = elsewhere\n")
    time.sleep(0.1)
    looked(root)

    assert not is_kept(root)


def test_a_damaged_listing_is_made_anew(root: Path) -> None:
    place = root / ".repomap" / unchanged.NAME
    whole = place.read_bytes()
    for length in (0, 10, 30, 60, len(whole) // 2, len(whole) - 3):
        place.write_bytes(whole[:length])
        looked(root)


def test_a_clean_repository_is_listed_without_git(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("repomap.files.gitfiles._git", lambda *_: pytest.fail("git was asked"))

    found = listed(root, SETTINGS, root / ".repomap")

    assert [file.path for file in found.files] == [".gitignore", "a.py", "src/c.py", "src/deep/b.py"]


def test_a_token_stands_for_one_state_of_all_files(root: Path) -> None:
    state = root / ".repomap"
    first = token_of(root, SETTINGS, state)
    assert first
    assert listed(root, SETTINGS, state).token == first

    write(root, "src/c.py", "z = 3\n")

    assert token_of(root, SETTINGS, state) == b""
    time.sleep(0.1)
    second = listed(root, SETTINGS, state).token
    assert second not in (b"", first)
    assert token_of(root, SETTINGS, state) == second


def test_there_is_no_token_while_a_file_is_fresh(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unchanged, "SURE_NS", 10**12)
    write(root, "a.py", "x = 3\n")

    assert listed(root, SETTINGS, root / ".repomap").token == b""
    assert token_of(root, SETTINGS, root / ".repomap") == b""


@pytest.mark.parametrize("change", CHANGES, ids=[change.__name__ for change in CHANGES])
def test_after_a_change_there_is_no_token(root: Path, change: Callable[[Path], None]) -> None:
    assert token_of(root, SETTINGS, root / ".repomap")

    change(root)

    assert token_of(root, SETTINGS, root / ".repomap") == b""


@pytest.mark.parametrize("place", ["../home/.gitconfig", "../home/.config/git/config"])
def test_a_configuration_with_which_git_refuses_is_seen_though_nothing_is_untracked(root: Path, place: str) -> None:
    git(root, "add", "-A")
    git(root, "add", "-f", "noise.log")
    git(root, "commit", "-qm", "all")
    settle(root)

    write(root, place, "[core\n")

    assert "noise.log" not in [file.path for file in listed(root, SETTINGS, root / ".repomap").files]


def test_a_long_first_index_keeps_the_listing_for_the_next_command(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(root / ".repomap")
    for number in range(300):
        write(root, f"many/m{number}.py", "def f(): ...\n" * 50)
    time.sleep(0.1)
    monkeypatch.setattr(opening, "SURE_NS", 20_000_000)

    open_index(root).close()

    assert is_kept(root)
