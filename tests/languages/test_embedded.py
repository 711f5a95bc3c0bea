"""Code inside other files is read in place: its lines are those of the file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from repomap.extraction.extract import extract
from repomap.languages.embedded import cells, scripts


def definitions(language: str, source: str) -> list[tuple[int, str]]:
    return [(item.line, item.qualified) for item in extract(language, source.encode()).definitions]


@pytest.mark.parametrize(
    ("page", "code"),
    [
        ("<script>a</script>b", "        a          "),
        ("<SCRIPT type='module'>a</SCRIPT >", "                      a          "),
        ('<script setup lang="ts" generic="T extends Map<string, U>">a</script>', " " * 59 + "a" + " " * 9),
        ("<script type=text/template>a</script>", " " * 37),
        ('<script lang="coffee">a</script>', " " * 32),
        ("<!-- <script>a</script> -->", " " * 27),
        ("<!-- <script>a</script>", " " * 23),
        ("<script>a", "        a"),
        ("é\r\n<script>a", "  \r\n        a"),
        ("<scripts>a</scripts>", " " * 20),
    ],
)
def test_all_but_the_scripts_is_blank_and_nothing_moves(page: str, code: str) -> None:
    assert scripts(page.encode()) == code.encode()


def test_a_page_has_its_ids_and_the_functions_of_its_scripts_in_file_order() -> None:
    page = '<p id="top"></p>\n<script>\nclass A {\n  run() { go(); }\n}\n</script>\n<p id="end"></p>\n'
    found = extract("html", page.encode())

    assert [(item.line, item.kind, item.qualified) for item in found.definitions] == [
        (1, "section", "top"),
        (3, "class", "A"),
        (4, "method", "A.run"),
        (7, "section", "end"),
    ]
    assert [item.owner for item in found.definitions] == [-1, -1, 1, -1]
    assert [(use.line, use.name, found.definitions[use.scope].name) for use in found.references] == [(4, "go", "run")]


def notebook(*sources: list[str] | str, kernel: str = "python", **layout: Any) -> bytes:
    content = {
        "cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "source": source} for source in sources],
        "metadata": {"language_info": {"name": kernel}},
    }
    return json.dumps(content, **layout).encode()


def test_a_cells_lines_are_where_the_file_has_them() -> None:
    source = notebook(["def f():\n", "    g()"], ["def h(): ..."], indent=1)
    lines = source.decode().split("\n")

    assert definitions("notebook", source.decode()) == [
        (lines.index('    "def f():\\n",') + 1, "f"),
        (lines.index('    "def h(): ..."') + 1, "h"),
    ]


@pytest.mark.parametrize("layout", [{}, {"indent": None, "separators": (",", ":")}])
def test_a_notebook_without_line_breaks_has_its_cells_one_after_another(layout: dict[str, Any]) -> None:
    source = notebook(["a = 1\n", "b = 2"], ["c = 3"], **layout)
    assert definitions("notebook", source.decode()) == [(1, "a"), (2, "b"), (3, "c")]


def test_cells_written_as_one_text_each_follow_one_another() -> None:
    source = notebook("a = 1\nb = 2", "c = 3", indent=1)
    assert definitions("notebook", source.decode()) == [(1, "a"), (2, "b"), (3, "c")]


def test_magics_are_blank_and_cells_of_other_languages_are_left_out() -> None:
    source = notebook(["%load_ext x\n", "!ls\n", "a = 1"], ["%%bash\n", "b=2"], ["%%time\n", "c = 3"])
    assert cells(source) == b"\n\na = 1\n\n\n\nc = 3\n"


@pytest.mark.parametrize(
    "source",
    [b"", b"{", b"[]", b"{}", b'{"cells": 1}', b'{"cells": [1]}', b'{"cells": [{"cell_type": "code"}]}', b"\xff"],
)
def test_what_is_no_notebook_gives_nothing(source: bytes) -> None:
    assert cells(source) == b""
    assert extract("notebook", source).definitions == ()


def test_a_notebook_of_another_language_gives_nothing() -> None:
    assert cells(notebook(["f <- function() 1"], kernel="R")) == b""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# A\n\ntext\n\n## B\n", [(1, "A"), (5, "A.B")]),
        ("A\n===\n\nB\n---\n", [(1, "A"), (4, "B")]),
        ("```sh\n# no\n```\n# A\n", [(4, "A")]),
        ("~~~\n```\n# no\n~~~\n# A\n", [(5, "A")]),
        ("````\n```\n# no\n````\n# A\n", [(5, "A")]),
        ("---\ntitle: no\n---\n# A\n", [(4, "A")]),
        ("text\n\n---\n\n# A\n", [(5, "A")]),
        ("- item\n---\n# A\n", [(3, "A")]),
        ("#no\n#\tA\n", [(2, "A")]),
        ("# A\r\n\r\nB\r\n---\r\n", [(1, "A"), (3, "A.B")]),
        ("```\n# no\n", []),
        ("", []),
    ],
)
def test_markdown_headings_are_found_outside_code_and_metadata(text: str, found: list[tuple[int, str]]) -> None:
    assert definitions("markdown", text) == found
