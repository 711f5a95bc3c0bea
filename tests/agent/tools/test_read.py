"""`read_file`: numbered lines, ranges, images, and pseudocode first for a large file that nothing has named."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.tool import ToolFailed
from agent.tools.read import LARGE_LINES, read_tool
from agent.workspace import Workspace
from tests.agent.test_rules import png
from tests.agent.tools.conftest import Run, caller

LARGE = "".join(f"line {number}\n" for number in range(1, LARGE_LINES + 2))


@pytest.fixture
def opened() -> list[tuple[str, str, str]]:
    return []


@pytest.fixture
def read(workspace: Workspace, opened: list[tuple[str, str, str]]) -> Run:
    return caller(read_tool(workspace, lambda path: f"pseudocode of {path}", lambda *what: opened.append(what)))


def test_a_small_file_comes_whole_with_line_numbers(workspace: Workspace, read: Run) -> None:
    (workspace.root / "a.py").write_text("x = 1\ny = 2\n")
    assert read(path="a.py").text == "     1\tx = 1\n     2\ty = 2"


def test_a_range_gives_these_lines_only(workspace: Workspace, read: Run) -> None:
    (workspace.root / "a.py").write_text("a\nb\nc\nd\n")
    assert read(path="a.py", start=2, end=3).text == "     2\tb\n     3\tc"


def test_a_large_unknown_file_answers_with_its_pseudocode(
    workspace: Workspace, read: Run, opened: list[tuple[str, str, str]]
) -> None:
    (workspace.root / "big.py").write_text(LARGE)
    answer = read(path="big.py").text
    assert "pseudocode of big.py" in answer
    assert "line 7" not in answer
    assert opened == []


def test_a_large_file_opens_once_it_was_named_or_asked_for_whole(
    workspace: Workspace, read: Run, opened: list[tuple[str, str, str]]
) -> None:
    (workspace.root / "big.py").write_text(LARGE)
    assert "line 301" in read(path="big.py", whole=True).text
    workspace.now_known(["big.py"], "grep")
    assert "line 301" in read(path="big.py").text
    assert [how for _, how, _ in opened] == ["whole", "whole"]


def test_an_opening_tells_which_view_had_named_the_file(
    workspace: Workspace, read: Run, opened: list[tuple[str, str, str]]
) -> None:
    (workspace.root / "a.py").write_text("x\n")
    workspace.now_known(["a.py"], "map")
    read(path="a.py", start=1)
    assert opened == [("a.py", "range", "map")]


def test_an_image_comes_as_an_image(workspace: Workspace, read: Run) -> None:
    (workspace.root / "logo.png").write_bytes(png(30, 20))
    result = read(path="logo.png")
    assert result.pictures[0].media_type == "image/png"
    assert result.text == "logo.png: image/png, 30 × 20 pixels"


def test_binary_files_are_named_not_printed(workspace: Workspace, read: Run) -> None:
    (workspace.root / "a.bin").write_bytes(bytes(range(256)))
    assert "[binary output: 256 bytes, starting with 00 01 02" in read(path="a.bin").text


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("../outside.txt", "outside the root"),
        ("/etc/passwd", "outside the root"),
        ("link", "outside the root"),
        ("gone.py", "does not exist"),
        ("folder", "is a folder; it holds: inner.py"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_sentence(
    workspace: Workspace, read: Run, tmp_path: Path, path: str, why: str
) -> None:
    (tmp_path / "outside.txt").write_text("secret")
    (workspace.root / "link").symlink_to(tmp_path / "outside.txt")
    (workspace.root / "folder").mkdir()
    (workspace.root / "folder" / "inner.py").touch()
    with pytest.raises(ToolFailed, match=why):
        read(path=path)


def test_a_line_past_the_end_is_said(workspace: Workspace, read: Run) -> None:
    (workspace.root / "a.py").write_text("x\n")
    with pytest.raises(ToolFailed, match=r"a\.py has 1 lines; line 9 is past its end"):
        read(path="a.py", start=9)
