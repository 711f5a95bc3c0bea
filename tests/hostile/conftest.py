"""A trap that leaves a trace when anything runs it, and a repository that names it wherever one can."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import Repository


@dataclass
class Trap:
    """A command that leaves a trace when anything runs it."""

    command: str
    trace: Path

    def sprung(self) -> bool:
        """Tell whether it ran."""
        return self.trace.exists()


@pytest.fixture
def trap(tmp_path: Path) -> Trap:
    """A trap outside the repository."""
    trace, script = tmp_path / "trace", tmp_path / "trap.sh"
    script.write_text(f"#!/bin/sh\necho \"$0 $@\" >> '{trace}'\ncat\n")
    script.chmod(0o755)
    return Trap(str(script), trace)


SETTINGS = (
    *("core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass", "core.gitProxy"),
    *("core.alternateRefsCommand", "diff.external", "gpg.program", "gpg.ssh.program", "gpg.x509.program"),
    *("filter.t.clean", "filter.t.smudge", "filter.t.process", "diff.t.textconv", "diff.t.command", "merge.t.driver"),
    *("pager.log", "pager.diff", "pager.show", "pager.status", "pager.grep", "pager.blame", "pager.branch"),
    *("sequence.editor", "interactive.diffFilter", "difftool.t.cmd", "uploadpack.packObjectsHook"),
)
HOOKS = ("post-index-change", "fsmonitor-watchman", "post-checkout", "reference-transaction", "pre-auto-gc")


def poison(root: Path, trap: Trap) -> None:
    """Put the trap wherever a repository's git folder can name a program, in a configuration that is included."""
    aliases = ("ls-files", "log", "status", "diff", "show", "rev-parse", "ls-tree")
    settings = {
        **dict.fromkeys(SETTINGS, trap.command),
        **{f"alias.{name}": f"!{trap.command}" for name in aliases},
        **{"core.hooksPath": str(root / ".git" / "hooks"), "log.showSignature": "true", "filter.t.required": "true"},
        **{"core.repositoryFormatVersion": "1", "extensions.partialClone": "origin", "protocol.allow": "always"},
        **{"remote.origin.promisor": "true", "remote.origin.url": f"ext::{trap.command}"},
        **{"remote.origin.uploadpack": trap.command, "diff.ignoreSubmodules": "none", "diff.submodule": "diff"},
        **{"status.submoduleSummary": "true", "submodule.recurse": "true", "safe.directory": "*"},
    }
    (root / ".git" / "more").write_text(written(settings))
    with (root / ".git" / "config").open("a") as config:
        config.write("[include]\n\tpath = more\n")
    for hook in HOOKS:
        shutil.copy(trap.command, root / ".git" / "hooks" / hook)


def written(settings: dict[str, str]) -> str:
    """Return settings as git's configuration files hold them."""
    lines = []
    for name, value in settings.items():
        section, _, key = name.rpartition(".")
        top, _, below = section.partition(".")
        heading = f'[{top} "{below}"]' if below else f"[{top}]"
        lines.append(f'{heading}\n\t{key} = "{value}"\n')
    return "".join(lines)


def run_git(folder: Path, *arguments: str) -> None:
    """Run git as it is, with what the repository's configuration says."""
    subprocess.run(["git", "-C", folder, *arguments], check=False, capture_output=True)


@pytest.fixture
def hostile(repo: Repository, trap: Trap, tmp_path: Path) -> Repository:
    """Two commits, a changed file and a submodule of its own mind, all poisoned."""
    inner = Repository(tmp_path / "inner")
    inner.root.mkdir()
    inner.git("init", "-q")
    inner.write("inner.py", "def inner(): ...\n")
    inner.git("add", "-A")
    inner.git("commit", "-qm", "inner")
    repo.write(".gitattributes", "*.py filter=t diff=t merge=t\n")
    repo.write("a.py", "def f():\n    return g()\n\n\ndef g():\n    return 1\n")
    repo.git("-c", "protocol.file.allow=always", "submodule", "-q", "add", str(inner.root), "sub")
    repo.git("add", "-A")
    repo.git("commit", "-qm", "the first value")
    repo.write("a.py", "def f():\n    return g()\n\n\ndef g():\n    return 2\n")
    repo.git("commit", "-qam", "the value of g is two")
    poison(repo.root, trap)
    module = repo.root / ".git" / "modules" / "sub"
    with (module / "config").open("a") as config:
        config.write(written(dict.fromkeys(SETTINGS, trap.command)))
    repo.write("sub/.gitattributes", "*.py filter=t diff=t\n")
    repo.write("sub/inner.py", "def inner(): return 2\n")
    repo.write("a.py", "def f():\n    return g()\n\n\ndef g():\n    return 3\n")
    assert not trap.sprung(), "the trap must not spring while it is laid"
    return repo
