"""Read a repository with git as if it had no configuration: what its config and includes name is never looked at.

A stand-in for its `.git` is made in a temporary folder, of links to the objects, references and index, as
`git-new-workdir` does, with a configuration of ours. So no filter, text conversion, external diff, signature program,
alias, pager, hook, monitor or transport of the repository can be run, whatever git reads. The user's own configuration
counts as ever.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from repomap.files.gitfiles import ENVIRONMENT, LOCATION_VARIABLES, PATIENCE, SAFE, GitRefused, complaint, program

SHARED = ("objects", "refs", "packed-refs", "reftable", "info", "shallow")
OWN = ("index", "logs")  # a worktree has its own
HARMLESS = (
    *("core.repositoryformatversion", "core.filemode", "core.ignorecase", "core.symlinks", "core.precomposeunicode"),
    *("core.autocrlf", "core.eol", "core.sparsecheckout", "extensions.objectformat", "extensions.refstorage"),
)
"""Settings that say how files and objects are laid out, and name nothing to run."""

QUIET = (*SAFE, "-c", "core.quotePath=off")


@contextmanager
def stand_in(folder: Path) -> Iterator[dict[str, str]]:
    """Yield the environment in which git, started anywhere, reads the repository that holds `folder`.

    Raises GitRefused where there is none, or where its `.git` leads to a repository that does not know this folder.
    """
    top = _top(folder)
    own, shared = _places(top)
    with tempfile.TemporaryDirectory(prefix="repomap-git-") as made:
        place = Path(made)
        for names, source in ((SHARED, shared), (OWN, own)):
            for name in names:
                if (source / name).exists():
                    (place / name).symlink_to(source / name)
        for name in ("objects", "refs"):
            (place / name).mkdir(exist_ok=True)
        try:
            (place / "HEAD").write_bytes((own / "HEAD").read_bytes())
        except OSError as error:
            raise GitRefused(f"its HEAD cannot be read: {error.strerror}") from None
        (place / "config").write_text(_layout(shared / "config"), encoding="utf-8", errors="surrogateescape")
        environment = {name: value for name, value in os.environ.items() if name not in LOCATION_VARIABLES}
        yield {**environment, **ENVIRONMENT, "GIT_DIR": made, "GIT_WORK_TREE": os.fspath(top), "GIT_PAGER": "cat"}


def plain_git(folder: Path, arguments: Sequence[str], environment: Mapping[str, str]) -> bytes:
    """Return what git prints in `folder`, in the environment of its stand-in. Raises GitRefused when it fails."""
    command = [program(), *QUIET, *arguments]
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        raise GitRefused(f"no answer in {PATIENCE:.0f} seconds") from None
    if done.returncode:
        raise GitRefused(complaint(done.stderr, done.returncode))
    return done.stdout


def _top(folder: Path) -> Path:
    real = Path(os.path.realpath(folder))
    for place in (real, *real.parents):
        if os.path.lexists(place / ".git"):
            return place
    raise GitRefused("this is no git repository")


def _places(top: Path) -> tuple[Path, Path]:
    """Return the folder of what is this work tree's own, and of what all of a repository share."""
    link = top / ".git"
    if link.is_dir():
        own = link.resolve()
        return own, _common(own)
    try:
        text = os.fsdecode(link.read_bytes())
    except OSError as error:
        raise GitRefused(f"{link} cannot be read: {error.strerror}") from None
    if not text.startswith("gitdir: "):
        raise GitRefused(f"{link} is no git repository")
    own = (top / text.removeprefix("gitdir: ").rstrip("\n")).resolve()
    if not _knows(own, top):
        raise GitRefused(f"{link} leads to {own}, which does not know this folder")
    return own, _common(own)


def _common(own: Path) -> Path:
    try:
        return (own / os.fsdecode((own / "commondir").read_bytes()).rstrip("\n")).resolve()
    except OSError:
        return own


def _knows(own: Path, top: Path) -> bool:
    """Tell whether a repository is that of a work tree: a worktree is named in it, a submodule is set in it."""
    try:
        back = os.fsdecode((own / "gitdir").read_bytes()).rstrip("\n")
        return Path(os.path.realpath(own / back)) == top / ".git"
    except OSError:
        back = _values(own / "config").get("core.worktree", "")
        return bool(back) and Path(os.path.realpath(own / back)) == top


def _layout(config: Path) -> str:
    lines = []
    for name, value in _values(config).items():
        if name in HARMLESS:
            section, _, key = name.partition(".")
            lines.append(f'[{section}]\n\t{key} = "{_escaped(value)}"\n')
    return "".join(lines) or "[core]\n\trepositoryformatversion = 0\n"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _values(config: Path) -> dict[str, str]:
    """Return the settings of one file, without what it includes."""
    command = [program(), "config", "--file", os.fspath(config), "--no-includes", "--null", "--list"]
    done = subprocess.run(command, capture_output=True, cwd="/", timeout=PATIENCE, check=False)
    found = {}
    for entry in os.fsdecode(done.stdout).split("\0"):
        name, line_end, value = entry.partition("\n")
        found[name] = value if line_end else "true"
    return found
