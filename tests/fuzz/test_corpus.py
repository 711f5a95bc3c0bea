"""Every input that once failed, and those that reach far, again; and as many new ones as a few seconds allow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.corpus import CORPUS, kept
from tests.fuzz.targets import TARGETS, extraction

QUICK = settings(max_examples=60, suppress_health_check=list(HealthCheck))
LANGUAGES = ("python", "javascript", "go", "c", "bash", "json")  # whose queries are compiled in a blink
PIECES = st.sampled_from(
    [
        *("def f(a):\n", "    return g(a)\n", "class A(B):\n", "import a.b as c\n", "from . import *\n", "@d\n"),
        *("function f(a) {\n", "}\n", "const a = (b) => c;\n", "export default ", "#define A(x) \\\n", "\x0c", "\0"),
        *("func (a *A) F() {\n", "package p\n", "struct s { int a; };\n", "/* ", " */", '"""', "'", "`", "\r", "\r\n"),
        *("\u2028", "\x85", "é", "日本", "\ufeff", "((((", "))))", "<<E\n", "E\n", "$(", "{", "[", ": ", ",", " \\\n"),
    ]
)


@pytest.mark.parametrize("path", [path for name in TARGETS for path in kept(name)], ids=lambda path: path.name)
def test_an_input_of_the_corpus(path: Path) -> None:
    TARGETS[path.parent.name](path.read_bytes())


def test_every_folder_of_the_corpus_has_its_target() -> None:
    assert {folder.name for folder in CORPUS.iterdir()} <= TARGETS.keys()


@pytest.mark.parametrize("name", [name for name in TARGETS if name != "extraction"])
@QUICK
@given(data=st.one_of(st.binary(max_size=200), st.text(max_size=100).map(lambda text: text.encode("utf-8", "replace"))))
def test_any_bytes(name: str, data: bytes) -> None:
    TARGETS[name](data)


@QUICK
@given(name=st.sampled_from(LANGUAGES), pieces=st.lists(PIECES, max_size=30))
def test_any_source(name: str, pieces: list[str]) -> None:
    extraction(f"{name}\n{''.join(pieces)}".encode("utf-8", "replace"))


JSON_LINES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10) | st.text(max_size=5) | st.sampled_from(["message", "user", "t1"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    *("kind", "data", "role", "content", "type", "text", "id", "tool_use_id", "input", "name", "turn"),
                    *("time", "source", "file", "to", "version", "symbols", "lines", "line", "depth", "thinking"),
                ]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=20,
)


@QUICK
@given(st.lists(JSON_LINES, max_size=4))
def test_transcripts_and_answers_of_any_shape(values: list[object]) -> None:
    data = "".join(json.dumps(value) + "\n" for value in values).encode()
    TARGETS["transcripts"](data)
    TARGETS["answers"](data)
