"""Ask git which files of a folder it tracks and which it ignores, so that nothing of the repository is executed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import NamedTuple

PATIENCE = 30.0
"""Seconds one call of git may take: a cold index of 100 MB needs a few, a pipe planted as index never ends."""

LOCATION_VARIABLES = (  # what `git rev-parse --local-env-vars` names: set inside a hook, they would point elsewhere
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
)

ENVIRONMENT = {
    "LC_ALL": "C",  # its messages are read here
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",  # a partial clone fetches what is missing, by a program its configuration names
    "GIT_ALLOW_PROTOCOL": "none",  # the same for git before 2.45, which does not know the line above
    "GIT_TERMINAL_PROMPT": "0",
}

SAFE = (
    "--no-pager",
    *("-c", "core.fsmonitor="),  # the repository's own value may be any command
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "safe.bareRepository=explicit"),  # a bare repository hidden among the files brings its own configuration
)


class GitRefused(Exception):
    """git did not answer for a folder; the message says why in a few words ("dubious ownership")."""


def tracked_files(folder: str, only: str = "") -> list[str]:
    """Return the paths below `folder` that the index of its repository holds, relative to `folder`.

    `only` is a pathspec that they must match.

    They are what the index says, not what is on the disk: deleted files and files left out of a sparse checkout are
    among them, a submodule is one path, a file in conflict comes up to three times, and a hostile index may hold any
    string. Raises GitRefused.
    """
    return _paths(_git(folder, ["ls-files", "-z", *(["--", only] if only else [])], b""))


def ignored_files(folder: str, paths: Iterable[str]) -> set[str]:
    """Return those of `paths` (relative to `folder`, not tracked) that the repository or the user's git ignores.

    A path below an ignored folder is ignored. Raises GitRefused.
    """
    # "./" keeps git from reading a name that starts with ":" as one of its pathspecs
    question = os.fsencode("".join(f"./{path}\0" for path in paths))
    answer = _git(folder, ["check-ignore", "-z", "--no-index", "--stdin"], question, none_found=1)
    return {path[2:] for path in _paths(answer)}


def ignore_sources(folder: str) -> list[str] | None:
    """Return the files outside the repository at `folder` that say what its user's git ignores, there or not.

    None when they cannot be told: a configuration includes others, on conditions of its own.
    """
    home = os.path.expanduser("~")
    own = os.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    found = {os.path.join(home, ".gitconfig"), *(os.path.join(own, "git", name) for name in ("config", "ignore"))}
    found.update(os.environ[name] for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM") if os.environ.get(name))
    found.update(("/etc/gitconfig", os.path.join(os.path.dirname(os.path.dirname(program())), "etc", "gitconfig")))
    for entry in zip(*[iter(_paths(_git(folder, ["config", "--list", "--show-origin", "-z"], b"")))] * 2, strict=False):
        (kind, _, place), (name, _, value) = entry[0].partition(":"), entry[1].partition("\n")
        if name.startswith("include"):
            return None
        if kind == "file":
            found.add(os.path.join(folder, place))
        if name == "core.excludesfile":
            found.add(os.path.expanduser(value))
    return sorted(found) if all(map(os.path.isabs, found)) else None


def committed_files(folder: str, revision: str) -> dict[str, str]:
    """Return the blob id of each file below `folder` in the commit `revision`, by path relative to `folder`.

    Raises GitRefused, also for a revision that is not there.
    """
    if revision.startswith("-"):
        raise GitRefused(f"{revision} is no revision")
    commit = _git(folder, ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"], b"", 1)
    if not commit:
        raise GitRefused(f"{revision} is no revision of this repository")
    found = {}
    for line in _paths(_git(folder, ["ls-tree", "-r", "-z", os.fsdecode(commit.strip())], b"")):
        facts, _, path = line.partition("\t")
        found[path] = facts.split()[2]
    return found


def head_commit(folder: str) -> str:
    """Return the id of the commit that is checked out. Raises GitRefused, also when there is none yet."""
    written = _written_head(folder)
    if written:
        return written
    commit = _git(folder, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], b"", 1)
    if not commit:
        raise GitRefused("no commit yet")
    return os.fsdecode(commit.strip())


def _written_head(folder: str) -> str:
    """Return the id that stands in a plain `.git` of the user's own, "" where only git can tell: 8 ms less."""
    home = os.path.join(folder, ".git")
    try:
        if not os.path.isdir(home) or {os.stat(place).st_uid for place in (folder, home)} != {os.geteuid()}:
            return ""
        with open(os.path.join(home, "HEAD"), "rb") as file:
            text = file.read(1000).decode("ascii").removesuffix("\n")
        name = text.removeprefix("ref: ")
        if name != text and name.startswith("refs/heads/") and os.path.normpath(name) == name:
            try:
                with open(os.path.join(home, name), "rb") as file:
                    text = file.read(1000).decode("ascii").removesuffix("\n")
            except FileNotFoundError:
                with open(os.path.join(home, "packed-refs"), "rb") as file:
                    found = re.search(rb"(?m)^([0-9a-f]+) " + re.escape(os.fsencode(name)) + rb"$", file.read())
                text = found[1].decode("ascii") if found else ""
        return text if re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", text) else ""
    except (OSError, ValueError, AttributeError):  # the last where no user has a number
        return ""


class Commit(NamedTuple):
    """A commit: its id and its first parent's ("" for the first of all), its message, and the paths it touched."""

    id: str
    parent: str
    subject: str
    body: str
    paths: tuple[str, ...]


def recent_commits(folder: str, revision: str, count: int) -> list[Commit]:
    """Return the last `count` commits up to the one with the id `revision`, newest first, without merges.

    Paths are relative to `folder`; those outside it are left out. Raises GitRefused.
    """
    arguments = ["log", "-n", str(count), "--no-merges", "--no-renames", "--name-only", "-z", "--relative"]
    # a repository's configuration may ask for signatures, which starts the program it names
    arguments += ["--no-show-signature", "--no-ext-diff", "--no-color", "--encoding=UTF-8"]
    output = _git(folder, [*arguments, "--format=%x01%H%x02%P%x02%s%x02%b%x02", revision, "--"], b"")
    found = []
    for record in output.split(b"\1")[1:]:
        head, _, names = record.rpartition(b"\2")
        own, parents, subject, body = (
            part.decode("utf-8", "replace") for part in (head.split(b"\2", 3) + [b""] * 3)[:4]
        )
        paths = tuple(os.fsdecode(name) for name in names.strip(b"\0\n").split(b"\0") if name)
        found.append(Commit(own, parents.partition(" ")[0], subject, body, paths))
    return found


def check_out(source: str, commit: str, folder: str) -> None:
    """Make the empty or once checked out `folder` a work tree of `commit`, with the objects of the repository at
    `source` and none of its configuration. Raises GitRefused.
    """
    if not os.path.isdir(os.path.join(folder, ".git")):
        _git(folder, ["init", "-q", "--template="], b"")
        objects = os.fsdecode(_git(source, ["rev-parse", "--git-path", "objects"], b"").rstrip(b"\n"))
        info = os.path.join(folder, ".git", "objects", "info")
        os.makedirs(info, exist_ok=True)
        with open(os.path.join(info, "alternates"), "wb") as file:
            file.write(os.fsencode(os.path.abspath(os.path.join(source, objects))) + b"\n")
    _git(folder, ["reset", "-q", "--hard", commit], b"")


def _paths(output: bytes) -> list[str]:
    return os.fsdecode(output).split("\0")[:-1]


def _git(folder: str, arguments: list[str], text: bytes, none_found: int = 0) -> bytes:
    import subprocess  # 4 ms, and a command that finds nothing changed asks git nothing

    environment = {name: value for name, value in os.environ.items() if name not in LOCATION_VARIABLES}
    environment.update(ENVIRONMENT)
    command = [program(), *SAFE, "-C", folder, *arguments]
    try:
        done = subprocess.run(command, input=text, capture_output=True, env=environment, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise GitRefused(f"no answer in {PATIENCE:.0f} seconds") from None
    except OSError as error:
        raise GitRefused(f"git cannot be started: {error.strerror}") from None
    if done.returncode not in (0, none_found):
        raise GitRefused(complaint(done.stderr, done.returncode))
    return done.stdout


def program() -> str:
    """Return where git is. The folder one stands in is not looked at, though PATH or Windows may say so.

    Raises GitRefused when it is not installed.
    """
    name = "git.exe" if os.name == "nt" else "git"
    for folder in os.get_exec_path():
        program = os.path.join(folder, name)
        if os.path.isabs(folder) and os.access(program, os.X_OK):
            return program
    raise GitRefused("git is not installed")


def complaint(message: bytes, code: int) -> str:
    """Shorten what git wrote to its last complaint, safe to print."""
    text = message.decode("utf-8", "replace")
    if "dubious ownership" in text:
        return "dubious ownership"
    complaints = [line.partition(": ")[2] for line in text.splitlines() if line.startswith(("fatal: ", "error: "))]
    last = "".join(character for character in (complaints or [""])[-1] if character.isprintable())
    return last or f"git ended with code {code}"


def folders_of(paths: list[str]) -> set[str]:
    """Return the folders in which paths lie, and those above; git lists a folder's files together."""
    folders: set[str] = set()
    last = ""
    for path in paths:
        folder = path.rpartition("/")[0]
        if folder != last:
            last = folder
            while folder and folder not in folders:
                folders.add(folder)
                folder = folder.rpartition("/")[0]
    return folders
