"""`git`: reading the history and the state of the working tree; what changes either goes through the shell."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Mapping
from pathlib import Path

from agent.cap import readable
from agent.tool import Arguments, Result, Tool, ToolFailed, schema
from agent.workspace import Workspace
from repomap.files.gitfiles import GitRefused, program
from repomap.files.gitplain import QUIET, stand_in

READING = ("status", "log", "diff", "show", "blame", "branch", "ls-files", "grep", "rev-parse", "shortlog", "describe")
SECONDS = 30
MAX_BYTES = 2_000_000  # what is kept of one output; a log of a large repository has no end
REFUSED = (
    "--output",
    "--ext-diff",
    "--textconv",
    "--open-files-in-pager",
    "--exec",
    "--no-index",
    "--contents",
    "--exclude-from",
    "--pathspec-from-file",
    "--submodule",
    "--ignore-submodules",
    "--recurse-submodules",
    "--show-signature",
)
"""Options that write a file, run a program, enter submodules or read outside; git takes every beginning of them too."""

ALONE, PLAIN = "--ignore-submodules=all", "--no-ext-diff"
BRANCH_FLAGS = frozenset({"-a", "-r", "-v", "-vv", "--list", "--show-current", "--all", "--remotes", "--verbose"})


def git_tool(workspace: Workspace) -> Tool:
    """Return the tool."""

    def run(arguments: Arguments, stop: threading.Event) -> Result:
        words = list(arguments["args"])
        _check(words)
        try:
            with stand_in(workspace.root) as environment:
                return _run(workspace.root, words, environment)
        except GitRefused as error:
            raise ToolFailed(f"git {words[0]}: {error}") from None

    return Tool(
        "git",
        f"Read the repository with git: args is the list of words after 'git'. Only {', '.join(READING)}; what changes "
        "anything goes through the shell.",
        schema({"args": {"type": "array", "items": {"type": "string"}}}, ("args",)),
        run,
        reaches=frozenset({"git"}),
    )


def _run(root: Path, words: list[str], environment: Mapping[str, str]) -> Result:
    with subprocess.Popen(
        [program(), *QUIET, *_plainly(words)],
        cwd=root,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        watch = threading.Timer(SECONDS, process.kill)
        watch.start()
        assert process.stdout is not None
        data = process.stdout.read(MAX_BYTES)
        if len(data) == MAX_BYTES:
            process.kill()
        process.wait()
        watch.cancel()
    text = readable(data)
    if process.returncode > 0:
        raise ToolFailed(f"git {words[0]}: {text.strip()}")
    return Result(text or f"git {words[0]} printed nothing")


def _plainly(words: list[str]) -> list[str]:
    """Return the words, so that git asks no program for a diff, and starts none of its own in a submodule."""
    more = {"status": [ALONE], "diff": [ALONE, PLAIN], "log": [PLAIN], "show": [PLAIN]}.get(words[0], [])
    return [words[0], *more, *words[1:]]


def _check(words: list[str]) -> None:
    if not words or words[0] not in READING:
        raise ToolFailed(f"only these: {', '.join(READING)}")
    for word in words[1:]:
        option = word.split("=")[0]
        if option.startswith("--") and len(option) > 2 and any(refused.startswith(option) for refused in REFUSED):
            raise ToolFailed(f"{word} is not allowed here: it can write, run a program or read outside the root")
        if words[0] == "grep" and word.startswith("-") and not word.startswith("--") and set(word) & {"O", "f"}:
            raise ToolFailed(f"{word} is not allowed here: it can run a program or read outside the root")
        if word.startswith("/") or "=/" in word or ".." in word.replace("=", "/").replace(":", "/").split("/"):
            raise ToolFailed(f"{word} is not allowed here: give paths relative to the root, inside it")
    if words[0] == "branch" and any(word not in BRANCH_FLAGS for word in words[1:]):
        raise ToolFailed(f"git branch only lists here, with {', '.join(sorted(BRANCH_FLAGS))}")
