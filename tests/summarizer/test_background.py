"""The model catches up behind a live index: most-used first, within one budget, and no page is ever older."""

from __future__ import annotations

import queue

import pytest

from repomap.index import open_index
from summarizer.background import Background
from summarizer.live import LivePages
from summarizer.model import model_name
from summarizer.refresh import Limits
from tests.conftest import Repository
from tests.fake_api import FakeApi
from tests.summarizer.conftest import answered, asked

DEADLINE = 60.0


def body(name: str, *calls: str) -> str:
    return (
        f"def {name}(a):\n    if a:\n        a += 1\n"
        + "".join(f"    {call}(a)\n" for call in calls)
        + "    return a\n"
    )


@pytest.fixture
def code(repo: Repository) -> Repository:
    """`core.hub` is used by all others, which are used by nobody."""
    repo.write("aaa.py", "from core import hub\n\n" + body("alpha", "hub"))
    repo.write("bbb.py", "from core import hub\n\n" + body("beta", "hub"))
    repo.write("core.py", body("hub"))
    repo.write("zzz.py", "from core import hub\n\n" + body("zeta", "hub"))
    return repo


def pages_of(background: Background, count: int) -> list[str]:
    """Wait until so many paths have been written about."""
    paths: list[str] = []
    while len(paths) < count:
        paths += background.pages.get(timeout=DEADLINE)
    return paths


def names(api: FakeApi) -> list[str]:
    return [symbol[1] for request in api.messages for symbol in asked(request.body)]


def test_what_is_used_most_is_asked_about_first(code: Repository, fake_api: FakeApi) -> None:
    fake_api.fallback = answered()
    background = Background(code.root, model_name(), Limits(calls=1), lambda note: None)
    background.wake()
    pages_of(background, 4)
    background.stop()

    assert names(fake_api) == ["hub"]
    assert (background.report.calls, background.report.written) == (1, 1)


def test_the_budget_holds_over_all_edits(code: Repository, fake_api: FakeApi) -> None:
    fake_api.fallback = answered()
    notes: queue.Queue[str] = queue.Queue()
    background = Background(code.root, model_name(), Limits(calls=5), notes.put)
    background.wake()
    pages_of(background, 4)
    code.write("aaa.py", body("gamma"))
    code.write("bbb.py", body("delta"))
    background.wake(["aaa.py", "bbb.py"])

    assert notes.get(timeout=DEADLINE) == (
        "the limit of 5 calls is reached; the outlines are kept true without a model"
    )
    background.stop()
    assert background.report.calls == 5


def test_a_page_shows_the_model_s_lines_once_they_are_taken(code: Repository, fake_api: FakeApi) -> None:
    fake_api.fallback = answered()
    live = LivePages(code.root, anchored=True)
    index = open_index(code.root, None, live.annotator)
    mirror = code.root / ".repomap" / "pseudocode" / "core.py.pseudo"
    try:
        live.take(index, [], [], whole=True)
        assert "the gist of hub" not in mirror.read_text()
        background = Background(code.root, model_name(), Limits(calls=9), lambda note: None)
        background.wake()
        live.take(index, pages_of(background, 4), [], whole=False)
        background.stop()

        assert "the gist of hub" in mirror.read_text()
    finally:
        index.close()
        live.close()


def test_folders_are_asked_about_after_their_files_and_upward(repo: Repository, fake_api: FakeApi) -> None:
    for name in ("red", "green", "blue"):
        repo.write(f"till/ink/{name}.py", body(name))
        repo.write(f"till/{name}s.py", body(f"{name}s"))
    fake_api.fallback = answered()
    live = LivePages(repo.root, anchored=True)
    index = open_index(repo.root, None, live.annotator)
    mirror = repo.root / ".repomap" / "pseudocode" / "till"
    try:
        live.take(index, [], [], whole=True)
        background = Background(repo.root, model_name(), Limits(calls=20), lambda note: None)
        background.wake()
        live.take(index, pages_of(background, 6), [], whole=False)
        background.taken()
        for asked_about in ("till/ink", "till"):
            folders = background.folders.get(timeout=DEADLINE)
            assert folders == (asked_about,)
            live.take_folders(index, folders)
            background.taken()
        background.stop()

        assert "folder: What till/ink is all about" in (mirror / "ink" / "red.py.pseudo").read_text()
        assert "folder: What till is all about" in (mirror / "reds.py.pseudo").read_text()
        assert background.report.calls == len(fake_api.messages) == 8
        assert background.report.folders == 2
    finally:
        index.close()
        live.close()


def test_a_folder_is_asked_about_at_once_when_every_function_is_known(repo: Repository, fake_api: FakeApi) -> None:
    for name in ("red", "green", "blue"):
        repo.write(f"till/{name}.py", f"def {name}(): ...\n")
    fake_api.fallback = answered()
    live = LivePages(repo.root, anchored=True)
    index = open_index(repo.root, None, live.annotator)
    try:
        live.take(index, [], [], whole=True)
        background = Background(repo.root, model_name(), Limits(calls=1), lambda note: None)
        background.wake()
        assert background.folders.get(timeout=DEADLINE) == ("till",)
        background.stop()
    finally:
        index.close()
        live.close()


def test_without_a_key_that_is_said_and_the_outlines_go_on(code: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    notes: queue.Queue[str] = queue.Queue()
    background = Background(code.root, model_name(), Limits(calls=1), notes.put)
    background.wake()

    assert notes.get(timeout=DEADLINE).endswith("the outlines are kept true without a model")
    background.stop()
    assert background.report.calls == 0
