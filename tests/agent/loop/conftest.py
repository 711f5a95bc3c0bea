"""No waiting between attempts."""

from __future__ import annotations

import pytest

FIX = {"path": "prices.py", "edits": [{"old": "sum(prices) + 1", "new": "sum(prices)"}]}


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent.loop.WAIT_SECONDS", 0.001)
