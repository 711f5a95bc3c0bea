"""Put a sentence for the repository, its folders and files before a map, inside the map's budget."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from repomap.rendering.formats import quoted

if TYPE_CHECKING:
    from repomap.api import Map

SHARE = 4  # one part in so many of a budget is left for the sentences; the map may leave more


def room_for_map(tokens: int) -> int:
    """Return the budget of a map to which sentences are added."""
    return max(1, tokens - tokens // SHARE)


def with_sentences(found: Map, said: Mapping[str, str], form: str, tokens: int, tokenizer: str) -> str:
    """Return the map's text with the sentences about what it shows, as many as `tokens` leaves room for.

    `said` holds them by path, "" for the repository. The repository comes first, a folder before what lies in it.
    """
    from repomap.rendering.tokens import counter

    count = counter(tokenizer)
    left = tokens - found.tokens
    kept: dict[str, str] = {}
    files = {file.path for file in found.files}
    for path in _shown(file.path for file in found.files):
        cost = count(_line(path, said[path], form, path not in files) + "\n") if said.get(path) else 0
        if cost and cost <= left:
            kept[path] = said[path]
            left -= cost
    if form == "json":
        facts = json.loads(found.text)
        facts["tokens"].update(budget=tokens, used=tokens - left)
        facts["summaries"] = kept
        return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    lines = [_line(path, text, form, path not in files) for path, text in kept.items()]
    if form == "xml":
        first, _, rest = found.text.partition("\n")
        return "\n".join((first, *lines, rest))
    return "\n".join((*lines, found.text))


def _shown(files: Iterable[str]) -> Iterator[str]:
    seen = {""}
    yield ""
    for path in files:
        parts = path.split("/")
        for depth in range(1, len(parts) + 1):
            place = "/".join(parts[:depth])
            if place not in seen:
                seen.add(place)
                yield place


def _line(path: str, text: str, form: str, folder: bool) -> str:
    name = quoted(path) + ("/" if folder else "") if path else "."
    if form == "markdown":
        return f"- `{name}`: {text}"
    if form == "xml":
        from xml.sax.saxutils import escape, quoteattr

        return f"<summary path={quoteattr(name)}>{escape(text)}</summary>"
    return f"# {name}: {text}"
