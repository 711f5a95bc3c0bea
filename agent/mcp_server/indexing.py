"""The process that indexes in the background what is too much for one answer; it prints how far it is."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path

from agent.mcp_server.signals import follow_the_server
from summarizer.library import library


def main() -> None:
    """Bring index and pseudocode up to date: `python -m agent.mcp_server.indexing ROOT`."""
    follow_the_server()
    os.nice(5)  # whoever asks meanwhile comes first
    parent = os.getppid()

    def report(done: int, total: int) -> None:
        if os.getppid() != parent:
            raise SystemExit  # nobody waits for it any more; what is done is kept
        print(json.dumps({"done": done, "total": total}), flush=True)

    with suppress(Exception), library(Path(sys.argv[1]), report):  # what is wrong, the next answer says
        pass


if __name__ == "__main__":
    main()
