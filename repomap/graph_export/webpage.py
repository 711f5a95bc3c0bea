"""Write the graph as one web page that needs no network: everything is inside, and nothing else may be loaded."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files

from repomap.graph_export.file_graph import FileGraph
from repomap.model import Definition
from repomap.rendering.formats import quoted

LIBRARY = "d3-hierarchy.min.js"
LICENCE = "d3-hierarchy.LICENSE"
SCRIPTS = ("data.js", "map.js", "list.js", "detail.js", "page.js")
MARK = re.compile("@@([a-z]+)@@")  # where a part goes into page.html
NAMES_SHOWN = 8  # of a link: what fits on two lines of the panel


def as_html(
    graph: FileGraph,
    title: str,
    definitions: Callable[[str], Sequence[Definition]],
    pseudocode: Callable[[str], str],
) -> str:
    """Return the page. `title` names the repository; `definitions` and `pseudocode` give what each file holds.

    Everything a repository says stands in data that no browser runs, with `<` escaped, and reaches the page as text.
    The page's policy lets it run its own scripts, named by their hashes, and load nothing.
    """
    style = _part("page.css")
    script = "(() => {\n'use strict';\n" + "\n".join(map(_part, SCRIPTS)) + "})();\n"
    library = _part(LIBRARY)
    policy = (
        f"default-src 'none'; script-src {_hash(library)} {_hash(script)}; style-src {_hash(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    parts = {
        "title": html.escape(title),
        "policy": policy,
        "style": style,
        "licence": "\n".join(["d3-hierarchy, inside this page:", "", *_part(LICENCE).replace("-->", "").splitlines()]),
        "library": library,
        "script": script,
        "data": _safe(_data(graph, title, definitions)),
        "pages": "\n".join(_pages(graph, pseudocode)),
    }
    return MARK.sub(lambda mark: parts[mark[1]], _part("page.html"))


def _data(graph: FileGraph, title: str, definitions: Callable[[str], Sequence[Definition]]) -> object:
    return {
        "title": title,
        "files": [
            [
                quoted(file.path),
                file.language,
                file.role,
                file.score,
                [[found.line, found.kind, found.qualified] for found in definitions(file.path)],
            ]
            for file in graph.files
        ],
        "links": [
            [link.user, link.used, link.weight, list(link.names[:NAMES_SHOWN]), len(link.names)] for link in graph.links
        ],
    }


def _pages(graph: FileGraph, pseudocode: Callable[[str], str]) -> Iterable[str]:
    """Yield each file's pseudocode in an element of its own, so that a browser reads only those that are asked for."""
    for number, file in enumerate(graph.files):
        text = pseudocode(file.path)
        if text:
            yield f'<script type="application/json" id="p{number}">{_safe(text)}</script>'


def _safe(value: object) -> str:
    """JSON for the inside of a script element: ASCII, and no `<` that could end the element or open a comment."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _part(name: str) -> str:
    return (files("repomap.graph_export") / "page" / name).read_text(encoding="utf-8")
