"""Discovery against real repositories: what is listed, what is not and why, and that nothing in them is executed."""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from repomap.files import gitfiles
from repomap.files.discover import Discovery, discover, find_root, state_folder
from repomap.settings import FileSettings

pytestmark = [
    pytest.mark.skipif(not shutil.which("git"), reason="git is not installed"),
    pytest.mark.skipif(sys.platform == "win32", reason="names, links and pipes of POSIX"),
]


@pytest.fixture(autouse=True)
def _only_this_git_configuration(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the machine's and the user's git configuration out of the tests."""
    home = tmp_path_factory.mktemp("home")
    (home / ".gitconfig").write_text("[user]\nname = A\nemail = a@example.org\n[protocol.file]\nallow = always\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)


def git(folder: Path, *arguments: str | bytes | Path) -> str:
    command = ["git", "-C", folder, *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout.decode("utf-8", "surrogateescape")


def write(folder: Path, *names: str, text: str = "x\n") -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def committed(folder: Path, *names: str) -> Path:
    """Make `folder` a git repository with these files in its first commit."""
    folder.mkdir(exist_ok=True)
    git(folder, "init", "-q")
    write(folder, *names)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    return folder


def listed(root: Path, **settings: object) -> list[str]:
    """Return the paths found, after checking that there was nothing to say."""
    found = discover(root, FileSettings(**settings))  # type: ignore[arg-type]
    assert (found.notes, found.skipped) == ((), ())
    return paths(found)


def paths(found: Discovery) -> list[str]:
    return [file.path for file in found.files]


# Through git


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


@settings(max_examples=60, deadline=None)
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


# When git refuses


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


# A hostile repository


def trap(folder: Path) -> tuple[str, Path]:
    """Return a command that leaves a trace when it runs, and the trace."""
    trace = folder / "trace"
    script = folder / "trap.sh"
    script.write_text(f"#!/bin/sh\ntouch '{trace}'\nexit 1\n")
    script.chmod(0o755)
    return str(script), trace


def test_commands_in_a_repositorys_configuration_are_not_run(tmp_path: Path) -> None:
    command, trace = trap(tmp_path)
    root = committed(tmp_path / "r", "a.py", ".gitattributes")
    write(root, ".gitattributes", text="*.py filter=trap diff=trap\n")
    write(root, "new.py", "a.py", text="changed, so that git would filter and compare it\n")
    for name in (
        *("core.fsmonitor", "core.pager", "pager.ls-files", "pager.check-ignore", "core.editor", "core.sshCommand"),
        *("filter.trap.clean", "filter.trap.process", "diff.trap.textconv", "diff.external", "core.askPass"),
        *("alias.ls-files", "alias.check-ignore", "core.gitProxy", "core.alternateRefsCommand", "credential.helper"),
    ):
        git(root, "config", name, f"!{command}" if name.startswith(("alias", "credential")) else command)
    git(root, "config", "core.hooksPath", str(tmp_path / "hooks"))
    for hook in ("post-index-change", "fsmonitor-watchman", "pre-auto-gc", "reference-transaction"):
        write(tmp_path, f"hooks/{hook}")
        shutil.copy(command, tmp_path / "hooks" / hook)
        shutil.copy(command, root / ".git" / "hooks" / hook)
    subprocess.run(["git", "-C", root, "ls-files", "-o"], capture_output=True)
    assert trace.exists(), "the trap must work, or this test says nothing"
    trace.unlink()

    assert listed(root) == [".gitattributes", "a.py", "new.py"]
    assert not trace.exists()


@pytest.mark.parametrize("transport", ["upload-pack", "ext"])
def test_missing_objects_are_not_fetched_by_a_command_of_the_repository(tmp_path: Path, transport: str) -> None:
    command, trace = trap(tmp_path)
    root = committed(tmp_path / "r", "a.py", "in/b.py", "out/c.py")
    git(root, "sparse-checkout", "set", "--cone", "--sparse-index", "in")
    shutil.rmtree(root / ".git" / "objects")
    (root / ".git" / "objects").mkdir()
    for name, value in {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": str(tmp_path) if transport == "upload-pack" else f"ext::{command}",
        "remote.origin.uploadpack": command,
        "protocol.allow": "always",
    }.items():
        git(root, "config", name, value)
    subprocess.run(["git", "-C", root, "ls-files"], capture_output=True)
    assert trace.exists(), "the trap must work, or this test says nothing"
    trace.unlink()

    assert paths(discover(root, FileSettings())) == ["a.py", "in/b.py"]
    assert not trace.exists()


def test_a_program_called_git_among_the_files_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command, trace = trap(tmp_path)
    root = committed(tmp_path / "r", "a.py")
    shutil.copy(command, root / "git")
    monkeypatch.chdir(root)
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.pathsep}{os.environ['PATH']}")

    assert listed(root) == ["a.py", "git"]
    assert not trace.exists()


def test_a_bare_repository_hidden_among_the_files_is_not_asked(tmp_path: Path) -> None:
    command, trace = trap(tmp_path)
    root = committed(tmp_path / "r", "a.py")
    git(root, "init", "-q", "--bare", root / "bare")
    git(root / "bare", "config", "core.bare", "false")
    git(root / "bare", "config", "core.worktree", str(root))
    git(root / "bare", "config", "core.fsmonitor", command)
    write(root, "bare/x.py")

    assert {"a.py", "bare/HEAD", "bare/x.py"} <= set(listed(root))
    assert "x.py" in paths(discover(root / "bare", FileSettings()))
    assert not trace.exists()


def test_paths_of_a_crafted_index_do_not_lead_out_of_the_root(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "a.py")
    write(tmp_path, "secret.py")
    names = [b"../secret.py", b".git/config", os.fsencode(tmp_path / "secret.py"), b"a.py", b"a.py/../../secret.py"]
    entries = b""
    for name in sorted(names):
        entry = struct.pack(">10I20sH", *(0,) * 6, 0o100644, 0, 0, 0, bytes(20), len(name)) + name
        entries += entry + bytes(8 - len(entry) % 8)
    content = struct.pack(">4sII", b"DIRC", 2, len(names)) + entries
    (root / ".git" / "index").write_bytes(content + hashlib.sha1(content).digest())
    assert "../secret.py" in git(root, "ls-files"), "the crafted index must be read, or this test says nothing"

    assert listed(root) == ["a.py"]


def test_a_work_tree_set_elsewhere_shows_nothing_from_there(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "a.py")
    write(tmp_path, "elsewhere/secret.py")
    git(root, "config", "core.worktree", str(tmp_path / "elsewhere"))

    assert paths(discover(root, FileSettings())) == ["a.py"]


# Where the root and its state are


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
