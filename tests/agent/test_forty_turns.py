"""Forty turns: every request begins with the bytes of the one before, unless an event names why it does not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.agent.forty_turns import copy_of_this_project, work
from tests.fake_api import FakeApi


def unmarked(value: Any) -> Any:
    """Return JSON data without its cache marks."""
    if isinstance(value, dict):
        return {key: unmarked(item) for key, item in value.items() if key != "cache_control"}
    return [unmarked(item) for item in value] if isinstance(value, list) else value


def head(body: Mapping[str, Any]) -> str:
    return json.dumps([unmarked(body["tools"]), unmarked(body["system"]), body["model"]])


def test_the_prefix_stays_the_same_bytes_from_turn_to_turn(fake_api: FakeApi, tmp_path: Path) -> None:
    events: list[tuple[str, Mapping[str, Any]]] = []
    outcome = work(fake_api, copy_of_this_project(tmp_path), events)
    assert outcome.text == "done"
    bodies = [request.body for request in fake_api.messages]
    assert len(bodies) == 40
    assert fake_api.broken_rules == []
    assert len({head(body) for body in bodies}) == 1
    named = [data for kind, data in events if kind == "context"]
    for before, later in pairwise(bodies):
        kept = unmarked(before["messages"])
        assert unmarked(later["messages"])[: len(kept)] == kept or named
    assert not named  # a session this short needs no compaction
    assert not [data for kind, data in events if kind == "result" and data["failed"]]


def test_almost_all_input_is_read_from_the_cache(fake_api: FakeApi, tmp_path: Path) -> None:
    work(fake_api, copy_of_this_project(tmp_path), [])
    last = fake_api.messages[-1].usage
    assert last is not None
    assert last.read / (last.read + last.plain + last.written_5m) > 0.95
