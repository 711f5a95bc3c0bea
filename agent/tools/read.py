"""`read_file`: lines of a file, an image as an image, and for a large unknown file its pseudocode first."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

from agent.cap import numbered, readable
from agent.images import inspect
from agent.tool import Arguments, Picture, Result, Tool, ToolFailed, schema
from agent.workspace import Workspace

LARGE_LINES = 300  # a file this long costs about 3 000 tokens, more than the pseudocode and two ranges of it
MAX_IMAGE_BYTES = 5 * 1024 * 1024  # the API's limit for one image
MAX_FILE_BYTES = 50 * 1024 * 1024  # more is read by ranges with the shell; keeps the agent's memory flat

DESCRIPTION = (
    "Read a file inside the repository. Lines come numbered. Give start and end (inclusive, from 1) for a part. A file "
    f"of more than {LARGE_LINES} lines that no map, grep or symbol look-up has named yet answers with its pseudocode "
    "instead: then ask for the lines you need, or whole=true for all of it. Images are shown as images."
)


def read_tool(workspace: Workspace, pseudocode: Callable[[str], str], opened: Callable[[str, str, str], None]) -> Tool:
    """Return the tool. `opened(path, how, known_by)` is told of each file that was opened."""

    def run(arguments: Arguments, stop: threading.Event) -> Result:
        real = workspace.inside(arguments["path"])
        path = workspace.shown(real)
        data = _bytes(workspace, real, path)
        picture = inspect(data)
        if picture:
            if len(data) > MAX_IMAGE_BYTES:
                raise ToolFailed(f"{path} is an image of {len(data)} bytes; only {MAX_IMAGE_BYTES} can be shown")
            size = f"{path}: {picture.media_type}, {picture.width} × {picture.height} pixels"
            return Result(size, (Picture(picture.media_type, data),))
        text = readable(data)
        lines = text.splitlines()
        known = workspace.known_by(path)
        ranged = "start" in arguments or "end" in arguments
        if len(lines) > LARGE_LINES and not known and not ranged and not arguments.get("whole"):
            return _outline(path, len(lines), pseudocode, workspace)
        opened(path, "range" if ranged else "whole", known)
        workspace.now_known([path], "read_file")
        return Result(numbered(path, lines, arguments.get("start", 1), arguments.get("end", len(lines))))

    number = {"type": "integer", "minimum": 1}
    return Tool(
        "read_file",
        DESCRIPTION,
        schema({"path": {"type": "string"}, "start": number, "end": number, "whole": {"type": "boolean"}}, ("path",)),
        run,
        reaches=frozenset({"files", "code", "images"}),
    )


def _bytes(workspace: Workspace, real: Path, path: str) -> bytes:
    try:
        if real.is_dir():
            names = sorted(f"{entry.name}/" if entry.is_dir() else entry.name for entry in real.iterdir())
            raise ToolFailed(f"{path} is a folder; it holds: {', '.join(names[:200]) or 'nothing'}")
        if not real.is_file():
            raise ToolFailed(f"{path} does not exist" if not real.exists() else f"{path} is not a regular file")
        if real.stat().st_size > MAX_FILE_BYTES:
            raise ToolFailed(f"{path} has {real.stat().st_size} bytes; read a part of it with the shell")
        with workspace.folder_of(real) as folder:
            descriptor = os.open(real.name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
            with open(descriptor, "rb") as file:
                return file.read(MAX_FILE_BYTES)
    except OSError as error:
        raise ToolFailed(f"{path} cannot be read: {error.strerror}") from None


def _outline(path: str, lines: int, pseudocode: Callable[[str], str], workspace: Workspace) -> Result:
    try:
        outline = pseudocode(path)
    except ToolFailed as error:
        outline = f"[{error}]"
    workspace.now_known([path], "pseudocode")
    return Result(
        f"{path} has {lines} lines. Its pseudocode (first column: line in the file):\n\n{outline}\n\n"
        "Call read_file again with start and end for the part you need, or with whole=true."
    )
