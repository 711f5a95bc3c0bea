"""The examples, run as their first lines say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.conftest import Repository
from tests.fake_api import FakeApi, answer, tool_use
from tests.fake_api.fixture import fake_api

__all__ = ["fake_api"]

EXAMPLES = Path(__file__).parent.parent / "examples"
ROOT = EXAMPLES.parent


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A copy of the example repository."""
    return shutil.copytree(EXAMPLES / "shop", tmp_path / "shop", ignore=shutil.ignore_patterns(".*", "__pycache__"))


def example(name: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, os.fspath(EXAMPLES / name), *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": os.fspath(ROOT)}
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment, check=False)


def test_where_to_look_finds_the_bug_by_the_python_api(shop: Path) -> None:
    done = example("where_to_look.py", shop, "a customer is charged twice when the gateway times out")
    lines = done.stdout.splitlines()

    assert (done.returncode, done.stderr) == (0, "")
    assert lines[1].endswith("shop/checkout.py")
    assert any("Checkout._charge" in line for line in lines)
    assert lines[-1].startswith("  shop/checkout.py:31 Checkout.buy (0.9")


def test_an_agent_of_ones_own_greps_before_it_opens(shop: Path, fake_api: FakeApi) -> None:
    fake_api.script(
        answer("I search.", tool_use("grep_pseudocode", {"pattern": "charge"})),
        answer(tool_use("read_lines", {"path": "shop/checkout.py", "first": 34, "last": 41})),
        answer(tool_use("read_lines", {"path": "../secret", "first": 1, "last": 2})),
        "Each try has a new key, so the gateway charges again.",
    )
    done = example("own_agent.py", shop, "Why is a customer charged twice?")

    assert (done.returncode, done.stdout.splitlines()[-1]) == (
        0,
        "Each try has a new key, so the gateway charges again.",
    ), done.stderr
    said = [str(request.body["messages"][-1]["content"]) for request in fake_api.requests]
    assert "shop/checkout.py" in str(fake_api.requests[0].body["system"])
    assert "shop/payments.py:23: def charge(self, card, cents, key) -> str" in said[1]
    assert "38                  return self.gateway.charge(card, cents, key=str(uuid.uuid4()))" in said[2]
    assert "../secret" in said[3]
    assert "'is_error': True" in said[3]


@pytest.fixture
def kept(repo: Repository, tmp_path: Path) -> tuple[Repository, Mapping[str, str]]:
    """A repository whose pseudocode is checked in, and an environment in which `repomap` is on the path."""
    programs = tmp_path / "bin"
    programs.mkdir()
    program = programs / "repomap"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m repomap "$@"\n')
    program.chmod(0o755)
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    repo.write("shop.py", "def sell(item):\n    return item\n")
    subprocess.run(["repomap", "pseudo", "--commit"], cwd=repo.root, env=environment, check=True, capture_output=True)
    repo.git("add", "-A")
    repo.git("commit", "-qm", "one")
    return repo, environment


def test_the_hook_takes_new_pages_into_the_commit(kept: tuple[Repository, Mapping[str, str]]) -> None:
    repo, environment = kept
    hook = repo.root / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    shutil.copy(EXAMPLES / "keep-pseudocode/pre-commit", hook)
    repo.write("shop.py", "def sell(item):\n    return item\n\ndef refund(item): ...\n")
    repo.git("add", "shop.py")
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.invalid", "commit", "-qm", "two"]
    subprocess.run(command, cwd=repo.root, env=environment, check=True, capture_output=True)

    assert repo.git("show", "--name-only", "--format=").split() == ["pseudocode/shop.py.pseudo", "shop.py"]
    assert "def refund(item)" in repo.git("show", "HEAD:pseudocode/shop.py.pseudo")


def test_the_workflow_fails_for_a_page_that_is_not_true(
    kept: tuple[Repository, Mapping[str, str]], tmp_path: Path
) -> None:
    repo, environment = kept
    steps = re.findall(r"- run: (repomap .*)", (EXAMPLES / "keep-pseudocode/workflow.yml").read_text())
    assert steps == ["repomap pseudo check"]

    def check() -> tuple[int, str]:
        clone = tmp_path / "clone"
        shutil.rmtree(clone, ignore_errors=True)
        repo.git("clone", "-q", ".", os.fspath(clone))
        done = subprocess.run(steps[0], shell=True, cwd=clone, env=environment, capture_output=True, text=True)
        return done.returncode, done.stdout

    assert check() == (0, "")
    repo.write("shop.py", "def sell(item, price):\n    return item\n")
    repo.git("commit", "-qam", "forgot the page")
    assert check() == (1, "stale  shop.py\n")


def test_the_shops_own_tests_pass(shop: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
        cwd=shop,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.fspath(shop)},
        check=False,
    )
    assert "1 passed" in done.stdout


def test_every_example_is_listed() -> None:
    listed = (EXAMPLES / "README.md").read_text()

    for path in EXAMPLES.iterdir():
        if path.name not in ("README.md", "__pycache__") and not path.name.startswith("."):
            assert f"]({path.name}" in listed, path.name
