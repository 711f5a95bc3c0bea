"""The command line, run as a user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Repository, Run

APP = """\
from store import Store


class App:
    \"\"\"Serve requests.\"\"\"

    def handle(self, request):
        return Store().lookup(request)
"""
STORE = """\
class Store:
    def lookup(self, key):
        \"\"\"Find what is kept under a key.\"\"\"
        return decode(key)


def decode(key):
    return key
"""


@pytest.fixture
def app(repo: Repository) -> Repository:
    """A repository of two files."""
    repo.write("app.py", APP)
    repo.write("store.py", STORE)
    return repo


def test_the_map_shows_definitions_and_says_what_is_shown_of_what(app: Repository, run: Run) -> None:
    done = run("map")

    assert done.returncode == 0
    assert done.stderr == ""
    assert "class App" in done.stdout
    assert "def lookup(self, key)" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("2 of 2 files, 5 of 5 symbols")


def test_a_query_puts_what_it_speaks_of_first(app: Repository, run: Run) -> None:
    done = run("files", "--query", "the key is decoded wrongly in the store", "--json")

    assert [json.loads(line)["path"] for line in done.stdout.splitlines()] == ["store.py", "app.py"]


@pytest.mark.parametrize("budget", [64, 256, 1024])
@pytest.mark.parametrize("form", ["text", "markdown", "json", "xml"])
def test_a_map_keeps_within_its_budget_in_bytes(app: Repository, run: Run, budget: int, form: str) -> None:
    for number in range(30):
        app.write(f"m{number}.py", f"def function_number_{number}(first, second): ...\n" * 3)
    done = run("map", "--tokens", str(budget), "--tokenizer", "bytes", "--format", form)

    assert done.returncode == 0
    if form == "json":
        assert json.loads(done.stdout)["tokens"]["used"] <= budget
    else:
        assert len(done.stdout.encode()) <= budget


def test_a_budget_with_room_for_no_line_prints_nothing(app: Repository, run: Run) -> None:
    done = run("map", "--tokens", "1")

    assert (done.returncode, done.stdout) == (0, "")


def test_a_json_map_has_the_documented_shape(app: Repository, run: Run) -> None:
    found = json.loads(run("map", "--format", "json").stdout)

    assert found["root"] == str(app.root)
    assert found["tokens"].keys() == {"budget", "used", "tokenizer"}
    assert found["omitted"] == {"files": 0, "symbols": 0}
    store = next(file for file in found["files"] if file["path"] == "store.py")
    lookup = next(symbol for symbol in store["symbols"] if symbol["name"] == "lookup")
    assert {key: lookup[key] for key in ("kind", "line", "end_line", "signature", "parent")} == {
        "kind": "method",
        "line": 2,
        "end_line": 4,
        "signature": "def lookup(self, key)",
        "parent": "Store",
    }


def test_symbols_are_one_object_a_line(app: Repository, run: Run) -> None:
    rows = [json.loads(line) for line in run("symbols", "store.py", "--json").stdout.splitlines()]

    assert [(row["name"], row["kind"], row["line"], row["parent"]) for row in rows] == [
        ("Store", "class", 1, ""),
        ("lookup", "method", 2, "Store"),
        ("decode", "function", 7, ""),
    ]
    assert rows[0].keys() >= {"path", "end_line", "signature", "language", "exported"}


def test_callers_callees_refs_deps_and_impact_answer(app: Repository, run: Run) -> None:
    callers = [json.loads(line) for line in run("callers", "decode", "--json").stdout.splitlines()]
    callees = [json.loads(line) for line in run("callees", "lookup", "--json").stdout.splitlines()]
    refs = [json.loads(line) for line in run("refs", "Store", "--json").stdout.splitlines()]
    deps = json.loads(run("deps", "app.py", "--json").stdout)
    impact = [json.loads(line) for line in run("impact", "store.py", "--json").stdout.splitlines()]

    assert [(call["caller"]["name"], call["line"]) for call in callers] == [("Store.lookup", 4)]
    assert [call["callee"] for call in callees] == [{"path": "store.py", "name": "decode", "line": 7}]
    assert [(ref["path"], ref["in"], ref["kind"]) for ref in refs] == [
        ("app.py", "", "import"),
        ("app.py", "App.handle", "call"),
    ]
    assert refs[1]["target"] == {"path": "store.py", "name": "Store", "line": 1}
    assert deps == {
        "path": "app.py",
        "imports": [{"module": "store", "path": "store.py", "names": ["Store"], "line": 1}],
    }
    assert impact == [{"path": "app.py", "steps": 1, "confidence": 0.95}]


def test_a_call_that_leaves_the_repository_has_no_path(repo: Repository, run: Run) -> None:
    repo.write("a.py", "import os\n\ndef go():\n    os.getcwd()\n")

    (call,) = [json.loads(line) for line in run("callees", "go", "--json").stdout.splitlines()]

    assert call["callee"]["path"] is None


def test_nothing_found_is_exit_code_1(app: Repository, run: Run) -> None:
    assert run("refs", "nowhere").returncode == 1
    assert run("callers", "nowhere").returncode == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["map", "nowhere"], "does not exist"),
        (["map", "app.py"], "not a folder"),
        (["map", "--tokens", "0"], "at least 1 token"),
        (["map", "--tokens", "-5"], "at least 1 token"),
        (["map", "--tokens", "many"], "many"),
        (["map", "--format", "pdf"], "pdf"),
        (["map", "--tokenizer", "abacus"], "abacus"),
        (["map", "--focus", "nowhere.py"], "nowhere.py"),
        (["map", "--focus", "../outside.py"], "outside.py"),
        (["map", "--query-file", "nowhere.txt"], "nowhere.txt"),
        (["map", "--since", "nowhere"], "nowhere"),
        (["map", "--unknown"], "--unknown"),
        (["nonsense"], "nonsense"),
        (["deps", "nowhere.py"], "nowhere.py"),
    ],
)
def test_bad_usage_is_one_sentence_and_exit_code_2(app: Repository, run: Run, arguments: list[str], words: str) -> None:
    (app.root.parent / "outside.py").write_text("")
    done = run(*arguments)

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert words in done.stderr
    assert not (app.root / ".repomap").exists()


def test_an_enormous_budget_shows_everything(app: Repository, run: Run) -> None:
    done = run("map", "--tokens", "1000000000000")

    assert done.returncode == 0
    assert "5 of 5 symbols" in done.stdout


def test_an_empty_repository_gives_an_empty_map(repo: Repository, run: Run) -> None:
    done = run("map")

    assert done.returncode == 0
    assert "no source files" in done.stdout or "0 of 0 files" in done.stdout


def test_output_is_the_same_from_run_to_run(app: Repository, run: Run) -> None:
    first = run("map", "--query", "decode", PYTHONHASHSEED="1").stdout
    second = run("map", "--query", "decode", PYTHONHASHSEED="2").stdout

    assert first == second


def test_files_changed_since_a_revision_weigh_more(repo: Repository, run: Run) -> None:
    for name in "abc":
        repo.write(f"{name}.py", f"def {name}(): ...\n")
    repo.git("add", "-A")
    repo.git("commit", "-qm", "one")
    repo.write("c.py", "def c(): return 1\n")

    ranked = [json.loads(line)["path"] for line in run("files", "--since", "HEAD", "--json").stdout.splitlines()]

    assert ranked[0] == "c.py"


def test_the_root_is_found_upward_and_paths_are_relative_to_it(app: Repository, run: Run) -> None:
    app.write("deep/er/inner.py", "def inner(): ...\n")

    assert "deep/er/inner.py" in run("map", cwd=app.root / "deep/er").stdout


def test_doctor_names_what_was_skipped_and_why(app: Repository, run: Run) -> None:
    app.write("big.py", "x = 1\n" * 200_000)
    app.write("bundle.min.js", "var a=1;" * 70_000)
    app.write("broken.py", "def ok(): ...\n\ndef broken(:\n")
    done = run("doctor")

    assert "big.py: larger than" in done.stdout
    assert "bundle.min.js: minified" in done.stdout
    assert "partly    broken.py" in done.stdout
    assert "2 files skipped" in done.stdout


def test_doctor_names_a_language_that_does_not_load_once_with_its_files(app: Repository) -> None:
    app.write("a.rs", "fn a() {}\n")
    app.write("b.rs", "fn b() {}\n")
    app.write("big.py", "x = 1\n" * 200_000)
    without = "import sys; sys.modules['tree_sitter_rust'] = None; from repomap.cli.run import run; sys.exit(run())"
    done = subprocess.run(
        [sys.executable, "-c", without, "doctor"], cwd=app.root, capture_output=True, text=True, check=False
    )
    lines = done.stdout.splitlines()

    assert done.returncode == 1
    assert len(lines) == 4
    assert lines[0].startswith("language  rust: the grammar tree-sitter-rust does not load")
    assert lines[1] == "skipped   2 files in rust, such as a.rs"
    assert lines[2].startswith("skipped   big.py: larger than")
    assert lines[3] == "3 files skipped, 0 with syntax errors; languages: 0 not installed, 1 that do not load"


def test_index_and_status_say_what_is_listed_and_what_of_it_is_parsed(app: Repository, run: Run) -> None:
    app.write("logo.png", b"\x89PNG\0")
    app.write("big.py", "x = 1\n" * 200_000)
    status = {line.split()[0]: line for line in run("status").stdout.splitlines()}

    assert run("index").stdout.startswith("2 of 4 files parsed, 5 symbols; ")
    assert status["files"].startswith("files      4 listed")
    assert status["parsed"] == "parsed     2 of them"
    assert status["skipped"] == "skipped    1 of them; repomap doctor says why"


def test_a_mentioned_name_that_nothing_has_is_said_with_the_nearest(app: Repository, run: Run) -> None:
    for command in ("map", "files"):
        done = run(command, "--mention", "Decoder", "--mention", "Store.lookup", "--mention", "decode")

        assert done.returncode == 0
        assert done.stderr == "repomap: no definition is called 'Decoder'; the nearest name is decode\n"
    assert run("map", "--mention", "Zebra").stderr.splitlines()[-1] == "repomap: no definition is called 'Zebra'"


def test_a_file_that_cannot_be_read_does_not_stop_the_others(app: Repository, run: Run) -> None:
    app.write("locked.py", "def locked(): ...\n").chmod(0)
    done = run("map")

    assert done.returncode == 0
    assert "class App" in done.stdout


def test_a_broken_configuration_is_one_sentence(app: Repository, run: Run) -> None:
    app.write(".repomap/config.toml", "[files]\nmax_byte = 5\n")
    done = run("map")

    assert done.returncode == 2
    assert "max_bytes" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_repository_that_git_refuses_is_walked_and_said_once(app: Repository, run: Run) -> None:
    app.write(".gitignore", "ignored.py\n")
    app.write("ignored.py", "def ignored(): ...\n")
    (app.root / ".git/HEAD").write_text("nonsense")
    done = run("map")

    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert "class App" in done.stdout
    assert "ignored.py" not in done.stdout


def test_a_closed_pipe_ends_quietly(app: Repository) -> None:
    command = f"{sys.executable} -m repomap symbols | true"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=app.root, capture_output=True, check=False)

    assert done.stderr == b""


def test_control_characters_of_files_do_not_reach_the_terminal(repo: Repository, run: Run) -> None:
    repo.write("evil\x1b[31m.py", "def f(): ...\n")
    repo.write("a.py", 'X = "\x1b[31mred"\n')

    for command in (["map"], ["symbols"], ["files"]):
        assert "\x1b" not in run(*command).stdout


def test_help_lists_commands_with_examples_and_no_stub(run: Run) -> None:
    done = run("--help")

    assert done.returncode == 0
    assert "Examples:" in done.stdout
    for command in ("map", "files", "symbols", "refs", "callers", "callees", "deps", "impact", "index", "doctor"):
        assert run(command, "--help").returncode == 0


def test_a_warm_map_imports_nothing_heavy(app: Repository, run: Run) -> None:
    run("map")
    code = (
        "import sys; from repomap.cli.run import run; sys.argv = ['repomap', 'map']; run();"
        "heavy = {'anthropic', 'mcp', 'playwright', 'networkx', 'tree_sitter', 'pydantic', 'rich'} & set(sys.modules);"
        "print(sorted(heavy), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=app.root, capture_output=True, text=True, env={**os.environ}, check=False
    )

    assert done.stderr.strip() == "[]"


def test_interrupting_leaves_a_usable_index(repo: Repository, run: Run) -> None:
    for number in range(300):
        repo.write(f"f{number}.py", f"def alpha_{number}(): return beta\n" * 200)
    process = subprocess.Popen(
        [sys.executable, "-m", "repomap", "map"], cwd=repo.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while not (repo.root / ".repomap/index.db").exists():
        assert process.poll() is None
    process.send_signal(2)
    _, errors = process.communicate(timeout=60)

    assert b"Traceback" not in errors
    done = run("symbols", "--json")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 300 * 200


def test_a_map_of_a_folder_without_git(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "a.py").write_text("def alpha(): ...\n")
    (folder / ".gitignore").write_text("b.py\n")
    (folder / "b.py").write_text("def beta(): ...\n")
    done = run("map", str(folder))

    assert "def alpha()" in done.stdout
    assert "beta" not in done.stdout


def test_a_language_of_ones_own_is_mapped_and_a_mistake_in_it_is_one_warning(repo: Repository, run: Run) -> None:
    repo.write("site.css", ".menu { color: red }\n")
    repo.write("a.py", "def f(): ...\n")
    repo.write(".repomap/css.scm", "(class_selector (class_name) @name) @definition.class\n")
    table = '[css]\ngrammar = "tree_sitter_css"\nquery = "css.scm"\nextensions = [".css"]\n'
    repo.write(".repomap/languages.toml", table)

    assert "site.css:1: class menu" in run("symbols").stdout
    assert "css" in run("languages").stdout

    repo.write(".repomap/languages.toml", table.replace("tree_sitter_css", "os"))
    done = run("symbols")
    assert done.returncode == 0
    assert "a.py:1: function f" in done.stdout
    assert done.stderr.count("\n") == 1
    assert "css" in done.stderr


def test_files_of_an_empty_repository_are_none(repo: Repository, run: Run) -> None:
    done = run("files")

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_nothing_found_is_said(app: Repository, run: Run) -> None:
    assert run("callers", "nowhere").stderr == "repomap: nothing found for nowhere\n"


def test_the_command_alone_shows_its_help(run: Run) -> None:
    done = run()

    assert done.returncode == 0
    assert "Examples:" in done.stdout


def test_a_path_below_a_plain_folder_is_one_of_the_folder(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "plain"
    (folder / "pkg").mkdir(parents=True)
    (folder / "pkg/a.py").write_text("from pkg.b import f\n")
    (folder / "pkg/b.py").write_text("def f(): ...\n")

    assert run("deps", "pkg/a.py", cwd=folder).stdout == "pkg/a.py:1: pkg.b (f) -> pkg/b.py\n"
    assert run("symbols", "pkg", cwd=folder).stdout == "pkg/b.py:1: function f\n"
    assert not (folder / "pkg/.repomap").exists()


@pytest.fixture
def parts(repo: Repository) -> Repository:
    """A repository of two packages, of which the one uses the other."""
    repo.write("packages/a/src/index.ts", "export function alpha() {}\n")
    repo.write("packages/a/package.json", '{"name": "@m/a", "main": "src/index.ts"}\n')
    repo.write("packages/b/index.ts", 'import { alpha } from "@m/a"\nexport const b = () => alpha()\n')
    return repo


def test_a_part_that_was_mapped_on_its_own_does_not_narrow_answers_of_the_whole(parts: Repository, run: Run) -> None:
    assert run("map", "packages/a").returncode == 0

    assert run("impact", "packages/a/src/index.ts").stdout.split()[-1] == "packages/b/index.ts"
    assert run("symbols", "packages/b/index.ts").stdout.startswith("packages/b/index.ts:2: ")


def test_in_a_part_that_was_mapped_on_its_own_answers_are_said_to_be_about_it(parts: Repository, run: Run) -> None:
    run("map", "packages/a")

    answer = run("callers", "alpha", cwd=parts.root / "packages/a")

    assert answer.stderr.splitlines() == [
        f"repomap: this is about packages/a alone, which has a .repomap of its own; the repository is {parts.root}",
        "repomap: nothing found for alpha",
    ]


def test_a_path_is_taken_as_it_lies_in_the_current_folder_first(parts: Repository, run: Run) -> None:
    parts.write("src/index.ts", "export function other() {}\n")

    found = run("symbols", "src/index.ts", cwd=parts.root / "packages/a")

    assert found.stdout == "packages/a/src/index.ts:1: function alpha\n"


def test_a_file_that_no_repository_holds_is_refused_and_nothing_is_written_beside_it(
    app: Repository, run: Run, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "x.py").write_text("def x(): ...\n")

    found = run("deps", str(elsewhere / "x.py"))

    assert found.returncode == 2
    assert "is in no repository" in found.stderr
    assert [path.name for path in elsewhere.iterdir()] == ["x.py"]


def test_a_misspelt_name_is_answered_with_the_nearest(app: Repository, run: Run) -> None:
    app.write("names.py", "class Schema:\n    def load(self): ...\n\n\ndef schema(): ...\n")

    assert run("refs", "Schena").stderr == "repomap: nothing found for Schena; the nearest name is Schema\n"
    assert "repomap refs Schema" in run("symbols", "Schema").stderr
