"""`repomap graph`: the reference graph in the forms other programs read."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from typing import Any

import networkx
import pydot
import pytest

from repomap.graph_export import FileGraph, as_dot, as_graphml, as_html, as_json, file_graph
from tests.conftest import Repository, Run

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:pydot")


@pytest.fixture
def shop(repo: Repository) -> Repository:
    """Three files in a chain: app.py uses store.py, which uses codec.py."""
    repo.write("codec.py", "def decode(key):\n    return key\n")
    repo.write(
        "store.py", "from codec import decode\n\nclass Store:\n    def get(self, key):\n        return decode(key)\n"
    )
    repo.write("app.py", "from store import Store\n\ndef run():\n    return Store().get(1)\n")
    return repo


def graph_of(repo: Repository) -> FileGraph:
    index = repo.index()
    try:
        return file_graph(index)
    finally:
        index.close()


def odd(repo: Repository) -> FileGraph:
    """A graph whose paths hold what the forms could trip over."""
    repo.write('a "b" \\c <d>&.py', "def f(): ...\n")
    repo.write("line\nend\x07.py", "def g(): ...\n")
    repo.write("bytes\udcff.py".encode("utf-8", "surrogateescape").decode("latin-1"), "def h(): ...\n")
    return graph_of(repo)


def test_files_stand_by_rank_and_links_name_what_is_used(shop: Repository) -> None:
    graph = graph_of(shop)
    paths = [file.path for file in graph.files]

    assert paths == ["codec.py", "store.py", "app.py"]
    assert [file.symbols for file in graph.files] == [1, 2, 1]
    assert [file.role for file in graph.files] == ["source"] * 3
    assert [(paths[link.user], paths[link.used], link.names) for link in graph.links] == [
        ("store.py", "codec.py", ("decode",)),
        ("app.py", "store.py", ("Store", "Store.get")),
    ]


def test_json_is_the_node_link_form_that_networkx_reads(shop: Repository, run: Run) -> None:
    done = run("graph", "--format", "json")
    read = networkx.node_link_graph(json.loads(done.stdout), edges="edges")

    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(read.edges) == [("app.py", "store.py"), ("store.py", "codec.py")]
    assert read.nodes["store.py"]["language"] == "python"
    assert read.edges["store.py", "codec.py"]["names"] == ["decode"]
    assert run("graph").stdout == done.stdout


def test_graphml_is_read_back_by_networkx(shop: Repository, run: Run) -> None:
    read: Any = networkx.parse_graphml(run("graph", "--format", "graphml").stdout)

    assert sorted(read.edges) == [("app.py", "store.py"), ("store.py", "codec.py")]
    assert read.nodes["store.py"]["symbols"] == 2
    assert read.edges["app.py", "store.py"]["names"] == "Store Store.get"


def dot_labels(text: str) -> list[str]:
    """Return the labels of a DOT text, read by another program's parser."""
    read = pydot.graph_from_dot_data(text)
    assert read
    labels = [node.get("label") for node in read[0].get_nodes() if node.get("label")]
    return [label[1:-1].replace('\\"', '"').replace("\\\\", "\\") for label in labels]


def test_dot_is_valid_and_its_arrows_lead_to_what_is_used(shop: Repository, run: Run) -> None:
    text = run("graph", "--format", "dot").stdout

    assert dot_labels(text) == ["codec.py", "store.py", "app.py"]
    assert [line.split(" [")[0].strip() for line in text.splitlines() if "->" in line] == ["n1 -> n0", "n2 -> n1"]


def test_odd_paths_reach_every_form_whole(repo: Repository) -> None:
    graph = odd(repo)
    paths = {file.path for file in graph.files}
    written = json.loads(as_json(graph))
    ElementTree.fromstring(as_graphml(graph))

    assert 'a "b" \\c <d>&.py' in paths
    assert {node["id"] for node in written["nodes"]} == paths
    assert '"a \\"b\\" \\\\c <d>&.py"' in dot_labels(as_dot(graph))
    assert '"line\\nend\\x07.py"' in dot_labels(as_dot(graph))


def test_an_empty_repository_has_an_empty_graph_in_every_form(repo: Repository, run: Run) -> None:
    for form in ("json", "graphml", "dot", "html"):
        done = run("graph", "--format", form)
        assert (done.returncode, done.stderr) == (0, ""), form
        assert done.stdout


def test_output_goes_to_a_file(shop: Repository, run: Run) -> None:
    done = run("graph", "-o", "graph.json")

    assert (done.returncode, done.stdout) == (0, "")
    assert (shop.root / "graph.json").read_text() == run("graph").stdout


def test_what_cannot_be_done_is_one_sentence(shop: Repository, run: Run) -> None:
    assert run("graph", "--format", "htlm").stderr == "repomap: unknown format 'htlm'; did you mean html?\n"
    assert run("graph", "-o", "no/where.json").stderr == (
        "repomap: no/where.json cannot be written: No such file or directory\n"
    )


def test_the_page_is_the_same_from_run_to_run_and_names_its_library(shop: Repository) -> None:
    index = shop.index()
    graph = file_graph(index)

    pages = [as_html(graph, "shop", index.reader.definitions, lambda path: f"# {path}\n") for _ in range(2)]
    index.close()

    assert pages[0] == pages[1]
    assert "Permission to use, copy, modify, and/or distribute this software" in pages[0]
    assert "Mike Bostock" in pages[0]
    assert "@@" not in pages[0]
