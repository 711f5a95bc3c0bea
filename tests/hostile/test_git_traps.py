"""Nothing that a repository's git configuration names is run."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from agent.tool import Result, ToolFailed
from agent.tools.git import git_tool
from agent.workspace import Workspace
from tests.conftest import Repository, Run
from tests.hostile.conftest import Trap, run_git


def test_the_traps_work_on_a_plain_git(hostile: Repository, trap: Trap) -> None:
    for arguments in (["status"], ["diff"], ["log", "-p"]):
        run_git(hostile.root, *arguments)
        assert trap.sprung()
        trap.trace.unlink()


@pytest.mark.parametrize(
    "command",
    [
        ["map"],
        ["map", "--query", "the value of g"],
        ["map", "--since", "HEAD~1"],
        ["files", "--query", "g", "--since", "HEAD~1"],
        ["grep", "return"],
        ["pseudo", "a.py"],
        ["pseudo", "diff", "HEAD~1..HEAD"],
        ["pseudo", "check"],
        ["eval", "--commits", "2"],
        ["status"],
    ],
    ids=" ".join,
)
def test_a_command_runs_nothing_that_a_repository_names(
    hostile: Repository, run: Run, trap: Trap, command: list[str]
) -> None:
    done = run(*command)

    assert done.returncode in (0, 1), done.stderr
    assert not trap.sprung(), trap.trace.read_text()


def test_a_watch_runs_nothing_that_a_repository_names(hostile: Repository, trap: Trap) -> None:
    command = [sys.executable, "-m", "repomap", "watch", "--json"]
    with subprocess.Popen(command, cwd=hostile.root, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        hostile.write("a.py", "def f():\n    return 4\n")
        assert "a.py" in json.loads(process.stdout.readline())["files"]
        process.terminate()
    assert not trap.sprung(), trap.trace.read_text()


def test_the_mcp_servers_answers_run_nothing_that_a_repository_names(hostile: Repository, trap: Trap) -> None:
    questions = [
        ("repo_map", {"query": "the value of g"}),
        ("grep_pseudocode", {"pattern": "return"}),
        ("read_source", {"path": "a.py"}),
        ("references", {"name": "g", "of": "callers"}),
        ("status", {}),
    ]
    lines = [
        json.dumps({"id": number, "ask": ask, "arguments": arguments, "note": "", "wait": True})
        for number, (ask, arguments) in enumerate(questions)
    ]
    command = [sys.executable, "-m", "agent.mcp_server.asking", str(hostile.root)]
    done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=120)

    assert [("answer" in json.loads(line), json.loads(line).get("error")) for line in done.stdout.splitlines()] == [
        (True, None)
    ] * len(questions)
    assert not trap.sprung(), trap.trace.read_text()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["status", "--short"], " M a.py"),
        (["diff"], "+    return 3"),
        (["diff", "HEAD~1"], "-    return 1"),
        (["log", "-p"], "+    return 2"),
        (["log", "--format=%s%G?"], "the value of g is two"),
        (["show", "HEAD"], "+    return 2"),
        (["show", "HEAD:a.py"], "return 2"),
        (["blame", "a.py"], "return 3"),
        (["grep", "return"], "return 3"),
        (["ls-files"], "a.py"),
        (["branch", "-vv"], "the value of g is two"),
        (["shortlog", "HEAD"], "the first value"),
        (["describe", "--always"], ""),
        (["rev-parse", "HEAD"], ""),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_the_agents_git_runs_nothing_that_a_repository_names(
    hostile: Repository, trap: Trap, words: list[str], expected: str
) -> None:
    tool = git_tool(Workspace(hostile.root))
    result = tool.run({"args": words}, threading.Event())

    assert isinstance(result, Result)
    assert expected in result.text
    assert not trap.sprung(), trap.trace.read_text()


def test_missing_objects_of_a_partial_clone_are_not_fetched(hostile: Repository, run: Run, trap: Trap) -> None:
    blob = hostile.git("-c", "core.fsmonitor=", "rev-parse", "HEAD:a.py").strip()
    (hostile.root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()

    run("pseudo", "diff", "HEAD~1..HEAD")
    run("eval", "--commits", "1")
    run("map", "--query", "g", "--since", "HEAD~1")
    with pytest.raises(ToolFailed):
        git_tool(Workspace(hostile.root)).run({"args": ["show", "HEAD:a.py"]}, threading.Event())
    assert not trap.sprung(), trap.trace.read_text()


def test_a_git_file_that_leads_to_another_repository_shows_nothing_of_it(
    repo: Repository, tmp_path: Path, run: Run
) -> None:
    repo.write("secret.py", "def secret(): ...\n")
    repo.git("add", "-A")
    repo.git("commit", "-qm", "secret")
    clone = tmp_path / "clone"
    clone.mkdir()
    (clone / ".git").write_text(f"gitdir: {repo.root}/.git\n")
    (clone / "a.py").write_text("def f(): ...\n")

    with pytest.raises(ToolFailed, match="does not know this folder"):
        git_tool(Workspace(clone)).run({"args": ["log", "-p"]}, threading.Event())
    assert "secret" not in run("map", cwd=clone).stdout
    assert "secret" not in run("eval", cwd=clone).stdout
    assert "does not know this folder" in run("pseudo", "diff", "HEAD", cwd=clone).stderr


def test_worktrees_and_submodules_are_read(repo: Repository, tmp_path: Path) -> None:
    repo.write("a.py", "def f(): ...\n")
    repo.git("add", "-A")
    repo.git("commit", "-qm", "first")
    repo.git("worktree", "add", "-q", str(tmp_path / "tree"))
    holder = Repository(tmp_path / "holder")
    holder.root.mkdir()
    holder.git("init", "-q")
    holder.git("-c", "protocol.file.allow=always", "submodule", "-q", "add", str(repo.root), "sub")
    (repo.root / "below").mkdir()

    for folder in (tmp_path / "tree", holder.root / "sub", repo.root / "below"):
        result = git_tool(Workspace(folder)).run({"args": ["log", "--format=%s"]}, threading.Event())
        assert isinstance(result, Result)
        assert result.text == "first\n"
