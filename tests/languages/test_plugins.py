"""`languages.toml` adds languages; a mistake in it costs its own language only and is said in one sentence."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from repomap.extraction.extract import extract
from repomap.languages import GrammarError, detect, fingerprint, language, load
from repomap.languages.plugins import register
from repomap.languages.selftest import check

EXAMPLE = Path(__file__).parents[2] / "examples" / "plugin-language"


@pytest.fixture(autouse=True)
def _own_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("APPDATA", str(tmp_path / "config"))
    register(tmp_path / "nowhere")  # what a test before this one may have left
    yield
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    monkeypatch.setenv("APPDATA", str(tmp_path / "none"))
    register(tmp_path / "nowhere")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    state = tmp_path / "repository" / ".repomap"
    state.mkdir(parents=True)
    return state


def write(state: Path, toml: str, query: str = "(class_name) @name @definition.class") -> list[str]:
    (state / "languages.toml").write_text(toml, encoding="utf-8")
    (state / "css.scm").write_text(query, encoding="utf-8")
    return register(state)


CSS = '[css]\ngrammar = "tree_sitter_css"\nquery = "css.scm"\nextensions = [".css"]\n'


@pytest.mark.parametrize("folder", ["state", "configuration"])
def test_the_example_adds_css_from_the_repository_or_the_users_configuration(
    folder: str, state: Path, tmp_path: Path
) -> None:
    pytest.importorskip("tree_sitter_css")
    place = state if folder == "state" else tmp_path / "config" / "repomap"
    place.mkdir(parents=True, exist_ok=True)
    for name in ("languages.toml", "css.scm"):
        shutil.copy(EXAMPLE / name, place)
    assert detect("site.css", b"") is None

    assert register(state) == []

    assert detect("site.css", b"") == "css"
    found = extract("css", (EXAMPLE / "site.css").read_bytes())
    assert [(item.line, item.kind, item.name, item.doc) for item in found.definitions] == [
        (4, "variable", "--accent", ""),
        (8, "class", "button", "What can be pressed."),
        (13, "section", "menu", ""),
        (13, "class", "button-small", ""),
        (17, "function", "pulse", ""),
    ]
    assert [(use.line, use.kind, use.name) for use in found.references] == [
        (9, "use", "--accent"),
        (10, "call", "pulse"),
    ]
    assert [item.module for item in found.imports] == ["base.css"]
    assert dict(check())["css"] == ""


def test_the_repositorys_file_wins_over_the_users(state: Path, tmp_path: Path) -> None:
    pytest.importorskip("tree_sitter_css")
    user = tmp_path / "config" / "repomap"
    user.mkdir(parents=True)
    write(user, CSS.replace('".css"', '".style"'))

    assert write(state, CSS) == []

    assert (detect("a.css", b""), detect("a.style", b"")) == ("css", None)


def test_a_plugin_may_replace_a_language_and_leaves_with_its_file(state: Path) -> None:
    pytest.importorskip("tree_sitter_css")
    before = fingerprint("go", 1)
    replacing = '[go]\ngrammar = "tree_sitter_go"\nquery = "go.scm"\nextensions = [".go", ".golang"]\n'
    (state / "go.scm").write_text("(function_declaration name: (_) @name) @definition.function", encoding="utf-8")

    assert write(state, replacing) == []

    assert detect("a.golang", b"") == "go"
    assert [item.name for item in extract("go", b"package p\ntype S int\nfunc f() {}\n").definitions] == ["f"]
    assert fingerprint("go", 1) != before
    (state / "languages.toml").unlink()
    assert register(state) == []
    assert detect("a.golang", b"") is None
    assert fingerprint("go", 1) == before


def test_a_changed_query_changes_the_fingerprint(state: Path) -> None:
    pytest.importorskip("tree_sitter_css")
    write(state, CSS)
    before = fingerprint("css", 1)

    write(state, CSS + "atomic = true\n")
    other_row = fingerprint("css", 1)
    (state / "languages.toml").unlink()
    register(state)
    write(state, CSS, "(id_name) @name @definition.section")

    assert len({before, other_row, fingerprint("css", 1)}) == 3


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        (CSS.replace('query = "css.scm"\n', ""), "query is missing"),
        (CSS.replace("grammar", "gramar"), "gramar is unknown (did you mean grammar?)"),
        (
            CSS.replace('".css"', '"css"'),
            "an extension is a dot and what follows the last one, such as \".css\", not 'css'",
        ),
        (CSS.replace('[".css"]', '".css"'), "extensions must be a list of texts"),
        (CSS.replace('extensions = [".css"]\n', ""), 'give the files it is for: extensions = [".css"], or filenames'),
        (CSS.replace("tree_sitter_css", "tree_sitter_nothing"), "tree-sitter-nothing is not installed; pip install"),
        (CSS.replace("tree_sitter_css", "os"), "grammar must be the module of a grammar wheel"),
        (CSS.replace("css.scm", "other.scm"), "other.scm is no file"),
        (CSS + 'atomic = "yes"\n', "atomic must be true or false"),
        (CSS + 'export = "some"\n', "export must be one of"),
        ("css = 1\n", "must be a table, written [css]"),
    ],
)
def test_a_mistake_costs_its_own_language_and_is_said_in_one_sentence(toml: str, said: str, state: Path) -> None:
    pytest.importorskip("tree_sitter_css")
    other = '[other]\ngrammar = "tree_sitter_css"\nquery = "css.scm"\nextensions = [".other"]\n'

    mistakes = write(state, toml + other if toml.startswith("[") else toml)

    assert len(mistakes) == 1
    assert mistakes[0].startswith(f"{state / 'languages.toml'}: language css: ")
    assert said in mistakes[0]
    assert "\n" not in mistakes[0]
    assert detect("a.css", b"") is None
    assert detect("a.other", b"") == ("other" if toml.startswith("[") else None)


@pytest.mark.parametrize("text", ["[css\n", "\udcff"])
def test_a_file_that_is_no_toml_is_said_once(text: str, state: Path) -> None:
    (state / "languages.toml").write_bytes(text.encode("utf-8", "surrogateescape"))

    mistakes = register(state)

    assert len(mistakes) == 1
    assert "not valid TOML" in mistakes[0]
    assert detect("a.py", b"") == "python"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("(no_such_node) @name @definition.class", "its query does not fit the installed tree-sitter-css"),
        ("(class_name", "its query does not fit the installed tree-sitter-css"),
        ("(class_name) @name", "captures no @definition.KIND"),
    ],
)
def test_doctor_names_a_query_that_does_not_fit_and_all_other_languages_work(
    query: str, said: str, state: Path
) -> None:
    pytest.importorskip("tree_sitter_css")
    write(state, CSS, query)

    problems = {name: problem for name, problem in check() if problem}

    assert list(problems) == ["css"]
    assert said in problems["css"]
    assert extract("python", b"def f(): ...\n").definitions[0].name == "f"


def test_a_query_that_vanishes_is_one_sentence(state: Path) -> None:
    pytest.importorskip("tree_sitter_css")
    write(state, CSS)
    (state / "css.scm").unlink()

    with pytest.raises(GrammarError, match=r"css: its query .*css\.scm cannot be read"):
        load("css")
    fingerprint("css", 1)


def test_every_language_that_is_installed_passes_its_own_test() -> None:
    assert [problem for _, problem in check() if problem] == []


def test_an_optional_language_that_is_not_installed_is_no_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from repomap.languages.load import forget, installed_grammars

    monkeypatch.setattr(sys, "path", [folder for folder in sys.path if "site-packages" not in folder])
    installed_grammars.cache_clear()
    try:
        names = [name for name, _ in check()]
    finally:
        monkeypatch.undo()
        installed_grammars.cache_clear()
        forget()
    assert "haskell" not in names
    assert "python" in names
    assert language("haskell").extra == "haskell"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('query = "../../elsewhere.scm"', "must lie beside languages.toml"),
        ('query = "/etc/passwd"', "must lie beside languages.toml"),
        ('query = "css.scm"\nfunction = "exit"', "function must be one that returns a language"),
    ],
)
def test_a_repositorys_file_reads_and_calls_nothing_else(state: Path, line: str, words: str) -> None:
    pytest.importorskip("tree_sitter_css")
    (state.parent.parent / "elsewhere.scm").write_text("")

    (mistake,) = write(state, f'[css]\ngrammar = "tree_sitter_css"\nextensions = [".css"]\n{line}\n')
    assert words in mistake
