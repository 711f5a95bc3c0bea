"""Which files and definitions a task finds first."""

from __future__ import annotations

import pytest

from repomap import RepoMap
from repomap.files.roles import role
from repomap.ranking.neighbours import subjects
from tests.conftest import Repository


def files(repo: Repository, query: str, history: bool = True) -> list[str]:
    return [file.path for file in RepoMap(repo.root).files(query, history=history).files]


def test_the_file_that_holds_the_words_is_first(repo: Repository) -> None:
    repo.write("net.py", "def retry_request(count):\n    backoff = count\n")
    repo.write("draw.py", "def circle(radius):\n    return radius\n")

    assert files(repo, "the backoff of a retry is too short")[0] == "net.py"


def test_a_test_ranks_below_the_source_it_serves(repo: Repository) -> None:
    repo.write("cache.py", "def evict(entry):\n    drop(entry)\n")
    repo.write("tests/test_cache.py", "def test_evict():\n    evict(entry)\n    evict(entry)\n")

    assert files(repo, "evict drops the wrong entry") == ["cache.py", "tests/test_cache.py"]


def test_a_test_that_says_more_stays_below_the_source(repo: Repository) -> None:
    repo.write("cache.py", "def evict(entry): ...\n")
    repo.write("tests/test_eviction.py", "def test_eviction_of_stale_session_tokens():\n    session, token = stale\n")

    assert files(repo, "eviction of stale session tokens")[0] == "cache.py"


def test_one_definition_with_all_the_words_says_more_than_some_in_each(repo: Repository) -> None:
    together = "def check(a):\n    a.stale(a.session.token)\n\ndef two(): ...\n\ndef three(): ...\n"
    apart = "def check(a):\n    a.stale\n\ndef two():\n    a.session\n\ndef three():\n    a.token\n"
    repo.write("y.py", together)
    repo.write("x.py", apart)

    assert files(repo, "a stale session token")[0] == "y.py"


def test_a_file_after_large_ones_is_read(repo: Repository) -> None:
    for name in ("render_thumbnail", "thumbnail_render"):
        repo.write(f"{name}.py", "def render():\n    thumbnail = 1\n" * 5 + f"{' ' * 99}\n" * 7_000)
    repo.write("z.py", "def render():\n    thumbnail = 1\n")

    assert "z.py\n def render\n" in RepoMap(repo.root).map(tokens=400, query="thumbnail of render").text


def test_a_path_in_the_task_counts(repo: Repository) -> None:
    for name in ("a", "b", "c"):
        repo.write(f"src/{name}/store.py", "def load(): ...\n")

    assert files(repo, "load fails in src/b/store.py")[0] == "src/b/store.py"


def test_the_definition_where_a_trace_stops_is_shown_first(repo: Repository) -> None:
    body = "".join(f"def step{number}():\n    return work\n\n" for number in range(30))
    repo.write("run.py", body)
    found = RepoMap(repo.root).map(tokens=30, query='work fails\n  File "run.py", line 56, in it\n')

    assert "def step18()" in found.text  # three lines a function: line 56 is in the nineteenth


def test_what_the_best_file_uses_is_pulled_up(repo: Repository) -> None:
    repo.write("app.py", "from zeta import wrapped\n\ndef handle_upload():\n    return wrapped()\n")
    repo.write("alpha.py", "def lonely(): ...\n")
    repo.write("zeta.py", "def wrapped(): ...\n")

    assert files(repo, "upload is not handled") == ["app.py", "zeta.py", "alpha.py"]


def test_commit_messages_find_files_unless_history_is_off(repo: Repository) -> None:
    repo.write("alpha.py", "x = 1\n")
    repo.write("zeta.py", "x = 1\n")
    repo.git("add", "alpha.py")
    repo.git("commit", "-q", "-m", "Start")
    repo.git("add", "zeta.py")
    repo.git("commit", "-q", "-m", "Repair the thumbnails")

    assert files(repo, "thumbnails are broken")[0] == "zeta.py"
    assert files(repo, "thumbnails are broken", history=False)[0] == "alpha.py"


@pytest.mark.parametrize(
    "query", ["x = 1\n" * 40_000, "", "缓存过期时间不正确", "?!<>|{}[]", "see nowhere/at/all.py and gone.rs:12"]
)
def test_any_text_gives_a_map_within_the_budget(repo: Repository, query: str) -> None:
    for number in range(20):
        repo.write(f"f{number}.py", f"def name{number}(x): ...\n")

    assert 0 < RepoMap(repo.root).map(tokens=100, query=query).tokens <= 100


def test_a_test_finds_the_nearest_file_it_is_named_after() -> None:
    paths = ["a/cache.py", "b/cache.py", "a/tests/test_cache.py"]

    assert subjects(["a/tests/test_cache.py"], paths) == {"a/tests/test_cache.py": "a/cache.py"}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("src/app.py", "source"),
        ("tests/app.py", "test"),
        ("src/_pytest/main.py", "source"),
        ("latest/app.py", "source"),
        ("Shop.Core.Tests/Cart.cs", "test"),
        ("AppTests/Cart.swift", "test"),
        ("tests-integration/a.rs", "test"),
        ("pkg/app_test.go", "test"),
        ("vendor/tests/x.go", "vendored"),
        ("docs/conf.py", "docs"),
        ("scripts/release.py", "example"),
        ("api/service.pb.go", "generated"),
    ],
)
def test_a_role_is_told_by_the_path(path: str, expected: str) -> None:
    assert role(path) == expected
