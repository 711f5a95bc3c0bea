"""References are bound to the definitions they mean."""

from __future__ import annotations

import pytest

from repomap.binding.default_exports import default_export
from repomap.graph.kept import binder_of
from repomap.lookup import references_to
from tests.conftest import Repository


def test_a_call_through_an_import_binds_to_the_imported_module(repo: Repository) -> None:
    repo.write("store.py", "def get(key): ...\n")
    repo.write("cache.py", "def get(key): ...\n")
    repo.write("app.py", "from store import get\n\ndef load():\n    return get('x')\n")

    assert repo.callees("load") == [("store.py", "get")]


def test_a_call_on_an_imported_module_binds_to_that_module(repo: Repository) -> None:
    repo.write("store.py", "def fetch(key): ...\n")
    repo.write("cache.py", "def fetch(key): ...\n")
    repo.write("app.py", "import cache as c\n\ndef load():\n    return c.fetch('x')\n")

    assert repo.callees("load") == [("cache.py", "fetch")]


def test_a_name_passed_on_by_a_package_binds_to_where_it_is_defined(repo: Repository) -> None:
    repo.write("pkg/__init__.py", "from .inner import work as job\n")
    repo.write("pkg/inner.py", "def work(): ...\n")
    repo.write("app.py", "from pkg import job\n\ndef load():\n    job()\n")

    assert repo.callees("load") == [("pkg/inner.py", "work")]


def test_what_is_called_on_an_imported_package_binds_to_what_it_passes_on(repo: Repository) -> None:
    repo.write("shop/__init__.py", "")
    repo.write("shop/models/__init__.py", "from shop.models.fields import *\n")
    repo.write("shop/models/fields.py", "def text(): ...\n")
    repo.write("forms.py", "def text(): ...\n")
    repo.write("app.py", "from shop import models\n\ndef run():\n    models.text()\n")

    assert repo.callees("run") == [("shop/models/fields.py", "text")]


def test_packages_that_import_each_other_end(repo: Repository) -> None:
    repo.write("a.py", "from b import x\n")
    repo.write("b.py", "from a import x\n")
    repo.write("app.py", "from a import x\n\ndef load():\n    x()\n")

    assert repo.callees("load") == [(None, "x")]


def test_self_binds_within_the_class(repo: Repository) -> None:
    repo.write("a.py", "class A:\n    def go(self):\n        self.step()\n    def step(self): ...\n")
    repo.write("b.py", "class B:\n    def step(self): ...\n")

    assert repo.callees("go") == [("a.py", "A.step")]


def test_self_binds_to_the_nearest_base_class_that_has_the_method(repo: Repository) -> None:
    repo.write("base.py", "class Root:\n    def step(self): ...\n\nclass Base(Root): ...\n")
    repo.write("other.py", "class Other:\n    def step(self): ...\n")
    repo.write("a.py", "from base import Base\n\nclass A(Base):\n    def go(self):\n        self.step()\n")

    assert repo.callees("go") == [("base.py", "Root.step")]


def test_the_standard_library_is_not_bound_to_a_function_of_the_same_name(repo: Repository) -> None:
    repo.write("filters.py", "def lower(value): ...\n\ndef append(x): ...\n")
    repo.write("app.py", "def load(name):\n    name().lower()\n    len(name)\n    [].append(1)\n")

    assert [path for path, _ in repo.callees("load") if path] == []


def test_a_bare_name_that_is_not_imported_is_a_local_variable(repo: Repository) -> None:
    repo.write("a.py", "def handler(): ...\n")
    repo.write("app.py", "def load(handler):\n    return handler()\n")

    assert repo.callees("load") == [(None, "handler")]


def test_a_go_file_sees_the_names_of_its_folder(repo: Repository) -> None:
    repo.write("go.mod", "module example.org/m\n")
    repo.write("a/one.go", "package a\n\nfunc Load() { parse() }\n")
    repo.write("a/two.go", "package a\n\nfunc parse() {}\n")
    repo.write("b/two.go", "package b\n\nfunc parse() {}\n")

    assert repo.callees("Load") == [("a/two.go", "parse")]


def test_a_c_call_stands_in_the_function_it_is_in(repo: Repository) -> None:
    repo.write("m.c", "int add(int a){return a;}\nint compute(void){return add(1);}\n")

    assert repo.callers("add") == [("m.c", "compute")]


def test_a_rust_path_binds_to_the_method_of_its_type(repo: Repository) -> None:
    repo.write("src/lib.rs", "mod point;\nuse point::Point;\nfn main() { Point::origin(); }\n")
    repo.write("src/point.rs", "pub struct Point;\nimpl Point {\n    pub fn origin() -> Point { Point }\n}\n")
    repo.write("src/other.rs", "pub struct Other;\nimpl Other {\n    pub fn origin() {}\n}\n")

    assert repo.callees("main") == [("src/point.rs", "Point.origin")]


def test_languages_do_not_call_each_other_by_name(repo: Repository) -> None:
    repo.write("a.py", "class Thing:\n    def compute_all(self): ...\n")
    repo.write("b.js", "export function load(x) { x.compute_all(); }\n")

    assert repo.callees("load") == [(None, "compute_all")]


def test_the_only_method_of_that_name_is_a_guess_with_a_low_confidence(repo: Repository) -> None:
    repo.write("a.py", "class Thing:\n    def compute_all(self): ...\n")
    repo.write("app.py", "def load(x):\n    x.compute_all()\n")
    index = repo.index()

    (use,) = references_to(index.reader, binder_of(index), "compute_all")

    assert use.target is not None
    assert (use.path, use.line, use.inside, use.target.path) == ("app.py", 2, "load", "a.py")
    assert use.confidence == pytest.approx(0.5)


def test_an_import_of_a_file_that_is_not_parsed_binds_nothing(repo: Repository) -> None:
    repo.write("logo.png", b"\x89PNG")
    repo.write("data.json", "{}")
    repo.write(
        "app.js", "import logo from './logo.png'\nimport data from './data.json'\nexport function f() { logo() }\n"
    )

    assert repo.callees("f") == [(None, "logo")]


def test_a_circle_of_re_exports_hides_no_definition(repo: Repository) -> None:
    repo.write("a.py", "from b import x\nfrom c import x\n")
    repo.write("b.py", "from a import x\n")
    repo.write("c.py", "def x(): ...\n")
    repo.write("one.py", "from a import x\n\ndef one():\n    x()\n")
    repo.write("two.py", "from b import x\n\ndef two():\n    x()\n")

    assert repo.callees("one") == repo.callees("two") == [("c.py", "x")]


def test_the_declared_type_of_a_parameter_decides(repo: Repository) -> None:
    repo.write("store.py", "class Store:\n    def fetch(self): ...\n")
    repo.write("cache.py", "class Cache:\n    def fetch(self): ...\n")
    repo.write("app.py", "from store import Store\n\ndef load(s: Store | None, o):\n    s.fetch()\n")

    assert repo.callees("load") == [("store.py", "Store.fetch")]


def test_a_parameter_of_a_type_from_outside_binds_nothing(repo: Repository) -> None:
    repo.write("go.mod", "module example.org/m\n")
    repo.write("a.go", 'package m\n\nimport "net/http"\n\nfunc Serve(w http.ResponseWriter) { w.Header() }\n')
    repo.write("b.go", "package m\n\ntype Context struct{}\n\nfunc (c *Context) Header() {}\n")

    assert repo.callees("Serve") == [(None, "Header")]


def test_a_field_with_a_declared_type_decides(repo: Repository) -> None:
    repo.write("Loop.java", "package a;\nclass Loop { void spin() {} }\n")
    repo.write("Other.java", "package a;\nclass Other { void spin() {} }\n")
    repo.write(
        "App.java", "package a;\nclass App {\n  private final Loop loop;\n  void go() { this.loop.spin(); }\n}\n"
    )

    assert repo.callees("go") == [("Loop.java", "Loop.spin")]


def test_a_type_is_not_a_field_of_the_same_name(repo: Repository) -> None:
    repo.write("go.mod", "module example.org/m\n")
    repo.write("a.go", "package m\n\ntype Box struct{ Param int }\n\nfunc use(p Param) {}\n")
    repo.write("b.go", "package m\n\ntype Param struct{}\n\nfunc make() { Param() }\n")

    assert repo.callees("make") == [("b.go", "Param")]


def test_a_statically_imported_method_is_found_in_its_class(repo: Repository) -> None:
    repo.write("m/Tools.java", "package m;\npublic class Tools { public static void check() {} }\n")
    repo.write("t/App.java", "package t;\nimport static m.Tools.check;\nclass App { void go() { check(); } }\n")

    assert repo.callees("go") == [("m/Tools.java", "Tools.check")]


def test_the_type_that_a_function_returns_tells_methods_apart(repo: Repository) -> None:
    repo.write("go.mod", "module example.org/m\n")
    repo.write(
        "a.go", "package m\n\ntype Engine struct{}\n\nfunc (e *Engine) Spin() {}\n\nfunc New() *Engine { return nil }\n"
    )
    repo.write("b.go", "package m\n\ntype Other struct{}\n\nfunc (o *Other) Spin() {}\n")
    repo.write("c.go", "package m\n\nfunc load() {\n\tx := New()\n\tx.Spin()\n}\n")

    assert repo.callees("load") == [("a.go", "New"), ("a.go", "Engine.Spin")]


def test_a_static_c_function_is_not_called_from_other_files(repo: Repository) -> None:
    repo.write("a.c", "static int help(void) { return 1; }\n")
    repo.write("b.c", "int help(void) { return 2; }\n")
    repo.write("c.c", "int load(void) { return help(); }\n")

    assert repo.callees("load") == [("b.c", "help")]


def test_super_passes_over_the_class_itself(repo: Repository) -> None:
    repo.write("a.py", "class A:\n    def go(self): ...\n\nclass B(A):\n    def go(self):\n        super().go()\n")

    assert repo.callees("B.go") == [("a.py", "A.go")]


def test_a_method_of_an_object_is_not_called_by_its_bare_name(repo: Repository) -> None:
    repo.write("h.js", "export function render() {}\n")
    repo.write(
        "a.js", "import { render } from './h.js'\nfunction load() {\n  const x = { render() {} }\n  render()\n}\n"
    )

    assert repo.callees("load") == [("h.js", "render")]


def test_a_function_inside_another_is_not_called_from_elsewhere(repo: Repository) -> None:
    repo.write("a.kt", "class A {\n  fun outer() {\n    fun helper(): Int = 1\n    helper()\n  }\n}\n")
    repo.write("b.kt", "fun load(x: String) {\n  x.trim().helper()\n}\n")

    assert repo.callees("load") == [(None, "helper")]
    assert repo.callees("outer") == [("a.kt", "A.outer.helper")]


def test_what_is_called_on_a_lua_module_is_a_member_of_the_table_it_returns(repo: Repository) -> None:
    repo.write("lua/app/scroll.lua", "local scroll = {}\nfunction scroll.create() end\nreturn scroll\n")
    repo.write("lua/app/other.lua", "local M = {}\nfunction M.create() end\nreturn M\n")
    repo.write(
        "lua/app/init.lua",
        'local s = require "app.scroll"\nlocal o = require("app.other")\n\n'
        "local function load()\n  s.create()\n  o.create()\n  table.create()\nend\n",
    )

    assert repo.callees("load") == [
        ("lua/app/scroll.lua", "scroll.create"),
        ("lua/app/other.lua", "M.create"),
        (None, "create"),
    ]


def test_lua_self_is_the_table_the_method_stands_in(repo: Repository) -> None:
    repo.write("a.lua", "local A = {}\nfunction A:step() end\nfunction A:go() self:step() end\nreturn A\n")
    repo.write("b.lua", "local B = {}\nfunction B:step() end\nreturn B\n")

    assert repo.callees("go") == [("a.lua", "A.step")]


def test_an_import_does_not_open_the_types_inside_swift_types(repo: Repository) -> None:
    repo.write("Sources/Kit/Store.swift", "public struct Store {\n  struct State {}\n}\n")
    repo.write("Demo/View.swift", "import Kit\n\nfunc load() {\n  State()\n  Store()\n}\n")

    assert repo.callees("load") == [(None, "State"), ("Sources/Kit/Store.swift", "Store")]


def test_a_type_inside_another_of_the_package_is_not_meant_by_its_name_alone(repo: Repository) -> None:
    repo.write("m/Outer.java", "package m;\nclass Outer {\n  static class Entry {}\n  void own() { new Entry(); }\n}\n")
    repo.write("m/App.java", "package m;\nclass App {\n  void load() { new Entry(); }\n}\n")

    assert repo.callees("load") == [(None, "Entry")]
    assert repo.callees("own") == [("m/Outer.java", "Outer.Entry")]


def test_an_elixir_module_is_known_everywhere_by_its_name(repo: Repository) -> None:
    repo.write("lib/shop.ex", "defmodule Shop do\n  def open(x), do: x\n  def get(x, _), do: x\nend\n")
    repo.write(
        "lib/app.ex", "defmodule App do\n  def load(x) do\n    Shop.open(x)\n    Keyword.get(x, :a)\n  end\nend\n"
    )

    assert repo.callees("load") == [("lib/shop.ex", "Shop.open"), (None, "get")]
    assert [b.targets[0].path for b in binder_of(repo.index()).bind("lib/app.ex", "Shop")] == ["lib/shop.ex"]


def test_an_objective_c_message_is_bound_by_its_receiver(repo: Repository) -> None:
    for name in ("Store", "Cache"):
        repo.write(f"{name}.h", f"@interface {name}\n+ (void)reset;\n- (void)step;\n@end\n")
    repo.write(
        "Store.m",
        '#import "Store.h"\n#import "Cache.h"\n@implementation Store\n'
        "- (void)go {\n  [self step];\n  [Cache reset];\n}\n- (void)step {}\n@end\n",
    )

    assert [path for path, _ in repo.callees("go")] == ["Store.h", "Cache.h"]


def test_a_bats_test_sees_what_it_loads(repo: Repository) -> None:
    repo.write("test/helper.bash", "check() { true; }\n")
    repo.write("other/helper.bash", "check() { false; }\n")
    repo.write("test/a.bats", 'load helper\n\nsetup() {\n  check\n}\n\n@test "it works" {\n  check\n}\n')

    assert repo.callees("setup") == [("test/helper.bash", "check")]


def test_a_c_field_that_holds_a_function_is_what_is_called_through_it(repo: Repository) -> None:
    repo.write(
        "a.c",
        "struct table { void *(*make)(int); };\nstruct reader { struct table *fn; };\n\n"
        "void load(struct reader *r) {\n  r->fn->make(1);\n}\n",
    )

    assert repo.callees("load")[-1] == ("a.c", "table.make")


def test_a_lua_module_has_what_is_assigned_to_its_table(repo: Repository) -> None:
    repo.write("lua/app/pick.lua", "local pick = {}\npick.files = wrap(1)\nreturn pick\n")
    repo.write("lua/app/text.lua", "local T = {}\nfunction T:find() end\nreturn T\n")
    repo.write(
        "lua/app/init.lua",
        'local p = require "app.pick"\n\nlocal function load(line)\n  p.files()\n  line:find "x"\nend\n',
    )

    assert repo.callees("load") == [("lua/app/pick.lua", "pick.files")]


def test_an_elixir_module_named_in_full_needs_no_alias_and_a_field_is_no_type(repo: Repository) -> None:
    repo.write("lib/conn.ex", "defmodule Shop.Test.Conn do\n  @type halted :: boolean\n  def open(x), do: x\nend\n")
    repo.write("lib/app.ex", "defmodule App do\n  def load(x) do\n    %Shop.Test.Conn{}\n    x.halted\n  end\nend\n")
    binder = binder_of(repo.index())

    assert [found.targets[0].path for found in binder.bind("lib/app.ex", "Conn")] == ["lib/conn.ex"]
    assert [found.targets for found in binder.bind("lib/app.ex", "halted")] == [()]


def test_the_parts_of_a_csharp_class_are_one_type(repo: Repository) -> None:
    repo.write("a/Policy.cs", "namespace A;\npublic partial class Policy { }\n")
    repo.write("a/Policy.More.cs", "namespace A;\npublic partial class Policy { }\n")
    repo.write("b/App.cs", "namespace B;\nclass App { void Load() { new Policy(); } }\n")
    (found,) = binder_of(repo.index()).bind("b/App.cs", "Policy")

    assert [place.path for place in found.targets] == ["a/Policy.More.cs", "a/Policy.cs"]
    assert found.confidence == pytest.approx(0.6)


def test_a_dart_library_s_prefix_is_no_value_with_methods(repo: Repository) -> None:
    repo.write("lib/d.dart", "export 'package:other/other.dart';\nvoid file() {}\n")
    repo.write("lib/box.dart", "class Box {\n  void dir() {}\n}\n")
    repo.write("lib/app.dart", "import 'd.dart' as d;\n\nvoid load() {\n  d.file();\n  d.dir();\n}\n")

    assert repo.callees("load") == [("lib/d.dart", "file"), (None, "dir")]


def test_a_scala_value_in_a_block_is_no_member_of_the_class_around_it(repo: Repository) -> None:
    repo.write(
        "a.scala",
        "class Spec {\n  val shared = make()\n  check {\n    val r = make()\n    r(1)\n  }\n"
        "  def load() = { r(2); shared(3) }\n}\n",
    )

    assert repo.callees("load") == [(None, "r"), ("a.scala", "Spec.shared")]


def test_a_scala_type_class_is_known_by_its_implicit_parameter(repo: Repository) -> None:
    repo.write("Sync.scala", "trait Sync[F[_]] {\n  def delay[A](a: A): F[A]\n}\n")
    repo.write("Other.scala", "class Other {\n  def delay(a: Int) = a\n}\n")
    repo.write("App.scala", "object App {\n  def load[F[_]](n: Int)(implicit F: Sync[F]) = F.delay(n)\n}\n")

    assert repo.callees("load") == [("Sync.scala", "Sync.delay")]


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


def test_a_dart_library_passes_on_what_it_exports_however_much_and_not_what_it_imports(repo: Repository) -> None:
    parts = "".join(f"export 'src/part_{number}.dart';\n" for number in range(80))
    repo.write("lib/all.dart", f"import 'src/inner.dart';\n{parts}export 'src/last_box.dart';\n")
    for number in range(80):
        repo.write(f"lib/src/part_{number}.dart", f"class Part{number} {{}}\n")
    repo.write("lib/src/last_box.dart", "class LastBox {}\n")
    repo.write("lib/src/inner.dart", "class Inner {}\n")
    repo.write("lib/app.dart", "import 'all.dart';\n\nvoid load() {\n  LastBox();\n  Inner();\n}\n")

    assert repo.callees("load") == [("lib/src/last_box.dart", "LastBox"), (None, "Inner")]


def test_csharp_names_mean_what_their_namespaces_say(repo: Repository) -> None:
    repo.write("a/Box.cs", "namespace Shop.Goods;\npublic class Box { }\n")
    repo.write("b/Box.cs", "namespace Shop.Tools;\npublic class Box { }\n")
    repo.write("a/Near.cs", "namespace Shop.Goods.Inner;\nclass Near { void Load() { new Box(); } }\n")
    repo.write("c/Far.cs", "using Shop.Tools;\nnamespace Other;\nclass Far { void Load() { new Box(); } }\n")
    repo.write("c/Alias.cs", "using Crate = Shop.Goods.Box;\nclass Alias { void Load() { new Crate(); } }\n")

    assert repo.callees("Near.Load") == [("a/Box.cs", "Box")]
    assert repo.callees("Far.Load") == [("b/Box.cs", "Box")]
    assert repo.callees("Alias.Load") == [("a/Box.cs", "Box")]


def test_a_csharp_type_is_told_from_the_generic_one_of_its_name(repo: Repository) -> None:
    repo.write("Rule.cs", "public class Rule { public void Run() { } }\n")
    repo.write("RuleT.cs", "public class Rule<T> { public void Run() { } }\n")
    repo.write(
        "App.cs",
        "class App {\n  void Plain(Rule rule) { rule.Run(); new Rule(); }\n"
        "  void Typed(Rule<int> rule) { rule.Run(); new Rule<int>(); }\n}\n",
    )

    assert repo.callees("App.Plain") == [("Rule.cs", "Rule.Run"), ("Rule.cs", "Rule")]
    assert repo.callees("App.Typed") == [("RuleT.cs", "Rule.Run"), ("RuleT.cs", "Rule")]


def test_what_a_project_uses_globally_is_known_in_its_files(repo: Repository) -> None:
    repo.write("src/App.csproj", "<Project />\n")
    repo.write("src/GlobalUsings.cs", "global using static Tools.Text;\n")
    repo.write("tools/Text.cs", "namespace Tools;\npublic static class Text { public static void Trim() { } }\n")
    repo.write("tools/Other.cs", "namespace Tools;\npublic static class Other { public static void Cut() { } }\n")
    repo.write("src/App.cs", "using Tools;\nclass App { void Load() { Trim(); Cut(); } }\n")

    assert repo.callees("App.Load") == [("tools/Text.cs", "Text.Trim"), (None, "Cut")]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.swift", "struct Box<Key> {\n  func load(key: Key) {}\n}\n"),
        ("a.kt", "class Box {\n  fun <Key> load(key: Key) {}\n}\n"),
        ("a.scala", "class Box[Key] {\n  def load(key: Key) = {}\n}\n"),
        ("A.cs", "class Box<Key> {\n  void load(Key key) {}\n}\n"),
    ],
)
def test_a_type_parameter_is_no_type_of_that_name(repo: Repository, path: str, text: str) -> None:
    repo.write(path, text)
    repo.write("b" + path[1:], "class Key {}\n")

    assert {found.targets for found in binder_of(repo.index()).bind(path, "Key")} == {()}


def test_a_scala_type_is_no_companion_object(repo: Repository) -> None:
    repo.write("Task.scala", "trait Task[A]\nobject Task {\n  def pure(a: Int) = a\n}\n")
    repo.write("App.scala", "object App {\n  def load(task: Task[Int]) = Task.pure(1)\n}\n")
    (used,) = binder_of(repo.index()).bind("App.scala", "Task")

    assert [place.position for place in used.targets] == [0]


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


def test_a_csharp_lambda_s_argument_has_the_type_that_is_declared_where_it_is_passed(repo: Repository) -> None:
    repo.write("Host.cs", "public class Host { public void Set(int n, Action<Options> set) { } }\n")
    repo.write("Options.cs", "public class Options { public void Add(int n) { } }\n")
    repo.write("Other.cs", "public class Other { public void Add(int n) { } }\n")
    repo.write("App.cs", "class App { void Load(Host host) { host.Set(1, o => o.Add(2)); } }\n")

    assert ("Options.cs", "Options.Add") in repo.callees("App.Load")
    assert repo.callers("Other.Add") == []


def test_an_extension_method_is_found_by_the_type_it_extends(repo: Repository) -> None:
    repo.write("Ext.cs", "public static class Ext { public static Box Mark(this Box box, int n) => box; }\n")
    repo.write("More.cs", "public static class More { public static void Mark(this Bag bag, int n) { } }\n")
    repo.write("Box.cs", "public class Box { }\npublic class Bag { }\n")
    repo.write("App.cs", "class App { void Load(Box box) { box.Mark(1).Mark(2); } }\n")
    bound = binder_of(repo.index()).bind("App.cs", "Mark")

    assert [[place.path for place in found.targets] for found in bound] == [["Ext.cs"], ["Ext.cs"]]
    assert all(found.confidence >= 0.8 for found in bound)


def test_of_csharp_overloads_in_a_class_and_its_base_the_one_with_so_many_arguments_is_meant(repo: Repository) -> None:
    repo.write("Base.cs", "public class Base { public void Map(int a) { } }\n")
    repo.write("Derived.cs", "public class Derived : Base { public void Map(int a, int b) { } }\n")
    repo.write(
        "App.cs",
        "class App {\n  void One(Derived d) {\n d.Map(1);\n }\n  void Two(Derived d) {\n d.Map(1, 2);\n }\n}\n",
    )

    assert repo.callees("App.One") == [("Base.cs", "Base.Map")]
    assert repo.callees("App.Two") == [("Derived.cs", "Derived.Map")]


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


def test_a_scala_package_s_own_type_comes_before_the_library_s_of_that_name(repo: Repository) -> None:
    repo.write("core/src/main/scala/flow/Stream.scala", "package flow\nclass Stream {}\n")
    repo.write("core/src/test/scala/flow/Spec.scala", "package flow\nclass Spec {\n  def load(s: Stream) = 1\n}\n")
    repo.write("core/src/main/scala/other/App.scala", "package other\nclass App {\n  def load(s: Stream) = 1\n}\n")
    binder = binder_of(repo.index())

    assert len(binder.bind("core/src/test/scala/flow/Spec.scala", "Stream")[0].targets) == 1
    assert binder.bind("core/src/main/scala/other/App.scala", "Stream")[0].targets == ()


def test_a_scala_import_opens_an_object_of_the_same_file(repo: Repository) -> None:
    repo.write(
        "a.scala",
        "class App {\n  import Input._\n  def load() = Next(1)\n}\nobject Input {\n  case class Next(a: Int)\n}\n",
    )

    assert repo.callees("load") == [("a.scala", "Input.Next")]


def test_objects_that_open_each_other_s_members_and_inherit_end(repo: Repository) -> None:
    repo.write("a.scala", "import b.B._\nobject A extends Base {\n  def load() = run()\n}\n")
    repo.write("b/B.scala", "package b\nimport a.A._\nobject B extends Base {\n  def run() = 1\n}\n")

    assert repo.callees("load") == [("b/B.scala", "B.run")]


def test_a_chain_over_several_lines_is_followed(repo: Repository) -> None:
    repo.write("box.kt", "class Box {\n  fun Open(): Lid = Lid()\n}\nclass Lid {\n  fun Turn() {}\n}\n")
    repo.write("other.kt", "class Other {\n  fun Turn() {}\n}\n")
    repo.write("app.kt", "fun Load() {\n  Box()\n    .Open()\n    .Turn()\n}\n")

    assert ("box.kt", "Lid.Turn") in repo.callees("Load")


def test_csharp_behind_a_condition_the_grammar_cannot_read_is_found(repo: Repository) -> None:
    repo.write(
        "Log.cs",
        "namespace A;\n\npublic interface Log\n#if NEW\n    : Disposable\n{\n    void Old() { }\n#else\n{\n#endif\n"
        "    void Write(int n);\n}\n",
    )
    names = [definition.qualified for definition in repo.index().reader.definitions("Log.cs")]

    assert "Log" in names
    assert any(name.endswith("Write") for name in names)


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
