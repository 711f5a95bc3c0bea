"""How a skeleton is written as text, Markdown, JSON and XML."""

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repomap.model import Definition
from repomap.rendering.formats import FORMS, coverage_lines, definition_line, quoted, render
from repomap.rendering.skeleton import Coverage, Item, RankedFile, Skeleton, fit

ANY_TEXT = st.text(st.characters(exclude_categories=[]), max_size=30)


def definition(name: str, signature: str, owner: int = -1, parent: str = "", line: int = 1) -> Definition:
    return Definition(name, "function", line, line + 1, signature, parent, owner, "", True)


APP = RankedFile(
    "src/app.py",
    "python",
    0.5,
    (
        definition("App", "class App(Base)", line=3),
        definition("run", "def run(self) -> List<int>", 0, "App", line=4),
        definition("stop", "def stop(self)", 0, "App", line=9),
        definition("main", 'def main(argv="a & b")', line=12),
    ),
    (0.4, 0.3, 0.2, 0.1),
)
CLI = RankedFile("src/cli.py", "python", 0.25, (definition("go", "def go()"),), (1 / 3,))
COVERAGE = Coverage(files_total=3, symbols_total=9, files_skipped=1)


def fitted(
    form: str,
    files: Sequence[RankedFile] = (APP, CLI),
    order: Sequence[Item] = ((0, 1), (0, 3), (1, 0)),
    coverage: Coverage = COVERAGE,
    lines: bool = False,
) -> Skeleton:
    return fit(files, order, coverage, 1000, "claude", form, lines)


def written(
    form: str,
    files: Sequence[RankedFile] = (APP, CLI),
    order: Sequence[Item] = ((0, 1), (0, 3), (1, 0)),
    coverage: Coverage = COVERAGE,
    lines: bool = False,
) -> str:
    return render(fitted(form, files, order, coverage, lines), form)


def test_text_shows_definitions_under_their_parents_under_their_path() -> None:
    assert written("text") == (
        "src/app.py …\n"
        " class App(Base)\n"
        "   def run(self) -> List<int>\n"
        ' def main(argv="a & b")\n'
        "src/cli.py\n"
        " def go()\n"
        "⋮\n"
        "2 of 3 files, 4 of 9 symbols; 1 file skipped: repomap doctor; tokens: claude"
    )


def test_line_numbers_stand_before_definitions_when_asked_for() -> None:
    assert written("text", lines=True).splitlines()[1:3] == [" 3 class App(Base)", "   4 def run(self) -> List<int>"]


def test_a_map_of_everything_carries_no_mark() -> None:
    everything = Coverage(files_total=1, symbols_total=1, files_skipped=0)

    text = written("text", files=(CLI,), order=[(0, 0)], coverage=everything)

    assert text == "src/cli.py\n def go()\n1 of 1 files, 1 of 1 symbols; tokens: claude"


def test_markdown_is_headings_and_code_blocks() -> None:
    assert written("markdown") == (
        "## `src/app.py` …\n"
        "    class App(Base)\n"
        "      def run(self) -> List<int>\n"
        '    def main(argv="a & b")\n'
        "## `src/cli.py`\n"
        "    def go()\n"
        "⋮\n"
        "2 of 3 files, 4 of 9 symbols; 1 file skipped: repomap doctor; tokens: claude"
    )


def test_a_markdown_reader_finds_paths_and_signatures_unchanged() -> None:
    markdown_it = pytest.importorskip("markdown_it")
    odd = RankedFile("a`b``*_<i>c.py", "python", 1, (definition("f", "def f(*args, **_) -> `x` # <b>"),), (1,))

    tokens = markdown_it.MarkdownIt().parse(written("markdown", files=(odd,), order=[(0, 0)]))

    assert [t.content for block in tokens for t in block.children or () if t.type == "code_inline"] == [odd.path]
    assert [t.content for t in tokens if t.type == "code_block"] == ["def f(*args, **_) -> `x` # <b>\n"]


def test_xml_holds_each_file_with_its_lines() -> None:
    root = ElementTree.fromstring(written("xml"))

    assert [(file.get("path"), file.text) for file in root.iter("file")] == [
        ("src/app.py", ' …\n class App(Base)\n   def run(self) -> List<int>\n def main(argv="a & b")\n'),
        ("src/cli.py", "\n def go()\n"),
    ]
    assert root.findtext("coverage", "").startswith("2 of 3 files")


def test_json_has_the_documented_shape() -> None:
    document = json.loads(render(fitted("json"), "json", root="/repository"))

    assert document == {
        "root": "/repository",
        "tokens": {"budget": 1000, "used": document["tokens"]["used"], "tokenizer": "claude"},
        "files": [
            {
                "path": "src/app.py",
                "language": "python",
                "score": 0.5,
                "symbols": [
                    _symbol("App", 3, "class App(Base)", "", 0.4),
                    _symbol("run", 4, "def run(self) -> List<int>", "App", 0.3),
                    _symbol("main", 12, 'def main(argv="a & b")', "", 0.1),
                ],
            },
            {
                "path": "src/cli.py",
                "language": "python",
                "score": 0.25,
                "symbols": [_symbol("go", 1, "def go()", "", 0.333333)],
            },
        ],
        "omitted": {"files": 1, "symbols": 5},
    }


def _symbol(name: str, line: int, signature: str, parent: str, score: float) -> dict[str, object]:
    return {
        "name": name,
        "kind": "function",
        "line": line,
        "end_line": line + 1,
        "signature": signature,
        "parent": parent,
        "score": score,
    }


def test_a_signature_ends_at_100_columns() -> None:
    line = definition_line(definition("f", f"def f({'argument, ' * 20})"), depth=1, lines=False)

    assert len(line) <= 100
    assert line.startswith("   def f(argument, argument")
    assert line.endswith("…")


def test_a_signature_over_several_lines_becomes_one() -> None:
    assert definition_line(definition("f", "def f(\n\ta,\r\n\x0c  b\u2028)"), 0, False) == " def f( a, b )"


def test_the_last_line_has_shorter_wordings_for_small_budgets() -> None:
    coverage = Coverage(files_total=310, symbols_total=4120, files_skipped=3)

    assert coverage_lines(coverage, 42, 388, "claude") == (
        "42 of 310 files, 388 of 4 120 symbols; 3 files skipped: repomap doctor; tokens: claude",
        "42 of 310 files, 388 of 4 120 symbols; tokens: claude",
        "388/4120 symbols; tokens: claude",
        "388/4120 symbols",
    )


def test_the_last_line_of_a_tasks_map_names_the_likeliest_files_where_there_is_room() -> None:
    coverage = Coverage(10, 30, 0, ("src/b.py", "src/a.py"))
    assert coverage_lines(coverage, 4, 9, "claude")[:2] == (
        "4 of 10 files, 9 of 30 symbols; tokens: claude; likeliest: src/b.py, src/a.py",
        "4 of 10 files, 9 of 30 symbols; tokens: claude",
    )


def test_an_empty_repository_gives_one_clear_line() -> None:
    empty = Coverage(files_total=0, symbols_total=0, files_skipped=2)

    text = written("text", files=(), order=(), coverage=empty)

    assert text == "no source files found; 2 files skipped: repomap doctor"


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("src/日本語.py", "src/日本語.py"),
        ("my file's.py", "my file's.py"),
        ("a\nb.py", r'"a\nb.py"'),
        ("tab\there", r'"tab\there"'),
        ('say "hi".py', r'"say \"hi\".py"'),
        (r"a\nb.py", r'"a\\nb.py"'),
        (" def f()", '" def f()"'),
        ("x …", '"x …"'),
        ("\x1b[31mred", r'"\x1b[31mred"'),
        ("a\u202eyp.b", r'"a\u202eyp.b"'),
        ("bad\udcff", r'"bad\xff"'),
        ("\U000e0041", r'"\U000e0041"'),
    ],
)
def test_a_file_name_that_could_pass_for_something_else_is_quoted(path: str, shown: str) -> None:
    assert quoted(path) == shown


@given(path=ANY_TEXT, name=ANY_TEXT, signature=ANY_TEXT)
def test_no_name_forges_a_line_or_breaks_a_form(path: str, name: str, signature: str) -> None:
    file = RankedFile(path, "python", 1.0, (definition(name, signature),), (1.0,))
    one = Coverage(files_total=1, symbols_total=1, files_skipped=0)
    texts = {form: written(form, files=(file,), order=[(0, 0)], coverage=one) for form in FORMS}

    for form, text in texts.items():
        text.encode("utf-8")  # no lone surrogates
        assert len(text.splitlines()) == {"text": 3, "markdown": 3, "xml": 6, "json": 1}[form]
    path_line, definition_text, _ = texts["text"].splitlines()
    assert not path_line.startswith(" ")
    assert definition_text.startswith(" ")
    [xml_file] = ElementTree.fromstring(texts["xml"]).iter("file")
    assert xml_file.get("path") == path_line
    assert xml_file.text == f"\n{definition_text}\n"
    [json_file] = json.loads(texts["json"])["files"]
    assert json_file["path"] == path
    assert json_file["symbols"][0]["signature"] == signature


def test_an_unknown_form_is_refused_with_the_names_that_are_known() -> None:
    with pytest.raises(ValueError, match="unknown format 'yaml'; known: text, markdown, json, xml"):
        render(Skeleton((), COVERAGE, 0, 10, "claude", ""), "yaml")
