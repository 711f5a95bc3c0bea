"""The command `graph`: the reference graph of a repository for other programs, and as a page for people."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from repomap.cli.map import Root
from repomap.cli.progress import progress_bar
from repomap.cli.repository import opened, repository, say_notes
from repomap.errors import RepoMapError

FORMS = ("json", "graphml", "dot", "html")


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("graph", epilog="Example: repomap graph --format html -o map.html")(show_graph)


def show_graph(
    root: Root = None,
    form: Annotated[str, typer.Option("--format", help="json, graphml, dot or html.", metavar="FORMAT")] = "json",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write to this file, not to standard output.", metavar="FILE")
    ] = None,
) -> None:
    """Write which file uses which: for other programs, or as a web page to look at, which needs no network."""
    if form not in FORMS:
        from repomap.settings import advice

        raise RepoMapError(f"unknown format {form!r}; {advice(form, FORMS)}")
    if form == "html" and output is None and sys.stdout.isatty():
        raise RepoMapError("the page is for a browser: -o map.html writes it to a file")
    text = _page(root) if form == "html" else _graph(root, form)
    if output is None:
        sys.stdout.write(text)
        return
    try:
        output.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise RepoMapError(f"{output} cannot be written: {error.strerror}") from None


def _graph(root: Path | None, form: str) -> str:
    from repomap.graph_export import as_dot, as_graphml, as_json, file_graph

    with opened(repository(root)) as index:
        graph = file_graph(index)
    return {"json": as_json, "graphml": as_graphml, "dot": as_dot}[form](graph)


def _page(root: Path | None) -> str:
    from repomap.graph_export import as_html, file_graph
    from summarizer.library import library

    repo = repository(root)
    with library(repo.root, progress_bar("reading")) as found:
        say_notes(found.notes)
        return as_html(file_graph(found.index), repo.root.name, found.index.reader.definitions, found.page)
