"""References are bound to the definitions they mean."""

from __future__ import annotations

import pytest

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


def test_a_type_inside_another_of_the_package_is_not_meant_by_its_name_alone(repo: Repository) -> None:
    repo.write("m/Outer.java", "package m;\nclass Outer {\n  static class Entry {}\n  void own() { new Entry(); }\n}\n")
    repo.write("m/App.java", "package m;\nclass App {\n  void load() { new Entry(); }\n}\n")

    assert repo.callees("load") == [(None, "Entry")]
    assert repo.callees("own") == [("m/Outer.java", "Outer.Entry")]


def test_a_c_field_that_holds_a_function_is_what_is_called_through_it(repo: Repository) -> None:
    repo.write(
        "a.c",
        "struct table { void *(*make)(int); };\nstruct reader { struct table *fn; };\n\n"
        "void load(struct reader *r) {\n  r->fn->make(1);\n}\n",
    )

    assert repo.callees("load")[-1] == ("a.c", "table.make")


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
