"""The searchable text of an archived entry, block by block: what was said, called with what, and came back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

UNSEARCHED = frozenset({"view", "notes"})  # they repeat what other entries hold


@dataclass(frozen=True, slots=True)
class Passage:
    """One block's text. `label` says what it is ("assistant", "tool_use bash", …), `tool` whose it is."""

    block: int
    label: str
    tool: str
    text: str


def passages(kind: str, data: Mapping[str, Any], tools: dict[str, str]) -> Iterator[Passage]:
    """Yield the texts of an entry. `tools` (call id → tool) is read for results and filled from calls."""
    if kind in UNSEARCHED:
        return
    if kind != "message":
        yield Passage(0, kind, "", json.dumps(data, ensure_ascii=False))
        return
    role = str(data.get("role", ""))
    content = data.get("content")
    if isinstance(content, str):
        yield Passage(0, role, "", content)
        return
    for number, block in enumerate(content if isinstance(content, list) else ()):
        if isinstance(block, Mapping):
            yield from _block(number, role, block, tools)


def _block(number: int, role: str, block: Mapping[str, Any], tools: dict[str, str]) -> Iterator[Passage]:
    kind = block.get("type")
    if kind == "tool_use":
        name = str(block.get("name", ""))
        tools[str(block.get("id"))] = name
        yield Passage(number, f"tool_use {name}", name, f"{name} {block.get('id')}\n{input_text(block.get('input'))}")
    elif kind == "tool_result":
        name = tools.get(str(block.get("tool_use_id")), "")
        yield Passage(number, f"tool_result {name}".rstrip(), name, result_text(block.get("content")))
    elif kind == "thinking":
        yield Passage(number, "thinking", "", str(block.get("thinking", "")))
    else:
        yield Passage(number, role, "", _inner(block))


def input_text(value: Any) -> str:
    """Return a tool call's input as `name: value` lines, texts as they are."""
    if not isinstance(value, Mapping):
        return "" if value is None else json.dumps(value, ensure_ascii=False)
    return "\n".join(
        f"{name}: {item if isinstance(item, str) else json.dumps(item, ensure_ascii=False)}"
        for name, item in value.items()
    )


def result_text(content: Any) -> str:
    """Return a tool result's text, a line for each image."""
    if isinstance(content, str):
        return content
    return "\n".join(_inner(part) for part in content if isinstance(part, Mapping)) if isinstance(content, list) else ""


def _inner(block: Mapping[str, Any]) -> str:
    if "text" in block:
        return str(block["text"])
    source = block.get("source")
    name = source.get("file", source.get("media_type", "")) if isinstance(source, Mapping) else ""
    return f"[{block.get('type')} {name}]"
