"""What is read out of a task's text."""

from __future__ import annotations

import pytest

from repomap.ranking.task import MAX_WORDS, read_task


def test_words_are_families_of_identifier_parts() -> None:
    words = read_task("parseHTTPRequests drops retries").words

    assert {"pars", "http", "req", "drop", "retry"} == words.keys()


def test_the_title_weighs_more_than_the_text_and_code_less() -> None:
    words = read_task("alpha fails\n\nSee gamma.\n\n```\ndelta()\n```\n").words

    assert words["alpha"] > words["gamma"] > words["delta"] > 0


def test_a_title_that_is_only_a_label_is_passed_over() -> None:
    task = read_task("# Title:\n\nCache is never cleared\n\nlong text")

    assert "cach" in task.title
    assert "titl" not in task.words


def test_names_are_what_is_written_as_such() -> None:
    names = read_task("Call `flush` or saveAll, not open_file; see the store").names

    assert {"flush", "saveAll", "open_file"} <= names
    assert "store" not in names


def test_a_stack_trace_gives_paths_and_lines() -> None:
    task = read_task('Traceback:\n  File "/usr/lib/app/store.py", line 41, in get\nmain.go:17 +0x1f\n')

    assert ("/usr/lib/app/store.py", 41) in task.lines
    assert ("main.go", 17) in task.lines


def test_a_dotted_name_is_a_path_too() -> None:
    assert "requests/packages/urllib3" in read_task("requests.packages.urllib3 leaks").paths


def test_a_message_is_cut_where_its_values_stand() -> None:
    task = read_task("ValueError: cannot open the file 'a.txt' for writing twice\n")

    assert "cannot open the file" in task.messages
    assert "for writing twice" in task.messages


def test_nothing_in_it_is_an_empty_task() -> None:
    assert read_task("").empty
    assert read_task("  \n ... !!! \n").empty
    assert not read_task("", focus=["a.py"]).empty


def test_text_in_other_scripts_has_words() -> None:
    assert read_task("修复缓存过期").words


def test_a_long_log_is_read_at_both_ends() -> None:
    words = read_task("firstword\n" + "x = 1\n" * 50_000 + "lastword\n").words

    assert {"firstword", "lastword"} <= words.keys()


def test_names_that_only_code_has_are_told_from_words() -> None:
    task = read_task("Make resolve() accept Closures like saveAll and open_file do")

    assert task.coded == {"resolve", "saveAll", "open_file"}


def test_a_template_s_remarks_its_headings_and_links_are_no_words_of_the_task() -> None:
    task = read_task(
        "Cache grows\n\n<!-- thanks for reporting -->\n\n### Reproduction\n\nCall it, "
        "see https://example.org/team/shop/blob/main/src/cache.py\n"
    )

    assert {"cach", "grow", "call"} <= task.words.keys()
    assert not {"thank", "report", "reproduc", "exampl", "team", "shop"} & task.words.keys()
    assert any(path.endswith("src/cache.py") for path in task.paths)


@pytest.mark.parametrize("run", [".", "a.", "_", "a", "-", "/", "a/b/", "**", "# ", "<!--", "`", "\n"])
def test_twenty_thousand_of_a_kind_are_read_as_fast_as_words_are(run: str) -> None:
    """A pattern that starts anew at each letter of a run takes ten seconds for these, and the test's patience."""
    task = read_task(f"x{run * (20_000 // len(run))}x")

    assert len(task.words) <= MAX_WORDS
