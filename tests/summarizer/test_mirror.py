"""The mirror: a text file for every source file, found by plain rg and grep, true after every change."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import summarizer
from tests.conftest import Repository, Run

SHOP = '''"""Sells things."""


class Shop:
    """A shop."""

    rate = 3

    def sell(self, item):
        """Sell one item."""
        if item.gone:
            raise LookupError(item)
        self.sold.append(item)
        return item.price
'''


def mirror(repo: Repository, path: str = "shop.py") -> str:
    summarizer.grep(repo.root, "whatever")
    return (repo.root / f".repomap/pseudocode/{path}.pseudo").read_text()


def test_a_page_has_a_header_and_a_line_for_each_definition_and_step(repo: Repository) -> None:
    repo.write("shop.py", SHOP)
    head, *lines = mirror(repo).splitlines()
    assert head.startswith("# shop.py · python · 14 lines · b2:")
    assert lines == [
        "# Sells things.",
        "4  class Shop",
        "7    rate = 3",
        "9    def sell(self, item)                      Sell one item.",
        "11      if item.gone: raise LookupError(item)",
        "13      call self.sold.append(item)",
        "14      return item.price",
    ]


@pytest.mark.parametrize("command", [["rg", "-n", "--no-heading"], ["grep", "-rn"]])
def test_plain_programs_find_it_where_git_ignores_it(repo: Repository, command: list[str]) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    repo.write(".gitignore", ".repomap/\n*.pseudo\n")
    repo.write("shop.py", SHOP)
    mirror(repo)
    found = subprocess.run(
        [*command, "raise LookupError", ".repomap/pseudocode"],
        cwd=repo.root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout == ".repomap/pseudocode/shop.py.pseudo:6:11      if item.gone: raise LookupError(item)\n"
    assert repo.git("status", "--porcelain", "--", ".repomap") == ""


def test_lines_move_with_their_code(repo: Repository) -> None:
    repo.write("shop.py", SHOP)
    mirror(repo)
    repo.write("shop.py", "\n" * 10 + SHOP)
    assert "\n19    def sell" in mirror(repo)
    assert "\n9    def sell" not in mirror(repo)


def test_a_page_goes_with_its_source_and_so_does_its_empty_folder(repo: Repository) -> None:
    repo.write("a/b/shop.py", SHOP)
    repo.write("keep.py", SHOP)
    mirror(repo, "a/b/shop.py")
    (repo.root / "a/b/shop.py").unlink()
    summarizer.grep(repo.root, "x")
    assert sorted(path.name for path in (repo.root / ".repomap/pseudocode").iterdir()) == [".ignore", "keep.py.pseudo"]


def test_only_changed_files_are_written(repo: Repository) -> None:
    repo.write("shop.py", SHOP)
    repo.write("other.py", SHOP)
    mirror(repo)
    place = repo.root / ".repomap/pseudocode/other.py.pseudo"
    before = place.stat().st_mtime_ns, place.stat().st_ino
    repo.write("shop.py", SHOP.replace("sell", "give"))
    assert "def give" in mirror(repo)
    assert (place.stat().st_mtime_ns, place.stat().st_ino) == before


def test_a_mirror_that_was_deleted_comes_back_whole(repo: Repository) -> None:
    repo.write("shop.py", SHOP)
    repo.write("other.py", SHOP)
    mirror(repo)
    shutil.rmtree(repo.root / ".repomap/pseudocode")
    assert mirror(repo)
    assert (repo.root / ".repomap/pseudocode/other.py.pseudo").exists()


def test_a_mirror_that_cannot_be_written_spoils_no_answer(repo: Repository, run: Run) -> None:
    repo.write("shop.py", SHOP)
    mirror(repo)
    folder = repo.root / ".repomap/pseudocode"
    folder.chmod(0o500)
    if os.access(folder, os.W_OK):
        folder.chmod(0o700)
        pytest.skip("this user may write everywhere")
    repo.write("new.py", "def fresh():\n    return 1\n")
    answer = run("grep", "fresh")
    folder.chmod(0o700)
    assert answer.stdout == "new.py:1: def fresh(): return 1\n"
    assert "cannot be written" in answer.stderr


def test_a_file_where_the_mirror_should_be_is_said_and_spoils_no_answer(repo: Repository, run: Run) -> None:
    repo.write("shop.py", SHOP)
    mirror(repo)
    shutil.rmtree(repo.root / ".repomap/pseudocode")
    (repo.root / ".repomap/pseudocode").write_text("mine")
    repo.write("shop.py", SHOP + "\nx = 1\n")
    answer = run("grep", "def sell")
    assert answer.stdout == "shop.py:9: def sell(self, item)                      Sell one item.\n"
    assert "cannot be written" in answer.stderr


def test_commit_keeps_a_visible_mirror_true_from_then_on(repo: Repository, run: Run) -> None:
    repo.write("shop.py", SHOP)
    assert run("pseudo", "--commit").stdout == "1 files in pseudocode\n"
    repo.write("shop.py", SHOP.replace("sell", "give"))
    assert run("grep", "-l", "def give").stdout == "shop.py\n"
    assert "def give" in (repo.root / "pseudocode/shop.py.pseudo").read_text()
    repo.git("add", "pseudocode")
    assert "pseudocode/shop.py.pseudo" in repo.git("diff", "--cached", "--name-only")


def test_check_says_what_is_stale_and_mends_it(repo: Repository, run: Run) -> None:
    repo.write("shop.py", SHOP)
    assert run("pseudo").stdout == "1 files in .repomap/pseudocode\n"
    assert run("pseudo", "check").returncode == 0
    (repo.root / ".repomap/pseudocode/shop.py.pseudo").write_text("edited\n")
    assert (run("pseudo", "check").returncode, run("pseudo", "check").returncode) == (1, 0)
    repo.write("shop.py", SHOP + "\nx = 1\n")
    first = run("pseudo", "check")
    assert (first.returncode, first.stdout) == (1, "stale  shop.py\n")


def test_a_file_without_pseudocode_is_named_with_the_reason(repo: Repository, run: Run) -> None:
    repo.write("data.bin", b"\0\1")
    repo.write("big.py", b"# x\n" * 300_000)
    for name, reason in (("data.bin", "no source file"), ("big.py", "larger than"), ("gone.py", "does not exist")):
        answer = run("pseudo", name)
        assert (answer.returncode, answer.stdout) == (2, "")
        assert reason in answer.stderr


def test_names_of_any_kind_have_pages(repo: Repository) -> None:
    for name in ("日本語.py", "a b.py", "new\nline.py", "it's.py"):
        repo.write(name, "def here():\n    return 1\n")
    assert len(summarizer.grep(repo.root, "def here")) == 4
    assert Path(repo.root / ".repomap/pseudocode/日本語.py.pseudo").exists()


def test_a_map_made_before_is_no_hindrance(repo: Repository, run: Run) -> None:
    repo.write("shop.py", SHOP)
    assert run("map").returncode == 0
    assert run("grep", "raise Lookup").stdout.startswith("shop.py:11: ")


def test_what_a_stopped_command_left_unwritten_is_written_by_the_next(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.write("keep.py", SHOP)
    repo.write("gone.py", SHOP)
    mirror(repo, "gone.py")
    repo.write("a/shop.py", SHOP)
    (repo.root / "gone.py").unlink()

    def stopped(folder: Path, texts: object) -> list[str]:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("summarizer.mirror.write", stopped)
        with pytest.raises(KeyboardInterrupt):
            summarizer.grep(repo.root, "x")
    assert "def sell" in mirror(repo, "a/shop.py")
    assert not (repo.root / ".repomap/pseudocode/gone.py.pseudo").exists()


def test_files_that_were_indexed_without_pages_get_them_and_stay_indexed(repo: Repository, run: Run) -> None:
    repo.write("shop.py", SHOP)
    repo.write("twin/shop.py", SHOP)
    assert run("index").returncode == 0
    assert run("grep", "-l", "def sell").stdout == "shop.py\ntwin/shop.py\n"
    assert "Shop.sell" in run("symbols", "shop.py").stdout
