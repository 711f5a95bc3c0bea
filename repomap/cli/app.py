"""Put the commands together, and find the one that was typed."""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from repomap.cli.help import Commands
from repomap.version import VERSION

COMMANDS = {
    "map": ("map", "files"),
    "questions": ("symbols", "refs", "callers", "callees", "deps", "impact"),
    "pseudo": ("grep", "pseudo"),
    "state": ("index", "status", "doctor", "languages"),
    "evaluate": ("eval",),
    "agent": ("agent", "transcript"),
    "watch": ("watch",),
    "mcp": ("mcp",),
    "graph": ("graph",),
    "config": ("config",),
    "trust": ("trust",),
}
"""The modules beside this one, in the order of `--help`, with the commands each adds: one is imported when needed."""

LIVING = frozenset(("watch", "mcp", "agent", "pseudo"))
"""The modules whose commands may live on: they collect cycles."""

EXAMPLES = """\b
Examples:
  repomap map                                  the repository you are in, its backbone
  repomap map --query "login fails" --tokens 2000
  repomap files --query "login fails" --json   every file, best first
  repomap callers parse_config                 who calls it
"""

app = typer.Typer(
    name="repomap",
    cls=Commands,
    help="Tell a coding agent, or a person, which files of a repository to open.",
    epilog=EXAMPLES,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"repomap {VERSION}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Options of the command itself."""


def _register(arguments: Sequence[str]) -> None:
    """Add the commands that `arguments` may mean: those of one module, or of all when they name no command."""
    if list(arguments) == ["--version"]:
        return
    named = next((argument for argument in arguments if not argument.startswith("-")), "")
    needed = [module for module, commands in COMMANDS.items() if named in commands]
    if not LIVING.isdisjoint(needed):
        gc.enable()
    for module in needed or COMMANDS:
        importlib.import_module(f"repomap.cli.{module}").register(app)


def answer(arguments: Sequence[str]) -> int:
    """Do what `arguments` say and return the exit code. Raises what went wrong, also what the library says of it."""
    _register(arguments)
    try:
        code: object = app(list(arguments), standalone_mode=False)
    except SystemExit:
        if type(sys.stdout).__name__ == "PacifyFlushWrapper":  # the library's sign of a reader that has seen enough
            raise BrokenPipeError from None
        raise
    return code if isinstance(code, int) else 0
