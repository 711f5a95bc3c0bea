"""Keep returned thinking valid: newer models bind each thinking block to everything that stood before it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.context.digest import message_digest
from agent.context.history import Message, blocks_of, with_content

THINKING = ("thinking", "redacted_thinking")


@dataclass(frozen=True, slots=True)
class Bound:
    """The messages, whether a thinking block stands behind something that changed, and which messages lost theirs.

    `written_behind` (position → digest of the prefix) is to be handed to the next call.
    """

    messages: list[Message]
    mismatch: bool
    stripped: tuple[int, ...]
    written_behind: dict[int, str]


def bind_thinking(
    messages: Sequence[Message],
    sources: Sequence[tuple[int, ...]],
    frame: str,
    written_behind: Mapping[int, str],
    last_prefix: str,
    *,
    strip: bool,
) -> Bound:
    """Find the thinking blocks whose prefix is not the one they were written behind; with `strip`, take them out.

    `last_prefix` is the digest of the whole last request: what a message new since then was written behind. Without it
    (a resumed session) a block counts as changed.
    """
    known = dict(written_behind)
    out: list[Message] = []
    stripped: list[int] = []
    mismatch = False
    ladder = hashlib.sha256(frame.encode())
    for index, message in enumerate(messages):
        if _thinks(message):
            position = sources[index][0] if sources[index] else -1
            expected = known.setdefault(position, last_prefix)
            if expected != ladder.hexdigest():
                mismatch = True
                if strip:
                    message = _without_thinking(message)
                    stripped.append(index)
        out.append(message)
        ladder.update(message_digest(message).encode())
    return Bound(out, mismatch, tuple(stripped), known)


def prefix_of(frame: str, digests: Sequence[str]) -> str:
    """Return the digest of a whole request, as `bind_thinking` compares it; "" when there was none."""
    if not digests:
        return ""
    ladder = hashlib.sha256(frame.encode())
    for digest in digests:
        ladder.update(digest.encode())
    return ladder.hexdigest()


def _thinks(message: Message) -> bool:
    return message.get("role") == "assistant" and any(block.get("type") in THINKING for block in blocks_of(message))


def _without_thinking(message: Message) -> Message:
    kept = [block for block in blocks_of(message) if block.get("type") not in THINKING]
    return with_content(message, kept or [{"type": "text", "text": "[thinking that no longer fits was left out]"}])
