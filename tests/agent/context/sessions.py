"""Scripted conversations for tests and benchmarks: browsing by page and screenshot, long coding with facts in it."""

from __future__ import annotations

import base64
import json
import random
import struct
import zlib
from dataclasses import dataclass
from typing import Any

from agent.context import Frame

Message = dict[str, Any]


def png(number: int, width: int = 4, height: int = 4) -> str:
    """Return the base64 of a real, one-coloured PNG; other numbers give other bytes."""
    row = b"\0" + bytes([number % 256, number // 256 % 256, 7]) * width
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(row * height, 9)),
        (b"tEXt", b"n\0" + str(number).encode()),
        (b"IEND", b""),
    ]
    data = b"\x89PNG\r\n\x1a\n"
    for name, body in parts:
        data += struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    return base64.b64encode(data).decode("ascii")


def image(number: int, width: int = 4, height: int = 4) -> Message:
    """Return an image block."""
    return {
        "type": "image",
        "source": {"type": "base64", "media_type": "image/png", "data": png(number, width, height)},
    }


def text(value: str) -> Message:
    """Return a text block."""
    return {"type": "text", "text": value}


def call(name: str, number: int, **arguments: Any) -> Message:
    """Return a `tool_use` block; its id is made of the number."""
    return {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": arguments}


def answer(number: int, content: Any, **more: Any) -> Message:
    """Return the `tool_result` block for a call."""
    return {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": content, **more}


def turn(name: str, number: int, content: Any, **arguments: Any) -> list[Message]:
    """Return an assistant's message with one call, and the user's message with its result."""
    return [
        {"role": "assistant", "content": [call(name, number, **arguments)]},
        {"role": "user", "content": [answer(number, content)]},
    ]


def frame(tokens: int = 0, *tools: str) -> Frame:
    """Return a head of about so many tokens, with the named tools."""
    made = tuple(
        {"name": name, "description": f"The tool {name}.", "input_schema": {"type": "object"}} for name in tools
    )
    rest = tokens * 4 - sum(len(json.dumps(tool)) for tool in made)
    return Frame((text(("You are an agent. " * (rest // 18 + 1))[: max(20, rest)]),), made)


def browsing(rounds: int, page_tokens: int = 6000, shot: tuple[int, int] = (1125, 1000)) -> list[Message]:
    """Return a browser session: each round one page as text and one screenshot (1 125 × 1 000 are 1 500 tokens)."""
    history: list[Message] = [{"role": "user", "content": "Find the cheapest flight on these pages."}]
    for number in range(rounds):
        page = (f"[{number}] link 'Offer {number}' $120; " * (page_tokens // 5))[: page_tokens * 4]
        url = f"https://example.test/offers?page={number}"
        history += turn("browser_navigate", number, [text(page), image(number, *shot)], url=url)
    return history


@dataclass(frozen=True, slots=True)
class Fact:
    """Something planted in a session. `needle` is its exact text, `subject` what a reader would ask by."""

    turn: int
    kind: str
    needle: str
    subject: str


WORDS = [
    "account",
    "amount",
    "audit",
    "batch",
    "billing",
    "buffer",
    "cache",
    "channel",
    "checkout",
    "client",
    "column",
    "commit",
    "config",
    "count",
    "cursor",
    "customer",
    "daemon",
    "delta",
    "digest",
    "driver",
    "entry",
    "event",
    "export",
    "factor",
    "feature",
    "filter",
    "format",
    "gateway",
    "handle",
    "header",
    "index",
    "invoice",
    "journal",
    "kernel",
    "key",
    "ledger",
    "limit",
    "link",
    "list",
    "loader",
    "lock",
    "log",
    "margin",
    "matrix",
    "merge",
    "metric",
    "mode",
    "node",
    "note",
    "offset",
    "order",
    "owner",
    "packet",
    "page",
    "parser",
    "patch",
    "payment",
    "pipeline",
    "plan",
    "policy",
    "pool",
    "port",
    "price",
    "query",
    "queue",
    "quota",
    "range",
    "rate",
    "record",
    "region",
    "retry",
    "route",
    "rule",
    "sample",
    "scan",
    "schema",
    "score",
    "section",
    "segment",
    "server",
    "session",
    "shard",
    "signal",
    "slot",
    "source",
    "stage",
    "state",
    "store",
    "stream",
    "sync",
    "table",
    "tag",
    "task",
    "tenant",
    "term",
    "ticket",
    "token",
    "topic",
    "trace",
    "unit",
    "usage",
    "user",
    "value",
    "vector",
    "view",
]


def coding(turns: int, tokens: int, seed: int = 1) -> tuple[list[Message], list[Fact]]:
    """Return a coding session of about `tokens` tokens, and the facts in it: one a turn, in the middle of other things.

    Paths stand in search results, numbers in logs, error texts in test output, hashes in a history, values in files;
    commands are calls, decisions are said, constraints are the user's. All of it is made from `seed`.
    """
    dice = random.Random(seed)
    history: list[Message] = [{"role": "user", "content": "Make the billing service survive a lost database."}]
    facts: list[Fact] = []
    size = tokens * 4 // turns
    kinds = ("path", "number", "error", "hash", "value", "command", "decision", "constraint")
    for number in range(turns):
        kind = kinds[number % len(kinds)]
        made = _round(dice, number, kind, size)
        history += made[0]
        facts.append(made[1])
    return history, facts


def _round(dice: random.Random, number: int, kind: str, size: int) -> tuple[list[Message], Fact]:
    a, b, c = (dice.choice(WORDS) for _ in range(3))
    path = f"src/{a}/{b}_{number}.py"
    said = [f"Next I look at the {a} of the {b}.", _chatter(dice)]
    user: list[Message] = []
    tool, arguments = "read_file", {"path": path}
    subject = path
    lines = _code(dice, size)
    middle = len(lines) // 2
    ordinary = number // 8 % 2 == 1  # half of the planted lines look like all others around them
    if kind == "path":
        tool, arguments, subject = "grep", {"pattern": f"{c}_{number}_handler"}, f"{c}_{number}_handler"
        lines = [f"src/{dice.choice(WORDS)}/{dice.choice(WORDS)}.py:{dice.randint(1, 900)}: {line}" for line in lines]
        needle = f"src/{b}/{a}{c}.py:{1000 + number}" if ordinary else f"lib/{b}/hidden_{number}.py:{100 + number}"
        lines[middle] = f"{needle}: {_code(dice, 40)[0] if ordinary else f'def {c}_{number}_handler(event):'}"
    elif kind == "number":
        tool, arguments, subject = "shell", {"command": f"make bench-{a}-{number}"}, f"bench-{a}-{number}"
        lines = _log(dice, size)
        middle = len(lines) // 2
        needle = f"batch {5000 + number} took {100 + number}ms" if ordinary else f"p95 {180 + number}.{number % 10}7 ms"
        lines[middle] = f"12:00:30 INFO {a}.{b} {needle} ok" if ordinary else f"{a} latency: p50 12.1 ms, {needle}"
    elif kind == "error":
        tool, arguments, subject = (
            "shell",
            {"command": f"pytest -q tests/test_{b}_{number}.py"},
            f"tests/test_{b}_{number}.py",
        )
        lines = _log(dice, size)
        middle = len(lines) // 2
        needle = f"LedgerError: entry {7000 + number} has no twin in {c}"
        lines[middle] = f"E   {needle}"
    elif kind == "hash":
        tool, arguments, subject = "git_log", {"path": path}, path
        lines = [
            f"{dice.getrandbits(40):010x} {dice.choice(WORDS)} {dice.choice(WORDS)}: {_chatter(dice)}" for _ in lines
        ]
        needle = f"{dice.getrandbits(40) | 1 << 39:010x}"
        lines[middle] = f"{needle} {b} {c}: stop writing twice"
    elif kind == "value":
        needle = f"{a}.get('{c}', {3000 + number})" if ordinary else f"{c.upper()}_BUDGET_{number} = {37 + number}"
        lines[middle] = f"    self.{b}_{c} = {needle}" if ordinary else needle
    elif kind == "command":
        needle = f"./tools/{a} --replay={number} --shard={b}-{number % 7} --dry-run"
        tool, arguments, subject = "shell", {"command": needle}, f"./tools/{a}"
        lines = _log(dice, size)
    elif kind == "decision":
        needle = f"I keep the {a} in SQLite instead of Redis because the {b} job {number} must survive a restart"
        said += [needle + ".", *(_chatter(dice) for _ in range(6))]
        subject = needle[:30]
    else:
        needle = f"the {c} file {number} must stay readable by version {number % 9}.4"
        user = [text(f"One more thing: {needle}.")]
        subject = needle[:20]
    return (
        [
            {"role": "assistant", "content": [text(" ".join(said)), call(tool, number, **arguments)]},
            {"role": "user", "content": [answer(number, "\n".join(lines)), *user]},
        ],
        Fact(number, kind, needle, subject),
    )


def _chatter(dice: random.Random) -> str:
    a, b, c, d = (dice.choice(WORDS) for _ in range(4))
    return dice.choice(
        [
            f"The {a} goes through the {b} before the {c} sees it.",
            f"I will read the {a} next and compare its {b} with the {c}.",
            f"That leaves the {a}, the {b} and the {c} of the {d}.",
            f"The tests for the {a} pass; the {b} is slower than the {c}.",
        ]
    )


def _code(dice: random.Random, size: int) -> list[str]:
    lines: list[str] = []
    while sum(map(len, lines[-50:])) * max(1, len(lines)) / max(1, min(50, len(lines))) < size:
        a, b, c = (dice.choice(WORDS) for _ in range(3))
        lines.append(
            dice.choice(
                [
                    f"def {a}_{b}(self, {c}: int = {dice.randint(0, 99)}) -> None:",
                    f"    self.{a}_{b} = {c}.get('{b}', {dice.randint(0, 999)})",
                    f"    if {a}.{b} > {dice.randint(2, 500)} and not {c}.is_{a}():",
                    f"        raise ValueError(f'{a} {{{b}}} is not a {c}')",
                    f"    return [{a} for {a} in self.{b}s if {a}.{c} is not None]",
                    f"# the {a} keeps the {b} until the {c} is written",
                ]
            )
        )
    return lines


def _log(dice: random.Random, size: int) -> list[str]:
    lines: list[str] = []
    for number in range(size // 62 + 1):
        a, b = dice.choice(WORDS), dice.choice(WORDS)
        clock = f"12:{number // 60 % 60:02}:{number % 60:02}"
        lines.append(f"{clock} INFO {a}.{b} batch {dice.randint(1, 400)} took {dice.randint(1, 90)}ms ok")
    return lines
