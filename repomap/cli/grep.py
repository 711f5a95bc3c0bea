"""Answer the command `grep`; its options are declared in `pseudo`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from repomap.cli.exits import DONE, NOTHING_FOUND
from repomap.cli.progress import progress_bar
from repomap.cli.repository import as_typed, root_of, say_notes
from repomap.rendering.formats import quoted


def grep(
    pattern: str,
    paths: Sequence[Path] = (),
    *,
    ignore_case: bool = False,
    fixed: bool = False,
    names_only: bool = False,
    numbered: bool = True,
    context: int = 0,
    as_json: bool = False,
) -> int:
    """Print the lines of pseudocode that match `pattern` in files and folders; all are numbered."""
    from summarizer.pages import pages
    from summarizer.search import search

    root = root_of(paths)
    below = [as_typed(root, path) for path in paths]
    with pages(root, progress_bar("reading")) as found:
        hits = search(found, pattern, ignore_case=ignore_case, fixed=fixed, context=context, below=below)
        say_notes(found.notes)
    if not hits:
        return NOTHING_FOUND
    lines: list[str] = []
    if as_json:
        lines = [
            json.dumps(
                {"path": hit.path, "line": hit.line, "text": hit.text, "definition": hit.definition},
                ensure_ascii=False,
            )
            for hit in hits
        ]
    elif names_only:
        lines = list(dict.fromkeys(quoted(hit.path) for hit in hits))
    else:
        shown: set[tuple[str, int, str]] = set()
        for number, hit in enumerate(hits):
            inside = f"  [{hit.definition}]" if hit.definition != hit.text and not context else ""
            if context and number:
                lines.append("--")
            around = [(line, text, "-") for line, text in hit.before]
            around += [(hit.line, hit.text, ":"), *((line, text, "-") for line, text in hit.after)]
            for line, text, sign in around:
                if context and (hit.path, line, text) in shown:
                    continue
                shown.add((hit.path, line, text))
                lines.append(f"{quoted(hit.path)}{sign}{line}{sign} {text}{inside}")
    sys.stdout.write("\n".join(lines) + "\n")
    return DONE
