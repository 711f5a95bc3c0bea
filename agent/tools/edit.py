"""`edit_file`: exact, unique replacements, several in one call, all or none; creates files too."""

from __future__ import annotations

import difflib
import os
import stat
import threading
from pathlib import Path
from typing import Any

from agent.tool import Arguments, Ask, Result, Tool, ToolFailed, schema
from agent.whole_file import write_whole_in
from agent.workspace import Workspace

NEAR_ENOUGH = 0.6  # difflib ratio below which a "nearest match" misleads more than it helps
MAX_DIFF_LINES = 80  # of the diff that is shown back; the file itself can be read

DESCRIPTION = (
    "Change a file inside the repository. edits: a list of {old, new}; each old must occur exactly once (or give "
    "all=true) and match to the character, indentation included. Either all edits are made or none. To create a file "
    "(or replace a whole one), give content instead of edits."
)


def edit_tool(workspace: Workspace) -> Tool:
    """Return the tool."""

    def run(arguments: Arguments, stop: threading.Event) -> Result:
        real = workspace.writable(arguments["path"])
        path = workspace.shown(real)
        edits, content = arguments.get("edits"), arguments.get("content")
        if (edits is None) == (content is None):
            raise ToolFailed("give either edits or content")
        before = _text(workspace, real, path) if real.exists() else None
        if content is not None:
            after = str(content)
        else:
            if before is None:
                raise ToolFailed(f"{path} does not exist; create it with content")
            after = edited(before, edits or [], path)
        if after == before:
            return Result(f"{path} is unchanged: the new text is the same as the old")
        _write(workspace, real, path, after)
        workspace.now_known([path], "edit_file")
        if before is None:
            return Result(f"created {path} ({len(after.splitlines())} lines)")
        return Result(f"changed {path}\n{_diff(before, after)}")

    def asks(arguments: Arguments) -> tuple[Ask, ...]:
        try:  # the real path: src/../setup.py is not in src
            return (Ask("write", workspace.shown(workspace.writable(arguments["path"]))),)
        except ToolFailed:
            return (Ask("write", str(arguments["path"])),)

    edit = schema({"old": {"type": "string"}, "new": {"type": "string"}, "all": {"type": "boolean"}}, ("old", "new"))
    return Tool(
        "edit_file",
        DESCRIPTION,
        schema(
            {"path": {"type": "string"}, "edits": {"type": "array", "items": edit}, "content": {"type": "string"}},
            ("path",),
        ),
        run,
        alone=True,
        asks=asks,
        reaches=frozenset({"files", "code"}),
    )


def edited(text: str, edits: list[dict[str, Any]], path: str) -> str:
    """Return `text` with all edits made, in order.

    Raises ToolFailed, with the nearest match shown, for an `old` that is missing, empty or not unique.
    """
    if not edits:
        raise ToolFailed("edits is empty")
    for number, edit in enumerate(edits, 1):
        old, new = edit["old"], edit["new"]
        which = f"edit {number} of {len(edits)}: " if len(edits) > 1 else ""
        if not old:
            raise ToolFailed(f"{which}old is empty")
        count = text.count(old)
        if count == 0:
            raise ToolFailed(f"{which}old does not occur in {path}; nothing was changed.{_nearest(text, old)}")
        if count > 1 and not edit.get("all"):
            places = ", ".join(str(line) for line in _lines_of(text, old)[:10])
            raise ToolFailed(
                f"{which}old occurs {count} times in {path} (lines {places}); nothing was changed. Add a line of "
                "context to make it unique, or give all=true."
            )
        text = text.replace(old, new)
    return text


def _lines_of(text: str, old: str) -> list[int]:
    lines, position = [], text.find(old)
    while position >= 0:
        lines.append(text.count("\n", 0, position) + 1)
        position = text.find(old, position + len(old))
    return lines


def _nearest(text: str, old: str) -> str:
    """Return the passage that is most like `old`, as one more sentence, or "" when none is near."""
    wanted = old.splitlines() or [old]
    lines = text.splitlines()
    first = next((line for line in wanted if line.strip()), "")
    offset = wanted.index(first) if first in wanted else 0
    starts = difflib.get_close_matches(first.strip(), [line.strip() for line in lines], n=3, cutoff=NEAR_ENOUGH)
    best, best_ratio = "", 0.0
    for number, line in enumerate(lines):
        if line.strip() not in starts:
            continue
        start = max(0, number - offset)
        passage = lines[start : start + len(wanted)]
        ratio = difflib.SequenceMatcher(None, "\n".join(passage), "\n".join(wanted)).ratio()
        if ratio > best_ratio:
            best_ratio = ratio
            best = f" The nearest passage is at line {start + 1}:\n" + "\n".join(passage)
    return best if best_ratio >= NEAR_ENOUGH else ""


def _text(workspace: Workspace, real: Path, path: str) -> str:
    try:
        with workspace.folder_of(real) as folder:
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
            with open(os.open(real.name, flags, dir_fd=folder), "rb") as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise ToolFailed(f"{path} is not a regular file")
                return file.read().decode()
    except UnicodeDecodeError:
        raise ToolFailed(f"{path} is not UTF-8 text") from None
    except OSError as error:
        raise ToolFailed(f"{path} cannot be read: {error.strerror}") from None


def _write(workspace: Workspace, real: Path, path: str, text: str) -> None:
    try:
        with workspace.folder_of(real, make=True) as folder:
            write_whole_in(folder, real.name, text)
    except OSError as error:
        raise ToolFailed(f"{path} cannot be written: {error.strerror}") from None


def _diff(before: str, after: str) -> str:
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2))[2:]
    if len(lines) > MAX_DIFF_LINES:
        lines = [*lines[:MAX_DIFF_LINES], f"[{len(lines) - MAX_DIFF_LINES} more lines of the diff]"]
    return "\n".join(lines)
