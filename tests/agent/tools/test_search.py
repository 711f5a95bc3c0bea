"""`grep`: the same lines from the real rg and from Python."""

from __future__ import annotations

import shutil

import pytest

from agent.tool import ToolFailed
from agent.tools.search import MAX_LINES, grep_tool
from agent.workspace import Workspace
from tests.agent.tools.conftest import Run, caller


@pytest.fixture(params=["rg", "python"])
def grep(request: pytest.FixtureRequest, workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> Run:
    if request.param == "rg" and not shutil.which("rg"):
        pytest.skip("rg is not installed")
    if request.param == "python":
        monkeypatch.setenv("PATH", "")
    return caller(grep_tool(workspace))


def test_hits_come_with_path_and_line_in_path_order(grep: Run, workspace: Workspace) -> None:
    (workspace.root / "b.py").write_text("x\nneedle(1)\n")
    (workspace.root / "a").mkdir()
    (workspace.root / "a" / "c.py").write_text("Needle\nneedle:2\n")
    assert grep(pattern="needle").text == "a/c.py:2: needle:2\nb.py:2: needle(1)"
    assert grep(pattern="needle", ignore_case=True, path="a").text == "a/c.py:1: Needle\na/c.py:2: needle:2"


def test_a_glob_limits_the_names(grep: Run, workspace: Workspace) -> None:
    (workspace.root / "a.py").write_text("x\n")
    (workspace.root / "a.md").write_text("x\n")
    assert grep(pattern="x", glob="*.md").text == "a.md:1: x"


def test_no_hit_is_said(grep: Run, workspace: Workspace) -> None:
    assert grep(pattern="nothing").text == "no match for 'nothing' in ."


def test_a_flood_of_hits_is_cut_and_counted(grep: Run, workspace: Workspace) -> None:
    (workspace.root / "a.txt").write_text("x\n" * (MAX_LINES + 7))
    assert grep(pattern="x").text.endswith("[7 more matching lines]")


def test_files_found_become_known(grep: Run, workspace: Workspace) -> None:
    (workspace.root / "a.py").write_text("x\n")
    grep(pattern="x")
    assert workspace.known_by("a.py") == "grep"


def test_a_broken_pattern_is_one_sentence(grep: Run, workspace: Workspace) -> None:
    with pytest.raises(ToolFailed):
        grep(pattern="(")


def test_without_rg_a_pattern_that_never_ends_is_stopped(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("agent.tools.search.SECONDS", 0.1)
    (workspace.root / "long.txt").write_text("a" * 60 + "!")
    with pytest.raises(ToolFailed, match="grep took longer than"):
        caller(grep_tool(workspace))(pattern="(a|a)+$")
