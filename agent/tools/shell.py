"""`shell`: commands in one bash that keeps its folder and variables, with a time limit, and jobs in the background."""

from __future__ import annotations

import threading
from pathlib import Path

from agent.tool import Arguments, Ask, Result, Tool, ToolFailed, schema
from agent.tools.jobs import Jobs
from agent.tools.persistent_shell import Outcome, PersistentShell
from agent.workspace import Workspace

SECONDS = 120  # a test run's time; what takes longer belongs in the background
MAX_SECONDS = 1800

DESCRIPTION = (
    "Run a bash command in the repository. The shell persists: cd, variables and functions stay. Standard input is "
    f"empty. seconds limits its time (default {SECONDS}). background=true starts it as a job and returns at once; "
    "job=ID shows that job's output so far, with stop=true ends it. Do not use it to read or search files: read_file, "
    "grep and grep_pseudocode are cheaper."
)


class Shell:
    """The session's shell and its jobs; `close` ends all of them."""

    def __init__(self, workspace: Workspace) -> None:
        self._shell = PersistentShell(workspace.root)
        self._jobs = Jobs()
        self._root = workspace.root

    @property
    def folder(self) -> Path:
        """The folder the shell is in now."""
        return self._shell.folder

    def tool(self) -> Tool:
        """Return the tool."""
        text, flag = {"type": "string"}, {"type": "boolean"}
        return Tool(
            "shell",
            DESCRIPTION,
            schema(
                {
                    "command": text,
                    "seconds": {"type": "integer", "minimum": 1},
                    "background": flag,
                    "job": text,
                    "stop": flag,
                }
            ),
            self._run,
            alone=True,
            asks=_asks,
            reaches=frozenset({"files", "code", "git", "processes", "archives", "logs", "packages", "tests"}),
        )

    def close(self) -> None:
        """End the shell and every job with all their processes."""
        self._jobs.close()
        self._shell.close()

    def _run(self, arguments: Arguments, stop: threading.Event) -> Result:
        if ("command" in arguments) == ("job" in arguments):
            raise ToolFailed("give either command or job")
        if "job" in arguments:
            job = arguments["job"]
            return self._jobs.stop(job) if arguments.get("stop") else self._jobs.show(job)
        command = arguments["command"]
        if not command.strip():
            raise ToolFailed("command is empty")
        if "\0" in command:
            raise ToolFailed("a command cannot hold a NUL byte")
        if arguments.get("background"):
            return self._jobs.start(command, self._shell.folder)
        seconds = min(arguments.get("seconds", SECONDS), MAX_SECONDS)
        return _result(self._shell.run(command, seconds, stop), seconds)


def _asks(arguments: Arguments) -> tuple[Ask, ...]:
    command = arguments.get("command")
    return (Ask("shell", str(command)),) if command else ()


def _result(outcome: Outcome, seconds: int) -> Result:
    text = outcome.output.rstrip("\n") or "[no output]"
    if outcome.ended == "stopped":
        return Result(f"{text}\n[stopped midway; it may have done a part of its work]", failed=True, stopped=True)
    if outcome.ended == "timeout":
        lost = " The shell had to be restarted: its folder and variables are lost." if outcome.restarted else ""
        return Result(f"{text}\n[ended after {seconds} s, unfinished.{lost}]", failed=True)
    if outcome.restarted:
        text += "\n[the command ended the shell itself; a new one was started in the repository's root]"
    return Result(f"{text}\n[exit code {outcome.code}]", failed=outcome.code != 0)
