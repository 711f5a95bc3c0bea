"""The command `trust`: take a state folder for one's own, and what its configuration starts and allows for meant."""

from __future__ import annotations

import os
from pathlib import Path

import typer

from repomap.cli.map import Root


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("trust", epilog="Example: repomap trust ~/src/project")(trust_folder)


def trust_folder(root: Root = None) -> None:
    """Vouch for the .repomap folder and its config.toml as they are now; a changed one is asked about again."""
    from agent.settings import acting, files_that_act
    from repomap.errors import RepoMapError
    from repomap.files.discover import STATE_FOLDER, find_root
    from repomap.files.ours import planted, vouch
    from repomap.settings import CONFIG_NAME, config_files

    top = root.resolve() if root is not None else find_root(Path.cwd())
    folder = top / STATE_FOLDER
    if folder.is_symlink() or not folder.is_dir():
        raise RepoMapError(f"{folder} is no folder: there is nothing to trust")
    if names := planted(os.fspath(folder)):
        raise RepoMapError(f"git tracks {names[0]}: git rm --cached it first, or any pull could change it")
    own = [file for file in config_files(folder) if file.path == folder / CONFIG_NAME]
    for file in own:
        for line in acting(file):
            print(line)
    vouch(folder, [path for file in own for path in files_that_act(top, file)])
    print(f"{folder} is trusted as it is now")
