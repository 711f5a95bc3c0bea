"""Make any history one that the API accepts, saying what was changed: a broken session resumes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.context.history import Block, Message
from agent.context.remember import by_identity
from agent.tool import result_head

UNANSWERED = "[no result: the session was interrupted, and whether this call ran is not known]"
ORPHAN = "[result of a call that is no longer in the conversation]"
EMPTY = "[nothing]"
CONTINUED = "[the session goes on]"
VALID_ID = re.compile(r"^[a-zA-Z0-9_-]+$")


class HistoryError(ValueError):
    """A history that is not a conversation; the message says what is wrong in one sentence."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """A valid history. `origins[i]` are the indices in the input of message i.

    `changes` are sentences for a person; none means that the messages are the input's own objects.
    """

    messages: list[Message]
    origins: list[tuple[int, ...]]
    changes: tuple[str, ...]


def repair_history(messages: Sequence[Message]) -> Repaired:
    """Return the history with every call answered once and at once, nothing empty, and roles in turn.

    An unanswered call gets a result that says so; a result without a call becomes text; of several results for one call
    the first counts; a call id used twice is renamed with its result. Raises HistoryError for what is no message.
    """
    changes: list[str] = []
    turns = _turns(messages, changes)
    used: set[str] = set()
    out: list[Message] = []
    origins: list[tuple[int, ...]] = []
    pending: dict[str, Block] = {}  # id as called → how its result begins, of the assistant's message before
    for origin, message in turns:
        index = origin[0]
        if message["role"] == "user":
            fixed = _answered(message, pending, index, changes)
            pending = {}
        else:
            if pending:
                out.append(_answers({}, pending, index, changes))
                origins.append(())
            fixed, pending = _called(message, used, index, changes)
        out.append(fixed)
        origins.append(origin)
    if pending:
        out.append(_answers({}, pending, len(messages) - 1, changes))
        origins.append(())
    if out and out[0]["role"] != "user":
        out.insert(0, {"role": "user", "content": CONTINUED})
        origins.insert(0, ())
        changes.append("the history began with the assistant: a user message was put before it")
    return Repaired(out, origins, tuple(changes))


def clean_reply(content: Sequence[Block]) -> list[Block]:
    """Return a reply's blocks without the empty text blocks that the API sends but does not take back."""
    return [block for block in content if block.get("type") != "text" or str(block.get("text", "")).strip()]


def _turns(messages: Sequence[Message], changes: list[str]) -> list[tuple[tuple[int, ...], Message]]:
    """Return the messages checked and cleaned, neighbours of one role joined."""
    turns: list[tuple[tuple[int, ...], Message]] = []
    for index, message in enumerate(messages):
        clean = message if isinstance(message, Mapping) and _is_clean(message) else _cleaned(message, index, changes)
        if turns and turns[-1][1]["role"] == clean["role"]:
            origin, before = turns[-1]
            changes.append(f"message {index}: joined to the one before, which has the same role")
            turns[-1] = (
                (*origin, index),
                {**before, "content": [*_blocks(before["content"]), *_blocks(clean["content"])]},
            )
        else:
            turns.append(((index,), clean))
    return turns


@by_identity
def _is_clean(message: Message) -> bool:
    try:
        return _cleaned(message, 0, []) is message
    except HistoryError:
        return False


def _cleaned(message: Message, index: int, changes: list[str]) -> Message:
    if not isinstance(message, Mapping) or message.get("role") not in ("user", "assistant"):
        role = message.get("role") if isinstance(message, Mapping) else type(message).__name__
        raise HistoryError(f"message {index} of the history is no user's or assistant's message (role {role!r})")
    content = message.get("content")
    if isinstance(content, str):
        if content.strip():
            return message
        changes.append(f"message {index}: was empty")
        return {**message, "content": EMPTY}
    if not isinstance(content, list) or not all(isinstance(block, Mapping) for block in content):
        if content is None:
            changes.append(f"message {index}: was empty")
            return {**message, "content": EMPTY}
        raise HistoryError(f"message {index} of the history has content that is neither text nor blocks")
    kept = [new for block in content if (new := _clean_block(block, index, changes)) is not None]
    if not kept:
        changes.append(f"message {index}: was empty")
        return {**message, "content": EMPTY}
    if len(kept) == len(content) and all(a is b for a, b in zip(kept, content, strict=True)):
        return message
    return {**message, "content": kept}


def _clean_block(block: Block, index: int, changes: list[str]) -> Block | None:
    kind = block.get("type")
    if kind == "text" and not str(block.get("text") or "").strip():
        changes.append(f"message {index}: an empty text block was left out")
        return None
    if kind == "thinking" and not (block.get("signature") and isinstance(block.get("thinking"), str)):
        changes.append(f"message {index}: a thinking block without its signature was left out")
        return None
    if "cache_control" in block:
        block = {key: value for key, value in block.items() if key != "cache_control"}
    if kind == "tool_use" and not isinstance(block.get("input"), Mapping):
        changes.append(f"message {index}: a call's input was no object")
        return {**block, "input": {}}
    if kind == "tool_result":
        return _clean_result(block, index, changes)
    return block


def _clean_result(block: Block, index: int, changes: list[str]) -> Block:
    content: Any = block.get("content")
    if isinstance(content, list):
        if any("cache_control" in part for part in content):
            content = [{key: value for key, value in part.items() if key != "cache_control"} for part in content]
            block = {**block, "content": content}
        kept = [part for part in content if part.get("type") != "text" or str(part.get("text") or "").strip()]
        if block.get("is_error") and any(part.get("type") != "text" for part in kept):
            changes.append(f"message {index}: an image in a failed result was left out")
            kept = [part for part in kept if part.get("type") == "text"]
        if len(kept) == len(content) and kept:
            return block
        changes.append(f"message {index}: an empty part of a result was left out")
        return {**block, "content": kept or EMPTY}
    if content is None or (isinstance(content, str) and not content.strip()):
        changes.append(f"message {index}: a result was empty")
        return {**block, "content": EMPTY}
    return block


def _called(message: Message, used: set[str], index: int, changes: list[str]) -> tuple[Message, dict[str, Block]]:
    """Return an assistant's message with valid, unused call ids, and for each id how its result begins."""
    content = message["content"]
    if isinstance(content, str):
        return message, {}
    renamed: dict[str, Block] = {}
    blocks: list[Block] = []
    for block in content:
        if block.get("type") == "tool_result":
            changes.append(f"message {index}: a result in the assistant's message became text")
            blocks.append(_as_text(block))
            continue
        if block.get("type") == "tool_use":
            old = str(block.get("id") or "")
            new = old if VALID_ID.match(old) else re.sub(r"[^a-zA-Z0-9_-]", "_", old) or "call"
            number = 2
            base = new
            while new in used:
                new = f"{base}_{number}"
                number += 1
            used.add(new)
            head = result_head({**block, "id": new})
            if old in renamed:
                changes.append(f"message {index}: two calls had the id {old!r}; the second is now {new}")
                renamed[f"{old}\0{new}"] = head
            else:
                renamed[old] = head
            if new != old:
                changes.append(f"message {index}: call id {old!r} is now {new}")
                block = {**block, "id": new}
        blocks.append(block)
    same = all(a is b for a, b in zip(blocks, content, strict=True))
    return (message if same else {**message, "content": blocks}), renamed


def _answered(message: Message, pending: dict[str, Block], index: int, changes: list[str]) -> Message:
    """Return a user's message with exactly one result for each pending call, results first."""
    content = message["content"]
    if isinstance(content, str):
        if not pending:
            return message
        content = [{"type": "text", "text": content}]
    answers: dict[str, Block] = {}
    others: list[Block] = []
    first_other = False
    reordered = False
    for block in content:
        if block.get("type") == "tool_use":
            changes.append(f"message {index}: a call in the user's message was left out")
            continue
        if block.get("type") != "tool_result":
            others.append(block)
            first_other = True
            continue
        called = str(block.get("tool_use_id"))
        if called in answers:
            # The same id twice: the results belong to the calls in order, and a third is one too many.
            twin = next((key for key in pending if key.startswith(f"{called}\0") and key not in answers), None)
            if twin is None:
                changes.append(f"message {index}: a second result for {called!r} was left out")
                continue
            called = twin
        if called not in pending:
            changes.append(f"message {index}: a result without its call ({called!r}) became text")
            others.append(_as_text(block))
            first_other = True
            continue
        reordered = reordered or first_other
        answers[called] = block
    if reordered:
        changes.append(f"message {index}: results now stand before the text")
    if not answers and not pending:
        return (
            message
            if len(others) == len(content) and all(a is b for a, b in zip(others, content, strict=True))
            else {**message, "content": others or EMPTY}
        )
    fixed = _answers(answers, pending, index, changes)
    blocks = [*fixed["content"], *others]
    if len(blocks) == len(content) and all(a is b for a, b in zip(blocks, content, strict=True)):
        return message
    return {**message, "content": blocks}


def _answers(answers: dict[str, Block], pending: dict[str, Block], index: int, changes: list[str]) -> Message:
    """Return a message with a result for each pending call: the one given, else one that says there is none."""
    blocks: list[Block] = []
    order = [key for key in answers if key in pending] + [key for key in pending if key not in answers]
    for called in order:
        block, head = answers.get(called), pending[called]
        if block is None:
            changes.append(f"message {index}: the call {head['tool_use_id']} had no result")
            block = {**head, "content": UNANSWERED, "is_error": True}
        elif any(block.get(key) != value for key, value in head.items()):
            block = {**block, **head}
        blocks.append(block)
    return {"role": "user", "content": blocks}


def _as_text(block: Block) -> Block:
    content = block.get("content")
    texts = [content] if isinstance(content, str) else [str(part["text"]) for part in content or () if "text" in part]
    return {"type": "text", "text": "\n".join([ORPHAN, *texts])}


def _blocks(content: Any) -> list[Block]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)
