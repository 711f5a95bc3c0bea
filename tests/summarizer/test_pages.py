"""A search is answered from the kept pages alone only where they are known to be true."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from pathlib import Path

import pytest

from repomap.files import unchanged
from summarizer import pages as opened
from summarizer.search import grep
from tests.conftest import Repository


@pytest.fixture(autouse=True)
def soon_old_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unchanged, "SURE_NS", 20_000_000)


@pytest.fixture
def shop(repo: Repository) -> Repository:
    """A repository whose pages are known to be true."""
    repo.write("bank.py", 'def pay(amount):\n    """Move money."""\n    raise Limit(amount)\n')
    repo.write("lib/tax.py", "def rate(country):\n    return table[country]\n")
    repo.git("add", "-A")
    repo.git("commit", "-qm", "all")
    hits(repo)  # makes the state folder
    settle(repo)
    return repo


def settle(repo: Repository) -> None:
    time.sleep(0.1)
    hits(repo)
    assert ready(repo)


def hits(repo: Repository, pattern: str = "def ") -> list[tuple[str, int]]:
    return [(hit.path, hit.line) for hit in grep(repo.root, pattern)]


def ready(repo: Repository) -> bool:
    shelf = opened._ready(repo.root, repo.root / ".repomap")
    if shelf is not None:
        shelf.close()
    return shelf is not None


def test_the_answer_is_the_same_without_the_index(shop: Repository) -> None:
    with_index = hits(shop)
    (shop.root / ".repomap/index.db").unlink()

    assert hits(shop) == with_index == [("bank.py", 1), ("lib/tax.py", 1)]
    assert not (shop.root / ".repomap/index.db").exists()


def test_an_edit_is_seen_whatever_its_time_and_size(shop: Repository) -> None:
    place = shop.root / "bank.py"
    before = place.stat()
    place.write_text(place.read_text().replace("pay", "owe"))
    os.utime(place, ns=(before.st_atime_ns, before.st_mtime_ns))

    assert hits(shop, "pay") == []
    assert hits(shop, "owe") == [("bank.py", 1)]
    settle(shop)
    assert hits(shop, "owe") == [("bank.py", 1)]


def test_a_file_that_comes_or_goes_is_seen(shop: Repository) -> None:
    shop.write("lib/new.py", "def fresh():\n    pass\n")
    assert hits(shop, "fresh") == [("lib/new.py", 1)]
    settle(shop)
    (shop.root / "lib/tax.py").unlink()

    assert hits(shop, "rate") == []


def test_a_settings_file_is_obeyed_at_once(shop: Repository) -> None:
    (shop.root / ".repomap/config.toml").write_text("[files]\nmax_bytes = 10\n")

    assert hits(shop) == []


def test_a_language_of_the_users_own_takes_the_longer_way(shop: Repository) -> None:
    (shop.root / ".repomap/languages.toml").write_text("")

    assert not ready(shop)


def test_other_queries_or_grammars_take_the_longer_way(shop: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "installed_grammars", lambda: {"tree_sitter_python": "another"})

    assert not ready(shop)


def test_a_deleted_mirror_comes_back(shop: Repository) -> None:
    shutil.rmtree(shop.root / ".repomap/pseudocode")

    hits(shop)

    assert (shop.root / ".repomap/pseudocode/bank.py.pseudo").is_file()


def test_pages_that_another_process_put_are_not_taken_for_those_that_were_noted(shop: Repository) -> None:
    database = sqlite3.connect(shop.root / ".repomap/pages.db")
    database.execute("DELETE FROM state")  # as each change of a page does
    database.commit()
    database.close()

    assert not ready(shop)


def test_pages_of_other_contents_are_not_noted(shop: Repository) -> None:
    with opened.pages(shop.root) as found:
        found.shelf.note_also(b"made from something else", b"key")
        assert not found.shelf.knows(b"key")


def test_a_damaged_database_is_made_anew(shop: Repository) -> None:
    place: Path = shop.root / ".repomap/pages.db"
    place.write_bytes(b"no database")
    for suffix in ("-wal", "-shm"):
        Path(f"{place}{suffix}").unlink(missing_ok=True)

    assert hits(shop) == [("bank.py", 1), ("lib/tax.py", 1)]
