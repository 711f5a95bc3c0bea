"""Nothing of what a crafted repository names is executed, fetched or read from elsewhere."""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from repomap.files.discover import discover
from repomap.settings import FileSettings
from tests.files.folders import committed, git, listed, paths, write

pytestmark = [
    pytest.mark.skipif(not shutil.which("git"), reason="git is not installed"),
    pytest.mark.skipif(sys.platform == "win32", reason="names, links and pipes of POSIX"),
]


def trap(folder: Path) -> tuple[str, Path]:
    """Return a command that leaves a trace when it runs, and the trace."""
    trace = folder / "trace"
    script = folder / "trap.sh"
    script.write_text(f"#!/bin/sh\ntouch '{trace}'\nexit 1\n")
    script.chmod(0o755)
    return str(script), trace


def test_commands_in_a_repositorys_configuration_are_not_run(tmp_path: Path) -> None:
    command, trace = trap(tmp_path)
    root = committed(tmp_path / "r", "a.py", ".gitattributes")
    write(root, ".gitattributes", text="*.py filter=trap diff=trap\n")
    write(root, "new.py", "a.py", text="changed, so that git would filter and compare it\n")
    for name in (
        *("core.fsmonitor", "core.pager", "pager.ls-files", "pager.check-ignore", "core.editor", "core.sshCommand"),
        *("filter.trap.clean", "filter.trap.process", "diff.trap.textconv", "diff.external", "core.askPass"),
        *("alias.ls-files", "alias.check-ignore", "core.gitProxy", "core.alternateRefsCommand", "credential.helper"),
    ):
        git(root, "config", name, f"!{command}" if name.startswith(("alias", "credential")) else command)
    git(root, "config", "core.hooksPath", str(tmp_path / "hooks"))
    for hook in ("post-index-change", "fsmonitor-watchman", "pre-auto-gc", "reference-transaction"):
        write(tmp_path, f"hooks/{hook}")
        shutil.copy(command, tmp_path / "hooks" / hook)
        shutil.copy(command, root / ".git" / "hooks" / hook)
    subprocess.run(["git", "-C", root, "ls-files", "-o"], capture_output=True)
    assert trace.exists(), "the trap must work, or this test says nothing"
    trace.unlink()

    assert listed(root) == [".gitattributes", "a.py", "new.py"]
    assert not trace.exists()


@pytest.mark.parametrize("transport", ["upload-pack", "ext"])
def test_missing_objects_are_not_fetched_by_a_command_of_the_repository(tmp_path: Path, transport: str) -> None:
    command, trace = trap(tmp_path)
    root = committed(tmp_path / "r", "a.py", "in/b.py", "out/c.py")
    git(root, "sparse-checkout", "set", "--cone", "--sparse-index", "in")
    shutil.rmtree(root / ".git" / "objects")
    (root / ".git" / "objects").mkdir()
    for name, value in {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": str(tmp_path) if transport == "upload-pack" else f"ext::{command}",
        "remote.origin.uploadpack": command,
        "protocol.allow": "always",
    }.items():
        git(root, "config", name, value)
    subprocess.run(["git", "-C", root, "ls-files"], capture_output=True)
    assert trace.exists(), "the trap must work, or this test says nothing"
    trace.unlink()

    assert paths(discover(root, FileSettings())) == ["a.py", "in/b.py"]
    assert not trace.exists()


def test_a_program_called_git_among_the_files_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command, trace = trap(tmp_path)
    root = committed(tmp_path / "r", "a.py")
    shutil.copy(command, root / "git")
    monkeypatch.chdir(root)
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.pathsep}{os.environ['PATH']}")

    assert listed(root) == ["a.py", "git"]
    assert not trace.exists()


def test_a_bare_repository_hidden_among_the_files_is_not_asked(tmp_path: Path) -> None:
    command, trace = trap(tmp_path)
    root = committed(tmp_path / "r", "a.py")
    git(root, "init", "-q", "--bare", root / "bare")
    git(root / "bare", "config", "core.bare", "false")
    git(root / "bare", "config", "core.worktree", str(root))
    git(root / "bare", "config", "core.fsmonitor", command)
    write(root, "bare/x.py")

    assert {"a.py", "bare/HEAD", "bare/x.py"} <= set(listed(root))
    assert "x.py" in paths(discover(root / "bare", FileSettings()))
    assert not trace.exists()


def test_paths_of_a_crafted_index_do_not_lead_out_of_the_root(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "a.py")
    write(tmp_path, "secret.py")
    names = [b"../secret.py", b".git/config", os.fsencode(tmp_path / "secret.py"), b"a.py", b"a.py/../../secret.py"]
    entries = b""
    for name in sorted(names):
        entry = struct.pack(">10I20sH", *(0,) * 6, 0o100644, 0, 0, 0, bytes(20), len(name)) + name
        entries += entry + bytes(8 - len(entry) % 8)
    content = struct.pack(">4sII", b"DIRC", 2, len(names)) + entries
    (root / ".git" / "index").write_bytes(content + hashlib.sha1(content).digest())
    assert "../secret.py" in git(root, "ls-files"), "the crafted index must be read, or this test says nothing"

    assert listed(root) == ["a.py"]


def test_a_work_tree_set_elsewhere_shows_nothing_from_there(tmp_path: Path) -> None:
    root = committed(tmp_path / "r", "a.py")
    write(tmp_path, "elsewhere/secret.py")
    git(root, "config", "core.worktree", str(tmp_path / "elsewhere"))

    assert paths(discover(root, FileSettings())) == ["a.py"]
