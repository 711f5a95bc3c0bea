"""The limit: parse the files that a repository's index holds, in one process, and do nothing with the trees.

python benchmarks/bare_parse.py ROOT
"""

from __future__ import annotations

import os
import sqlite3
import sys

from repomap.languages.load import load


def main(root: str) -> None:
    """Parse every file that the index in `root` has parsed, with the same grammars."""
    database = sqlite3.connect(f"file:{root}/.repomap/index.db?mode=ro", uri=True)
    files = database.execute("SELECT path, language FROM file WHERE content > 0").fetchall()
    database.close()
    parsers = {language: load(language).parser for language in {language for _, language in files}}
    for path, language in files:
        with open(os.path.join(os.fsencode(root), path), "rb") as file:
            parsers[language].parse(file.read())


if __name__ == "__main__":
    main(sys.argv[1])
