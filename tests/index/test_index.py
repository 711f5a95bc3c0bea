"""The index: equal to a fresh one after any history, kept by content, safe beside others, mended when broken."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from repomap.index import Index, limit, open_index, workers
from repomap.index import refresh as refresh_module
from repomap.index.build import Builder
from repomap.index.rows import Batch, Task
from repomap.words import definition_key, identifier_key, part_key
from tests.conftest import Repository


def contents(index: Index) -> dict[str, object]:
    """All that an index answers, in a form that can be compared."""
    reader = index.reader
    words = ("alpha", "beta", "gamma", "delta")
    files = {
        path: (reader.definitions(path), reader.references(path), reader.imports(path), row.language, row.problem)
        for path, row in reader.rows.items()
        if row.content or row.problem
    }
    postings = {
        (word, kind.__name__): sorted(
            (path, count, defined)
            for content, count, defined in reader.postings(kind(word))
            for path in reader.paths[content]
        )
        for word in words
        for kind in (part_key, identifier_key, definition_key)
    }
    return {"files": files, "postings": postings}


def fresh(repo: Repository, folder: Path) -> dict[str, object]:
    """What an index made from nothing answers for the same files."""
    subprocess.run(["cp", "-r", str(repo.root), str(folder)], check=True)
    subprocess.run(["rm", "-rf", str(folder / ".repomap")], check=True)
    index = open_index(folder)
    try:
        return contents(index)
    finally:
        index.close()


def now(repo: Repository) -> dict[str, object]:
    index = repo.index()
    try:
        return contents(index)
    finally:
        index.close()


def settle() -> None:
    """Let the clock of the file system move on, so that a file just written is not taken for one still changing."""
    time.sleep(2 * refresh_module.RACY_NS / 1e9)


def test_an_index_after_edits_renames_and_deletions_equals_a_fresh_one(repo: Repository, tmp_path: Path) -> None:
    repo.write("a.py", "def alpha():\n    beta()\n")
    repo.write("b.py", "def beta(): ...\n")
    repo.write("c.py", "class Gamma: ...\n")
    now(repo)
    steps: list[Callable[[], object]] = [
        lambda: repo.write("a.py", "\n\n\ndef alpha():\n    gamma()\n"),
        lambda: (repo.root / "b.py").rename(repo.root / "d.py"),
        lambda: (repo.root / "c.py").unlink(),
        lambda: repo.write("b.py", "def delta(): return alpha\n"),
        lambda: repo.write("copy.py", "def beta(): ...\n"),
    ]
    for number, step in enumerate(steps):
        step()
        assert now(repo) == fresh(repo, tmp_path / f"fresh{number}")


def test_a_change_that_keeps_size_and_modification_time_is_seen(repo: Repository) -> None:
    file = repo.write("a.py", "def alpha(): ...\n")
    settle()
    now(repo)
    before = file.stat()
    file.write_bytes(b"def gamma(): ...\n")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))

    index = repo.index()

    assert [definition.name for definition in index.reader.definitions("a.py")] == ["gamma"]


def test_a_file_written_again_within_one_clock_tick_is_seen(repo: Repository) -> None:
    file = repo.write("a.py", "def alpha(): ...\n")
    now(repo)
    file.write_bytes(b"def gamma(): ...\n")

    index = repo.index()

    assert [definition.name for definition in index.reader.definitions("a.py")] == ["gamma"]


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that are given to be parsed, in whichever process that happens."""
    paths: list[str] = []
    real = refresh_module.batches

    def noted(root: str, max_bytes: int, tasks: Sequence[Task], *more: Any) -> Iterable[Batch]:
        paths.extend(path for path, _ in tasks)
        return real(root, max_bytes, tasks, *more)

    monkeypatch.setattr(refresh_module, "batches", noted)
    return paths


def test_a_touched_file_with_the_same_contents_is_not_parsed_again(repo: Repository, parsed: list[str]) -> None:
    file = repo.write("a.py", "def alpha(): ...\n")
    settle()
    before = now(repo)
    assert parsed == ["a.py"]
    os.utime(file, (1, 1))

    assert now(repo) == before
    assert parsed == ["a.py"]


def test_going_back_to_a_branch_parses_nothing(repo: Repository, parsed: list[str]) -> None:
    repo.write("a.py", "def alpha(): ...\n")
    repo.git("add", "-A")
    repo.git("commit", "-qm", "one")
    first = now(repo)
    repo.git("checkout", "-qb", "other")
    repo.write("a.py", "def beta(): ...\n")
    repo.git("commit", "-qam", "two")
    now(repo)
    assert parsed == ["a.py", "a.py"]
    repo.git("checkout", "-q", "-")

    assert now(repo) == first
    assert parsed == ["a.py", "a.py"]


def test_many_small_edits_are_merged_into_few_segments_without_changing_an_answer(
    repo: Repository, tmp_path: Path
) -> None:
    for number in range(3 * refresh_module.MAX_SEGMENTS):
        repo.write(f"f{number % 7}.py", f"def alpha{number}(): return beta, gamma_{number}\n")
        index = repo.index()
        segments = len(index.reader.store.segments())
        index.close()

    assert segments <= refresh_module.MAX_SEGMENTS
    assert now(repo) == fresh(repo, tmp_path / "fresh")


def test_large_segments_are_left_as_they_are(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refresh_module, "LARGE_TERMS", 0)
    edits = refresh_module.MAX_SEGMENTS + 2
    for number in range(edits):
        repo.write("a.py", f"def alpha{number}(): ...\n")
        index = repo.index()
        segments = len(index.reader.store.segments())
        index.close()

    assert segments == edits


def test_workers_and_one_process_give_the_same_index(
    repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(40):
        repo.write(f"f{number}.py", f"def alpha_{number}(): return beta\n" * 30)
    alone = fresh(repo, tmp_path / "alone")
    monkeypatch.setattr(refresh_module, "ALONE_BYTES", 0)
    monkeypatch.setattr(workers, "CHUNK_BYTES", 3_000)
    monkeypatch.setattr(workers, "SEGMENT_WORDS", 20)
    monkeypatch.setattr(workers, "cores", lambda: 3)

    assert now(repo) == alone


@pytest.mark.usefixtures("forks")
def test_a_file_that_ends_its_worker_costs_only_itself(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(12):
        repo.write(f"f{number}.py", f"def alpha_{number}(): ...\n" * 50)
    index_one = Builder.index

    def fatal(self: Builder, path: str, stat: object) -> object:
        if path == "f7.py":
            os._exit(9)
        return index_one(self, path, stat)  # type: ignore[arg-type]

    monkeypatch.setattr(Builder, "index", fatal)
    monkeypatch.setattr(refresh_module, "ALONE_BYTES", 0)
    monkeypatch.setattr(workers, "CHUNK_BYTES", 2_000)
    monkeypatch.setattr(workers, "cores", lambda: 2)

    index = repo.index()

    problems = {path: row.problem for path, row in index.reader.rows.items() if row.problem}
    assert problems == {"f7.py": "ended the parser"}
    assert sum(1 for row in index.reader.rows.values() if row.content) == 11
    assert len(list(index.reader.postings(part_key("alpha")))) == 11


@pytest.mark.usefixtures("forks")
def test_a_file_that_computes_for_ever_costs_only_itself(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(6):
        repo.write(f"f{number}.py", f"def alpha_{number}(): ...\n" * 50)
    index_one = Builder.index

    def endless(self: Builder, path: str, stat: object) -> object:
        while path == "f3.py":
            pass
        return index_one(self, path, stat)  # type: ignore[arg-type]

    monkeypatch.setattr(Builder, "index", endless)
    monkeypatch.setattr(refresh_module, "ALONE_BYTES", 0)
    monkeypatch.setattr(limit, "FILE_SECONDS", 0.4)
    monkeypatch.setattr(workers, "cores", lambda: 2)

    index = repo.index()

    problems = {path: row.problem for path, row in index.reader.rows.items() if row.problem}
    assert problems == {"f3.py": "took longer than 0 s to parse"}
    assert sum(1 for row in index.reader.rows.values() if row.content) == 5


def test_a_broken_index_is_made_anew(repo: Repository) -> None:
    repo.write("a.py", "def alpha(): ...\n")
    before = now(repo)
    for garbage in (b"not a database at all" * 500, b"", b"SQLite format 3\0" + b"\xff" * 5000):
        for name in ("index.db-wal", "index.db-shm"):
            (repo.root / ".repomap" / name).unlink(missing_ok=True)
        (repo.root / ".repomap/index.db").write_bytes(garbage)
        assert now(repo) == before


def test_a_record_that_is_damaged_makes_the_index_anew(repo: Repository) -> None:
    repo.write("a.py", "def alpha(): ...\n")
    before = now(repo)
    database = sqlite3.connect(repo.root / ".repomap/index.db")
    database.execute("PRAGMA user_version=9999")
    database.commit()
    database.close()

    assert now(repo) == before


def test_two_processes_that_index_at_once_both_answer_right(repo: Repository) -> None:
    for number in range(60):
        repo.write(f"f{number}.py", f"def alpha_{number}(): return beta\n" * 20)
    command = [sys.executable, "-m", "repomap", "symbols", "--json"]
    running = [
        subprocess.Popen(command, cwd=repo.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)
    ]
    answers = [process.communicate(timeout=120) for process in running]

    assert [process.returncode for process in running] == [0, 0, 0, 0]
    assert {errors for _, errors in answers} == {b""}
    assert len({output for output, _ in answers}) == 1
    assert answers[0][0].count(b"\n") == 60 * 20


def test_the_state_folder_ignores_itself_in_git(repo: Repository) -> None:
    repo.write("a.py", "def alpha(): ...\n")
    now(repo)

    assert ".repomap" not in repo.git("status", "--porcelain", "--untracked-files=all")


def test_a_root_whose_state_folder_cannot_be_used_is_served_from_the_users_cache(
    repo: Repository, tmp_path: Path
) -> None:
    repo.write("a.py", "def alpha(): ...\n")
    repo.write(".repomap", "a file, so that no folder can be made there")

    assert "a.py" in now(repo)["files"]  # type: ignore[operator]
    assert list((tmp_path / "cache").rglob("index.db"))


def test_where_nothing_can_be_written_the_index_is_in_memory(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("a.py", "def alpha(): ...\n")
    repo.write("plain", "a file where the folder should be")
    monkeypatch.setattr("repomap.index.open.state_folder", lambda root: root / "plain" / ".repomap")

    index = repo.index()

    assert [definition.name for definition in index.reader.definitions("a.py")] == ["alpha"]
    assert any("in memory" in note for note in index.notes)


def test_another_limit_for_large_files_reads_them_again(repo: Repository) -> None:
    repo.write("a.py", "def alpha(): ...\n" * 100)
    now(repo)
    (repo.root / ".repomap/config.toml").write_text("[files]\nmax_bytes = 500\n")
    index = repo.index()

    assert index.reader.rows["a.py"].problem == "larger than 500 bytes"
