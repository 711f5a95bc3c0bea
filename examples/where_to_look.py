"""Say where to look for a task, with the Python API: the likely files, the definitions shown, and who calls the first.

python examples/where_to_look.py examples/shop "a customer is charged twice when the gateway times out"
"""

from __future__ import annotations

import sys

import summarizer
from repomap import RepoMap
from repomap.graph.kept import binder_of
from repomap.lookup import callers_of

TOKENS = 300


def main(root: str, task: str) -> None:
    """Print what the map, the pseudocode and the index say of a task."""
    repository = RepoMap(root)
    found = repository.map(TOKENS, task)
    print(f"a map of {found.tokens} tokens; its likely files:")
    ranked = repository.files(task).files
    for file in ranked[:3]:
        print(f"  {file.score:.3g}  {file.path}")

    best = max((line for file in found.files for line in file.definitions), key=lambda line: line.score)
    name = best.definition.qualified
    print(f"the most likely definition is {name}; its file in pseudocode:")
    path = next(file.path for file in found.files if best in file.definitions)
    print(summarizer.pseudocode(repository.root, path))

    index = repository.open()
    try:
        calls = callers_of(index.reader, binder_of(index), name)
    finally:
        index.close()
    print(f"{name} is called in:")
    for call in calls:
        print(f"  {call.caller.path}:{call.line} {call.caller.name} ({call.confidence})")


if __name__ == "__main__":
    main(*sys.argv[1:3])
