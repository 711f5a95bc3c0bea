"""The reference graph: a mended one equals one made anew."""

from __future__ import annotations

import os
import pickle
import random
import signal

import pytest

from repomap.graph import graph_rows, kept
from repomap.graph import reference_graph as graphs
from repomap.graph.graph_rows import OUTSIDE, Row
from repomap.graph.reference_graph import Graph
from repomap.index import workers
from tests.conftest import Repository

SOURCES = [
    "def run(x):\n    return x\n\nclass Base:\n    def go(self):\n        return self.run()\n    def run(self): ...\n",
    "from m0 import run, Base\n\nclass Child(Base):\n    def work(self):\n        return run(self.go())\n",
    "from m1 import Child as Kid\nimport m0\n\ndef start():\n    kid = Kid()\n    m0.run(kid)\n    helper()\n",
    "from m2 import *\n\ndef helper():\n    start()\n",
    "def helper(): ...\n\ndef run(): ...\n",
    "from m2 import start as begin\n\ndef run():\n    begin()\n",
    "import m5\nm5.begin()\nm5.run()\n",
    "from m1 import Child\n\nclass Made:\n    kid: Child\n\ndef make() -> Child:\n    return Child()\n",
    "from m6 import make, Made\n\ndef use(made: Made):\n    make().go()\n    made.kid.run()\n    make().work()\n",
    "class Root:\n    def go(self): ...\n    def work(self): ...\n\nclass Base(Root): ...\n\nclass Child: ...\n",
]


def graph(repo: Repository, anew: bool) -> Graph:
    index = repo.index()
    try:
        if anew:
            index.reader.load_all()
            return graphs.build(index.reader, kept.binder_of(index))
        return kept.graph_of(index)
    finally:
        index.close()


def meaning(found: Graph) -> dict[str, Row]:
    return dict(zip(found.paths, found.rows, strict=True))


@pytest.mark.parametrize("seed", range(6))
def test_after_random_edits_the_mended_graph_equals_one_made_anew(
    repo: Repository, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(graphs, "MEND_SHARE", 2.0)
    chance = random.Random(seed)
    for number in range(8):
        repo.write(f"m{number}.py", chance.choice(SOURCES))
    repo.write("tests/test_m.py", SOURCES[2])
    graph(repo, anew=False)
    mended = 0
    real = graphs.mend

    def counted(*arguments: object) -> Graph | None:
        nonlocal mended
        result = real(*arguments)  # type: ignore[arg-type]
        mended += result is not None
        return result

    monkeypatch.setattr(graphs, "mend", counted)
    for _ in range(12):
        path = repo.root / chance.choice([f"m{chance.randrange(9)}.py", "tests/test_m.py"])
        if path.exists() and chance.random() < 0.2:
            path.unlink()
        elif path.exists() and chance.random() < 0.3:
            path.write_text("# a line above\n" + path.read_text())
        else:
            path.write_text(chance.choice(SOURCES))
        assert meaning(graph(repo, anew=False)) == meaning(graph(repo, anew=True))
    assert mended


def test_packing_keeps_a_graph(repo: Repository) -> None:
    repo.write("m0.py", SOURCES[0])
    repo.write("m1.py", SOURCES[1])
    found = graph(repo, anew=True)

    assert graphs.unpack(graphs.pack(found)) == found


def test_a_file_uses_what_it_imports(repo: Repository) -> None:
    repo.write("store.py", "def get(key): ...\n")
    repo.write("cache.py", "def get(key): ...\n")
    repo.write("app.py", "from store import get\n\ndef load():\n    return get('x')\n")

    rows = meaning(graph(repo, anew=True))

    assert [(target.path, target.qualified) for target, _ in rows["app.py"]] == [("store.py", "get")]


def test_tests_weigh_less_than_sources(repo: Repository) -> None:
    repo.write("store.py", "def get(key): ...\n")
    repo.write("app.py", "from store import get\nget(1)\n")
    repo.write("tests/test_store.py", "from store import get\nget(1)\n")

    rows = meaning(graph(repo, anew=True))

    assert rows["tests/test_store.py"][0][1] == pytest.approx(OUTSIDE * rows["app.py"][0][1])


def test_a_test_uses_what_it_names_in_other_files_not_what_is_its_own(repo: Repository) -> None:
    repo.write("store.py", "class Store:\n    def get(self): ...\n    def put(self): ...\n\ndef open_store(): ...\n")
    repo.write(
        "tests/test_it.py",
        "from store import Store\nimport store\ndef test_it(s: Store):\n    own()\n    s.get()\n"
        "    store.open_store()\ndef own(): ...\n",
    )

    rows = meaning(graph(repo, anew=True))

    assert [target.qualified for target, _ in rows["tests/test_it.py"]] == ["Store", "Store.get", "open_store"]


@pytest.mark.usefixtures("forks")
def test_several_processes_make_the_same_rows_as_one(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(9):
        repo.write(f"m{number}.py", SOURCES[number])
    alone = graph(repo, anew=True)
    monkeypatch.setattr(graph_rows, "MIN_FILES", 1)
    monkeypatch.setattr(workers, "cores", lambda: 3)
    started = 0
    fork = os.fork

    def counted() -> int:
        nonlocal started
        started += 1
        return fork()

    monkeypatch.setattr(os, "fork", counted)

    assert graph(repo, anew=True) == alone
    assert started == 2


@pytest.mark.usefixtures("forks")
def test_the_rows_of_a_process_that_died_are_made_again(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(9):
        repo.write(f"m{number}.py", SOURCES[number])
    alone = graph(repo, anew=True)
    monkeypatch.setattr(graph_rows, "MIN_FILES", 1)
    monkeypatch.setattr(workers, "cores", lambda: 2)
    monkeypatch.setattr(pickle, "dump", lambda *_: os.kill(os.getpid(), signal.SIGKILL))

    assert graph(repo, anew=True) == alone
