"""The commands `map` and `files`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from repomap.cli.repository import repository, say_notes
from repomap.cli.summaries import room_for_map, with_sentences
from repomap.errors import RepoMapError
from repomap.tokens import DEFAULT_TOKENS

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
    if summaries and (delta or explain):
        raise RepoMapError("give --summaries alone, without --delta and --explain")
    repo = repository(root)
    found = repo.map(
        room_for_map(tokens) if summaries else tokens,
        task_text(query, query_file),
        focus,
        mention,
        since=since,
        form=form,
        tokenizer=tokenizer,
        lines=lines,
        history=history,
        explain=explain,
        delta=delta,
    )
    say_notes(found.notes)
    if summaries:
        from summarizer import summaries as sentences

        print(with_sentences(found, sentences(repo.root), form, tokens, tokenizer))
        return
    print("\n".join(found.reasons) if explain else found.text)


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
    repo = repository(root)
    ranked = repo.files(task_text(query, query_file), focus, mention, since=since, history=history)
    say_notes(ranked.notes)
    from repomap.formats import quoted

    for file in ranked.files:
        if as_json:
            print(json.dumps({"path": file.path, "score": float(f"{file.score:.6g}"), "language": file.language}))
        else:
            print(f"{file.score:11.4g}  {quoted(file.path)}")


def task_text(query: str, query_file: Path | None) -> str:
    """Return the task from the option that was given. Raises RepoMapError for a file that cannot be read."""
    if query_file is None:
        return query
    if query:
        raise RepoMapError("give the task with --query or with --query-file, not both")
    try:
        data = sys.stdin.buffer.read() if str(query_file) == "-" else query_file.read_bytes()
    except OSError as error:
        raise RepoMapError(f"{query_file} cannot be read: {error.strerror}") from error
    return data.decode("utf-8", "replace")
