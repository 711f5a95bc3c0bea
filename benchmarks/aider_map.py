"""Make Aider's map of the files that git tracks, as a library, in the environment Aider is installed in.

python benchmarks/aider_map.py ROOT    prints the seconds of the map alone, without the imports
"""

import subprocess
import sys
import time

from aider.io import InputOutput  # type: ignore[import-not-found]
from aider.repomap import RepoMap  # type: ignore[import-not-found]


class Model:
    """A model that counts tokens at no cost, in Aider's favour."""

    def token_count(self, text: str) -> float:
        """Return about how many tokens a text has."""
        return len(text) / 4


root = sys.argv[1]
listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True).stdout.decode()
files = [f"{root}/{path}" for path in listed.split("\0") if path]
started = time.perf_counter()
found = RepoMap(4096, root, Model(), InputOutput(pretty=False, yes=True), refresh="always").get_repo_map([], files)
print(f"{time.perf_counter() - started:.3f} {len(found or '')}")
