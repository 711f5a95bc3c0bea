"""Ignore files: every verdict is git's own, and no line can make a match slow."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from repomap.files.ignore import PatternFile, Rules, decode_lines, parse_patterns


def ignored(lines: list[str], path: str) -> bool:
    """Say whether a root `.gitignore` of these lines leaves out the file `path`, its folders asked first."""
    rules = Rules().with_file(".gitignore", PatternFile(parse_patterns(lines)))
    parts = path.split("/")
    steps = ["/".join(parts[: count + 1]) for count in range(len(parts))]
    return any(rules.ignore(step, folder=step != path) for step in steps)


@pytest.mark.parametrize(
    ("line", "path", "expected"),
    [
        ("*.pyc", "a/b/x.pyc", True),
        ("*.pyc", "x.pyc.txt", False),
        ("build/", "build/x", True),
        ("build/", "src/build/x", True),
        ("build/", "build", False),
        ("/build", "build", True),
        ("/build", "src/build", False),
        ("docs/*.txt", "docs/a.txt", True),
        ("docs/*.txt", "docs/old/a.txt", False),
        ("docs/*.txt", "src/docs/a.txt", False),
        ("**/logs", "a/b/logs/x", True),
        ("**/logs", "logs", True),
        ("a**/b", "ab", True),  # git reads what follows the literal part as if it began the line
        ("a**/b", "ax/y/b", True),
        ("a**/b", "axb", False),
        ("x/a**/*", "x/a", True),
        ("a**b/c", "axb/c", True),
        ("a**b/c", "ax/b/c", False),
        ("a/**/z", "a/z", True),
        ("a/**/z", "a/b/c/z", True),
        ("a/**", "a/b", True),
        ("a/**", "a", False),
        ("foo/*", "foo", False),
        ("[ab].c", "b.c", True),
        ("[!ab].c", "b.c", False),
        ("[[:digit:]]x", "7x", True),
        ("?", "é", True),
        ("\\#x", "#x", True),
        ("#x", "#x", False),
        ("\\!x", "!x", True),
        ("x ", "x", True),
        ("x\\ ", "x ", True),
        ("x\\", "x\\", False),
        ("[x", "[x", False),
        ("!", "!", False),
        ("/", "a", False),
        ("*.py", "a\nb.py", True),
        ("x", "two\nlines/x", True),
        ("*.py", "a.py\n", False),
    ],
)
def test_a_line_means_what_it_means_to_git(line: str, path: str, expected: bool) -> None:
    assert ignored([line], path) is expected


def test_the_last_line_that_matches_decides() -> None:
    assert not ignored(["*.log", "!keep.log"], "keep.log")
    assert ignored(["!keep.log", "*.log"], "keep.log")


def test_only_python_files_can_be_let_through() -> None:
    lines = ["*", "!*/", "!*.py"]
    assert not ignored(lines, "src/app/a.py")
    assert ignored(lines, "src/app/a.txt")


def test_a_file_in_an_ignored_folder_cannot_be_taken_back() -> None:
    assert ignored(["build", "!build/keep.txt"], "build/keep.txt")


def test_the_nearest_ignore_file_decides() -> None:
    rules = Rules().with_file(".gitignore", PatternFile(parse_patterns(["*.log"])))
    inner = rules.with_file(".gitignore", PatternFile(parse_patterns(["!a.log", "/b"]), base="src/"))
    assert rules.ignore("src/a.log", folder=False)
    assert not inner.ignore("src/a.log", folder=False)
    assert inner.ignore("src/b", folder=False)
    assert not inner.ignore("src/deep/b", folder=False)


def test_a_file_above_the_root_sees_the_way_down_to_it() -> None:
    rules = Rules().with_file(".gitignore", PatternFile(parse_patterns(["/app/*.log"]), lead="app/"))
    assert rules.ignore("a.log", folder=False)
    assert not rules.ignore("deep/a.log", folder=False)


def test_one_kind_of_ignore_file_cannot_take_back_what_another_ignores() -> None:
    rules = Rules().with_file(".gitignore", PatternFile(parse_patterns([".env"])))
    rules = rules.with_file(".repomapignore", PatternFile(parse_patterns(["!.env"])))
    assert rules.ignore(".env", folder=False)
    assert not rules.only([".repomapignore"]).ignore(".env", folder=False)


def test_lines_are_split_as_git_splits_them() -> None:
    assert decode_lines(b"\xef\xbb\xbfa\r\nb\x0cc\n\xff") == ["a", "b\x0cc", "\udcff"]


@pytest.mark.parametrize("line", ["*a" * 60 + "b", "**/a/" * 60 + "b", "?*" * 100 + "b", "[a-b]*" * 60 + "c"])
def test_a_hostile_line_is_answered_at_once(line: str) -> None:
    # With ordinary backtracking each of these takes longer than the universe is old.
    assert not ignored([line], "a" * 255)
    assert not ignored([line], "a/" * 300 + "a")


NAMES = st.sampled_from(
    ["a", "b", "ab", "abc", "*", "]", "\\", "-", "a b", "a ", "\n", "a\nb", "#a", "!a", "9", "^", "[a"]
)
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)
PIECES = st.sampled_from(
    [
        *("a", "b", "*", "**", "?", "/", "**/", "/**", "!", "#", " ", "\\ ", "\\*", "\\a"),
        *("[ab]", "[!a]", "[^b]", "[a-c]", "[[:alpha:]]", "[![:digit:]-]", "[]a]", "[\\]]", "[c-a]", "[]-a]"),
    ]
)
LINES = st.lists(st.lists(PIECES, min_size=1, max_size=5).map("".join), min_size=1, max_size=3)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    folder: Path = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", folder], check=True)
    return folder


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=LINES, paths=st.lists(PATHS, min_size=5, max_size=12, unique=True))
@example(lines=["a**//"], paths=["a", "a/a", "a/b/c", "ab", "ab/a"])
@example(lines=["a**//b"], paths=["a", "a/b", "a/c", "ab", "a/a/b"])
def test_random_lines_are_judged_as_git_judges_them(repository: Path, lines: list[str], paths: list[str]) -> None:
    (repository / ".gitignore").write_text("\n".join(lines), newline="\n")
    question = "".join(f"./{path}\0" for path in paths).encode()
    command = ["git", "-C", str(repository), "-c", "core.excludesFile=", "check-ignore", "-z", "--no-index", "--stdin"]
    answer = subprocess.run(command, input=question, capture_output=True).stdout.decode().split("\0")

    assert {f"./{path}" for path in paths if ignored(lines, path)} == set(answer[:-1])
