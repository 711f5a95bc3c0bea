"""The folder the agent works in: paths kept inside it with links resolved, and what was shown of which file."""

from __future__ import annotations

import os
import re
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from agent.tool import ToolFailed

PROTECTED = (".git", ".repomap")  # a write there could run code later (hooks, servers) or rewrite the transcript


_UNSEEN = re.compile("[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]")
"""Characters that a Mac's file system leaves out of names, so that `.g\u200cit` is `.git`."""


def _is_protected(name: str) -> bool:
    """Tell whether a file system may take a name for one of PROTECTED: in other case, with dots or blanks behind, as
    the short name that Windows gives `.git`.
    """
    plain = _UNSEEN.sub("", unicodedata.normalize("NFC", name)).casefold().partition(":")[0].rstrip(" .")
    return plain in PROTECTED or plain.startswith(("git~", "repoma~"))


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
        for part in real.relative_to(self.root).parts:
            if _is_protected(part):
                raise ToolFailed(f"{path} is in {part}/, which file tools do not write")
        return real

    @contextmanager
    def folder_of(self, real: Path, *, make: bool = False) -> Iterator[int]:
        """Hold the folder of a real path open, as a descriptor: what is done there by name cannot lead elsewhere.

        Each folder on the way is opened in the one before, and no link that was put there meanwhile is followed.
        Raises OSError.
        """
        with ExitStack() as held:
            folder = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY)
            held.callback(os.close, folder)
            for part in real.relative_to(self.root).parts[:-1]:
                if make:
                    with suppress(FileExistsError):
                        os.mkdir(part, dir_fd=folder)
                folder = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
                held.callback(os.close, folder)
            yield folder

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
