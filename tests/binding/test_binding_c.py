"""References of C and C++ are bound by includes, namespaces and the types of values."""

from __future__ import annotations

import pytest

from repomap.graph.kept import binder_of
from repomap.lookup import Use, references_to
from tests.conftest import Repository


def uses(repo: Repository, name: str) -> list[Use]:
    index = repo.index()
    return references_to(index.reader, binder_of(index), name)


def test_a_cpp_test_is_a_member_of_its_fixture(repo: Repository) -> None:
    repo.write("other.h", "void Reopen();\nclass Other { void Reopen(); };\n")
    repo.write(
        "db_test.cc", "class DBTest {\n public:\n  void Reopen() {}\n};\n\nTEST_F(DBTest, Opens) { Reopen(); }\n"
    )

    assert repo.callees("TEST_F") == [("db_test.cc", "DBTest.Reopen")]


def test_a_cpp_name_is_that_of_the_namespace_around(repo: Repository) -> None:
    repo.write("a.h", "namespace one { inline void open() {} }\nnamespace two { inline void open() {} }\n")
    repo.write("b.h", '#include "a.h"\n')
    repo.write("c.cc", '#include "b.h"\nnamespace two { void run() { open(); one::open(); } }\n')

    assert repo.callees("run") == [("a.h", "two.open"), ("a.h", "one.open")]
    assert {use.confidence for use in uses(repo, "open")} == {0.95}


def test_a_using_declaration_binds_what_it_names(repo: Repository) -> None:
    repo.write("slice.h", "namespace db { class Slice {}; }\n")
    repo.write("other.h", "class Slice {};\n")
    repo.write("c.cc", '#include "slice.h"\nusing db::Slice;\nvoid run() { Slice(); }\n')

    assert repo.callees("run") == [("slice.h", "db.Slice")]


def test_a_header_that_begins_with_a_long_comment_is_read_in_its_language(repo: Repository) -> None:
    repo.write("path.h", "// A remark.\n" * 400 + "\nnamespace files {\nclass Path {};\n}\n")

    assert [use.target for use in uses(repo, "Path")] == []
    assert repo.index().reader.language("path.h") == "cpp"


def test_a_class_with_an_attribute_behind_its_macro_is_a_class(repo: Repository) -> None:
    repo.write("path.hpp", "class API_ [[nodiscard]] FilePath {\n public:\n  FilePath() {}\n};\n")
    repo.write("c.cc", '#include "path.hpp"\nvoid run() { FilePath path; }\n')

    assert [use.target.line for use in uses(repo, "FilePath") if use.path == "c.cc" and use.target] == [1]


@pytest.mark.parametrize(
    "body",
    [
        "Box box(3); box.fill();",
        "auto box = make(); box.fill();",
        "auto* box = new Box; box->fill();",
        "auto box = std::make_unique<Box>(3); box->fill();",
        "auto& box = static_cast<Box&>(any); box.fill();",
        "make().fill();",
        "Alias box; box.fill();",
        "Held held; held.box->fill();",
        "std::vector<Box> boxes; for (auto& box : boxes) box.fill();",
        "each([](Box& box) { box.fill(); });",
    ],
)
def test_a_cpp_method_is_that_of_the_value_s_type(repo: Repository, body: str) -> None:
    repo.write(
        "box.h",
        "class Box { public: explicit Box(int n) {} void fill() {} };\nclass Bag { public: void fill() {} };\n"
        "using Alias = Box;\nstruct Held { std::unique_ptr<Box> box; };\ninline Box make() { return Box(1); }\n",
    )
    repo.write("c.cc", f'#include "box.h"\nvoid run() {{ {body} }}\n')

    assert ("box.h", "Box.fill") in repo.callees("run")
    assert ("box.h", "Bag.fill") not in repo.callees("run")
    assert {use.confidence for use in uses(repo, "fill")} == {0.9}


def test_a_template_s_parameter_is_no_type_of_the_repository(repo: Repository) -> None:
    repo.write("key.h", "typedef int Key;\n")
    repo.write(
        "list.h",
        '#include "key.h"\ntemplate <typename Key, class Less>\nclass List {\n  void put(const Key& key);\n};\n',
    )

    assert [use for use in uses(repo, "Key") if use.target] == []


def test_what_is_called_on_a_container_of_the_library_is_not_the_repository_s(repo: Repository) -> None:
    repo.write("stack.h", "class Stack { public: void push_back(int x) {} int size() { return 0; } };\n")
    repo.write("c.cc", '#include "stack.h"\nvoid run(std::vector<int>& all) { all.push_back(all.size()); }\n')

    assert [path for path, _ in repo.callees("run") if path] == []


def test_a_class_behind_a_macro_is_a_class_also_when_it_reads_like_a_function(repo: Repository) -> None:
    repo.write("options.hpp", "struct DB_API Options {\n  Options();\n  bool sync;\n};\n")
    repo.write("c.cc", '#include "options.hpp"\nvoid run() { Options options; }\n')

    assert [use.confidence for use in uses(repo, "Options") if use.path == "c.cc"] == [0.95]


def test_a_long_chain_of_typedefs_ends_no_map(repo: Repository) -> None:
    chain = "".join(f"typedef kind{number + 1} kind{number};\n" for number in range(400))
    repo.write("a.hpp", chain + "class kind400 { public: int go(); };\n")
    repo.write("c.cpp", '#include "a.hpp"\nint f(kind395 x) { return x.go(); }\nint g(kind0 x) { return x.go(); }\n')

    assert ("a.hpp", "kind400.go") in repo.callees("f")
    assert repo.callees("g")  # too far to follow, but no error


def test_template_heads_without_end_are_read_once(repo: Repository) -> None:
    repo.write("a.cpp", "int z = 0\n" + "template<\n" * 20_000 + ";\nvoid f() {}\nvoid g() { f(); }\n")

    assert repo.index().reader.rows["a.cpp"].content
