"""Fixtures that every test may use: a small repository on disk, and the command line run as a user runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

from repomap.graph.kept import binder_of
from repomap.index import Index, open_index
from repomap.lookup import callees_of, callers_of

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")  # how long an example takes says something of the machine, not of the product


@dataclass
class Repository:
    """A git repository in a temporary folder."""

    root: Path

    def write(self, path: str, text: str | bytes) -> Path:
        """Write a file, making its folders."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
        return file

    def git(self, *arguments: str) -> str:
        """Run git as a fixed author."""
        command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.invalid", *arguments]
        return subprocess.run(command, cwd=self.root, check=True, capture_output=True, text=True).stdout

    def index(self) -> Index:
        """Return the index, up to date."""
        return open_index(self.root)

    def callees(self, name: str) -> list[tuple[str | None, str]]:
        """Return (path, name) of what `name` calls."""
        index = self.index()
        try:
            return [(call.callee.path, call.callee.name) for call in callees_of(index.reader, binder_of(index), name)]
        finally:
            index.close()

    def callers(self, name: str) -> list[tuple[str | None, str]]:
        """Return (path, name) of what calls `name`."""
        index = self.index()
        try:
            return [(call.caller.path, call.caller.name) for call in callers_of(index.reader, binder_of(index), name)]
        finally:
            index.close()


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """An empty git repository; the user's cache and configuration folders are temporary ones."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    root = tmp_path / "repo"
    root.mkdir()
    made = Repository(root)
    made.git("init", "-q")
    return made


Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def forks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let worker processes be forks, which have a test's patches, though an earlier test may have left a thread."""
    monkeypatch.setattr("threading.active_count", lambda: 1)


@pytest.fixture
def run(repo: Repository) -> Run:
    """Run the `repomap` command in the repository and return what became of it."""

    def call(*arguments: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "repomap", *arguments],
            cwd=cwd or repo.root,
            capture_output=True,
            text=True,
            env={**os.environ, **environment},
            timeout=120,
            check=False,
        )

    return call


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail what is skipped when TESTS_NO_SKIP is set, as CI does: it has every program that a test needs."""
    report = yield
    if report.skipped and os.environ.get("TESTS_NO_SKIP") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
    return report
