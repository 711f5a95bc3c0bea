"""The heads of branches, loops and cases: only a language's own keywords are left out, loops are named right."""

from __future__ import annotations

import pytest

from tests.summarizer.test_outline import outlined


def steps(name: str, source: str) -> list[str]:
    """Return every step without its line number."""
    return [line.partition(" ")[2] for line in outlined(name, source.encode(), whole=True)]


@pytest.mark.parametrize("name", ["when", "do", "case", "end", "loop", "match", "then", "until", "default", "select"])
def test_an_identifier_spelt_like_a_keyword_of_another_language_stays(name: str) -> None:
    assert steps("a.py", f"def f({name}):\n    if {name} == 1:\n        a(b)\n") == [f"if {name} == 1:", "  call a(b)"]
    assert steps("a.py", f"def f({name}):\n    if {name}: raise X\n") == [f"if {name}:", "  raise X"]
    assert steps("a.py", f"def f():\n    while x == {name}:\n        a(b)\n") == [f"while x == {name}:", "  call a(b)"]
    assert steps("a.py", f"def f():\n    for {name} in xs:\n        a(b)\n") == [
        f"for each {name} in xs:",
        "  call a(b)",
    ]


def test_an_identifier_of_go_rust_and_javascript_stays() -> None:
    assert steps("a.go", "package a\nfunc f() {\n\tif when == 1 {\n\t\tg()\n\t}\n}\n") == [
        "if when == 1:",
        "  call g()",
    ]
    assert steps("a.go", "package a\nfunc f() {\n\tif x == match {\n\t\tg()\n\t}\n}\n") == [
        "if x == match:",
        "  call g()",
    ]
    assert steps("a.rs", "fn f() {\n    if when { g(); }\n    h();\n}\n") == ["if when:", "  call g()", "call h()"]
    assert steps("a.js", "function f() {\n  if (until) { g() }\n}\n") == ["if until:", "  call g()"]


def test_a_case_named_like_a_keyword_is_no_other_case() -> None:
    source = "fn f() {\n    match k {\n        when => g(),\n        true => h(),\n        _ => i(),\n    };\n}\n"
    assert steps("a.rs", source)[1:7:2] == ["  case when:", "  case true:", "  else:"]


def test_each_loop_of_go_is_called_what_it_is() -> None:
    loops = ["for n < 3 {", "for {", "for i := 0; i < 3; i++ {", "for _, x := range xs {"]
    source = "package a\nfunc f() {\n" + "".join(f"{loop}\ng()\n}}\n" for loop in loops) + "}\n"
    assert steps("a.go", source)[::2] == [
        "while n < 3:",
        "loop:",
        "for each i := 0; i < 3; i++:",
        "for each _, x in xs:",
    ]


def test_a_switch_without_a_value_is_not_a_select() -> None:
    source = "package a\nfunc f() {\nswitch {\ncase a > 1:\ng()\n}\nselect {\ncase <-c:\ng()\n}\n}\n"
    assert [line for line in steps("a.go", source) if line.startswith("match")] == [
        "match first true:",
        "match first ready:",
    ]


def test_an_attribute_of_rust_is_no_call() -> None:
    assert steps("a.rs", "fn f() {\n    #[cfg(test)]\n    g();\n    h(1);\n}\n") == ["call g()", "call h(1)"]


def test_an_attribute_of_a_case_is_no_part_of_it() -> None:
    source = "fn f() {\n    match k {\n        #[cfg(a)]\n        K::A => g(),\n    }\n}\n"
    assert steps("a.rs", source)[1] == "  case K::A:"


def test_a_negated_head_of_ruby_says_not() -> None:
    source = "def f\n  unless a then b(1) end\n  c(1) unless d\n  until x do y(1) end\n  z = 1\nend\n"
    assert steps("a.rb", source) == [
        "if not a:",
        "  call b(1)",
        "if not d:",
        "  call c(1)",
        "while not x:",
        "  call y(1)",
        "z = 1",
    ]
