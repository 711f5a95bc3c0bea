"""The command line: one module a command group; `main` is the `repomap` command."""

from repomap.cli.app import main

__all__ = ["main"]
