"""Show a running session: to a person as lines on standard error, to a program as one JSON object a line."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from typing import Any, TextIO

from agent.events import Emit

MAX_ARGUMENT = 100  # characters of a call's input on the person's line; the transcript has all of it
RESULT_LINES = 3  # of a failed result that a person sees at once
MAX_JSON_TEXT = 20_000  # characters of a result in an event; a program that wants all of it reads the transcript


def json_lines(stream: TextIO) -> Emit:
    """Return a listener that writes every event as a line `{"event": kind, …}`."""
    lock = threading.Lock()

    def emit(kind: str, data: Mapping[str, Any]) -> None:
        shown = dict(data)
        if kind == "result" and len(shown["text"]) > MAX_JSON_TEXT:
            shown["text"] = shown["text"][:MAX_JSON_TEXT]
            shown["cut"] = True
        with lock:
            print(json.dumps({"event": kind, **shown}, ensure_ascii=False), file=stream, flush=True)

    return emit


def people_lines(stream: TextIO) -> Emit:
    """Return a listener that says what happens in a person's words, the model's text as it comes."""
    lock = threading.Lock()
    open_line = [False]

    def emit(kind: str, data: Mapping[str, Any]) -> None:
        with lock:
            if kind == "text":
                stream.write(_plain(data["text"]))
                open_line[0] = not data["text"].endswith("\n")
            elif lines := _lines(kind, data):
                if open_line[0]:
                    stream.write("\n")
                open_line[0] = False
                stream.write("\n".join(lines) + "\n")
            stream.flush()

    return emit


def _lines(kind: str, data: Mapping[str, Any]) -> list[str]:
    if kind == "call":
        return [f"→ {data['tool']}  {_arguments(data['input'])}"]
    if kind == "result" and (data["failed"] or data["state"] != "done"):
        told = [_plain(line) for line in data["text"].strip().splitlines()]
        more = [f"    … {len(told) - RESULT_LINES} more lines"] if len(told) > RESULT_LINES else []
        state = "failed" if data["state"] == "done" else data["state"].replace("_", " ")
        return [f"  {data['tool']} {state}:", *(f"    {line}" for line in told[:RESULT_LINES]), *more]
    if kind == "turn":
        return [f"  [{_tokens(data['usage'])} · ${data['usd_total']:.4f}]"]
    if kind == "route":
        return [f"  pixels for {data['target']}: {'granted' if data['granted'] else 'refused'}, {data['reason']}"]
    if kind in ("failure", "circle", "server"):
        return [f"  {_plain(str(data['message']))}"]
    if kind == "end" and data["status"] != "done":
        return [
            f"{data['status']}: {_plain(data['text'])}",
            f"go on with: repomap agent --resume {data['session']} TASK",
        ]
    return []


def _arguments(arguments: Mapping[str, Any]) -> str:
    shown = ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in arguments.items())
    return _plain(shown if len(shown) <= MAX_ARGUMENT else shown[: MAX_ARGUMENT - 1] + "…")


def _tokens(usage: Mapping[str, Any]) -> str:
    read = usage.get("cache_read_input_tokens") or 0
    total = (usage.get("input_tokens") or 0) + read + (usage.get("cache_creation_input_tokens") or 0)
    return f"{total:,} tokens in ({read:,} from the cache), {usage.get('output_tokens') or 0:,} out"


def _plain(text: str) -> str:
    """Return text without control characters: a file's escape sequences must not steer the person's terminal."""
    return "".join(
        char if char in "\n\t" or (ord(char) >= 32 and not 0x7F <= ord(char) < 0xA0) else "·" for char in text
    )
