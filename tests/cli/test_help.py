"""`--help` of every command, and completion in a real shell."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Run

ALL_HELP = """\
import importlib
import typer
from repomap.cli import app

for module in app.COMMANDS:
    importlib.import_module(f"repomap.cli.{module}").register(app.app)

def walk(command, name):
    print("@@", name)
    print(command.make_context(name, [], resilient_parsing=True).get_help())
    for inner in getattr(command, "commands", {}).values():
        walk(inner, f"{name} {inner.name}")

walk(typer.main.get_command(app.app), "repomap")
"""
REPOMAP = Path(sys.executable).with_name("repomap")


def helps() -> dict[str, str]:
    """Return the help of every command and of every command inside one."""
    done = subprocess.run([sys.executable, "-c", ALL_HELP], capture_output=True, text=True, check=True)
    texts = (text.partition("\n") for text in done.stdout.split("@@ ")[1:])
    return {name: text for name, _, text in texts}


def test_every_command_has_an_example_and_no_sentence_is_cut() -> None:
    texts = helps()

    assert {"repomap map", "repomap graph", "repomap config", "repomap pseudo check"} <= texts.keys()
    for name, text in texts.items():
        assert "Example" in text, name
        assert name.removesuffix(" show") in text.partition("Example")[2], name
        assert "..." not in text.replace("[PATH]...", "").replace("[ARGS]...", ""), name


@pytest.mark.parametrize("width", ["40", "80", "200"])
def test_the_list_of_commands_is_whole_at_any_width(run: Run, width: str) -> None:
    text = " ".join(run("--help", COLUMNS=width).stdout.split())

    assert "Show the most relevant definitions of a repository within a token budget." in text
    assert "Show every setting, its value and where it comes from" in text


def test_a_group_without_a_command_shows_its_help_as_repomap_does(run: Run) -> None:
    done = run("transcript")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run("transcript", "--help").stdout == run("transcript", "-h").stdout
    assert run().stdout == run("--help").stdout


def test_the_help_of_pseudo_lists_what_goes_with_paths_and_the_commands(run: Run) -> None:
    text = run("pseudo", "--help").stdout

    assert "--commit" in text
    assert "refresh" in text


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
@pytest.mark.skipif(not REPOMAP.exists(), reason="the command is not installed beside the interpreter")
def test_bash_completes_commands_and_options(run: Run, tmp_path: Path) -> None:
    script = """
        source <(repomap --show-completion bash)
        complete_words() {
            COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); COMPREPLY=()
            _repomap_completion repomap
            echo "${COMPREPLY[*]}"
        }
        complete_words repomap call
        complete_words repomap map --tok
        complete_words repomap pseudo ch
    """
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": f"{REPOMAP.parent}:{os.environ['PATH']}"},
        check=False,
    )

    assert done.stderr == ""
    assert [line.split() for line in done.stdout.splitlines()] == [
        ["callers", "callees"],
        ["--tokens", "--tokenizer"],
        ["check"],
    ]
