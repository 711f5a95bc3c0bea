"""Exact questions: who uses a name, who calls whom, what a file imports, and what a change would touch."""

from __future__ import annotations

import json
from pathlib import Path

from repomap.graph.kept import binder_of, graph_of
from repomap.lookup import Touched, callees_of, callers_of, dependencies_of, impact_of, references_to
from tests.conftest import Repository, Run

OVERLOADS = """\
from typing import overload

@overload
def load(key: int) -> int: ...
@overload
def load(key: str) -> str: ...
def load(key):
    found = key
    return found
"""


def test_overloads_are_one_definition_which_the_longest_stands_for(repo: Repository) -> None:
    repo.write("store.py", OVERLOADS)
    repo.write("app.py", "from store import load\n\ndef go():\n    return load(1)\n")
    index = repo.index()
    binder = binder_of(index)

    (use,) = [use for use in references_to(index.reader, binder, "load") if use.kind == "call"]
    (caller,) = callers_of(index.reader, binder, "load")
    (callee,) = callees_of(index.reader, binder, "go")

    assert use.target is not None
    assert (use.target.path, use.target.line) == ("store.py", 7)
    assert use.confidence == 0.95
    assert (caller.caller.name, caller.callee.line) == ("go", 7)
    assert (callee.callee.line, callee.confidence) == (7, 0.95)


def test_definitions_of_one_name_in_two_files_stay_apart(repo: Repository) -> None:
    repo.write("one.py", "class One:\n    def compute(self): ...\n")
    repo.write("two.py", "class Two:\n    def compute(self): ...\n")
    repo.write("app.py", "def go(thing):\n    return thing.compute()\n")
    index = repo.index()

    calls = callers_of(index.reader, binder_of(index), "compute")

    assert sorted((call.callee.path, call.line) for call in calls) == [("one.py", 2), ("two.py", 2)]
    assert calls[0].confidence == calls[1].confidence < 0.5


def test_callees_leave_out_what_the_language_defines_everywhere(repo: Repository) -> None:
    repo.write(
        "a.py", "import os\n\ndef go(rows):\n    rows.append(len(rows))\n    os.getcwd()\n    own()\n\ndef own(): ...\n"
    )

    assert repo.callees("go") == [(None, "getcwd"), ("a.py", "own")]


def test_a_name_of_the_language_that_is_defined_here_stays(repo: Repository) -> None:
    repo.write("a.py", "def len(x): ...\n\ndef go():\n    len(3)\n")

    assert repo.callees("go") == [("a.py", "len")]


def test_an_import_names_what_it_imports(repo: Repository) -> None:
    repo.write("pkg/__init__.py", "")
    repo.write("pkg/store.py", "def get(): ...\n\ndef put(): ...\n")
    repo.write("pkg/app.py", "import os\nfrom .store import get, put\n")
    index = repo.index()

    found = dependencies_of(index.reader, binder_of(index), "pkg/app.py")

    assert [(item.module, item.path, item.names) for item in found] == [
        ("os", None, ()),
        (".store", "pkg/store.py", ("get", "put")),
    ]


def test_impact_goes_through_others_and_its_confidence_falls(repo: Repository) -> None:
    repo.write("base.py", "def base(): ...\n")
    repo.write("middle.py", "from base import base\n\ndef middle():\n    base()\n")
    repo.write("top.py", "from middle import middle\n\ndef top():\n    middle()\n")
    index = repo.index()

    touched = list(impact_of(graph_of(index), binder_of(index), "base.py"))
    assert touched == [Touched("middle.py", 1, 0.95), Touched("top.py", 2, round(0.95 * 0.95 * 0.7, 3))]


def test_impact_does_not_follow_a_name_that_may_mean_many_things(repo: Repository) -> None:
    for name in ("one", "two", "three"):
        repo.write(f"{name}/{name}.py", f"class {name.title()}:\n    def compute(self): ...\n")
    repo.write("app.py", "def go(thing):\n    return thing.compute()\n")
    index = repo.index()

    assert list(impact_of(graph_of(index), binder_of(index), "one/one.py")) == []


def test_many_weak_guesses_of_one_name_are_no_surer_than_one(repo: Repository) -> None:
    for name in ("one", "two"):
        repo.write(f"{name}/{name}.py", f"class {name.title()}:\n    def compute(self): ...\n")
    repo.write("app.py", "def go(thing):\n" + "    thing.compute()\n" * 40)
    index = repo.index()

    assert list(impact_of(graph_of(index), binder_of(index), "one/one.py")) == []


def test_a_long_chain_of_imports_ends_where_little_is_left_of_its_confidence(repo: Repository) -> None:
    repo.write("m0.py", "def f0(): ...\n")
    for n in range(1, 9):
        repo.write(f"m{n}.py", f"from m{n - 1} import f{n - 1}\n\ndef f{n}():\n    f{n - 1}()\n")
    index = repo.index()

    steps = [touched.steps for touched in impact_of(graph_of(index), binder_of(index), "m0.py")]
    assert steps == [1, 2, 3, 4]


def test_a_test_counts_as_sure_a_user_as_a_source(repo: Repository) -> None:
    repo.write("base.py", "def base(): ...\n")
    repo.write("tests/test_base.py", "from base import base\n\ndef test_base():\n    base()\n")
    index = repo.index()

    assert list(impact_of(graph_of(index), binder_of(index), "base.py")) == [Touched("tests/test_base.py", 1, 0.95)]


def test_the_text_of_deps_has_a_line_a_statement_with_its_names(repo: Repository, run: Run) -> None:
    repo.write("pkg/__init__.py", "")
    repo.write("pkg/cli.py", "def go(): ...\n")
    repo.write("pkg/app.py", "from os import path, sep\nfrom . import cli\n")

    assert run("deps", "pkg/app.py").stdout.splitlines() == [
        "pkg/app.py:1: os (path, sep) -> (not in this repository)",
        "pkg/app.py:2: . (cli) -> pkg/cli.py, pkg/__init__.py",
    ]


def test_the_text_of_callers_has_a_line_a_call_with_all_it_may_mean(repo: Repository, run: Run) -> None:
    repo.write("one.py", "class One:\n    def compute(self): ...\n")
    repo.write("two.py", "class Two:\n    def compute(self): ...\n")
    repo.write("app.py", "def go(thing):\n    return thing.compute()\n")

    (line,) = run("callers", "compute").stdout.splitlines()

    assert line.startswith("app.py:2: in go -> one.py:2 One.compute, two.py:2 Two.compute (0.")


def test_the_text_of_callees_gives_no_confidence_where_nothing_is_bound(repo: Repository, run: Run) -> None:
    repo.write("a.py", "import os\n\ndef go():\n    os.getcwd()\n")

    assert run("callees", "go").stdout == "a.py:4: in go -> getcwd (not in this repository)\n"


def test_the_status_of_an_index_in_memory_names_no_file(repo: Repository, run: Run, tmp_path: Path) -> None:
    repo.write("a.py", "def f(): ...\n")
    repo.write(".repomap", "a file where the folder would be\n")
    closed = tmp_path / "closed"
    closed.write_text("no folder")

    done = run("status", "--json", XDG_CACHE_HOME=str(closed))

    assert done.returncode == 0
    assert json.loads(done.stdout)["index"] is None
    assert "index      in memory" in run("status", XDG_CACHE_HOME=str(closed)).stdout


def test_a_folder_that_git_does_not_trust_is_said_in_a_sentence_with_the_way_out(repo: Repository, run: Run) -> None:
    repo.write("a.py", "def f(): ...\n")

    done = run("map", "--since", "HEAD", GIT_TEST_ASSUME_DIFFERENT_OWNER="1")

    assert done.returncode == 2
    assert done.stderr == (
        "repomap: --since HEAD asks git, which does not trust this folder because it belongs to another user; "
        f"to trust it: git config --global --add safe.directory '{repo.root}'\n"
    )


def test_a_revision_that_is_not_there_is_said_in_a_sentence(repo: Repository, run: Run) -> None:
    repo.write("a.py", "def f(): ...\n")

    done = run("map", "--since", "nowhere")

    assert done.stderr == "repomap: --since nowhere cannot be answered: nowhere is no revision of this repository\n"


def test_nothing_found_is_said_with_what_may_have_been_meant(repo: Repository, run: Run) -> None:
    repo.write("pkg/app.py", "class App:\n    def handle(self): ...\n")

    assert run("callers", "app.App.handle").stderr == "repomap: nothing found for app.App.handle; there is App.handle\n"
    assert run("callers", "App.handle").stderr == "repomap: nothing found for App.handle\n"
    assert run("deps", "pkg/app.py").stderr == "repomap: pkg/app.py imports nothing\n"
    assert run("impact", "pkg/app.py").stderr == "repomap: no other file is known to use pkg/app.py\n"
    assert run("deps", "pkg").stderr == "repomap: pkg is a folder; give a file in it\n"


def test_calls_on_a_value_of_unknown_type_are_told_and_listed_without_a_target(repo: Repository, run: Run) -> None:
    repo.write("store.py", "class Store:\n    def get(self): ...\n")
    repo.write("app.py", "def go(thing, other):\n    thing.get()\n    other.get()\n")

    callers = run("callers", "Store.get", cwd=repo.root)
    rows = [json.loads(line) for line in run("refs", "get", "--json", cwd=repo.root).stdout.splitlines()]

    assert "2 calls spelt get on a value of unknown type may be meant, too" in callers.stderr
    assert [(row["line"], row["target"]) for row in rows] == [(2, None), (3, None)]


def test_a_use_under_the_name_that_an_import_gives_is_a_use(repo: Repository) -> None:
    repo.write("a.py", "def alpha(one):\n    return one\n\n\nclass Base:\n    pass\n")
    repo.write("b.py", "from a import alpha as al, Base as B\n\nal(1)\n\n\nclass C(B):\n    pass\n")
    repo.write("src/k.rs", "pub fn gamma() {}\n")
    repo.write("src/main.rs", "mod k;\nuse crate::k::gamma as g;\nfn main() {\n    g();\n}\n")
    repo.write("Cargo.toml", '[package]\nname = "x"\n')
    index = repo.index()
    binder = binder_of(index)

    called = [(call.caller.path, call.line) for call in callers_of(index.reader, binder, "alpha")]
    inherited = [(use.path, use.line) for use in references_to(index.reader, binder, "Base") if use.kind == "inherit"]
    in_rust = [(call.caller.path, call.line) for call in callers_of(index.reader, binder, "gamma")]
    touched = [each.path for each in impact_of(graph_of(index), binder, "src/k.rs")]

    assert called == [("b.py", 3)]
    assert inherited == [("b.py", 6)]
    assert in_rust == [("src/main.rs", 4)]
    assert touched == ["src/main.rs"]


def test_a_default_export_is_used_under_any_name_also_when_it_is_passed_on(repo: Repository) -> None:
    repo.write("store.ts", "export default function openStore() {}\nexport function beta() {}\n")
    repo.write("index.ts", "export { default as Store, beta as gamma } from './store'\n")
    repo.write("near.ts", "import whatever, { beta as be } from './store'\nwhatever()\nbe()\n")
    repo.write("far.ts", "import { Store, gamma } from './index'\nStore()\ngamma()\n")
    index = repo.index()
    binder = binder_of(index)

    opened = [(call.caller.path, call.line) for call in callers_of(index.reader, binder, "openStore")]
    other = [(call.caller.path, call.line) for call in callers_of(index.reader, binder, "beta")]
    touched = {each.path for each in impact_of(graph_of(index), binder, "store.ts")}

    assert opened == [("far.ts", 2), ("near.ts", 2)]
    assert other == [("far.ts", 3), ("near.ts", 3)]
    assert touched >= {"near.ts", "far.ts"}


def test_a_name_is_taken_as_a_map_prints_it(repo: Repository, run: Run) -> None:
    repo.write(
        "src/lib.rs",
        "pub struct Core;\nimpl Core {\n    pub fn roll(&self) {}\n}\nfn go(c: Core) {\n    c.roll();\n}\n",
    )

    assert run("callers", "Core::roll").stdout == run("callers", "Core.roll").stdout != ""
    assert "no definition" not in run("map", "--mention", "Core::roll").stderr


def test_names_with_signs_in_them_are_found_where_they_are_used(repo: Repository) -> None:
    repo.write("a.ts", "export class Hono {\n  #send(x: number) { return x }\n  run() { return this.#send(1) }\n}\n")
    repo.write("b.rb", "def save!\n  1\nend\n")
    repo.write("c.rb", "require_relative 'b'\ndef go\n  save!\nend\n")
    repo.write("d.R", "print.cart <- function(x) 1\ngo <- function(y) print.cart(y)\n")

    assert repo.callers("#send") == repo.callers("Hono.#send") == [("a.ts", "Hono.run")]
    assert repo.callers("save!") == [("c.rb", "go")]
    assert repo.callers("print.cart") == [("d.R", "go")]


def test_after_an_edit_of_a_name_with_signs_its_users_are_bound_anew(repo: Repository) -> None:
    repo.write("b.rb", "def other\n  1\nend\n")
    repo.write("c.rb", "require_relative 'b'\ndef go\n  save!\nend\n")
    index = repo.index()
    assert list(impact_of(graph_of(index), binder_of(index), "b.rb")) == []
    repo.write("b.rb", "def save!\n  1\nend\n")

    index = repo.index()

    assert list(impact_of(graph_of(index), binder_of(index), "b.rb")) == [Touched("c.rb", 1, 0.95)]


def test_the_impact_of_several_files_is_that_of_their_change_together(repo: Repository) -> None:
    repo.write("one.py", "def one(): ...\n")
    repo.write("two.py", "def two(): ...\n")
    repo.write("a.py", "from one import one\n\none()\n")
    repo.write("b.py", "from two import two\n\ntwo()\n")
    index = repo.index()

    touched = [each.path for each in impact_of(graph_of(index), binder_of(index), "one.py", "two.py")]

    assert touched == ["a.py", "b.py"]
