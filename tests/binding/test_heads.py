"""What stands first in a path is used, too, and what is imported: `Order.objects.filter` is a use of `Order`."""

from __future__ import annotations

import pytest

from repomap.graph.kept import binder_of
from repomap.lookup import references_to
from tests.conftest import Repository, Run


def _uses(repo: Repository, name: str) -> list[tuple[str, int, str, str | None]]:
    """Return (path, line, kind, path of what is meant) of each use of a name."""
    index = repo.index()
    try:
        found = references_to(index.reader, binder_of(index), name)
        return [(use.path, use.line, use.kind, use.target.path if use.target else None) for use in found]
    finally:
        index.close()


@pytest.mark.parametrize(
    ("path", "definition", "user", "source", "line"),
    [
        ("a.py", "class Foo(Base): ...\n", "b.py", "from a import Foo\ndef f():\n    Foo.objects.get(1)\n", 3),
        ("a.ts", "export class Foo {}\n", "b.ts", "import { Foo } from './a'\n\nFoo.of(1).run()\n", 3),
        (
            "p/Foo.java",
            "package p;\nclass Foo {}\n",
            "p/B.java",
            "package p;\nclass B {\n void f() { Foo.of(); } }\n",
            3,
        ),
        ("Foo.kt", "object Foo\n", "B.kt", "fun f() {\n  Foo.of()\n}\n", 2),
        ("Foo.cs", "public class Foo {}\n", "B.cs", "class B {\n  void F() {\n Foo.Of(); } }\n", 3),
        ("a.swift", "class Foo {}\n", "b.swift", "func f() {\n  Foo.of()\n}\n", 2),
        ("a.scala", "object Foo\n", "b.scala", "object B {\n  def f() = { Foo.of() }\n}\n", 2),
        ("a.dart", "class Foo {}\n", "b.dart", "import 'a.dart';\nvoid f() { Foo.of(); }\n", 2),
        ("a.go", "package a\nvar Foo = 1\n", "b.go", "package a\nfunc f() {\n Foo.Of()\n}\n", 3),
    ],
)
def test_what_something_of_another_library_is_called_on_is_used(
    repo: Repository, path: str, definition: str, user: str, source: str, line: int
) -> None:
    repo.write(path, definition)
    repo.write(user, source)

    assert (user, line, "use", path) in _uses(repo, "Foo")


def test_a_line_names_it_once_and_the_import_is_a_use(repo: Repository) -> None:
    repo.write("a.py", "class Foo(Base): ...\n")
    repo.write("b.py", "from a import Foo as Bar\n\nx = Bar.objects.all().only(Bar.y).get(Bar)\n")

    assert _uses(repo, "Foo") == [("b.py", 1, "import", "a.py"), ("b.py", 3, "use", "a.py")]


def test_a_parameter_that_is_called_like_an_import_is_no_use_of_it(repo: Repository) -> None:
    repo.write("a.py", "class foo: ...\n")
    repo.write("b.py", "from a import foo\ndef f(foo):\n    foo.run()\n")

    assert _uses(repo, "foo") == [("b.py", 1, "import", "a.py")]


def test_a_file_that_only_reads_a_member_of_what_it_imports_is_touched_by_a_change(repo: Repository, run: Run) -> None:
    repo.write("state.py", "class State:\n    READY = 1\n")
    repo.write("run.py", "from state import State\ndef f(s):\n    if s == State.READY: pass\n")
    repo.write("other.py", "import state\n")

    assert run("impact", "state.py").stdout.split() == ["1", "0.95", "run.py"]


@pytest.mark.parametrize(
    ("path", "definition", "user", "source", "lines"),
    [
        (
            "a.py",
            "class State: ...\n",
            "b.py",
            "from a import State\nx = y == State.READY\n# State\nz = 'State'\n",
            [2],
        ),
        ("a.py", "def State(): ...\n", "b.py", "from a import State\nf(State=1)\ng.State\nif x is State: pass\n", [4]),
        (
            "a.ts",
            "export const MODE = 1\n",
            "b.ts",
            "import { MODE } from './a'\nif (x === MODE) {}\nf({ MODE: 1 })\n",
            [2],
        ),
        (
            "a.ts",
            "export const MODE = 1\n",
            "b.ts",
            "import { MODE } from './a'\n\nconst x = { MODE }, y = `MODE`\n",
            [3],
        ),
        (
            "src/a.rs",
            "pub struct Point { x: u8 }\n",
            "src/lib.rs",
            "mod a;\nuse a::Point;\nfn f() { Point { x: 1 }; }\n",
            [3],
        ),
    ],
)
def test_a_use_that_no_query_captures_is_found_where_one_name_is_asked(
    repo: Repository, path: str, definition: str, user: str, source: str, lines: list[int]
) -> None:
    repo.write("Cargo.toml", '[package]\nname = "p"\nversion = "0.1.0"\nedition = "2021"\n')
    repo.write(path, definition)
    repo.write(user, source)
    name = "Point" if user.endswith(".rs") else "MODE" if user.endswith(".ts") else "State"

    assert [line for where, line, kind, _ in _uses(repo, name) if where == user and kind != "import"] == lines


def test_the_line_of_an_import_is_the_one_that_has_the_name(repo: Repository) -> None:
    repo.write("a.py", "class Foo: ...\nclass Bar: ...\n")
    repo.write("b.py", "from a import (\n    Bar,\n    Foo,\n)\n")

    assert _uses(repo, "Foo") == [("b.py", 3, "import", "a.py")]
