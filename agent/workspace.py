"""The folder the agent works in: paths kept inside it with links resolved, and what was shown of which file."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path

from agent.tool import ToolFailed

PROTECTED = (".git", ".repomap")  # a write there could run code later (hooks, servers) or rewrite the transcript


class Workspace:
    """A root folder. Remembers by which view (map, grep, symbols, …) each file became known in this session."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self._known: dict[str, str] = {}
        self._lock = threading.Lock()

    def inside(self, path: str) -> Path:
        """Return the real path of `path` (relative to the root, or absolute). Raises ToolFailed outside the root."""
        if "\0" in path:
            raise ToolFailed("a path cannot hold a NUL byte")
        try:
            real = (self.root / path).resolve()
        except (OSError, RuntimeError) as error:
            raise ToolFailed(f"{path} cannot be resolved: {error}") from None
        if real != self.root and self.root not in real.parents:
            raise ToolFailed(f"{path} is outside the root {self.root} (links are followed)")
        return real

    def writable(self, path: str) -> Path:
        """Return the real path of a file that may be written. Raises ToolFailed for `PROTECTED` folders."""
        real = self.inside(path)
        parts = real.relative_to(self.root).parts
        if parts and parts[0] in PROTECTED:
            raise ToolFailed(f"{path} is in {parts[0]}/, which file tools do not write")
        return real

    def shown(self, real: Path) -> str:
        """Return a path inside the root as it is shown: relative, with forward slashes."""
        return real.relative_to(self.root).as_posix()

    def now_known(self, paths: Iterable[str], by: str) -> None:
        """Remember that these files (relative paths) were named by a view; the first view counts."""
        with self._lock:
            for path in paths:
                self._known.setdefault(path, by)

    def known_by(self, path: str) -> str:
        """Return the view that named a file first, or "" when none did."""
        with self._lock:
            return self._known.get(path, "")
