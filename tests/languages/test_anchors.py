"""Definitions and references that other extractors are known to miss, and inputs that are known to break them."""

from __future__ import annotations

import pytest

from repomap.extraction.extract import extract
from repomap.model import Extracted


def defined(found: Extracted) -> set[str]:
    return {f"{definition.kind} {definition.qualified}" for definition in found.definitions}


def used(found: Extracted) -> set[str]:
    return {f"{use.kind} {use.name}" for use in found.references}


DEFINITIONS = (
    ("python", "X: int = 1\nY = 2\nclass A:\n    z = 3\ntype Alias = int\nf = lambda x: x\n",
     "constant X, constant Y, class A, field A.z, type Alias, function f"),
    ("typescript", "const greet = (n) => n\nconst X = 1\nnamespace NS { export function g() {} }\n",
     "function greet, constant X, module NS, function NS.g"),
    ("tsx", "const Badge = (p: P) => <div/>\nfunction Page() { return <Badge/> }\n", "function Badge, function Page"),
    ("javascript", "class A { #priv() {}\n  size = 1\n}\nmodule.exports.open = () => {}\n"
     "exports.shut = function () {}\nmodule.exports = function () {}\nA.prototype.run = function () {}\n",
     "class A, method A.#priv, field A.size, function open, function shut, function exports, method A.run"),
    ("go", "package pk\ntype St struct { Name string }\ntype Alias = St\nfunc f() { var local = 1; _ = local }\n",
     "struct St, field St.Name, type Alias, function f"),
    ("rust", "const A: u8 = 1;\nstatic B: u8 = 2;\nenum E { V1 }\ntrait T { fn f(&self); }\n",
     "constant A, constant B, enum E, member E.V1, trait T, method T.f"),
    ("java", "class A { static final int X = 1; int y; A() {} }\nenum E { V }\nrecord R(int a) {}\n@interface N {}\n",
     "class A, field A.X, field A.y, constructor A.A, enum E, member E.V, class R, field R.a, interface N"),
    ("csharp", "record R(int A);\nstruct S {}\nenum E { V }\nclass C { int P { get; set; } event H Ev; }\n"
     "delegate void D();\n",
     "class R, property R.A, struct S, enum E, member E.V, class C, property C.P, property C.Ev, type D"),
    ("c", "#define M(x) x\n#define C 1\nenum { V };\nunion U { int a; };\nint g = 1;\n",
     "macro M, macro C, member V, union U, field U.a, variable g"),
    ("cpp", "namespace n { class A { ~A(); bool operator==(A b); }; }\nusing K = int;\nconstexpr int c = 1;\n"
     "auto l = [](int x) { return x; };\n",
     "module n, class n.A, method n.A.~A, method n.A.operator==, type K, variable c, function l"),
    ("php", "<?php\ninterface I {}\ntrait T {}\nenum E { case A; const B = 1; }\nclass C { public $p; }\n",
     "interface I, trait T, enum E, member E.A, constant E.B, class C, property C.p"),
    ("ruby", "X = 1\nclass A\n  attr_accessor :x\n  define_method(:y) { 1 }\nend\n",
     "constant X, class A, property A.x, method A.y"),
    ("kotlin", "const val X = 1\ntypealias T = Int\nval top = 2\n", "constant X, type T, constant top"),
    ("swift", "class A { init() {} }\ntypealias T = Int\nlet top = 2\n",
     "class A, constructor A.init, type T, variable top"),
    ("bash", "alias ll='ls -l'\nf() { :; }\n", "function ll, function f"),
    ("scala", "trait A { def f(x: Int): Int }\nval top = 1\n", "trait A, method A.f, variable top"),
)  # fmt: skip


@pytest.mark.parametrize(("name", "source", "expected"), DEFINITIONS, ids=[row[0] for row in DEFINITIONS])
def test_these_are_defined_and_nothing_else(name: str, source: str, expected: str) -> None:
    assert defined(extract(name, source.encode())) == set(expected.split(", "))


REFERENCES = (
    ("python", "@deco\nclass A(Base, m.Other):\n    x: Kind = 1\n",
     "decorator deco, inherit Base, inherit Other, type Kind"),
    ("typescript", "run(1); helper.go()\n", "call run, call go"),
    ("tsx", "const p = <Badge/>\n", "call Badge"),
    ("rust", "fn f() { P::new(); inner::g(); E::V1; }\n", "call new, call g, use V1"),
    ("csharp", "class A { void M() { Helper(); } }\n", "call Helper"),
    ("php", "<?php\nclass A extends B {}\nhelper();\nnew D();\n", "inherit B, call helper, call D"),
)  # fmt: skip


@pytest.mark.parametrize(("name", "source", "expected"), REFERENCES, ids=[row[0] for row in REFERENCES])
def test_these_are_used(name: str, source: str, expected: str) -> None:
    assert used(extract(name, source.encode())) >= set(expected.split(", "))


def test_a_go_import_is_an_import_without_its_quotes() -> None:
    found = extract("go", b'package pk\n\nimport "fmt"\n')

    assert [item.module for item in found.imports] == ["fmt"]
    assert found.references == ()


def test_a_call_in_c_stands_in_the_function_that_makes_it() -> None:
    found = extract("c", b"int compute(void){return add(1);}\n")

    assert [(use.name, found.definitions[use.scope].name) for use in found.references] == [("add", "compute")]


def test_an_expression_of_three_thousand_terms_does_not_hide_its_file() -> None:
    found = extract("python", b"def before(): pass\nx = " + b"+".join([b"1"] * 3000) + b"\ndef after(): pass\n")

    assert [definition.name for definition in found.definitions] == ["before", "x", "after"]


def test_a_chain_of_three_thousand_calls_is_read_in_time_that_grows_with_its_length() -> None:
    found = extract("javascript", b"start" + b".then(f)" * 3000 + b"\nfunction after() {}\n")

    assert sum(use.name == "then" for use in found.references) == 3000
    assert [definition.name for definition in found.definitions] == ["after"]


@pytest.mark.parametrize(
    "source",
    [
        b"# caf\xe9\nX = 1\ndef f():\n    return g(X)\n",
        b"# first\r\nX = 1\r\ndef f():\r\n    return g(X)\r\n",
        b"# first\nX = 1\n\x0cdef f():\n    return g(X)\n",
        b"# \xe2\x80\xa8 \xc2\x85 no line ends here\nX = 1\ndef f():\n    return g(X)\n",
    ],
    ids=["latin-1", "crlf", "form feed", "unicode line ends"],
)
def test_lines_are_those_that_editors_count(source: bytes) -> None:
    found = extract("python", source)

    assert [(definition.name, definition.line, definition.signature) for definition in found.definitions] == [
        ("X", 2, "X = 1"),
        ("f", 3, "def f()"),
    ]
    assert [(use.name, use.line) for use in found.references if use.kind == "call"] == [("g", 4)]


def test_what_surrounds_a_syntax_error_is_read() -> None:
    found = extract("python", b"def before(): pass\n\ndef broken(:\n    ???\n\ndef after(): pass\n")

    assert found.errors
    assert {"before", "after"} <= {definition.name for definition in found.definitions}


def test_a_macro_before_a_class_name_does_not_hide_the_class() -> None:
    found = extract(
        "cpp", b"class API_EXPORT Widget : public Base {\npublic:\n  void draw() LOCKED(mutex) { go(); }\n};\n"
    )

    assert defined(found) == {"class Widget", "method Widget.draw"}
    assert "inherit Base" in used(found)


def test_a_shell_function_after_a_quote_that_confuses_the_grammar_is_found() -> None:
    found = extract("bash", b'function one() {echo ${(j:.:)parts}"}\n}\n\ntwo-three() {\n  echo\n}\n')

    assert {"one", "two-three"} <= {definition.name for definition in found.definitions}


def test_a_local_variable_is_neither_a_definition_nor_a_reference() -> None:
    found = extract("python", b"import os\n\ndef f(path):\n    local = g(path)\n    return h(local, os, f)\n")

    assert [definition.name for definition in found.definitions] == ["f"]
    assert [use.name for use in found.references] == ["g", "h", "os", "f"]


def test_six_hundred_kilobytes_are_read_whole() -> None:
    lines = b"".join(b"def function_%d(): return call_%d()\n" % (number, number) for number in range(15_000))

    found = extract("python", lines)

    assert len(found.definitions) == len(found.references) == 15_000
    assert found.references[-1].line == found.definitions[-1].line == 15_000
