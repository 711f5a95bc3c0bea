"""A scripted Messages API on the loopback, for tests: it answers, counts, caches, and refuses what the API would."""

from tests.fake_api.answers import (
    BROKEN,
    OVERLOADED,
    RATE_LIMITED,
    TOO_LONG,
    Answer,
    Refusal,
    answer,
    text,
    thinking,
    tool_use,
)
from tests.fake_api.server import FakeApi

__all__ = [
    "BROKEN",
    "OVERLOADED",
    "RATE_LIMITED",
    "TOO_LONG",
    "Answer",
    "FakeApi",
    "Refusal",
    "answer",
    "text",
    "thinking",
    "tool_use",
]
