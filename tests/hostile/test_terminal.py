"""What a terminal acts on is written out."""

from __future__ import annotations

import pytest

from repomap.cli.terminal import plain
from tests.conftest import Repository, Run


@pytest.mark.parametrize(
    "text",
    ["\x1b[2J", "\x1b]0;title\x07", "a\rb", "\x9b31m", "\x08\x7f", "\u202eevil", "\u2066x"],
)
def test_what_a_terminal_acts_on_is_written_out(text: str) -> None:
    assert plain(text).isprintable()


def test_tabs_newlines_and_every_script_are_left_as_they_are() -> None:
    assert plain("a\tb\nπ 日本 🙂 ⋮") == "a\tb\nπ 日本 🙂 ⋮"


ESCAPE = "\x1b]0;owned\x07\x1b[2J\x9b1m"


@pytest.mark.parametrize(
    "command",
    [
        ["map"],
        ["map", "--query", "value", "--explain"],
        ["map", "--format", "json"],
        ["map", "--format", "xml"],
        ["files"],
        ["symbols"],
        ["refs", "f"],
        ["callers", "f"],
        ["callees", "g"],
        ["deps", "a.py"],
        ["impact", "a.py"],
        ["grep", "."],
        ["pseudo", "a.py"],
        ["doctor"],
        ["status"],
        ["eval"],
    ],
)
def test_control_characters_in_files_names_and_commits_do_not_reach_the_terminal(
    repo: Repository, run: Run, command: list[str]
) -> None:
    repo.write(f"x{ESCAPE}.py", f'def h():\n    """{ESCAPE}"""\n    return "{ESCAPE}"\n')
    repo.write("a.py", f'import os{ESCAPE}\n\n\ndef f(a="{ESCAPE}"):\n    """{ESCAPE}"""\n    g("{ESCAPE}")\n')
    repo.write("big.py", b"\0" + ESCAPE.encode())
    repo.git("add", "-A")
    repo.git("commit", "-qm", "first")
    repo.write("a.py", f'def f(a="{ESCAPE}"):\n    g("{ESCAPE}")\n\n\ndef g(b):\n    f("{ESCAPE}")\n')
    repo.git("commit", "-qam", f"second {ESCAPE}")
    done = run(*command)

    assert done.returncode in (0, 1), done.stderr
    shown = done.stdout + done.stderr
    assert [sign for sign in shown if not sign.isprintable() and sign != "\n"] == []
