"""Notes on a unit, made without a model: what was said, called and answered, with the identifiers in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from agent.archive.text import input_text, result_text
from agent.context.anchors import anchors, errors, outliers
from agent.context.history import Block, Message, blocks_of

SAID = 500  # code points of what the assistant said, reasons first
USER_SAID = 2000  # a person's words are nearly always shorter, and then whole
CALL = 240  # of a call's input: a command, a path, the start of an edit
PLAN = 2000  # a plan is copied, not summarised: a finished step must not come back
FIRST_LINE = 120  # and of the last one, where tools put their totals
ALSO_SHARE = 0.03  # of a result's length for its identifiers …
ALSO_LEAST, ALSO_MOST = 120, 400  # … between these: with both, notes are about a thirtieth of what they stand for
BRIEF, BRIEF_CALL = 240, 90  # code points of a unit, and of one thing in it, when even notes are too long

REASONS = re.compile(
    r"\b(because|since|so that|therefore|decid\w+|chose|choose|instead of|rather than|must|never|always|"
    r"root cause|due to|reason|trade-?off|constraint|agreed|will not|won't|turned out|learned)\b",
    re.IGNORECASE,
)
SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n+")
PLAN_TOOL = re.compile(r"(?:^|_)(?:plan|todo|todos|task_list)(?:$|_)|^(?:TodoWrite|update_plan)$", re.IGNORECASE)


def unit_notes(messages: Sequence[Message], positions: Sequence[int]) -> str:
    """Return the notes on the messages of one unit, one line for each thing that happened.

    Every line on a result names the archive position where the whole of it is.
    """
    span = f"{positions[0]}" if positions[0] == positions[-1] else f"{positions[0]}–{positions[-1]}"
    lines = [f"[seq {span}]"]
    for message, position in zip(messages, positions, strict=True):
        lines += _message_lines(message, position, _calls(messages))
    return "\n".join(lines)


def with_anchors(text: str, messages: Sequence[Message], positions: Sequence[int]) -> str:
    """Return a model's notes on a unit with the identifiers listed that they dropped, and where the whole is."""
    raw = "\n".join(_plain_text(message) for message in messages)
    also = _listed(anchors(raw, known=text), _room(len(raw)))
    span = f"{positions[0]}" if positions[0] == positions[-1] else f"{positions[0]}–{positions[-1]}"
    lost = f"\n also: {also}" if also else ""
    return f"[seq {span}] {text.strip()}{lost}\n whole: recall seq:{positions[-1]}"


def brief(notes: str) -> str:
    """Return one short line for a unit's notes: where it is, what was called, and how it begins."""
    span, *lines = notes.split("\n")
    called = [_one_line(line.partition(" →")[0], BRIEF_CALL) for line in lines if " →" in line and line[:2] != "  "]
    others = [_one_line(line, BRIEF_CALL) for line in lines if " →" not in line and line[:2] != "  "]
    return _one_line(" · ".join([span, *called, *others]), BRIEF)


def _calls(messages: Sequence[Message]) -> dict[str, Block]:
    return {
        str(block.get("id")): block
        for message in messages
        for block in blocks_of(message)
        if block.get("type") == "tool_use"
    }


def _message_lines(message: Message, position: int, calls: dict[str, Block]) -> Iterator[str]:
    content = message.get("content")
    user = message.get("role") == "user"
    for block in [{"type": "text", "text": content}] if isinstance(content, str) else blocks_of(message):
        kind = block.get("type")
        if kind == "text" and user:
            yield f" user said: {_shortened(str(block['text']), USER_SAID, position)}"
        elif kind == "text":
            yield f" said: {_said(str(block['text']), position)}"
        elif kind == "tool_use" and PLAN_TOOL.search(str(block.get("name", ""))):
            yield f" {block.get('name')}: {_shortened(input_text(block.get('input')), PLAN, position)}"
        elif kind == "tool_result":
            yield from _result_lines(block, calls.get(str(block.get("tool_use_id"))), position)
        elif kind == "image":
            yield f" user image: recall seq:{position}"


def _result_lines(block: Block, call: Block | None, position: int) -> Iterator[str]:
    text = result_text(block.get("content"))
    lines = text.strip().splitlines()
    what = _one_line(f"{call.get('name')}({input_text(call.get('input'))})", CALL) if call else "result"
    failed = " failed" if block.get("is_error") else ""
    head = _one_line(lines[0], FIRST_LINE) if lines else "nothing"
    size = f"{len(lines)} lines" if len(lines) > 1 else f"{len(text)} chars"
    yield f" {what} →{failed} {size}: {head}"
    wrong = [line for line in errors(text) if line not in head]
    if wrong:
        yield f"  errors: {' ⏎ '.join(wrong)}"
    notable = [line for line in outliers(text) if line not in wrong and line not in head]
    if notable:
        yield f"  notable: {' ⏎ '.join(notable)}"
    last = _one_line(lines[-1], FIRST_LINE) if len(lines) > 3 else ""
    if last and not any(last in line for line in (*wrong, *notable)):
        yield f"  last: {last}"
    known = "\n".join([what, head, *wrong, *notable, last])
    also = _listed(anchors(text, known), _room(len(text)))
    if also:
        yield f"  also: {also}"
    if len(lines) > 1 or len(text) > FIRST_LINE:
        yield f"  whole: recall seq:{position}"


def _said(text: str, position: int) -> str:
    """Return what was said: whole when short, else its reasons and decisions in their order, as much as has room."""
    if len(text) <= SAID:
        return " ".join(text.split())
    sentences = [part.strip() for part in SENTENCE.split(text) if part.strip()]
    order = sorted(range(len(sentences)), key=lambda index: (not REASONS.search(sentences[index]), index))
    chosen: list[int] = []
    room = SAID
    for index in order:
        if len(sentences[index]) + 1 <= room:
            chosen.append(index)
            room -= len(sentences[index]) + 1
    kept = " ".join(sentences[index] for index in sorted(chosen))
    also = _listed(anchors(text, kept), ALSO_LEAST)
    return (
        f"{kept} … (also: {also}; whole: recall seq:{position})" if also else f"{kept} … (whole: recall seq:{position})"
    )


def _shortened(text: str, most: int, position: int) -> str:
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]} … {text[-half:]} (whole: recall seq:{position})"


def _one_line(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def _listed(names: Sequence[str], room: int) -> str:
    kept: list[str] = []
    for name in names:
        if len(name) + 2 > room:
            break
        kept.append(name)
        room -= len(name) + 2
    return ", ".join(kept)


def _room(length: int) -> int:
    return max(ALSO_LEAST, min(ALSO_MOST, int(length * ALSO_SHARE)))


def _plain_text(message: Message) -> str:
    content: Any = message.get("content")
    if isinstance(content, str):
        return content
    parts: list[str] = []
    for block in blocks_of(message):
        if block.get("type") == "tool_result":
            parts.append(result_text(block.get("content")))
        elif block.get("type") == "tool_use":
            parts.append(input_text(block.get("input")))
        elif "text" in block:
            parts.append(str(block["text"]))
    return "\n".join(parts)
