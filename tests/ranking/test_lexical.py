"""BM25 over files and over the definitions in a file."""

from __future__ import annotations

from math import log

import pytest

from repomap.model import Definition
from repomap.ranking.lexical import K1, Passages, idf, score_files
from tests.conftest import Repository


def definition(name: str, line: int, end: int, owner: int = -1) -> Definition:
    return Definition(name, "function", line, end, f"def {name}()", "", owner, "", True)


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    assert idf(100, 1) > idf(100, 50) > idf(100, 100) > 0


def test_a_file_scores_as_bm25_says(repo: Repository) -> None:
    repo.write("a.py", "retry = 1\n")
    repo.write("b.py", "other = 1\n")
    index = repo.index()
    found = score_files(index.reader, {"retry": 1.0})
    index.close()

    # both files have the mean length, so tf is 1 × (K1 + 1) / (1 + K1) = 1; one of two files holds the word
    assert found.value["retry"] == pytest.approx(log(1 + 1.5 / 1.5))
    assert found.words == {"a.py": pytest.approx(log(2) * (K1 + 1) / (1 + K1))}


def test_a_word_that_most_messages_hold_weighs_little_though_it_is_rare_in_code(repo: Repository) -> None:
    repo.write("a.py", "fix = 1\n")
    for name in "bcdefgh":
        repo.write(f"{name}.py", "other = 1\n")
    index = repo.index()
    alone = score_files(index.reader, {"fix": 1.0}).value["fix"]
    said = score_files(index.reader, {"fix": 1.0}, said={"fix": 0.5}).value["fix"]
    index.close()

    assert alone == pytest.approx(idf(8, 1))
    assert said == pytest.approx(idf(8, 4))


def test_the_title_and_the_names_that_are_defined_are_scored_apart(repo: Repository) -> None:
    repo.write("a.py", "def retry(): ...\n")
    repo.write("b.py", "x = retry\n")
    repo.write("c.py", "y = other\n")
    index = repo.index()
    found = score_files(index.reader, {"retry": 1.0, "other": 1.0}, frozenset({"retry"}))
    index.close()

    assert found.title.keys() == {"a.py", "b.py"}
    assert found.names.keys() == {"a.py"}


def test_a_word_counts_for_the_innermost_definition() -> None:
    text = b"class A:\n    x = cache\n    def f(self):\n        return retries\n"
    definitions = [definition("A", 1, 4), definition("f", 3, 4, 0)]
    hits, _ = Passages({"cach": 1.0, "retry": 1.0}).counts(text, definitions)

    assert hits == [{"cach": 1}, {"retry": 1}]


def test_the_definition_with_more_of_the_words_scores_more() -> None:
    passages = Passages({"alpha": 2.0, "beta": 1.0})

    both, one, none = passages.scores([{"alpha": 1, "beta": 1}, {"beta": 1}, {}], [10, 10, 10])
    assert both > one > none == 0


def test_a_definition_can_be_measured_against_a_length_that_is_no_files() -> None:
    passages = Passages({"alpha": 1.0})

    # 1 × 1 × (K1 + 1) / (1 + K1 × (1 - b + b × 30 / 60)); the lengths in the file count no more
    expected = (K1 + 1) / (1 + K1 * (1 - 0.4 + 0.4 * 30 / 60))
    assert passages.scores([{"alpha": 1}, {}], [30, 900], 60.0, 0.4) == [pytest.approx(expected), 0.0]


def test_a_file_without_definitions_has_no_scores() -> None:
    assert Passages({"a": 1.0}).scores(*Passages({"a": 1.0}).counts(b"", [])) == []
