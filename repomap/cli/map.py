"""The options of the commands `map` and `files`, which `show` answers; `quick` names their plain forms once more."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from repomap.cli import show
from repomap.rendering.tokens import DEFAULT_TOKENS

Root = Annotated[
    Path | None, typer.Argument(help="The repository's folder; else the nearest upward with .repomap or .git.")
]
Query = Annotated[str, typer.Option("--query", help="The task in words; the map shows what it needs.", metavar="TEXT")]
QueryFile = Annotated[
    Path | None, typer.Option("--query-file", help="A file that holds the task; - for standard input.", metavar="FILE")
]
Focus = Annotated[list[str], typer.Option("--focus", help="A file that matters for the task.", metavar="PATH")]
Mention = Annotated[list[str], typer.Option("--mention", help="A name that matters for the task.", metavar="NAME")]
Since = Annotated[str, typer.Option("--since", help="Files changed since this revision weigh more.", metavar="REV")]
History = Annotated[bool, typer.Option("--history/--no-history", help="Weigh what the last commits touched and said.")]


def register(app: typer.Typer) -> None:
    """Add the commands to `app`."""
    app.command("map", epilog="Example: repomap map --query 'timeouts are ignored' --tokens 2000")(show_map)
    app.command("files", epilog="Example: repomap files --query 'timeouts are ignored' --json | head")(show_files)


def show_map(
    root: Root = None,
    tokens: Annotated[
        int, typer.Option("--tokens", help="The most tokens of the map, which is filled to 95 %.")
    ] = DEFAULT_TOKENS,
    query: Query = "",
    query_file: QueryFile = None,
    focus: Focus = [],  # noqa: B006
    mention: Mention = [],  # noqa: B006
    since: Since = "",
    form: Annotated[str, typer.Option("--format", help="text, markdown, json or xml.", metavar="FORMAT")] = "text",
    tokenizer: Annotated[
        str, typer.Option(help="Who counts: claude (an upper estimate), o200k, cl100k or bytes.", metavar="NAME")
    ] = "claude",
    summaries: Annotated[
        bool, typer.Option("--summaries", help="Say in a sentence what each file and folder shown is for.")
    ] = False,
    lines: Annotated[bool, typer.Option("--lines", help="Put line numbers before the definitions.")] = False,
    history: History = True,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say instead why each file and definition is in the map.")
    ] = False,
    delta: Annotated[
        str, typer.Option("--delta", help="Show what changed since the map with this id.", metavar="ID")
    ] = "",
) -> None:
    """Show the most relevant definitions of a repository within a token budget."""
    show.show_map(
        root,
        tokens=tokens,
        query=query,
        query_file=query_file,
        focus=focus,
        mention=mention,
        since=since,
        form=form,
        tokenizer=tokenizer,
        summaries=summaries,
        lines=lines,
        history=history,
        explain=explain,
        delta=delta,
    )


def show_files(
    root: Root = None,
    query: Query = "",
    query_file: QueryFile = None,
    focus: Focus = [],  # noqa: B006
    mention: Mention = [],  # noqa: B006
    since: Since = "",
    history: History = True,
    as_json: Annotated[bool, typer.Option("--json", help="One object a line: path, score, language.")] = False,
) -> None:
    """List every file, best first: its score (higher is likelier, within this answer only), then its path."""
    show.show_files(
        root,
        query=query,
        query_file=query_file,
        focus=focus,
        mention=mention,
        since=since,
        history=history,
        as_json=as_json,
    )
