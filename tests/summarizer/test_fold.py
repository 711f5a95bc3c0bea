"""Which steps stay where there is little room: what is raised in any case, and what is left out is marked."""

from __future__ import annotations

import pytest

from repomap.extraction.extract import read
from repomap.languages import detect
from summarizer.outline import annotate, unpack
from summarizer.page import make_page
from tests.summarizer.test_outline import outlined

PADDING = b"\n\nclass Large:\n" + b"".join(b"    def m%d(self): ...\n" % number for number in range(200))
"""So much that the first function of the file has room for one step."""


def crowded(source: str) -> list[str]:
    """Return the steps of a function of Python in a file where each has room for one."""
    return [line.partition(" ")[2] for line in outlined("a.py", source.encode() + PADDING)]


def test_what_is_raised_stays_where_there_is_no_room() -> None:
    body = "".join(f"    if a{n}:\n        call(a{n})\n        raise Bad{n}(a)\n" for n in range(9))
    assert [line.split("raise ")[1] for line in crowded(f"def f(a):\n{body}") if "raise" in line] == [
        *(f"Bad{n}(a)" for n in range(9))
    ]


def test_what_is_raised_deep_inside_stays_with_what_it_stands_in() -> None:
    source = (
        "def f(a):\n    for x in a:\n        while x:\n            if x.b:\n                raise B(x)\n    return a\n"
    )
    assert crowded(source) == ["for each x in a:", "  while x:", "    if x.b: raise B(x) …"]


def test_a_panic_is_something_raised() -> None:
    source = b'package a\nfunc f(a int) {\n\tif a < 0 {\n\t\tpanic("negative")\n\t}\n\tg(a)\n}\n'
    assert outlined("a.go", source) == ['3 if a < 0: raise panic("negative")', "6 call g(a)"]
    assert outlined("a.rs", b'fn f() {\n    panic!("no");\n}\n') == ['2 raise panic!("no")']


def test_the_message_of_what_is_raised_is_cut_and_not_left_out() -> None:
    source = 'def f(a):\n    raise ValueError("a long message that says " + a + " with all its words" + str(a) + "!")\n'
    (line,) = outlined("a.py", source.encode())
    assert line.startswith('2 raise ValueError("a long')
    assert line.endswith("…")


@pytest.mark.parametrize("made", ["return (a) => {", "return wrap(async (a) => {"])
def test_a_throw_inside_a_function_that_is_a_value_is_found(made: str) -> None:
    end = "})" if "wrap" in made else "}"
    source = f"function f() {{\n  {made}\n    if (!a) {{\n      throw new Bad(a);\n    }}\n    g(a);\n  {end};\n}}\n"
    assert outlined("a.ts", source.encode())[1:] == ["3   if !a: raise new Bad(a)", "6   call g(a)"]


def test_a_function_that_is_returned_has_its_steps_under_it() -> None:
    go = b"package a\nfunc F(h H) H {\n\treturn func(c *C) {\n\t\tc.x = h\n\t\tsend(c)\n\t}\n}\n"
    assert outlined("a.go", go) == ["3 return function(c *C):", "4   set c.x = h", "5   call send(c)"]
    curried = b"const f = opts => (a, b) => {\n  a.x = b\n  return send(a)\n}\n"
    assert outlined("a.js", curried) == ["1 return function(a, b):", "2   set a.x = b", "3   return send(a)"]


def test_an_error_that_is_only_handed_on_makes_way() -> None:
    steps = "\ta, err := open(x)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n" * 8
    made = '\tif a.bad {\n\t\treturn nil, fmt.Errorf("bad %v", a)\n\t}\n'
    found = outlined("a.go", f"package a\nfunc f(x int) {{\n{steps}{made}\treturn a, nil\n}}\n".encode())
    assert not any("return nil, err" in line for line in found)
    assert any('if a.bad: return nil, fmt.Errorf("bad %v", a)' in line for line in found)


def test_code_under_a_condition_of_the_preprocessor_is_read() -> None:
    source = b"int f(int a) {\n#if X\n  if (a)\n    h(a);\n#else\n  k(a);\n#endif\n  return a;\n}\n"
    assert outlined("a.c", source) == ["3 if a: call h(a)", "6 call k(a)", "8 return a"]


def test_a_throw_inside_a_function_with_a_name_is_not_said_twice() -> None:
    source = b"function f() {\n  const g = (a) => {\n    throw new Bad(a);\n  };\n  return g;\n}\n"
    assert [line for line in outlined("a.ts", source) if "raise" in line] == ["3 raise new Bad(a)"]
    assert not any("g = " in line for line in outlined("a.ts", source))


def test_one_step_of_several_does_not_read_as_the_whole_body() -> None:
    assert crowded("def f(a):\n    b(a)\n    c(a)\n    return d(a)\n") == ["… return d(a)"]
    assert crowded("def f(a):\n    self.b = a\n    c(a)\n    d(a)\n") == ["set self.b = a …"]
    assert crowded('def f(a):\n    """It."""\n    return d(a)\n') == ["return d(a)"]


def test_a_head_whose_steps_are_left_out_says_so() -> None:
    source = b"def f(a):\n    for x in a:\n        if x:\n            b(x)\n"
    assert outlined("a.py", source + PADDING[:900])[-1].endswith(" …")


def test_a_throw_in_a_value_outside_of_all_functions_is_found() -> None:
    source = (
        b"export const router = make({\n  get: wrap(() => {\n    if (a) {\n      throw new Bad(a);\n    }\n  }),\n});\n"
    )
    assert [line for line in outlined("a.ts", source) if "raise" in line] == ["3 if a: raise new Bad(a) …"]


def test_a_throw_in_a_method_without_a_name_is_found() -> None:
    source = b"function f() {\n  return {\n    *[Symbol.iterator]() {\n      throw new Bad(a);\n    },\n  };\n}\n"
    assert [line for line in outlined("a.ts", source) if line.endswith("raise new Bad(a)")] == ["4   raise new Bad(a)"]


def test_a_word_in_a_comment_or_a_text_raises_nothing() -> None:
    assert outlined("a.ts", b'// throw it\nexport const a = "throw new Bad(a)";\n') == []


def test_a_helper_in_a_class_named_for_tests_keeps_what_it_raises() -> None:
    source = b"class UnitTestCase:\n    def run(self):\n        if a:\n            raise Bad(a)\n"
    assert outlined("a.py", source) == ["3 if a: raise Bad(a)"]


def test_what_a_test_raises_is_said() -> None:
    assert outlined("a.py", b"def test_a():\n    b()\n    if c:\n        raise Skip(c)\n") == [
        "3 … if c: raise Skip(c)"
    ]
    source = b'package a\nfunc TestA(t *testing.T) {\n\tif a {\n\t\tpanic("no")\n\t}\n}\n'
    assert outlined("a.go", source) == ['3 if a: raise panic("no")']


@pytest.mark.parametrize(
    ("name", "source", "last"),
    [
        ("a.py", "import b\nif not b:\n    raise Bad(b)\n\ndef f(): ...\n\nraise Worse\n", 7),
        ("a.ts", "if (!b) {\n  throw new Bad(b)\n}\nconst a = 1\nit('x', () => {\n  throw new Worse()\n})\n", 6),
    ],
)
def test_what_a_module_raises_outside_of_all_definitions_is_said(name: str, source: str, last: int) -> None:
    language = detect(name, source.encode())
    assert language
    reading = read(language, source.encode())
    page = make_page("", reading.extracted.definitions, unpack(annotate(reading)), "", {})
    raised = [line for line in page.lines if "raise " in line.text]
    assert ["Bad" in raised[0].text, "Worse" in raised[1].text, len(raised)] == [True, True, 2]
    assert [page.lines[line.scope] for line in raised] == raised
    assert [line.number for line in page.lines] == sorted(line.number for line in page.lines)
    assert raised[1].number == last


def test_a_function_of_an_empty_try_has_no_steps() -> None:
    source = "def f(a):\n    try:\n        def g(): ...\n    finally:\n        pass\n    x = 1\n    y = 2\n"
    assert len(crowded(source)) <= 1
    assert len(crowded("def f(a):\n    try:\n        pass\n    except E:\n        pass\n" + "    z = 1\n" * 90)) <= 3


def test_a_function_with_one_bare_argument_names_it() -> None:
    source = b"class A {\n  F G() {\n    return e -> {\n      send(e);\n      return e;\n    };\n  }\n}\n"
    assert outlined("A.java", source) == ["3 return function e:", "4   call send(e)", "5   return e"]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.c", "int f(int a) {\n#pragma omp(4)\n#define TWICE(x) ((x) + (x))\n  send(a);\n#undef TWICE\n}\n"),
        (
            "a.cs",
            "class A {\n void F() {\n#region All (of it)\n  send(A);\n#pragma warning disable CA1\n#endregion\n }\n}\n",
        ),
        ("a.swift", "func f() {\n\n#if !os(macOS)\n  send(a)\n#endif\n}\n"),
    ],
)
def test_what_is_said_to_the_preprocessor_is_no_step(path: str, source: str) -> None:
    assert outlined(path, source.encode()) == [f"4 call send({'A' if path == 'a.cs' else 'a'})"]


def test_an_operator_that_acts_is_a_step() -> None:
    source = b'def f(a: Buffer): String = {\n  if (a.isEmpty) a += "none"\n  actor ! a\n  a.text\n}\n'
    assert outlined("a.scala", source) == ['2 if a.isEmpty: a += "none"', "3 call actor ! a", "4 return a.text"]


def test_a_function_of_a_dozen_lines_tells_its_loop_beside_what_it_sets_and_returns() -> None:
    source = (
        "def full_clean(self, exclude, validate):\n"
        "    errors = {}\n"
        "    for field in self.fields:\n"
        "        if field.name in exclude:\n"
        "            continue\n"
        "        value = getattr(self, field.name)\n"
        "        try:\n"
        "            self.data[field.name] = field.clean(value)\n"
        "        except Refused as refused:\n"
        "            errors[field.name] = refused\n"
        "    if validate and not errors:\n"
        "        self.check_unique(exclude=exclude)\n"
        "    self.errors = errors\n"
        "    return self.data\n"
    )
    assert crowded(source) == [
        "for each field in self.fields:",
        "  try: set self.data[field.name] = field.clean(value)",
        "set self.errors = errors",
        "… return self.data",
    ]
