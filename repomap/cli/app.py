"""Put the commands together, and turn every failure into one sentence and the documented exit code."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from repomap.cli.help import Commands
from repomap.cli.terminal import PlainText, plain_streams
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

EXTRAS = {"playwright": "browser", "PIL": "browser", "networkx": "graph"}
"""The extra that brings a module; any other that is missing comes with `agent`."""

DONE, NOTHING_FOUND, WRONG_USAGE, FAILED, INTERRUPTED = 0, 1, 2, 3, 130

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


_UsageError = typer.BadParameter.__mro__[1]  # the library's own base class; it has no public name in every release


def run() -> int:
    """Run the command that was typed and return its exit code."""
    if len(sys.argv) == 1:
        sys.argv.append("--help")
    with plain_streams() as out:
        return _run(out)


def _run(out: PlainText, again: bool = False) -> int:
    try:
        _register(sys.argv[1:])
        code = app(standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else DONE
    except KeyboardInterrupt:
        return _say("stopped; what was indexed is kept", INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has seen enough
        return DONE
    except ModuleNotFoundError as error:
        extra = EXTRAS.get(error.name or "", "agent")
        return _say(f"this needs an extra: pip install 'repomap[{extra}]' ({error.name} is not installed)", FAILED)
    except Exception as error:
        if _can_be_mended(error):
            return _say(str(error), WRONG_USAGE)
        if isinstance(error, _UsageError) and hasattr(error, "format_message"):
            if type(error).__name__ == "NoArgsIsHelpError":  # a group was named, and none of its commands
                print(error.format_message())
                return DONE
            return _say(error.format_message(), WRONG_USAGE)
        if type(error).__name__ == "Abort":
            return _say("stopped", INTERRUPTED)
        from repomap.damage import is_damage

        if is_damage(error) and not out.used and not again:
            return _run(out, again=True)  # what was damaged was marked to be made anew
        if os.environ.get("REPOMAP_DEBUG"):
            raise
        return _say(f"{error or type(error).__name__} (REPOMAP_DEBUG=1 shows where)", FAILED)


def _can_be_mended(error: Exception) -> bool:
    """Tell whether the error's message says what the user can do."""
    from repomap.errors import RepoMapError
    from repomap.settings import SettingsError
    from repomap.tokens import TokenizerError

    return isinstance(error, (RepoMapError, SettingsError, TokenizerError, ValueError))


def _say(message: str, code: int) -> int:
    line = " ".join(message.split())
    print(f"repomap: {line}", file=sys.stderr)
    return code
