"""A signature is one line that reads right: brackets are never cut open, braces and bodies are left out."""

from __future__ import annotations

import pytest

from repomap.extract import extract
from repomap.signature import MAX_SIGNATURE


def signatures(language: str, source: str) -> list[str]:
    return [definition.signature for definition in extract(language, source.encode()).definitions]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("type A<\n  P = {},\n  D extends Record<string, C> = {},\n> = Base<\n  P,\n  D\n>\n",
         "type A<P = {}, D extends Record<string, C> = {}> = Base<P, D>"),
        ("export interface A<\n  P,\n  D,\n> {}\n", "export interface A<P, D>"),
        ("type T<A> = A extends { a: 1 } ? { b: 2 } : never\n", "type T<A> = A extends {…} ? {…} : never"),
        ("const getter = () => read()\n", "const getter = () =>"),
        ("const add = async (a: number): Promise<number> => a\n", "const add = async (a: number): Promise<number> =>"),
        ("const later = x => x\n", "const later = x =>"),
        ("const empty = {}\n", "const empty = {}"),
        ("const routes = [{ path: 'a' }, { path: 'b' }, { path: 'c' }]\n", "const routes = [{…}, …]"),
    ],
)  # fmt: skip
def test_a_typescript_signature_keeps_its_brackets_together(source: str, expected: str) -> None:
    assert signatures("typescript", source)[0] == expected


def test_a_long_signature_is_cut_between_parts_and_closes_its_brackets() -> None:
    parameters = [f"Parameter{number} extends Record<string, any> = any" for number in range(20)]
    lines = ",\n  ".join(parameters)
    text = signatures("typescript", f"type Options<\n  {lines}\n> = Base\n")[0]

    assert len(text) <= MAX_SIGNATURE
    assert text == f"type Options<{', '.join(parameters[:4])}, Parameter4 extends Record<string, …>>"


def test_a_long_parameter_list_is_cut_after_a_parameter() -> None:
    parameters = ", ".join(f"parameter_{number}: int = (1, 2)" for number in range(20))
    text = signatures("python", f"def f({parameters}) -> None: ...\n")[0]

    assert text.endswith(": int = (1, 2), …)")
    assert text.count("(") == text.count(")")


def test_a_long_text_outside_brackets_is_cut_anywhere() -> None:
    assert signatures("python", f'NAME = "{"(a, b" * 100}"\n')[0].endswith("…")
    assert ")" not in signatures("python", f'NAME = "{"(a, b" * 100}"\n')[0]
