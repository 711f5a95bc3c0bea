"""What is called on values: of Go variables, results of calls, and what JavaScript exports by default."""

from __future__ import annotations

import pytest

from repomap.binding.default_exports import default_export
from repomap.graph.kept import binder_of
from repomap.lookup import references_to
from tests.conftest import Repository


def test_a_go_file_sees_the_names_of_its_folder(repo: Repository) -> None:
    repo.write("go.mod", "module example.org/m\n")
    repo.write("a/one.go", "package a\n\nfunc Load() { parse() }\n")
    repo.write("a/two.go", "package a\n\nfunc parse() {}\n")
    repo.write("b/two.go", "package b\n\nfunc parse() {}\n")

    assert repo.callees("Load") == [("a/two.go", "parse")]


@pytest.mark.parametrize(
    "body",
    [
        "\tt := &T{}\n\tt.Run(2)\n",
        "\tvar t T\n\tt.Run(1)\n",
        "\tt := New()\n\tt.Run(1)\n",
        "\tt := new(T)\n\tt.Run(1)\n",
    ],
)
def test_a_go_variable_s_written_type_binds_even_a_name_of_the_library(repo: Repository, body: str) -> None:
    repo.write("go.mod", "module example.org/m\n")
    repo.write("t.go", "package m\n\ntype T struct{}\n\nfunc (t *T) Run(n int) {}\n\nfunc New() *T { return nil }\n")
    repo.write("u.go", "package m\n\ntype U struct{}\n\nfunc (u *U) Run(n int) {}\n")
    repo.write("use.go", f"package m\n\nfunc use() {{\n{body}}}\n")

    assert ("use.go", "use") in repo.callers("T.Run")
    assert repo.callers("U.Run") == []


def test_the_second_name_of_a_go_assignment_has_not_the_first_type(repo: Repository) -> None:
    repo.write("go.mod", "module example.org/m\n")
    repo.write(
        "t.go",
        "package m\n\ntype T struct{}\n\nfunc (t *T) Spin() {}\n\nfunc Pair() (t *T, u *U) { return nil, nil }\n",
    )
    repo.write("u.go", "package m\n\ntype U struct{}\n\nfunc (u *U) Turn() {}\n")
    repo.write("use.go", "package m\n\nfunc use() {\n\tt, u := Pair()\n\tt.Spin()\n\tu.Turn()\n}\n")

    assert repo.callees("use") == [("t.go", "Pair"), ("t.go", "T.Spin"), ("u.go", "U.Turn")]


@pytest.mark.parametrize(
    ("path", "store", "use"),
    [
        ("use.py", "class Store:\n    def get(self): ...\n", "def use():\n    s = Store()\n    s.get()\n"),
        ("use.ts", "class Store { get() {} }\n", "function use() { const s = new Store(); s.get(); }\n"),
        ("Use.java", "class Store { void get() {} }\n", "class Use { void use() { Store s = new Store(); s.get();}}\n"),
        ("use.rs", "struct Store;\nimpl Store { fn new() -> Self { Store }\n fn get(&self) {} }\n",
         "fn use_it() { let s = Store::new(); s.get(); }\n"),
    ],
)  # fmt: skip
def test_a_value_made_beside_a_call_binds_a_name_of_the_library(
    repo: Repository, path: str, store: str, use: str
) -> None:
    repo.write(path, store + use)

    assert [path for path, _ in repo.callers("Store.get")] == [path]


def test_a_value_from_outside_the_repository_binds_nothing(repo: Repository) -> None:
    repo.write("store.py", "class Store:\n    def fetch_all(self): ...\n")
    repo.write("use.py", "import sqlite3\n\ndef use():\n    s = sqlite3.connect('x')\n    s.fetch_all()\n")

    assert repo.callers("fetch_all") == []


def test_a_go_package_that_is_not_imported_is_a_weak_guess(repo: Repository) -> None:
    repo.write("go.mod", "module example.org/m\n")
    repo.write(
        "gin.go",
        "package m\n\ntype Engine struct{}\n\nfunc New() *Engine { return nil }\n\nfunc (e *Engine) Delims() {}\n",
    )
    repo.write(
        "render/html.go", 'package render\n\nimport "html/template"\n\nfunc load() { template.New("").Delims() }\n'
    )
    index = repo.index()

    (use,) = references_to(index.reader, binder_of(index), "Delims")

    assert use.confidence <= 0.3


@pytest.mark.parametrize(
    ("end", "made", "body"),
    [
        (
            "cs",
            "class Box { public Lid Open() => null; }\nclass Lid { public void Turn() { } }\n",
            "box.Open().Turn();",
        ),
        ("kt", "class Box {\n  fun Open(): Lid = Lid()\n}\nclass Lid {\n  fun Turn() {}\n}\n", "box.Open().Turn()"),
        ("swift", "class Box {\n  func Open() -> Lid {}\n}\nclass Lid {\n  func Turn() {}\n}\n", "box.Open().Turn()"),
        ("scala", "class Box {\n  def Open(): Lid = ???\n}\nclass Lid {\n  def Turn() = 1\n}\n", "box.Open().Turn()"),
        ("dart", "class Box {\n  Lid Open() {}\n}\nclass Lid {\n  void Turn() {}\n}\n", "box.Open().Turn();"),
    ],
)
def test_what_is_called_on_a_call_s_result_is_a_member_of_its_type(
    repo: Repository, end: str, made: str, body: str
) -> None:
    heads = {
        "cs": "class App { void Load(Box box) { %s } }\n",
        "kt": "fun Load(box: Box) {\n  %s\n}\n",
        "swift": "func Load(box: Box) {\n  %s\n}\n",
        "scala": "object App {\n  def Load(box: Box) = {\n    %s\n  }\n}\n",
        "dart": "import 'box.dart';\n\nvoid Load(Box box) {\n  %s\n}\n",
    }
    other = {"scala": "def Turn() = 2", "kt": "fun Turn() {}", "swift": "func Turn() {}"}.get(end, "void Turn() { }")
    repo.write(f"box.{end}", made)
    repo.write(f"other.{end}", f"class Other {{ {other} }}\n")
    repo.write(f"app.{end}", heads[end] % body)

    assert (f"box.{end}", "Lid.Turn") in repo.callees("Load")
    assert (f"other.{end}", "Other.Turn") not in repo.callees("Load")


@pytest.mark.parametrize(
    "text",
    [
        "const Icon = memo(function Glyph() {})\nexport default Icon\n",
        "function Icon() {}\nexport default connect(state, null)(Icon);\n",
        "export default function Icon() {}\n",
        "const Icon = () => {}\nexport { Icon as default }\n",
        "const Icon = () => {}\nmodule.exports = Icon\n",
    ],
)
def test_a_javascript_default_export_is_what_its_importers_mean(repo: Repository, text: str) -> None:
    repo.write("icons/Icon.js", text)
    repo.write("icons/index.js", "export { default as Icon } from './Icon'\n")
    repo.write("other/Sign.js", "export const Sign = () => {}\n")
    repo.write("App.jsx", "import Sign from './icons/Icon'\nfunction App() { return <Sign /> }\n")
    repo.write("Page.jsx", "import { Icon } from './icons'\nfunction Page() { return <Icon /> }\n")

    assert repo.callees("App") == [("icons/Icon.js", "Icon")]
    assert repo.callees("Page") == [("icons/Icon.js", "Icon")]


def test_a_chain_over_several_lines_is_followed(repo: Repository) -> None:
    repo.write("box.kt", "class Box {\n  fun Open(): Lid = Lid()\n}\nclass Lid {\n  fun Turn() {}\n}\n")
    repo.write("other.kt", "class Other {\n  fun Turn() {}\n}\n")
    repo.write("app.kt", "fun Load() {\n  Box()\n    .Open()\n    .Turn()\n}\n")

    assert ("box.kt", "Lid.Turn") in repo.callees("Load")


def test_a_name_that_a_thousand_files_pass_on_ends_no_map(repo: Repository) -> None:
    for number in range(1200):
        repo.write(f"m{number}.js", f'export {{ default }} from "./m{number + 1}.js";\n')
    repo.write("m1200.js", "export default function leaf() {}\n")
    repo.write("use.js", 'import leaf from "./m0.js";\nimport other from "./m1100.js";\nleaf();\nother();\n')
    index = repo.index()
    found = [(binding.reference.name, len(binding.targets)) for binding in binder_of(index).bind("use.js")]

    assert ("other", 1) in found


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("function a() {}\nexport { b, a as default, c };\n", "a"),
        ("export {\n  a as default,\n};\n", "a"),
        ("export { a as default } from './other';\n", ""),
        ("import { a as default_ } from './x';\n", ""),
        ("export {\n" + "a$" * 30_000 + "\n}\n", ""),
        ("export { a\n" * 5_000, ""),
    ],
)
def test_a_default_export_in_a_list_is_found_however_long_the_file(text: str, name: str) -> None:
    assert default_export(text, {"a", "b", "c"}) == name
