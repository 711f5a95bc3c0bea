"""`grep` over file contents: the real `rg` where there is one, else the same answer from Python."""

from __future__ import annotations

import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from agent.tool import Arguments, Result, Tool, ToolFailed, schema
from agent.workspace import Workspace

MAX_LINES = 200  # of output; more hits than this mean that the pattern should be narrower
MAX_LINE_CHARS = 300  # a minified line must not fill the answer
SECONDS = 30
TOO_SLOW = f"grep took longer than {SECONDS} s; narrow it with path or glob"
SKIPPED = frozenset({".git", ".repomap", "node_modules", "__pycache__", ".venv"})  # where rg is missing

DESCRIPTION = (
    "Search file contents with a regular expression; prints path:line: text. path limits it to a file or folder, glob "
    "to names such as *.py. Ignored files are skipped. Prefer grep_pseudocode to find where a thing is done, and this "
    "for exact text."
)


def grep_tool(workspace: Workspace) -> Tool:
    """Return the tool."""

    def run(arguments: Arguments, stop: threading.Event) -> Result:
        real = workspace.inside(arguments.get("path", "."))
        if not real.exists():
            raise ToolFailed(f"{arguments['path']} does not exist")
        program = shutil.which("rg")
        search = _with_rg if program else _with_python
        lines, total = search(workspace.root, real, arguments, stop)
        if not lines:
            return Result(f"no match for {arguments['pattern']!r} in {workspace.shown(real)}")
        workspace.now_known(dict.fromkeys(line.split(":", 1)[0] for line in lines), "grep")
        more = f"\n[{total - len(lines)} more matching lines]" if total > len(lines) else ""
        return Result("\n".join(lines) + more)

    return Tool(
        "grep",
        DESCRIPTION,
        schema(
            {
                "pattern": {"type": "string"},
                "path": {"type": "string"},
                "glob": {"type": "string"},
                "ignore_case": {"type": "boolean"},
            },
            ("pattern",),
        ),
        run,
        reaches=frozenset({"files", "code", "logs"}),
    )


def _with_rg(root: Path, real: Path, arguments: Arguments, stop: threading.Event) -> tuple[list[str], int]:
    command = ["rg", "--line-number", "--with-filename", "--no-heading", "--color=never", "--sort=path", "--no-config"]
    command += ["--ignore-case"] if arguments.get("ignore_case") else []
    command += ["--glob", arguments["glob"]] if arguments.get("glob") else []
    command += ["--regexp", arguments["pattern"], "--", str(real.relative_to(root)) if real != root else "."]
    lines: list[str] = []
    total = 0
    with subprocess.Popen(
        command, cwd=root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        watch = threading.Timer(SECONDS, process.kill)
        watch.start()
        assert process.stdout is not None
        assert process.stderr is not None
        for raw in process.stdout:
            total += 1
            if len(lines) < MAX_LINES:
                lines.append(_line(raw.decode("utf-8", "replace")))
            if stop.is_set():
                process.kill()
        fault = process.stderr.read(2000).decode("utf-8", "replace").strip()
        watch.cancel()
    if process.returncode == 2 and not lines:
        raise ToolFailed(fault.removeprefix("rg: ") or "rg failed")
    if process.returncode < 0 and not stop.is_set():
        raise ToolFailed(TOO_SLOW)
    return lines, total


def _line(text: str) -> str:
    path, number, rest = text.rstrip("\n").removeprefix("./").split(":", 2)
    return f"{path}:{number}: {rest[:MAX_LINE_CHARS]}"


def _with_python(root: Path, real: Path, arguments: Arguments, stop: threading.Event) -> tuple[list[str], int]:
    import regex

    try:
        pattern = regex.compile(arguments["pattern"], regex.IGNORECASE if arguments.get("ignore_case") else 0)
    except regex.error as error:
        raise ToolFailed(f"the pattern is not a regular expression: {error}") from None
    lines: list[str] = []
    total = 0
    end = time.monotonic() + SECONDS
    for path in _files(real):
        if stop.is_set():
            break
        if arguments.get("glob") and not path.match(arguments["glob"]):
            continue
        data = path.read_bytes()
        if b"\0" in data[:8192]:
            continue
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            try:
                found = pattern.search(line, timeout=max(0.001, end - time.monotonic()))
            except TimeoutError:
                raise ToolFailed(TOO_SLOW) from None
            if found:
                total += 1
                if len(lines) < MAX_LINES:
                    lines.append(f"{path.relative_to(root).as_posix()}:{number}: {line[:MAX_LINE_CHARS]}")
    return lines, total


def _files(real: Path) -> Iterator[Path]:
    if real.is_file():
        yield real
        return
    for entry in sorted(real.iterdir()):
        if entry.is_symlink() or entry.name in SKIPPED:
            continue
        if entry.is_dir():
            yield from _files(entry)
        elif entry.is_file():
            yield entry
