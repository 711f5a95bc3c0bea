"""Fixtures for the model's layer: the scripted API, and answers to what it is asked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from tests.fake_api.fixture import fake_api

__all__ = ["answered", "asked", "fake_api"]


def asked(body: dict[str, Any]) -> list[tuple[str, str, int, int]]:
    """Return (id, name, first line, last line) of every function a request asks about."""
    text = body["messages"][0]["content"]
    found = re.findall(r"^(S\d+): (.+), lines (\d+) to (\d+)$", text, re.MULTILINE)
    return [(name, symbol, int(first), int(last)) for name, symbol, first, last in found]


def answered(say: Callable[[str, int, int], str] | None = None) -> Callable[[dict[str, Any]], str]:
    """Return a model that answers well: one line for each function, on its last line; a sentence for each folder."""

    def model(body: dict[str, Any]) -> str:
        folders = re.findall(r"^(F\d+): (.+)$", body["messages"][0]["content"], re.MULTILINE)
        if folders:
            said = [{"id": number, "text": f"What {path} is all about"} for number, path in folders]
            return json.dumps({"folders": said})
        symbols = [
            {
                "id": number,
                "lines": [{"line": last, "depth": 0, "text": say(name, first, last) if say else f"the gist of {name}"}],
            }
            for number, name, first, last in asked(body)
        ]
        return json.dumps({"file": "What this file is for.", "symbols": symbols})

    return model
