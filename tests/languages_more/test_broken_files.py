"""What the grammar cannot read hides no definition that stands at the start of a line."""

from __future__ import annotations

import pytest

from repomap.extraction.extract import extract
from repomap.languages import language
from repomap.languages.load import installed_grammars

BROKEN = [
    (
        "sql",
        "\\set ON_ERROR 1\n"
        "CREATE TABLE a (id int) WITH (x.y, z = );\n"
        "CREATE OR REPLACE FUNCTION s.\"B c\"(x int) AS 'M', 'f' LANGUAGE C;\n"
        "-- CREATE TABLE no (id int);\n"
        "CREATE MATERIALIZED VIEW IF NOT EXISTS s.v WITH (t.c = ) AS SELECT 1 GROUP BY WITH NO DATA;\n",
        ["2 a", "3 B c", "5 v"],
    ),
    (
        "pascal",
        "unit u;\nimplementation\nprocedure TA.B(x: Integer);\n{$IFDEF X}\nbegin\n{$ELSE}\nvar y: ) ;\nbegin\n"
        "{$ENDIF}\nend;\n"
        "// function no;\nfunction C: Integer;\nbegin\nend;\nend.\n",
        ["3 B", "12 C"],
    ),
    (
        "groovy",
        "class A extends Spec {\n    Map<String, ?> x\n    def 'should run'() {\n        expect: 1 ~~ [\n    }\n"
        "    private List<Map<String, B>> find(C c) {\n    }\n}\n",
        ["1 A", "6 find"],
    ),
    (
        "powershell",
        "function Get-A {\n    $x = @(\n}\nfunction Get-B($y) {\n}\n",
        ["1 Get-A", "4 Get-B"],
    ),
    (
        "c",
        "enum {\n#define XX(a) A_##a,\nXX(b)\n  } ;)\n"
        "struct item {\n  int size;\n};\ntypedef void (WINAPI *done_cb)(int status);\n"
        "static void printflike(2, 3)\nlog_it(int level, const char *text, ...)\n{\n}\n",
        ["5 item", "8 done_cb", "10 log_it"],
    ),
    (
        "cpp",
        'FLAG(int, size, 8 << , "text");\nint x = (;\n'
        "struct Visitor : Base {\n    bool Null() { return true; }\n    if (x) { y(); }\n};\n"
        "Key::Key(int size) : size_(size) {\n}\n",
        ["3 Visitor", "4 Null", "7 Key"],
    ),
    (
        "typescript",
        "type A = <in T>(x: T) =>> void\nexport interface Store<K> extends Base {\n}\n"
        "declare type Kind =\n  | 'a'\n// type No = 1\n",
        ["2 Store", "4 Kind"],
    ),
    (
        "haskell",
        "module A where\ndata Size = Small = Large\nfold' :: Int -> Int\nfold' x | = 1\nsecond = 2\n",
        ["2 Size", "3 fold'", "5 second"],
    ),
    (
        "fortran",
        "module m\ntype, public :: box\ncontains\nprocedure, private :: WRAP(add)\ngeneric :: put => WRAP(a), &\n"
        "  WRAP(b)\nend type\ncontains\npure integer function size(x)\nend function\nend module\n",
        ["2 box", "5 put", "9 size"],
    ),
    (
        "ruby",
        "class Add<%= name %> < Migration\n  def self.up\n    <%= body %>\n  end\n\n  def down\n  end\nend\n",
        ["1 Add", "2 up", "6 down"],
    ),
]


@pytest.mark.parametrize(("name", "source", "expected"), BROKEN, ids=lambda value: value if len(value) < 12 else "")
def test_a_file_with_errors_still_gives_its_definitions(name: str, source: str, expected: list[str]) -> None:
    if language(name).grammar[0].partition(".")[0] not in installed_grammars():
        pytest.skip(f"the grammar of {name} is not installed")
    found = extract(name, source.encode())

    assert found.errors
    lines = [f"{item.line} {item.name}" for item in found.definitions]
    assert [line for line in expected if line not in lines] == []
    assert not [line for line in lines if line.endswith(" no")]


@pytest.mark.parametrize("name", ["toml", "commonlisp", "powershell"])
def test_bytes_of_an_older_encoding_are_no_obstacle_to_queries_that_look_at_names(name: str) -> None:
    if language(name).grammar[0].partition(".")[0] not in installed_grammars():
        pytest.skip(f"the grammar of {name} is not installed")
    sources = {
        "toml": "# café\n[a]\nné = 1\n",
        "commonlisp": '(defun a (x) (né "é"))\n',
        "powershell": "function a { né 1 } # café\n",
    }

    found = extract(name, sources[name].encode("latin-1"))

    assert [item.name for item in found.definitions] == ["a"]
