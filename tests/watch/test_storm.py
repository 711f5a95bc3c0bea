"""Nothing is missed: after any storm of events the live index is equal to one that is made anew."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from repomap.index import open_index
from repomap.index.store import Store
from repomap.watch import Update
from tests.conftest import Repository
from tests.watch.conftest import DEADLINE, Watching

Start = Callable[..., Watching]
Files = dict[str, tuple[str, str, bytes]]

ACTIONS = 120
FOLDERS = ("", "a", "a/b", "c", "c/d", "built", "built/x", "new")
NAMES = ("m.py", "n.py", "o.js", "p.log", "q.txt")


def contents(store: Store) -> Files:
    """Return what an index says of each file, whatever its numbers and stats are."""
    digests = store.digests()
    return {
        path: (row.language, row.problem, digests.get(row.content, b"")) for path, row in sorted(store.files().items())
    }


def fresh(root: Path, elsewhere: Path) -> Files:
    """Return what an index says that is made of a copy of the files."""
    shutil.copytree(root, elsewhere, symlinks=True, ignore=shutil.ignore_patterns(".repomap"))
    index = open_index(elsewhere)
    try:
        return contents(index.reader.store)
    finally:
        index.close()
        shutil.rmtree(elsewhere)


def storm(root: Path, chance: random.Random, number: int) -> None:
    """Do one thing to the files that a person, an editor or a program might do."""

    def place() -> Path:
        return root / chance.choice(FOLDERS) / chance.choice(NAMES)

    def write(path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"def f{number}(): ...\n" * chance.randint(0, 3))

    def rename_write(path: Path) -> None:
        draft = path.with_name(f".{path.name}.tmp")
        write(draft)
        os.replace(draft, path)

    def vim_write(path: Path) -> None:
        backup = path.with_name(path.name + "~")
        os.rename(path, backup)
        write(path)
        backup.unlink()

    def move(path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.rename(place(), path)

    def move_folder(path: Path) -> None:
        os.rename(root / chance.choice(FOLDERS[1:]), root / f"moved{chance.randint(0, 2)}")

    def move_folder_back(path: Path) -> None:
        os.rename(root / f"moved{chance.randint(0, 2)}", root / chance.choice(FOLDERS[1:]))

    def delete_folder(path: Path) -> None:
        shutil.rmtree(root / chance.choice(FOLDERS[1:]))

    def link(path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(root / "a" / "m.py")

    def ignore(path: Path) -> None:
        rules = chance.choice(("built/\n*.log\n", "built/\n", "*.log\nc/\n", ""))
        (root / chance.choice(("", "a", "c")) / ".gitignore").write_text(rules)

    def own_rules(path: Path) -> None:
        file = root / ".repomapignore"
        if chance.random() < 0.5:
            file.write_text("n.py\n")
        else:
            file.unlink()

    def commit(path: Path) -> None:
        git("add", "-A")
        git("commit", "-qm", f"{number}")

    def switch(path: Path) -> None:
        branch = f"branch{chance.randint(0, 2)}"
        if git("checkout", "-qf", branch):
            git("checkout", "-qb", branch)

    def git(*arguments: str) -> int:
        author = ("-c", "user.name=a", "-c", "user.email=a@example.invalid")
        return subprocess.run(["git", *author, *arguments], cwd=root, capture_output=True).returncode

    def close(path: Path) -> None:
        path.chmod(0)
        path.chmod(0o644)

    actions = [write] * 6 + [rename_write] * 3 + [vim_write] * 2 + [move] * 2 + [Path.unlink] * 3
    actions += [move_folder, move_folder_back, delete_folder, link, ignore, own_rules, close, commit, switch]
    with contextlib.suppress(OSError):
        chance.choice(actions)(place())


@pytest.mark.parametrize("seed", range(4))
def test_after_a_storm_the_index_is_equal_to_a_fresh_one(
    repo: Repository, watching: Start, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    repo.write(".gitignore", "built/\n*.log\n")
    repo.write("a/m.py", "def m(): ...\n")
    live: list[Files] = []

    def note(update: Update) -> None:
        live.append(contents(update.index.reader.store))

    watching(repo.root, note)
    for number in range(ACTIONS):
        storm(repo.root, chance, number)
        if chance.random() < 0.1:
            time.sleep(chance.random() * 0.2)
    repo.write("last.py", f"def last{seed}(): ...\n")

    expected = fresh(repo.root, tmp_path / "copy")
    deadline = time.monotonic() + DEADLINE
    while live[-1] != expected and time.monotonic() < deadline:
        time.sleep(0.05)
    assert live[-1] == expected
