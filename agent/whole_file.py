"""Write a file whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole(real: Path, text: str) -> None:
    """Write through a temporary file, so that a crash leaves the old file or the new one, never half of it.

    Folders are made, a file's mode is kept, line ends are those of `text`. `real` must be no link. Raises OSError.
    """
    real.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
        os.chmod(temporary, real.stat().st_mode & 0o7777 if real.exists() else 0o644)
        os.replace(temporary, real)
    except BaseException:
        os.unlink(temporary)
        raise
