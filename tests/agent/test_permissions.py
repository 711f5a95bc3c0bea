"""Permissions: whole commands against patterns, deny before allow, and nobody there means no."""

from __future__ import annotations

import pytest

from agent.command_line import parse
from agent.permissions import Permissions
from agent.tool import Ask


@pytest.mark.parametrize(
    ("line", "commands"),
    [
        ("ls -la", [("ls", "-la")]),
        ("a && b || c; d | e & f", [("a",), ("b",), ("c",), ("d",), ("e",), ("f",)]),
        ("a\nb", [("a",), ("b",)]),
        ("echo 'a && b' \"c; d\" e\\ f", [("echo", "a && b", "c; d", "e f")]),
        ("(cd x; rm y)", [("cd", "x"), ("rm", "y")]),
        ("git log > out.txt 2>&1", [(">", "out.txt"), ("git", "log")]),
        ("make 2>/dev/null >&2", [("make",)]),
        ("make &> log", [(">", "log"), ("make",)]),
        ("cat < in.txt", [("cat",)]),
        ("echo '' \"\"", [("echo", "", "")]),
        ("ls # rm -rf /", [("ls",)]),
        ("! { time ls; }", [("ls",)]),
    ],
)
def test_a_line_is_taken_apart_into_its_commands(line: str, commands: list[tuple[str, ...]]) -> None:
    parsed = parse(line)
    assert list(parsed.commands) == commands
    assert not parsed.opaque


@pytest.mark.parametrize(
    "line",
    [
        "ls $(rm x)",
        'ls "`rm x`"',
        "ls ${x:-$(rm x)}",
        "diff <(rm x) y",
        "cat <<END\nrm x\nEND",
        "for f in *; do rm $f; done",
        "$command x",
        "f() { rm x; }; f",
        "echo 'unfinished",
    ],
)
def test_what_is_only_known_when_it_runs_is_opaque(line: str) -> None:
    assert parse(line).opaque


def granted(line: str, **rules: object) -> bool:
    return Permissions(**rules).decide([Ask("shell", line)]).granted  # type: ignore[arg-type]


def test_every_command_of_a_line_must_be_allowed() -> None:
    allow = ["git log *", "ls *"]
    assert granted("git log --oneline && ls", allow=allow)
    assert not granted("git log && rm -rf build", allow=allow)
    assert not granted("git log | sh", allow=allow)


def test_a_pattern_matches_whole_words() -> None:
    assert granted("git status", allow=["git status"])
    assert not granted("git status --porcelain", allow=["git status"])
    assert not granted("gitk log", allow=["git *"])
    assert granted("pytest -q tests/a.py", allow=["pytest -q tests/*"])


@pytest.mark.parametrize(
    "line", ["git log > /etc/x", "git log $(id)", "PAGER=sh git log", "git log `id`", "env git log"]
)
def test_an_allowed_command_cannot_carry_another(line: str) -> None:
    assert not granted(line, allow=["git *"])


@pytest.mark.parametrize(
    "line",
    [
        "rm -rf x",
        "ls; rm x",
        "/bin/rm x",
        "sudo -u root rm x",
        "bash -c 'ls && rm x'",
        "env A=1 rm x",
        "A=1 rm x",
        "find . | xargs -n 1 rm",
        "r\\m x",
        "'rm' x",
        "if true; then rm x; fi",
        'echo "$(rm x)"',
        'echo "`rm x`"',
        "diff <(rm x) y",
        'echo "${a:-$(rm x)}"',
        "cat <<END\n$(rm x)\nEND",
    ],
)
def test_deny_wins_over_yes_and_sees_through_wrappers(line: str) -> None:
    assert not granted(line, yes=True, allow=["*"], deny=["rm *"])
    assert granted("echo rm x", yes=True, deny=["rm *"])


def test_nobody_there_means_no_and_says_so() -> None:
    verdict = Permissions().decide([Ask("write", "a.py")])
    assert not verdict.granted
    assert "nobody is there to ask" in verdict.reason
    assert "--yes" in verdict.reason


def test_a_person_is_asked_once_when_they_say_always() -> None:
    asked: list[Ask] = []
    permissions = Permissions(ask=lambda ask: asked.append(ask) or "always")  # type: ignore[func-returns-value]
    for _ in range(2):
        assert permissions.decide([Ask("shell", "make")]).granted
    assert permissions.decide([Ask("shell", "make install")]).granted
    assert [ask.subject for ask in asked] == ["make", "make install"]


def test_other_servers_tools_and_the_network_have_patterns_too() -> None:
    permissions = Permissions(allow=["mcp__db__*", "network https://docs.example/*"], deny=["mcp__db__drop"])
    assert permissions.decide([Ask("mcp", "mcp__db__query")]).granted
    assert not permissions.decide([Ask("mcp", "mcp__db__drop")]).granted
    assert permissions.decide([Ask("network", "https://docs.example/page")]).granted
    assert not permissions.decide([Ask("network", "https://elsewhere.example/")]).granted
