"""`edit_file`: exact and unique replacements, all or none, and an error that shows the nearest match."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.tool import ToolFailed
from agent.tools.edit import edit_tool
from agent.workspace import Workspace
from tests.agent.tools.conftest import Run, caller


@pytest.fixture
def edit(workspace: Workspace) -> Run:
    return caller(edit_tool(workspace))


@pytest.fixture
def source(workspace: Workspace) -> Path:
    path = workspace.root / "a.py"
    path.write_text("def add(a, b):\n    return a - b\n\n\ndef sub(a, b):\n    return a - b\n")
    return path


def test_several_edits_are_made_in_one_call(edit: Run, source: Path) -> None:
    result = edit(
        path="a.py",
        edits=[
            {"old": "def add(a, b):\n    return a - b", "new": "def add(a, b):\n    return a + b"},
            {"old": "def sub", "new": "def minus"},
        ],
    )
    assert source.read_text() == "def add(a, b):\n    return a + b\n\n\ndef minus(a, b):\n    return a - b\n"
    assert "+    return a + b" in result.text


def test_one_bad_edit_means_that_none_is_made(edit: Run, source: Path) -> None:
    before = source.read_text()
    with pytest.raises(ToolFailed, match=r"edit 2 of 2: old does not occur in a\.py; nothing was changed"):
        edit(path="a.py", edits=[{"old": "def sub", "new": "def minus"}, {"old": "nowhere", "new": "x"}])
    assert source.read_text() == before


def test_a_text_that_occurs_twice_names_its_lines(edit: Run, source: Path) -> None:
    with pytest.raises(ToolFailed, match=r"old occurs 2 times in a.py \(lines 2, 6\)"):
        edit(path="a.py", edits=[{"old": "return a - b", "new": "return a + b"}])
    edit(path="a.py", edits=[{"old": "return a - b", "new": "return a + b", "all": True}])
    assert source.read_text().count("a + b") == 2


def test_a_miss_shows_the_nearest_passage(edit: Run, source: Path) -> None:
    with pytest.raises(ToolFailed, match=r"nearest passage is at line 5:\ndef sub\(a, b\):"):
        edit(path="a.py", edits=[{"old": "def sub(a,b):", "new": "x"}])


def test_content_creates_a_file_with_its_folders(edit: Run, workspace: Workspace) -> None:
    assert edit(path="new/deep/b.py", content="x = 1\n").text == "created new/deep/b.py (1 lines)"
    assert (workspace.root / "new/deep/b.py").read_text() == "x = 1\n"


def test_line_ends_and_mode_stay_as_they_were(edit: Run, source: Path) -> None:
    source.write_bytes(b"a\r\nb\r\n")
    source.chmod(0o755)
    edit(path="a.py", edits=[{"old": "b", "new": "c"}])
    assert source.read_bytes() == b"a\r\nc\r\n"
    assert source.stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("path", [".git/hooks/pre-commit", ".repomap/config.toml", "../a.py", "out/a.py"])
def test_writes_stay_inside_the_root_and_out_of_its_own_folders(
    edit: Run, workspace: Workspace, tmp_path: Path, path: str
) -> None:
    (workspace.root / "out").symlink_to(tmp_path)
    with pytest.raises(ToolFailed, match=r"outside the root|file tools do not write"):
        edit(path=path, content="x")


def test_a_file_that_is_not_text_is_refused(edit: Run, source: Path) -> None:
    source.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ToolFailed, match=r"a\.py is not UTF-8 text"):
        edit(path="a.py", edits=[{"old": "a", "new": "b"}])


def test_leave_is_asked_for_the_real_path(workspace: Workspace) -> None:
    (workspace.root / "src").mkdir()
    (workspace.root / "src" / "link").symlink_to(workspace.root)
    tool = edit_tool(workspace)
    subjects = [tool.asks({"path": path})[0].subject for path in ("src/a.py", "src/../setup.py", "src/link/setup.py")]
    assert subjects == ["src/a.py", "setup.py", "setup.py"]
