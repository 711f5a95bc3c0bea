"""Make ready what a map without a task is made from, in a process of its own: `python -m repomap.watch.ready ROOT`."""

from __future__ import annotations

import sys
from pathlib import Path

from repomap.graph.kept import backbone_of
from repomap.index import open_index
from repomap.rendering.tokens import DEFAULT_TOKENS


def main() -> None:
    """Bring it up to date in the index; print nothing."""
    index = open_index(Path(sys.argv[1]))
    try:
        backbone_of(index, DEFAULT_TOKENS)
    finally:
        index.close()


if __name__ == "__main__":
    main()
