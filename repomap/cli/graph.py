"""The command `graph`: the reference graph of a repository for other programs, and as a page for people."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
