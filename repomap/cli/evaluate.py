"""The command `eval`."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from repomap.cli.progress import progress_bar
from repomap.cli.repository import repository
from repomap.rendering.tokens import DEFAULT_TOKENS


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("eval", epilog="Example: repomap eval --commits 50 --tokens 1024")(show_evaluation)


def show_evaluation(
    root: Annotated[
        Path | None, typer.Argument(help="The repository's folder; else the nearest upward with .repomap or .git.")
    ] = None,
    commits: Annotated[int, typer.Option("--commits", help="How many commits to ask for.", min=1)] = 20,
    tokens: Annotated[int, typer.Option("--tokens", help="The most tokens the map may take.", min=1)] = DEFAULT_TOKENS,
    tokenizer: Annotated[
        str, typer.Option(help="Who counts: claude (an upper estimate), o200k, cl100k or bytes.", metavar="NAME")
    ] = "claude",
    as_json: Annotated[
        bool, typer.Option("--json", help="One object a line: commit, files, places, recall, named.")
    ] = False,
) -> int:
    """Ask the map for the files of your last commits, as they stood before each, and say how often it knew.

    Where the map names every file, "files in the map" is 1.00 whatever the ranking: look at the places then, or give
    fewer --tokens.
    """
    from repomap.ranking.evaluate import evaluate, table

    repo = repository(root)
    outcomes = evaluate(os.fspath(repo.root), commits, tokens, tokenizer, progress_bar("asking"))
    if as_json:
        for one in outcomes:
            row = {"commit": one.commit, "subject": one.subject, "files": one.files, "places": one.places}
            print(json.dumps({**row, "recall": round(one.recall, 3), "named": round(one.named, 3)}, ensure_ascii=False))
    else:
        for one in outcomes:
            places = " ".join(map(str, one.places))
            print(f"{one.commit[:10]}  {one.shown}/{len(one.files)} in the map, at {places}: {one.subject[:60]}")
        print("\n".join(table(outcomes, tokens)))
    return 0 if outcomes else 1
