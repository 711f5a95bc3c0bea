"""The commands `agent` and `transcript`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from repomap.cli.transcript import session_name, transcripts
from repomap.errors import RepoMapError

RootOption = Annotated[
    Path | None, typer.Option("--root", help="The repository's folder; else the nearest upward with .repomap or .git.")
]


def register(app: typer.Typer) -> None:
    """Add the commands to `app`."""
    app.command("agent", epilog="Example: repomap agent 'the tests of the parser fail; find out why' --max-usd 2")(
        run_agent
    )
    transcripts.command("resume", epilog="Example: repomap transcript resume last 'now the tests'")(resume_session)
    app.add_typer(transcripts, name="transcript")


def run_agent(
    task: Annotated[str, typer.Argument(help="What to do; - reads it from standard input.")],
    root: RootOption = None,
    resume: Annotated[
        str, typer.Option("--resume", help="Go on with this session; 'last' is the newest.", metavar="ID")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print every event as one JSON object a line.")] = False,
    model: Annotated[str, typer.Option("--model", help="The model; else REPOMAP_MODEL.", metavar="NAME")] = "",
    max_turns: Annotated[int | None, typer.Option("--max-turns", min=1, help="Stop after this many turns.")] = None,
    max_usd: Annotated[float | None, typer.Option("--max-usd", min=0, help="Stop when this much is spent.")] = None,
    max_minutes: Annotated[float | None, typer.Option("--max-minutes", min=0, help="Stop after this time.")] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Never ask: commands, writes, network and servers' tools.")
    ] = False,
    allow: Annotated[
        list[str], typer.Option("--allow", help="A command that needs no question: 'pytest *'.", metavar="PATTERN")
    ] = [],  # noqa: B006
    deny: Annotated[
        list[str], typer.Option("--deny", help="A command that is never run: 'git push *'.", metavar="PATTERN")
    ] = [],  # noqa: B006
    offline: Annotated[bool, typer.Option("--offline", help="No network tools, no far servers.")] = False,
    browser: Annotated[bool, typer.Option("--browser", help="Give it a browser of its own (needs Chromium).")] = False,
    desktop: Annotated[
        bool, typer.Option("--desktop", help="Let it ask for pixels of $DISPLAY (needs xdotool).")
    ] = False,
    mcp_config: Annotated[
        Path | None, typer.Option("--mcp-config", help="A JSON file with mcpServers to connect to.", metavar="FILE")
    ] = None,
) -> None:
    """Work on a task with a model: map first, code tools before pixels, everything on record."""
    from dataclasses import replace

    from agent.command import ArchiveError, Options, ScreenError, StartError, run_task
    from agent.limits import MAX_TURNS, Limits
    from agent.mcp_servers import servers_in_file
    from agent.settings import read_agent_settings

    words = sys.stdin.read() if task == "-" else task
    if not words.strip():
        raise RepoMapError("the task is empty")
    from repomap.files.discover import find_root, state_folder

    top = find_root(root or Path.cwd())
    state = state_folder(top)
    settings = read_agent_settings(top, state)
    if mcp_config:
        settings = replace(settings, mcp_servers=(*settings.mcp_servers, *servers_in_file(mcp_config)))
    options = Options(
        root=top,
        state=state,
        settings=replace(settings, model=model or settings.model),
        limits=Limits(max_turns or MAX_TURNS, max_usd, max_minutes),
        yes=yes,
        allow=tuple(allow),
        deny=tuple(deny),
        offline=offline,
        resume=session_name(state, resume) if resume else "",
    )
    try:
        code = run_task(options, words, as_json=as_json, with_browser=browser, with_desktop=desktop)
    except (StartError, ArchiveError, ScreenError) as error:
        raise RepoMapError(str(error)) from None
    raise typer.Exit(code)


def resume_session(
    name: Annotated[str, typer.Argument(help="The session; 'last' is the newest.", metavar="ID")] = "last",
    task: Annotated[str, typer.Argument(help="What to do next.", metavar="TASK")] = "Go on.",
    root: RootOption = None,
    yes: Annotated[bool, typer.Option("--yes", help="Never ask.")] = False,
) -> None:
    """Go on with a session; `agent --resume` takes all options."""
    run_agent(task, root, resume=name, yes=yes)
