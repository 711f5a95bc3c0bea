"""Load ahead of the first edit what reading a file takes: the parser, and the grammars of the main languages."""

from __future__ import annotations

import contextlib
from collections import Counter

from repomap.index import Index
from repomap.languages import GrammarError

GRAMMARS = 3  # a query takes up to 0.3 s to compile; three languages are nearly all edits of most repositories


def warm(index: Index) -> None:
    """Import and compile."""
    from repomap.index import build  # noqa: F401
    from repomap.languages.load import load

    languages = Counter(row.language for row in index.reader.rows.values() if row.content)
    for language, _ in languages.most_common(GRAMMARS):
        with contextlib.suppress(GrammarError):
            load(language)
