"""The outline of one function in each first-class language: the same words, the right lines, checked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from repomap.extraction.extract import read
from repomap.languages import detect
from summarizer.fold import MOST_STEPS
from summarizer.outline import annotate, unpack, whole_outline

SAMPLES = Path(__file__).with_name("samples")


def outlined(name: str, source: bytes, *, whole: bool = False) -> list[str]:
    """Return the steps of every function, each with its line in the file and indented by its depth."""
    language = detect(name, source)
    assert language
    reading = read(language, source)
    definitions = reading.extracted.definitions
    return [
        f"{definitions[place].line + step.line} {'  ' * step.depth}{step.text}"
        for place, steps in sorted((whole_outline(reading) if whole else unpack(annotate(reading))).steps.items())
        for step in steps
    ]


@pytest.mark.parametrize("sample", sorted(path.name for path in SAMPLES.glob("*.[!e]*") if path.suffix != ".steps"))
def test_a_function_reads_as_it_was_checked_by_hand(sample: str) -> None:
    source = (SAMPLES / sample).read_bytes()
    assert (
        outlined(sample, source, whole=True) == (SAMPLES / f"{sample}.steps").read_text(encoding="utf-8").splitlines()
    )


def test_every_first_class_language_has_a_sample() -> None:
    from repomap.languages.first_class import FIRST_CLASS

    samples = {detect(path.name, path.read_bytes()) for path in SAMPLES.iterdir() if path.suffix != ".steps"}
    assert {row.name for row in FIRST_CLASS} <= samples


def test_a_trivial_body_is_one_line() -> None:
    assert outlined("a.py", b"def f(x):\n    return x + 1\n") == ["2 return x + 1"]


def test_a_run_of_locals_is_one_line() -> None:
    source = b"def f(rows):\n    a = 1\n    b = 2\n    c = 3\n    for row in rows:\n        self.total += row\n"
    assert outlined("a.py", source) == ["2 set up 3 locals", "5 for each row in rows: set self.total += row"]


def test_a_long_function_has_few_lines() -> None:
    body = "".join(f"    if a{n}:\n        self.x{n} = g{n}(a{n})\n" for n in range(200))
    assert MOST_STEPS / 2 <= len(outlined("a.py", f"def f(self):\n{body}".encode())) <= MOST_STEPS


def test_a_step_brings_the_branches_it_stands_in() -> None:
    source = b"def f(rows):\n    for row in rows:\n        skip(row)\n        if row.bad:\n            raise Bad(row)\n"
    padding = b"\n\nclass Large:\n" + b"".join(b"    def m%d(self): ...\n" % number for number in range(40))
    assert outlined("a.py", source + padding) == ["2 for each row in rows:", "4   … if row.bad: raise Bad(row)"]


def test_a_test_says_what_it_calls_on_one_line() -> None:
    source = b"def test_pay():\n    a = open_account()\n    for n in range(3):\n        pay(a, n)\n    assert_paid(a)\n"
    assert outlined("a.py", source) == ["2 call open_account, pay"]


def test_a_function_marked_as_a_test_is_one() -> None:
    rust = b"#[tokio::test]\nasync fn sends() {\n    let a = open_account();\n    pay(a, n);\n    assert(a);\n}\n"
    java = (
        b"class A {\n    @Test\n    void sends() {\n        A a = openAccount();\n        a.x = pay(a, 1);\n    }\n}\n"
    )
    assert outlined("a.rs", rust) == ["3 call open_account, pay"]
    assert outlined("A.java", java) == ["4 call openAccount, pay"]
    after = b"#[test]\nfn one() {}\nfn other(a: A) {\n    a.x = pay(a);\n}\n"
    assert outlined("a.rs", after) == ["4 set a.x = pay(a)"]


def test_what_a_closure_does_stands_under_its_call() -> None:
    source = b"function f(xs) {\n  xs.forEach((x) => {\n    this.seen = x;\n    send(x);\n  });\n}\n"
    assert outlined("a.js", source) == ["2 for each x in xs:", "3   set this.seen = x", "4   call send(x)"]


def test_nesting_deeper_than_the_stack_costs_only_that_function() -> None:
    deep = "if a:\n" + "".join("    " + " " * n + "if a:\n" for n in range(1500)) + "     " + " " * 1500 + "pass\n"
    source = f"def f(a):\n    {deep}\ndef g(a):\n    return h(a)\n".encode()
    assert any(line.endswith("return h(a)") for line in outlined("a.py", source))


def test_a_script_block_of_a_page_is_outlined_with_the_lines_of_the_page() -> None:
    source = b"<template/>\n<script>\nfunction f() {\n  return g(1)\n}\n</script>\n"
    assert outlined("a.vue", source) == ["4 return g(1)"]
