"""Write a file whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path


def write_whole(real: Path, text: str) -> None:
    """Write through a temporary file, so that a crash leaves the old file or the new one, never half of it.

    Folders are made, a file's mode is kept, line ends are those of `text`. `real` must be no link. Raises OSError.
    """
    real.parent.mkdir(parents=True, exist_ok=True)
    folder = os.open(real.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        write_whole_in(folder, real.name, text)
    finally:
        os.close(folder)


def write_whole_in(folder: int, name: str, text: str) -> None:
    """Do the same for a file in an open folder, whatever became of the way that led there. Raises OSError."""
    draft = f".{secrets.token_hex(8)}.part"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    try:
        with open(os.open(draft, flags, 0o600, dir_fd=folder), "wb") as file:
            file.write(text.encode())
            os.fchmod(file.fileno(), _mode(folder, name))
        os.replace(draft, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(draft, dir_fd=folder)
        raise


def _mode(folder: int, name: str) -> int:
    """Return the mode that a file has, or that a new one gets."""
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode & 0o7777
    except FileNotFoundError:
        return 0o644
