"""Who may do what: whole parsed commands and writes against allow and deny patterns, the person asked for the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from agent.command_line import parse, unwrapped
from agent.tool import Ask

SUBSTITUTION = re.compile(r"[\"'`]|[$<>]\(|\$\{")

Reply = Literal["yes", "no", "always"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether something may be done, and why; the reason goes to the model and into the transcript."""

    granted: bool
    reason: str


class Permissions:
    """The rules of one session. Patterns are words like a command's: `git log *`, `rm *`, `mcp__db__query`.

    Each word of a pattern is a shell-style glob; a last `*` stands for any further words, none included. A line is
    allowed when every one of its commands is; one denied command denies it, under `sudo` or `bash -c` too. Deny wins
    over everything. `ask` puts a question to a person; None means that nobody is there.
    """

    def __init__(
        self,
        *,
        yes: bool = False,
        allow: Iterable[str] = (),
        deny: Iterable[str] = (),
        ask: Callable[[Ask], Reply] | None = None,
    ) -> None:
        self._yes = yes
        self._allow = [pattern.split() for pattern in allow]
        self._deny = [pattern.split() for pattern in deny]
        self._ask = ask
        self._always: set[Ask] = set()

    def decide(self, asks: Sequence[Ask]) -> Verdict:
        """Return whether all of `asks` are granted; the first refusal is the answer."""
        reasons = []
        for ask in asks:
            verdict = self._one(ask)
            if not verdict.granted:
                return verdict
            reasons.append(verdict.reason)
        return Verdict(True, "; ".join(dict.fromkeys(reasons)) or "nothing to ask")

    def _one(self, ask: Ask) -> Verdict:
        denied = self._denying(ask)
        if denied:
            return Verdict(False, f"denied: {ask.subject!r} matches the deny pattern {denied!r}")
        if self._allowed(ask):
            return Verdict(True, "allowed by pattern")
        if self._yes:
            return Verdict(True, "--yes")
        if ask in self._always:
            return Verdict(True, "allowed by the person for this session")
        if self._ask is None:
            return Verdict(
                False,
                f"denied: {_named(ask)} needs leave, nobody is there to ask, and neither --yes nor an allow pattern "
                "covers it",
            )
        reply = self._ask(ask)
        if reply == "always":
            self._always.add(ask)
        return Verdict(reply != "no", "allowed by the person" if reply != "no" else "denied by the person")

    def _denying(self, ask: Ask) -> str:
        for words in _denied_forms(ask):
            for pattern in self._deny:
                if _matches(pattern, words) or (words and _matches(pattern, (words[0].rsplit("/", 1)[-1], *words[1:]))):
                    return " ".join(pattern)
        return ""

    def _allowed(self, ask: Ask) -> bool:
        if ask.kind != "shell":
            return any(_matches(pattern, _words(ask)) for pattern in self._allow)
        line = parse(ask.subject)
        if line.opaque or not line.commands:
            return False
        return all(any(_matches(pattern, words) for pattern in self._allow) for words in line.commands)


def _words(ask: Ask) -> tuple[str, ...]:
    return (ask.subject,) if ask.kind == "mcp" else (ask.kind, ask.subject)


def _denied_forms(ask: Ask) -> list[tuple[str, ...]]:
    if ask.kind != "shell":
        return [_words(ask)]
    line = parse(ask.subject)
    commands = line.commands
    if line.opaque:  # what stands in substitutions and quotes could run: here too much is read rather than too little
        commands += parse(SUBSTITUTION.sub("\n", ask.subject)).commands
    return [form for words in commands for form in unwrapped(words)]


def _matches(pattern: Sequence[str], words: Sequence[str]) -> bool:
    if pattern and pattern[-1] == "*":
        fixed = pattern[:-1]
        return len(words) >= len(fixed) and all(map(fnmatchcase, words, fixed))
    return len(words) == len(pattern) and all(map(fnmatchcase, words, pattern))


def _named(ask: Ask) -> str:
    return {
        "shell": f"the command {ask.subject!r}",
        "write": f"writing {ask.subject}",
        "network": f"fetching {ask.subject}",
        "mcp": f"the tool {ask.subject}",
        "screen": f"acting on the screen ({ask.subject})",
    }[ask.kind]
