"""Show in a group's help what each of its commands does in a whole sentence, over two lines where it takes them."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup

LONGEST = 200  # characters of a command's first sentence; the library cuts it where a line ends


class Commands(TyperGroup):
    """A group whose help cuts no sentence short."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a row for each command, in the order in which they were added."""
        shown = [(name, command) for name, command in self.commands.items() if not command.hidden]
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(LONGEST)) for name, command in shown])
