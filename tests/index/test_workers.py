"""Worker processes that cannot start, end for no file, or meet a file that a grammar reads for minutes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from repomap.index import limit, workers
from repomap.index import refresh as refresh_module
from repomap.index.build import Builder
from tests.conftest import Repository

PROJECT = Path(__file__).resolve().parents[2]


def test_a_script_without_a_main_guard_that_runs_threads_gets_its_index(repo: Repository, tmp_path: Path) -> None:
    """None of the processes that are spawned for it runs the script anew."""
    for number in range(6):
        repo.write(f"f{number}.py", f"def alpha_{number}(): ...\n" * 50)
    script = tmp_path / "script.py"
    script.write_text(
        "import threading, time\n"
        "from pathlib import Path\n"
        "threading.Thread(target=time.sleep, args=(50,), daemon=True).start()\n"
        "from repomap.index import open_index, refresh, workers\n"
        "refresh.ALONE_BYTES = 0\n"
        "workers.cores = lambda: 2\n"
        f"index = open_index(Path({os.fspath(repo.root)!r}))\n"
        "rows = index.reader.rows.values()\n"
        "print(sum(1 for row in rows if row.content), [row.problem for row in rows])\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.fspath(PROJECT)}

    done = subprocess.run([sys.executable, script], capture_output=True, text=True, env=environment, timeout=60)

    assert done.stdout.splitlines()[-1] == "6 ['', '', '', '', '', '']"


@pytest.mark.usefixtures("forks")
def test_workers_that_end_when_they_hand_over_are_not_replaced_for_ever(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        repo.write(f"f{number}.py", f"def alpha_{number}(): ...\n" * 50)
    take, parent = Builder.take_segment, os.getpid()

    def fatal(self: Builder) -> object:
        if os.getpid() != parent:
            os._exit(9)
        return take(self)

    monkeypatch.setattr(Builder, "take_segment", fatal)
    monkeypatch.setattr(refresh_module, "ALONE_BYTES", 0)
    monkeypatch.setattr(workers, "CHUNK_BYTES", 2_000)
    monkeypatch.setattr(workers, "cores", lambda: 2)

    rows = repo.index().reader.rows

    assert [row.problem for row in rows.values()] == [""] * 6
    assert all(row.content for row in rows.values())


@pytest.mark.usefixtures("forks")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.parametrize("alone", [0, 400_000], ids=["in workers", "in a process of its own"])
def test_a_file_that_a_grammar_reads_for_minutes_costs_only_itself(
    repo: Repository, monkeypatch: pytest.MonkeyPatch, alone: int
) -> None:
    """C#'s grammar takes time that grows with the square of such a line."""
    for number in range(4):
        repo.write(f"f{number}.py", f"def alpha_{number}(): ...\n")
    repo.write("f2.cs", "<a\n" * 30_000)
    monkeypatch.setattr(limit, "FILE_SECONDS", 0.5)
    monkeypatch.setattr(refresh_module, "ALONE_BYTES", alone)
    monkeypatch.setattr(workers, "cores", lambda: 2)

    rows = repo.index().reader.rows

    assert {path: row.problem for path, row in rows.items() if row.problem} == {
        "f2.cs": "took longer than 0 s to parse"
    }
    assert sum(1 for row in rows.values() if row.content) == 4


@pytest.mark.usefixtures("forks")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_mistake_that_shows_in_a_process_of_its_own_costs_one_file(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.write("a.py", "def alpha(): ...\n")
    repo.write("b.py", "def beta(): ...\n" * 3_000)
    index_one = Builder.index

    def fatal(self: Builder, path: str, stat: object) -> object:
        if path == "b.py":
            raise ValueError("a mistake in the extractor")
        return index_one(self, path, stat)  # type: ignore[arg-type]

    monkeypatch.setattr(Builder, "index", fatal)

    rows = repo.index().reader.rows

    assert (rows["a.py"].problem, rows["b.py"].problem) == ("", "ended the parser")
    assert rows["a.py"].content


@pytest.mark.usefixtures("forks")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_thirteen_bytes_that_a_grammar_never_leaves_cost_only_their_file(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Objective-C's grammar goes in a circle over them; benchmarks/fuzz.py found it."""
    repo.write("a.py", "def alpha(): ...\n")
    repo.write("circle.mm", 'e<e l">{{/p>/')
    monkeypatch.setattr(limit, "FILE_SECONDS", MEANTIME)

    with closing(repo.index()) as index:
        rows = index.reader.rows

    assert {path: row.problem for path, row in rows.items()} == {
        "a.py": "",
        "circle.mm": "took longer than 0 s to parse",
    }


SLOW = "<a\n" * 30_000  # C#'s grammar takes time that grows with the square of its lines: minutes for these
MEANTIME = 0.5  # seconds of a processor, in place of FILE_SECONDS


def test_in_a_program_with_threads_too_a_file_that_is_read_for_minutes_costs_only_itself(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.write("a.py", "def alpha(): ...\n")
    repo.write("slow.cs", SLOW)
    repo.write("z.py", "def omega(): ...\n")
    monkeypatch.setattr(limit, "FILE_SECONDS", MEANTIME)
    over = threading.Event()
    beside = threading.Thread(target=over.wait)
    beside.start()
    try:
        with closing(repo.index()) as index:
            problems = {path: row.problem for path, row in index.reader.rows.items()}
        repo.write("slow.cs", "class Quick {}\n")  # tried again when it changes
        with closing(repo.index()) as index:
            assert [found.name for found in index.reader.definitions("slow.cs")] == ["Quick"]
    finally:
        over.set()
        beside.join()

    assert problems == {"a.py": "", "slow.cs": "took longer than 0 s to parse", "z.py": ""}


def test_a_process_that_stays_has_the_languages_and_settings_of_each_root(repo: Repository, tmp_path: Path) -> None:
    """Two repositories in turn: what is `css` in one is not in the other."""
    other = Repository(tmp_path / "other")
    other.root.mkdir()
    for place in (repo, other):
        place.write("style.css", ".alpha { color: red }\n")
        place.write("a.py", "def alpha(): ...\n")
    repo.write(
        ".repomap/languages.toml", '[css]\ngrammar = "tree_sitter_css"\nquery = "css.scm"\nextensions = [".css"]\n'
    )
    repo.write(".repomap/css.scm", "(class_selector (class_name) @name) @definition.class\n")
    over = threading.Event()
    beside = threading.Thread(target=over.wait)
    beside.start()
    try:
        found: list[dict[str, str]] = []
        for place in (repo, other, repo, other):  # the last leaves this process without the language
            place.write("a.py", f"def alpha_{len(found)}(): ...\n")
            with closing(place.index()) as index:
                found.append({path: row.language for path, row in index.reader.rows.items() if row.content})
    finally:
        over.set()
        beside.join()

    assert found == [{"a.py": "python", "style.css": "css"}, {"a.py": "python"}] * 2


def test_a_process_that_may_start_no_other_reads_the_files_itself(repo: Repository) -> None:
    """A worker of a pool may not; a loaded machine may refuse a fork."""
    for number in range(3):
        repo.write(f"f{number}.py", f"def alpha_{number}(): ...\n")
    code = (
        "import multiprocessing, os, sys\n"
        "from pathlib import Path\n"
        "def count(large):\n"
        "    from repomap.index import open_index, refresh\n"
        "    if large: refresh.ALONE_BYTES = 0\n"
        "    rows = open_index(Path(sys.argv[1] + str(large))).reader.rows.values()\n"
        "    return sum(1 for row in rows if row.content)\n"
        "with multiprocessing.get_context('fork').Pool(1) as pool: print(pool.map(count, [0, 1]))\n"
    )
    for large in (0, 1):
        shutil.copytree(repo.root, f"{repo.root}{large}")
    environment = {**os.environ, "PYTHONPATH": os.fspath(PROJECT)}

    done = subprocess.run([sys.executable, "-c", code, repo.root], capture_output=True, text=True, env=environment)

    assert done.stdout == "[3, 3]\n", done.stderr
