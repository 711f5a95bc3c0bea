"""What a command finds around it: closed streams, no home, few descriptors, something else in its state's place."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Repository, Run

COMMAND = f"{sys.executable} -m repomap"


@pytest.fixture
def some(repo: Repository) -> Repository:
    repo.write("a.py", "from b import g\n\n\ndef f(x):\n    return g(x)\n")
    repo.write("b.py", "def g(y):\n    return y\n")
    return repo


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", line], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120
    )


def test_streams_that_are_closed_are_no_error(some: Repository) -> None:
    quiet = shell(f"{COMMAND} map >&-", some.root)
    assert (quiet.returncode, quiet.stderr) == (0, "")
    heard = shell(f"{COMMAND} symbols 2>&- <&-", some.root)
    assert (heard.returncode, "a.py:4: function f" in heard.stdout) == (0, True)
    assert shell(f"{COMMAND} map <&- >&- 2>&-", some.root).returncode == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_an_output_that_takes_nothing_more_is_one_sentence(some: Repository) -> None:
    done = shell(f"{COMMAND} symbols >/dev/full", some.root)

    assert done.returncode == 3
    assert done.stderr.startswith("repomap: ")
    assert done.stderr.count("\n") == 1


def test_a_reader_that_has_seen_enough_is_no_error(some: Repository) -> None:
    some.write("long.py", "".join(f"def function_{number}(): ...\n" for number in range(9_000)))
    for words in ("symbols", "grep def"):
        done = shell(f"set -o pipefail; {COMMAND} {words} | head -1", some.root)
        assert (done.returncode, done.stdout.count("\n"), done.stderr) == (0, 1, ""), words


def test_no_home_no_language_and_a_narrow_dull_terminal_change_nothing(some: Repository, run: Run) -> None:
    some.write("日本.py", "def 名前(): ...\n")
    usual = run("map")
    environment = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "TERM": "dumb", "COLUMNS": "20", "TMPDIR": "/nowhere"}
    bare = run("map", **environment, HOME="", XDG_CACHE_HOME="", XDG_CONFIG_HOME="")

    assert "日本.py\n def 名前()" in usual.stdout
    assert (bare.stdout, bare.stderr, bare.returncode) == (usual.stdout, "", 0)


def few_descriptors() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))


def test_sixteen_descriptors_are_enough(some: Repository) -> None:
    for words in (["map"], ["grep", "g"]):
        command = [sys.executable, "-m", "repomap", *words]
        done = subprocess.run(command, cwd=some.root, capture_output=True, text=True, preexec_fn=few_descriptors)
        assert (done.returncode, done.stderr) == (0, "")
        assert "def g(y)" in done.stdout


def a_file(place: Path) -> None:
    place.write_text("mine")


def a_circle(place: Path) -> None:
    place.symlink_to(place)


def a_database_that_is_a_folder(place: Path) -> None:
    (place / "index.db").mkdir(parents=True)


@pytest.mark.parametrize("put", [a_file, a_circle, a_database_that_is_a_folder])
def test_what_lies_in_the_place_of_the_state_is_left_alone(
    some: Repository, run: Run, put: Callable[[Path], None]
) -> None:
    put(some.root / ".repomap")
    before = os.lstat(some.root / ".repomap").st_ino
    done = run("symbols")

    assert (done.returncode, done.stdout) == (0, "a.py:4: function f\nb.py:1: function g\n")
    assert os.lstat(some.root / ".repomap").st_ino == before


def test_a_repository_whose_git_folder_is_gone_is_mapped(some: Repository, run: Run, tmp_path: Path) -> None:
    some.git("add", "-A")
    some.git("commit", "-qm", "first")
    some.git("worktree", "add", "-qb", "side", os.fspath(tmp_path / "a tree"))
    shutil.rmtree(some.root)
    done = run("symbols", cwd=tmp_path / "a tree")

    assert (done.returncode, done.stdout) == (0, "a.py:4: function f\nb.py:1: function g\n")
    assert done.stderr.count("\n") == 1


def test_a_folder_that_was_deleted_is_named(some: Repository) -> None:
    done = shell(f'rm -r "$PWD"; {COMMAND} map', some.root)

    assert (done.returncode, done.stderr) == (2, "repomap: the folder you are in was deleted\n")


def test_a_task_without_end_and_a_name_that_is_too_long_are_refused(some: Repository, run: Run) -> None:
    for words in (["map", "--query-file", "/dev/zero"], ["map", "x" * 5_000], ["map", "--focus", "x" * 5_000]):
        done = run(*words)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), words


def test_an_installation_that_lacks_a_part_of_its_own_says_so(tmp_path: Path) -> None:
    without = "import sys; sys.modules['repomap.lookup'] = None; from repomap.cli.run import run; sys.exit(run())"
    (tmp_path / "a.py").write_text("def f(): ...\n", encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    command = [sys.executable, "-c", without, "refs", "f"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (3, "")
    assert (
        done.stderr == "repomap: this installation is not complete: repomap.lookup is missing; install repomap again\n"
    )
