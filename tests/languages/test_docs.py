"""A definition's doc line is what its comment says first, in plain words."""

from __future__ import annotations

import pytest

from repomap.extraction.extract import extract


def doc(language: str, source: str) -> str:
    return extract(language, source.encode()).definitions[0].doc


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("/** @type {import('./types').Handler} */", ""),
        ("/**\n * @param {string} a what it is\n *   and more\n * @returns {number}\n */", ""),
        ("/**\n * @summary Adds two.\n */", "Adds two."),
        ("/** @deprecated use other() */", "@deprecated use other()"),
        ("/**\n * Adds {@link Sum} and <code>two</code>.\n * @param a one\n */", "Adds Sum and two."),
        ("/** if a < b and b > c */", "if a < b and b > c"),
        ("// === Sums ===", "Sums"),
        ("// shows all with --hidden", "shows all with --hidden"),
        ("/* istanbul ignore next -- @preserve */", ""),
        ("// eslint-disable-next-line\n// Adds two.", "Adds two."),
        ("/**\n * ```\n * add(1)\n * ```\n */", "add(1)"),
    ],
)
def test_tags_marks_and_switches_of_linters_are_no_doc_line(comment: str, expected: str) -> None:
    assert doc("javascript", f"{comment}\nfunction add(a, b) {{}}\n") == expected


def test_a_c_sharp_summary_names_what_it_refers_to() -> None:
    comment = '/// <summary>\n/// Gets a <see cref="T:Context"/> from <paramref name="pool"/>.\n/// </summary>\n'
    assert doc("csharp", comment + "class A {}") == "Gets a Context from pool."


def test_a_doxygen_brief_is_the_doc_line() -> None:
    assert doc("c", "/**\n * \\brief Adds two.\n */\nint add(int a) {}") == "Adds two."


def test_rubocop_named_in_a_sentence_is_kept_and_its_switch_is_not() -> None:
    assert doc("ruby", "# RuboCop wants no get_\ndef a; end") == "RuboCop wants no get_"
    assert doc("ruby", "# rubocop:disable Metrics\ndef a; end") == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"""A :py:class:`pluggy.PluginManager` and :func:`run`."""', "A pluggy.PluginManager and run."),
        ('"""\n    .. versionadded:: 8.4\n    """', ""),
        ('"""Adds <b>two</b>."""', "Adds two."),
    ],
)
def test_a_docstring_is_plain_too(text: str, expected: str) -> None:
    assert doc("python", f"class A:\n    {text}\n") == expected


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("java", "class A {\n" + "@a()" * 5000 + " int x;\nvoid f(){}\n}\n"),
        ("c", "// x" + " " * 50_000 + "x\nint f(void) { return 1; }\n"),
        ("c", "// x " + "*" * 50_000 + "x\nint f(void) { return 1; }\n"),
        ("c", "// x" + " ==" * 20_000 + "x\nint f(void) { return 1; }\n"),
    ],
)
def test_a_comment_or_annotation_without_end_is_read_once(name: str, source: str) -> None:
    found = extract(name, source.encode()).definitions
    assert "f" in [definition.name for definition in found]
