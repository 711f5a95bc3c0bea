"""The command line: one module a command group; `main` is the `repomap` command."""

from __future__ import annotations

import gc
import os
import sys
from typing import NoReturn

from repomap.cli.exits import INTERRUPTED


def main() -> NoReturn:
    """Run the command and exit. Ctrl-C ends it quietly from the first moment on."""
    if sys.getfilesystemencoding() != "utf-8":  # names of files would be others than in every other run
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])
    gc.disable()  # looking for cycles takes a tenth of a map's time, and one answer leaves few; see cli.app.LIVING
    try:
        from repomap.cli.run import run
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    code = run()
    gc.freeze()  # else Python's end begins with looking for cycles in all that is left: a twentieth of a map's time
    sys.exit(code)
