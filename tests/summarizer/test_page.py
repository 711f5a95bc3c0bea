"""The lines of a page: in the order of the source, and each below what it belongs to."""

from __future__ import annotations

import pytest

from repomap.extraction.extract import read
from repomap.languages import detect
from summarizer.outline import annotate, unpack, whole_outline
from summarizer.page import Page, make_page


def page(name: str, source: str, *, whole: bool = False) -> Page:
    language = detect(name, source.encode())
    assert language
    reading = read(language, source.encode())
    outline = whole_outline(reading) if whole else unpack(annotate(reading))
    return make_page(name, reading.extracted.definitions, outline, "", {}, whole=whole)


def shown(name: str, source: str, *, whole: bool = False) -> list[str]:
    lines = page(name, source, whole=whole).lines
    return [f"{line.number} {'  ' * line.depth}{line.text}" for line in lines]


NESTED = {
    "a.py": "def f(x):\n    a(x)\n    def g():\n        b(x)\n        self.d = 1\n    c(x)\n    return g\n",
    "a.js": "function f(x) {\n  a(x)\n  function g() {\n    b(x)\n    this.d = 1\n  }\n  c(x)\n  return g\n}\n",
    "a.rs": "fn f(x: X) {\n    a(x);\n    fn g() {\n        b(x);\n        x.d = 1;\n    }\n    c(x);\n    d(x)\n}\n",
    "a.lua": "function f(x)\n  a(x)\n  local function g()\n    b(x)\n    self.d = 1\n  end\n  c(x)\n  return g\nend\n",
    "a.kt": "fun f(x: X) {\n    a(x)\n    fun g() {\n        b(x)\n        x.d = 1\n    }\n    c(x)\n    d(x)\n}\n",
    "a.php": "<?php function f($x) {\n  a($x);\n  function g() {\n    b();\n    $x->d = 1;\n  }\n  c();\n  d();\n}\n",
    "a.cs": "class A { void F(X x) {\n  a(x);\n  void G() {\n    b(x);\n    x.d = 1;\n  }\n  c(x);\n  d(x);\n} }\n",
    "a.scala": "def f(x: X) = {\n  a(x)\n  def g() = {\n    b(x)\n    x.d = 1\n  }\n  c(x)\n  d(x)\n}\n",
    "a.swift": "func f(x: X) {\n  a(x)\n  func g() {\n    b(x)\n    x.d = 1\n  }\n  c(x)\n  d(x)\n}\n",
    "a.dart": "f(x) {\n  a(x);\n  g() {\n    b(x);\n    x.d = 1;\n  }\n  c(x);\n  return d(x);\n}\n",
    "a.rb": "def f(x)\n  a(x)\n  def g()\n    b(1)\n    @d = 1\n  end\n  c(x)\n  d(x)\nend\n",
}


@pytest.mark.parametrize("name", sorted(NESTED))
@pytest.mark.parametrize("whole", [True, False])
def test_steps_go_on_after_a_function_inside_in_the_order_of_the_source(name: str, whole: bool) -> None:
    lines = page(name, NESTED[name], whole=whole).lines
    numbers = [line.number for line in lines]
    assert numbers == sorted(numbers)
    assert {2, 3, 7} <= set(numbers)
    outer = next(line for line in lines if line.number == 7)
    inner = next(line for line in lines if line.number == 3)
    assert outer.depth == inner.depth
    assert lines[outer.scope].text.lower().find("f(") >= 0


def test_a_step_after_a_function_in_a_branch_is_not_taken_for_one_of_that_function() -> None:
    source = (
        "def f(x):\n    if x:\n        def g():\n            return 1\n        x.g = g\n        h(x)\n    return x\n"
    )
    assert shown("a.py", source) == [
        "1 def f(x)",
        "2   if x:",
        "3     def g(): return 1",
        "5     set x.g = g",
        "6     call h(x)",
        "7   return x",
    ]


def test_values_share_a_line_only_where_no_step_stands_between() -> None:
    source = "fn f() {\n    const A: u8 = 1;\n    g(A);\n    const B: u8 = 2;\n    const C: u8 = 3;\n    h(B)\n}\n"
    assert [line.split()[0] for line in shown("a.rs", source)] == ["1", "2", "3", "4", "6"]


def test_a_script_block_with_functions_inside_keeps_the_order() -> None:
    source = "<script>\nfunction f() {\n  a()\n  const g = () => {\n    b()\n    c()\n  }\n  watch(g)\n}\n</script>\n"
    numbers = [line.number for line in page("a.html", source, whole=True).lines]
    assert numbers == sorted(numbers)


def test_a_test_has_no_parameters_and_a_maker_named_so_keeps_them() -> None:
    source = (
        "def test_pay(client, money):\n    pay(money)\n\ndef test_client(self, x) -> Client:\n    return Client(x)\n"
    )
    assert shown("a.py", source) == [
        "1 def test_pay: call pay",
        "4 def test_client(self, x) -> Client: return Client(x)",
    ]


def test_fields_of_a_nameless_type_inside_a_function_have_no_lines() -> None:
    source = "package a\nfunc F() {\n\trows := []struct {\n\t\tkey string\n\t}{{1}}\n\tg(rows)\n}\n"
    assert not any("key string" in line and not line.startswith("3") for line in shown("a.go", source))


def test_a_parameter_that_is_a_field_does_not_stand_between_a_constructor_and_its_steps() -> None:
    source = "class A {\n  constructor(public f: F) {\n    this.y = f\n    send(f)\n  }\n}\n"
    assert [line.split()[0] for line in shown("a.ts", source, whole=True)] == ["1", "2", "3", "4"]
