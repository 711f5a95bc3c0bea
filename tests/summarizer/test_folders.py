"""A sentence for every folder: in the heads of its pages, by a model where nobody has written one, never older."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import summarizer
from summarizer.library import library
from summarizer.lines import open_lines
from summarizer.model import Model, model_name
from summarizer.refresh import Limits, Report
from summarizer.refresh import refresh as run_refresh
from summarizer.work import jobs_for, plan
from tests.conftest import Repository, Run
from tests.fake_api import FakeApi
from tests.summarizer.conftest import answered

CODE = "def {0}(a):\n    if a:\n        return g(a)\n    return None\n"


def head(repo: Repository, path: str) -> list[str]:
    """Return the head of a page but its first line."""
    text = summarizer.pseudocode(repo.root, path)
    return [line for line in text.splitlines()[1:] if line.startswith("# ")]


@pytest.fixture
def shop(repo: Repository) -> Repository:
    repo.write("README.md", "# Shop\n\nSells things to people who need them.\n")
    repo.write("pay/__init__.py", '"""Takes money."""\n')
    repo.write("pay/card.py", CODE.format("charge"))
    for name in ("red", "green", "blue"):
        repo.write(f"till/{name}.py", CODE.format(name))
    return repo


def test_a_page_names_the_folder_and_the_repository_it_is_in(shop: Repository) -> None:
    assert head(shop, "pay/card.py") == [
        "# defines charge",
        "# folder: Takes money. · repository: Sells things to…",
    ]
    assert head(shop, "pay/__init__.py")[1] == "# repository: Sells things to…"
    assert head(shop, "till/red.py")[1].startswith("# folder: blue, green, red · ")


def test_an_edit_rewrites_the_heads_of_its_folder_only_when_the_sentence_is_another(shop: Repository) -> None:
    head(shop, "pay/card.py")
    mirror = shop.root / ".repomap/pseudocode"
    others = [mirror / f"{name}.pseudo" for name in ("till/green.py", "pay/card.py")]
    before = [place.stat().st_ino for place in others]
    shop.write("till/red.py", CODE.format("red") + "\nx = 1\n")
    head(shop, "till/red.py")
    assert [place.stat().st_ino for place in others] == before
    shop.write("till/red.py", CODE.format("scarlet"))
    head(shop, "till/red.py")
    assert "folder: blue, green, scarlet" in others[0].read_text()
    assert others[1].stat().st_ino == before[1]
    shop.write("pay/__init__.py", '"""Takes cards."""\n')
    head(shop, "till/red.py")
    assert "folder: Takes cards." in others[1].read_text()


def test_a_folder_that_is_gone_is_named_no_more(shop: Repository) -> None:
    (shop.root / "README.md").unlink()
    assert "# repository: holds pay, till" in head(shop, "pay/__init__.py")
    for place in (shop.root / "till").iterdir():
        place.unlink()
    assert "# repository: holds pay" in head(shop, "pay/__init__.py")


def refresh(repo: Repository, **limits: Any) -> Report:
    with library(repo.root, anchored=True) as found:
        return run_refresh(found, jobs_for(found, model_name()), Model(model_name()), Limits(**limits))


def asked_folders(api: FakeApi) -> list[str]:
    texts = [request.body["messages"][0]["content"] for request in api.messages]
    return [text.splitlines()[0] for text in texts if text.startswith("F1: ")]


def test_a_model_writes_about_folders_that_say_nothing_and_once(shop: Repository, fake_api: FakeApi) -> None:
    fake_api.fallback = answered()
    report = refresh(shop)
    assert (report.folders, asked_folders(fake_api)) == (1, ["F1: till"])
    assert "folder: What till is all about" in head(shop, "till/red.py")[1]
    assert "folder: Takes money." in head(shop, "pay/card.py")[1]
    assert summarizer.summaries(shop.root)["till"] == "What till is all about"
    assert report.calls == len(fake_api.messages)
    refresh(shop)
    assert len(asked_folders(fake_api)) == 1
    shop.write("till/more.py", '"""Gives change."""\n')
    assert refresh(shop).folders == 1


def test_folders_are_in_the_plan_and_within_the_limit_of_calls(shop: Repository, fake_api: FakeApi) -> None:
    fake_api.fallback = answered()
    with library(shop.root, anchored=True) as found:
        assert plan(found, model_name()).folders == 1
    report = refresh(shop, calls=4)
    assert (report.calls, report.folders) == (4, 0)
    assert "4 calls" in report.stopped
    assert head(shop, "till/red.py")[1].startswith("# folder: holds blue, green, red · ")


@pytest.mark.parametrize(
    "text", ["prose about it", "", "word", "What this file is for.", "Sure, here is the sentence", "x y" * 90]
)
def test_a_bad_sentence_about_a_folder_is_turned_down(shop: Repository, fake_api: FakeApi, text: str) -> None:
    good = answered()

    def model(body: dict[str, Any]) -> str:
        if not body["messages"][0]["content"].startswith("F1: "):
            return good(body)
        return text if text.startswith("prose") else json.dumps({"folders": [{"id": "F1", "text": text}]})

    fake_api.fallback = model
    report = refresh(shop)
    assert (report.folders, len(asked_folders(fake_api))) == (0, 2)
    assert head(shop, "till/red.py")[1].startswith("# folder: holds blue, green, red · ")


def test_an_answer_makes_old_only_the_pages_it_is_about(shop: Repository) -> None:
    with library(shop.root, anchored=True) as found:
        (anchor,) = next(iter(found.outlines(["pay/card.py"]).values())).anchors.values()
        before = _inodes(found.state)
        assert found.lines is not None
        with found.lines.writing():
            found.lines.keep(anchor.digest, 1, "m", [(0, 0, "takes the money")])
    assert "takes the money" in summarizer.pseudocode(shop.root, "pay/card.py")
    after = _inodes(found.state)
    assert {path for path in before if before[path] != after[path]} == {"pay/card.py.pseudo"}
    lines = open_lines(found.state, create=False)
    assert lines is not None
    lines.close()


def _inodes(state: Path) -> dict[str, int]:
    mirror = state / "pseudocode"
    return {str(place.relative_to(mirror)): place.stat().st_ino for place in mirror.rglob("*.pseudo")}


def test_the_command_says_how_many_folders(shop: Repository, fake_api: FakeApi, run: Run) -> None:
    fake_api.fallback = answered()
    assert ", then 1 folders: " in run("pseudo", "plan").stdout


def test_batches_ask_about_functions_and_then_about_folders_upward(
    shop: Repository, fake_api: FakeApi, run: Run
) -> None:
    for name in ("one", "two", "three"):
        shop.write(f"till/deep/{name}.py", CODE.format(name))
    fake_api.fallback = answered()
    batch = ("pseudo", "refresh", "--batch")
    assert ": 7 requests sent" in run(*batch).stdout
    after_files = run(*batch).stdout
    assert after_files.startswith("7 functions written in 7 calls")
    assert ": 1 requests sent" in after_files
    assert "1 folders written in 1 calls" in run(*batch).stdout
    assert "folder: What till/deep is all about" in head(shop, "till/deep/one.py")[1]
    assert "1 folders written in 1 calls" in run(*batch).stdout
    assert run(*batch).stdout == "nothing to send\n"
    assert "folder: What till is all about" in head(shop, "till/red.py")[1]
    lines = open_lines(shop.root / ".repomap", create=False)
    assert lines is not None
    assert sum(day.calls for day in lines.days()) == 9
    lines.close()


def test_a_batch_asks_twice_about_a_folder_whose_sentence_cannot_be_used(
    shop: Repository, fake_api: FakeApi, run: Run
) -> None:
    good = answered()

    def model(body: dict[str, Any]) -> str:
        return "prose" if body["messages"][0]["content"].startswith("F1: ") else good(body)

    fake_api.fallback = model
    said = [run("pseudo", "refresh", "--batch").stdout for _ in range(5)]
    assert said[4] == "nothing to send\n"
    assert sum("requests sent" in text for text in said) == 3
    assert head(shop, "till/red.py")[1].startswith("# folder: holds blue, green, red · ")
