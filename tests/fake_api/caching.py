"""A model of prompt caching: prefixes are written at marks, read back within 20 blocks, and expire."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.fake_api.tokens import block_tokens, prompt_blocks

LOOK_BACK = 20  # blocks before a mark that are searched for an older entry; the API's documented number
LIFETIMES = {"5m": 300.0, "1h": 3600.0}
READ_PRICE = 0.1
WRITE_PRICES = {"5m": 1.25, "1h": 2.0}


@dataclass(frozen=True, slots=True)
class CachedUsage:
    """The input tokens of one request by class."""

    plain: int
    written_5m: int
    written_1h: int
    read: int

    @property
    def billed(self) -> float:
        """The input's price in units of one plain input token."""
        return (
            self.plain
            + self.written_5m * WRITE_PRICES["5m"]
            + self.written_1h * WRITE_PRICES["1h"]
            + self.read * READ_PRICE
        )

    def as_json(self) -> dict[str, Any]:
        """The fields of the API's usage object."""
        return {
            "input_tokens": self.plain,
            "cache_creation_input_tokens": self.written_5m + self.written_1h,
            "cache_read_input_tokens": self.read,
            "cache_creation": {
                "ephemeral_5m_input_tokens": self.written_5m,
                "ephemeral_1h_input_tokens": self.written_1h,
            },
        }


@dataclass(slots=True)
class PromptCache:
    """Entries of one model: prefix digest → (lifetime, time of expiry). Time is the server's own clock, in seconds."""

    minimum_tokens: int
    entries: dict[str, tuple[str, float]] = field(default_factory=dict)

    def charge(self, request: Mapping[str, Any], now: float) -> CachedUsage:
        """Return what `request` costs at `now`, and remember the prefixes it writes."""
        blocks = list(prompt_blocks(request))
        digests, totals = _prefixes(request, blocks)
        total = totals[-1] if totals else 0
        marks = _marks(request, [block for _, block in blocks])
        marks = [(position, life) for position, life in marks if totals[position] >= self.minimum_tokens]
        read_at = self._longest_hit(digests, [position for position, _ in marks], now)
        read = totals[read_at] if read_at >= 0 else 0
        written = {"5m": 0, "1h": 0}
        done = read
        for position, life in marks:
            if totals[position] > done:
                written[life] += totals[position] - done
                done = totals[position]
            self.entries[digests[position]] = (life, now + LIFETIMES[life])
        return CachedUsage(total - done, written["5m"], written["1h"], read)

    def _longest_hit(self, digests: list[str], marks: list[int], now: float) -> int:
        for mark in reversed(marks):
            for position in range(mark, max(-1, mark - LOOK_BACK), -1):
                life, expiry = self.entries.get(digests[position], ("", 0.0))
                if life and expiry > now:
                    self.entries[digests[position]] = (life, now + LIFETIMES[life])
                    return position
        return -1


def _prefixes(request: Mapping[str, Any], blocks: list[tuple[str, Mapping[str, Any]]]) -> tuple[list[str], list[int]]:
    digest = hashlib.sha256(json.dumps([request.get("model"), request.get("tool_choice")]).encode())
    digests, totals, total = [], [], 0
    for section, block in blocks:
        digest.update(json.dumps([section, _unmarked(block)], sort_keys=True).encode())
        digests.append(digest.hexdigest())
        total += block_tokens(block)
        totals.append(total)
    return digests, totals


def _unmarked(block: Mapping[str, Any]) -> dict[str, Any]:
    plain = {key: value for key, value in block.items() if key != "cache_control"}
    if isinstance(plain.get("content"), list):
        plain["content"] = [_unmarked(inner) for inner in plain["content"]]
    return plain


def _marks(request: Mapping[str, Any], blocks: list[Mapping[str, Any]]) -> list[tuple[int, str]]:
    marks = []
    for position, block in enumerate(blocks):
        inner = [nested for nested in block.get("content") or () if isinstance(nested, Mapping)]
        for marked in (block, *inner):
            if marked.get("cache_control"):
                marks.append((position, str(marked["cache_control"].get("ttl", "5m"))))
                break
    if request.get("cache_control") and blocks:
        marks.append((len(blocks) - 1, str(request["cache_control"].get("ttl", "5m"))))
    return marks
