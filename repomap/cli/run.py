"""Run what was typed, and turn every failure into one sentence and the documented exit code."""

from __future__ import annotations

import errno
import os
import sys

from repomap.cli import quick
from repomap.cli.exits import DONE, FAILED, INTERRUPTED, WRONG_USAGE
from repomap.cli.terminal import PlainText, plain_streams

EXTRAS = {"playwright": "browser", "PIL": "browser", "networkx": "graph"}
"""The extra that brings a module; any other that is missing comes with `agent`, if not with every installation."""
_ALWAYS = ("repomap", "summarizer", "agent", "typer", "click", "pathspec", "watchdog", "tree_sitter")


def run() -> int:
    """Run the command that was typed and return its exit code."""
    if len(sys.argv) == 1:
        sys.argv.append("--help")
    with plain_streams() as out:
        return _run(out)


def _run(out: PlainText, again: bool = False) -> int:
    try:
        typed = quick.read(sys.argv[1:])
        if typed is not None:
            code = typed.function(**typed.given)
        else:
            from repomap.cli import app

            code = app.answer(sys.argv[1:])
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return _say("stopped; what was indexed is kept", INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has seen enough
        return DONE
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] in _ALWAYS:
            return _say(f"this installation is not complete: {error.name} is missing; install repomap again", FAILED)
        extra = EXTRAS.get(error.name or "", "agent")
        return _say(f"this needs an extra: pip install 'repomap[{extra}]' ({error.name} is not installed)", FAILED)
    except Exception as error:
        if _can_be_mended(error):
            return _say(str(error), WRONG_USAGE)
        if type(error).__name__ == "NoArgsIsHelpError":  # a group was named, and none of its commands
            print(error.format_message())  # type: ignore[attr-defined]
            return DONE
        if hasattr(error, "format_message"):  # what the command line's library says of wrong usage
            return _say(error.format_message(), WRONG_USAGE)
        if type(error).__name__ == "Abort":
            return _say("stopped", INTERRUPTED)
        from repomap.damage import is_damage

        if is_damage(error) and not out.used and not again:
            return _run(out, again=True)  # what was damaged was marked to be made anew
        if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
            return _say("a name that was typed is longer than the system takes", WRONG_USAGE)
        if _is_nowhere():
            return _say("the folder you are in was deleted", WRONG_USAGE)
        if os.environ.get("REPOMAP_DEBUG"):
            raise
        return _say(f"{error or type(error).__name__} (REPOMAP_DEBUG=1 shows where)", FAILED)


def _can_be_mended(error: Exception) -> bool:
    """Tell whether the error's message says what the user can do."""
    from repomap.errors import RepoMapError
    from repomap.rendering.tokens import TokenizerError
    from repomap.settings import SettingsError

    return isinstance(error, (RepoMapError, SettingsError, TokenizerError, ValueError))


def _is_nowhere() -> bool:
    """Tell whether the current folder was deleted."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def _say(message: str, code: int) -> int:
    line = " ".join(message.split())
    print(f"repomap: {line}", file=sys.stderr)
    return code
