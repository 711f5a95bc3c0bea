"""The file tools stay in the root and out of git's and our own folder, whatever a path is written like."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from agent.tool import ToolFailed
from agent.tools.edit import edit_tool
from agent.tools.read import read_tool
from agent.tools.search import grep_tool
from agent.workspace import Workspace
from tests.agent.tools.conftest import Run, caller


@pytest.fixture
def outside(workspace: Workspace) -> Path:
    """A folder beside the root, with a file; the root holds links to both."""
    folder = workspace.root.parent / "outside"
    folder.mkdir()
    (folder / "secret.txt").write_text("secret\n")
    (workspace.root / "link").symlink_to(folder)
    (workspace.root / "link.txt").symlink_to(folder / "secret.txt")
    (workspace.root / "a.txt").write_text("a\n")
    return folder


@pytest.fixture
def read(workspace: Workspace) -> Run:
    return caller(read_tool(workspace, lambda path: "", lambda path, how, known: None))


@pytest.fixture
def edit(workspace: Workspace) -> Run:
    return caller(edit_tool(workspace))


WAYS_OUT = ["../outside/secret.txt", "link/secret.txt", "link.txt", "a.txt/../../outside/secret.txt", "./link/../../x"]


@pytest.mark.parametrize("path", [*WAYS_OUT, "/etc/passwd", "\0", "link"])
def test_no_path_leads_out(workspace: Workspace, outside: Path, read: Run, edit: Run, path: str) -> None:
    with pytest.raises(ToolFailed):
        read(path=path)
    with pytest.raises(ToolFailed):
        edit(path=path, content="changed\n")
    with pytest.raises(ToolFailed):
        caller(grep_tool(workspace))(pattern="secret", path=path)
    assert (outside / "secret.txt").read_text() == "secret\n"
    assert sorted(entry.name for entry in outside.iterdir()) == ["secret.txt"]


@pytest.mark.parametrize(
    "path",
    [
        *(".git/hooks/pre-commit", ".GIT/config", ".Git /config", ".git./config", ".git::$INDEX_ALLOCATION/config"),
        *("sub/.git/config", "git~1/config", ".g\u200cit/config", ".repomap/config.toml", ".RepoMap/config.toml"),
        *("x/../.git/config", "./.git/config"),
    ],
)
def test_gits_folder_and_ours_are_not_written_in_any_spelling(workspace: Workspace, edit: Run, path: str) -> None:
    with pytest.raises(ToolFailed, match="do not write"):
        edit(path=path, content="x\n")


def test_files_whose_names_only_begin_like_them_are_written(workspace: Workspace, edit: Run) -> None:
    for path in (".gitignore", ".github/workflows/a.yml", "src/.gitkeep"):
        edit(path=path, content="x\n")
        assert (workspace.root / path).read_text() == "x\n"


def test_a_folder_swapped_for_a_link_while_a_tool_works_leads_nowhere(
    workspace: Workspace, outside: Path, read: Run, edit: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workspace.root / "sub").mkdir()
    (workspace.root / "sub" / "secret.txt").write_text("mine\n")
    inside = Workspace.inside

    def swapped(self: Workspace, path: str) -> Path:
        real = inside(self, path)
        os.rename(self.root / "sub", self.root / "away")
        (self.root / "sub").symlink_to(outside)
        return real

    monkeypatch.setattr(Workspace, "inside", swapped)
    with pytest.raises(ToolFailed):
        read(path="sub/secret.txt")
    (workspace.root / "sub").unlink()
    os.rename(workspace.root / "away", workspace.root / "sub")
    with pytest.raises(ToolFailed):
        edit(path="sub/secret.txt", content="changed\n")
    assert (outside / "secret.txt").read_text() == "secret\n"
