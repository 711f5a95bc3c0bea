"""A signature is one line that reads right: brackets are never cut open, braces and bodies are left out."""

from __future__ import annotations

import pytest

from repomap.extraction.extract import extract
from repomap.extraction.signature import MAX_SIGNATURE


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


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        ("java", b"@Old(1) // kept for the tests\npublic class Tool {}", "public class Tool"),
        ("java", b"@Old // one\n/* two\n */\n@Safe // three\nclass Tool {}", "class Tool"),
        ("rust", b"#[inline] // it is hot\npub fn run() {}", "pub fn run()"),
        ("csharp", b"[Old] // kept\n[Safe]\nclass Tool {}", "class Tool"),
        ("c", b"#define LIMIT 3 // no more\n", "#define LIMIT 3"),
        ("csharp", b"#if OLD\n[Serializable]\n#endif\npublic class Tool {}", "public class Tool"),
        ("csharp", b"[Case(Of = [typeof(A)], Most = 3)]\npublic class Tool {}", "public class Tool"),
        ("kotlin", b'@Old("a", with = Other(text = "b()", of = c(d)))\nfun run() {}', "fun run()"),
        ("kotlin", b'@get:Named("old") val size: Int = 3', "val size: Int = 3"),
    ],
)
def test_a_remark_behind_an_attribute_is_no_part_of_the_signature(name: str, source: bytes, expected: str) -> None:
    assert extract(name, source).definitions[0].signature == expected


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        ("javascript", b"class A {\n  async #load(\n    a, // one\n    b\n  ) {}\n}", "async #load(a, b)"),
        ("scala", b"object A {\n  def #::(\n    a: Int\n  ): Int = 3\n}", "def #::(a: Int): Int"),
        ("python", b"def run(\n    a,  # one\n    b,\n):\n    pass\n", "def run(a, b)"),
        ("dart", b"class A {\n  Map<String, dynamic /*or a number*/ > all;\n}", "Map<String, dynamic> all"),
        ("c", b"void run(int /* a */, char *b) {}", "void run(int, char *b)"),
        ("javascript", b"const glob = './**/*.js'", "const glob = './**/*.js'"),
        ("javascript", b"const glob = find(\n  './**'\n)", "const glob = find('./**')"),
        ("elixir", b'def a(x),\n  do: "is #{x}"', 'def a(x), do: "is #{x}"'),
    ],
)
def test_only_what_is_a_comment_in_the_language_is_left_out(name: str, source: bytes, expected: str) -> None:
    assert expected in [definition.signature for definition in extract(name, source).definitions]


def test_a_signature_holds_no_control_characters() -> None:
    assert extract("python", b"RED = '\x1b[31m'\n").definitions[0].signature == "RED = '[31m'"


def test_an_elixir_struct_shows_its_fields_on_lines_of_their_own() -> None:
    found = extract("elixir", b"defmodule A do\n  defstruct [\n    :one,\n    :two\n  ]\nend\n").definitions
    assert found[1].signature == "defstruct [:one, :two]"


def test_the_last_of_many_names_in_a_declaration_is_in_its_own_signature() -> None:
    names = ", ".join(f"*reply_{number}" for number in range(60))
    found = extract("c", f"struct shared {{\n  robj {names};\n}};\n".encode()).definitions
    assert found[1].signature.startswith("robj *reply_0, *reply_1, ")
    assert (found[60].name, found[60].signature) == ("reply_59", "robj … reply_59")


def test_each_of_several_go_fields_in_one_line_has_a_signature_of_its_own() -> None:
    found = extract("go", b"package m\ntype P struct {\n\tX, Y int\n}\n").definitions
    assert [definition.signature for definition in found[1:]] == ["X int", "Y int"]


@pytest.mark.parametrize(("before", "after"), [("find({", ")"), ("[{", "]"), ("make([{", "])")])
def test_a_long_value_is_cut_in_its_braces_and_closed(before: str, after: str) -> None:
    lines = "".join(f"  key{number}: 'a value of some length',\n" for number in range(80))
    found = extract("typescript", f"export const App = {before}\n{lines}}}{after}\n".encode()).definitions
    assert found[0].signature == f"export const App = {before[:-1]}{{…}}{after}"
