"""What is answered from the cache equals what is answered without it, byte for byte, after any history."""

from __future__ import annotations

import io
import os
import shutil
import tempfile
from contextlib import chdir, redirect_stdout, suppress
from pathlib import Path

import pytest
import typer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from repomap import RepoMap
from repomap.cli.questions import show_symbols
from repomap.index import refresh as refresh_module
from tests.conftest import Repository

SOURCES = (
    "def run(x):\n    return x\n\nclass Base:\n    def go(self):\n        return self.run()\n    def run(self): ...\n",
    "from m0 import run, Base\n\nclass Child(Base):\n    def work(self):\n        return run(self.go())\n",
    "from m1 import Child as Kid\nimport m0\n\ndef start():\n    kid = Kid()\n    m0.run(kid)\n    helper()\n",
    "from m2 import *\n\ndef helper():\n    start()\n\ndef retry_request(): ...\n",
    "def helper(): ...\n\ndef run():\n    raise RetryError\n",
    "def broken(:\n    retry\n",
    "",
)
FILES = ("m0.py", "m1.py", "m2.py", "folder/m3.py", "folder/__init__.py", "notes.txt")

number = st.integers(0, len(SOURCES) - 1)
file = st.sampled_from(FILES)
step = st.one_of(
    st.tuples(st.just("write"), file, number),
    st.tuples(st.just("write in place, same time"), file, number),
    st.tuples(st.just("insert a line"), file, number),
    st.tuples(st.just("touch"), file, number),
    st.tuples(st.just("rename"), file, number),
    st.tuples(st.just("delete"), file, number),
    st.tuples(st.just("branch"), file, number),
    st.tuples(st.just("another version"), file, number),
)


def act(repo: Repository, patch: pytest.MonkeyPatch, what: str, name: str, number: int) -> None:
    """Do one thing that a user, git or an installation may do between two runs."""
    path = repo.root / name
    if what == "another version":
        patch.setattr(refresh_module, "EXTRACTOR", f"test {number}")
    elif what == "branch":
        repo.git("add", "-A")
        repo.git("commit", "-qm", "all", "--allow-empty")
        branch = f"b{number % 2}"
        exists = branch in repo.git("branch", "--list", branch)
        repo.git("checkout", "-q", *([] if exists else ["-b"]), branch)
    elif what == "write":
        repo.write(name, SOURCES[number])
    elif path.exists() and what == "write in place, same time":
        facts = path.stat()
        path.write_text(SOURCES[number].ljust(facts.st_size)[: facts.st_size])
        os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    elif path.exists() and what == "insert a line":
        path.write_text("# one more line\n" + path.read_text())
    elif path.exists() and what == "touch":
        os.utime(path, (number, number))
    elif path.exists() and what == "rename":
        path.rename(path.with_name(f"renamed{number}.py"))
    elif path.exists() and what == "delete":
        path.unlink()


def answers(root: Path) -> list[str]:
    """What the map, with and without a task, and `symbols` print now."""
    printed = io.StringIO()
    with chdir(root), redirect_stdout(printed), suppress(typer.Exit):  # its exit code when there is nothing
        show_symbols([], as_json=True)
    maps = [
        RepoMap(root).map(400, query, form=form).text for query in ("", "retry the run") for form in ("text", "json")
    ]
    return [*maps, printed.getvalue()]


@settings(max_examples=10, suppress_health_check=list(HealthCheck))
@given(st.lists(step, min_size=1, max_size=8))
def test_the_cache_changes_no_byte_of_an_answer(steps: list[tuple[str, str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        repo = Repository(Path(folder) / "repo")
        repo.root.mkdir()
        repo.git("init", "-q")
        for position, name in enumerate(FILES[:4]):
            repo.write(name, SOURCES[position])
        state, aside = repo.root / ".repomap", Path(folder) / "aside"
        answers(repo.root)
        for what, name, number in steps:
            act(repo, patch, what, name, number)
            cached = answers(repo.root)
            state.rename(aside)
            fresh = answers(repo.root)
            shutil.rmtree(state)
            aside.rename(state)
            assert cached == fresh, what
