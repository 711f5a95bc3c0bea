"""`git`: reads a real repository, and nothing that could change it."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from agent.tool import ToolFailed
from agent.tools.git import git_tool
from agent.workspace import Workspace
from tests.agent.tools.conftest import Run, caller

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")


@pytest.fixture
def git(workspace: Workspace) -> Run:
    (workspace.root / "a.py").write_text("x = 1\n")
    for words in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qm", "first"],
    ):
        subprocess.run(["git", *words], cwd=workspace.root, check=True)
    return caller(git_tool(workspace))


def test_the_log_is_read(git: Run) -> None:
    assert git(args=["log", "--format=%s"]).text == "first\n"


def test_no_change_is_said(git: Run) -> None:
    assert git(args=["diff"]).text == "git diff printed nothing"


def test_ranges_and_revisions_are_no_paths_outside(git: Run) -> None:
    assert git(args=["log", "--format=%s", "HEAD~0..HEAD"]).text == "git log printed nothing"
    assert git(args=["show", "HEAD:a.py"]).text == "x = 1\n"
    assert git(args=["ls-files", "-o"]).text == "git ls-files printed nothing"


def test_gits_own_error_comes_back(git: Run) -> None:
    with pytest.raises(ToolFailed, match="unknown revision"):
        git(args=["log", "nowhere"])


@pytest.mark.parametrize(
    "words",
    [
        ["commit", "-m", "x"],
        ["push"],
        [],
        ["diff", "--output=x"],
        ["grep", "-Ovim", "x"],
        ["branch", "new"],
        ["branch", "-D", "main"],
        ["-c", "alias.log=!sh", "log"],
        ["diff", "--no-index", "/etc/passwd", "a.py"],
        ["diff", "/etc/passwd", "a.py"],
        ["diff", "../outside.txt", "a.py"],
        ["log", "-p", "--outp=x"],
        ["grep", "-nOvim", "x"],
        ["grep", "-f", "x"],
        ["blame", "--contents", "x", "a.py"],
        ["blame", "--cont=/etc/passwd", "a.py"],
    ],
)
def test_what_writes_or_runs_programs_is_refused(git: Run, words: list[str]) -> None:
    with pytest.raises(ToolFailed, match=r"only|not allowed"):
        git(args=words)
