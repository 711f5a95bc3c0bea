"""The command `mcp`: serve a repository to other agents, or enter the server into a client's configuration."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from repomap.cli.map import Root
from repomap.cli.repository import say_notes
from repomap.errors import RepoMapError


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("mcp", epilog="Example: repomap mcp --install claude-code")(serve)


def serve(
    root: Root = None,
    http: Annotated[bool, typer.Option("--http", help="Serve HTTP on this machine instead of stdio.")] = False,
    port: Annotated[int, typer.Option("--port", help="The port for --http; 0 takes a free one.", min=0)] = 0,
    watch: Annotated[
        bool, typer.Option("--watch/--no-watch", help="Follow the files, and tell clients that subscribed of changes.")
    ] = True,
    install: Annotated[
        str,
        typer.Option(
            "--install",
            help="Enter the server into this client's configuration: claude-code, codex, cursor, vscode or zed.",
            metavar="CLIENT",
        ),
    ] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before --install writes.")] = False,
) -> None:
    """Serve the map, pseudocode and index to other agents over MCP. Needs repomap[agent]; see docs/mcp.md.

    Over stdio by default, for a client that starts it. With --http a token is printed on standard error, unless
    REPOMAP_MCP_TOKEN holds one.
    """
    from repomap.files.discover import find_root

    top = root.resolve() if root else find_root(Path.cwd())
    if not top.is_dir():
        raise RepoMapError(f"{top} is not a folder" if top.exists() else f"{top} does not exist")
    if port and not http:
        raise RepoMapError("--port is for --http")
    if yes and not install:
        raise RepoMapError("--yes is for --install")
    if install:
        _install(install, top, yes)
        return
    from agent.mcp_server.transports import serve_http, serve_stdio

    if http:
        raise typer.Exit(serve_http(top, port, watch=watch, say=lambda line: say_notes([line])))
    raise typer.Exit(serve_stdio(top, watch=watch))


def _install(client: str, root: Path, yes: bool) -> None:
    from agent.mcp_server.install import planned, write

    if find_spec("mcp") is None:
        raise ModuleNotFoundError("the entry would name a server that cannot start", name="mcp")
    change = planned(client, root)
    if change.diff:
        sys.stdout.write(change.diff)
        if not yes and not sys.stdin.isatty():
            raise RepoMapError("nothing was written: --yes writes it without asking")
        if not yes and not typer.confirm(f"Write {change.path}?"):
            print("nothing was written")
            return
        write(change)
    print(f"{change.path} {'now has' if change.diff else 'already has'} the server {change.name}")
