"""The agent's own memory of the session: exact search over the archive, or one entry whole, as text for the model."""

from __future__ import annotations

import re

from agent.archive.index import Index
from agent.archive.log import Archive, ArchiveError
from agent.archive.search import Match, search
from agent.archive.text import passages

ADDRESS = re.compile(r"(?:archive[ :])?seq[ :]?(\d+)(?:\+(\d+))?")
PAGE = 24_000  # code points, the same as one observation may take
TOOL = "recall"


def recall(
    archive: Archive,
    pattern: str,
    *,
    is_regex: bool = False,
    ignore_case: bool = False,
    after: int = -1,
    limit: int = 20,
    index: Index | None = None,
) -> str:
    """Return what the archive holds for `pattern`, as a text of about PAGE code points at most.

    `seq:412` (as notes and stubs name it) gives that entry whole, `seq:412+24000` from that code point on. Anything
    else is searched for, a text unless `is_regex`; the answer names positions, or says "0 matches in N entries". What
    earlier recalls found is left out. Bad patterns and positions are answered with a sentence, not raised.
    """
    address = ADDRESS.fullmatch(pattern.strip().strip("[]"))
    try:
        if address:
            return _entry(archive, int(address[1]), int(address[2] or 0))
        found = search(
            archive,
            pattern,
            is_regex=is_regex,
            ignore_case=ignore_case,
            after=after,
            limit=limit,
            skip_tools=(TOOL,),
            index=index,
        )
    except ArchiveError as error:
        return f"recall: {error}"
    number = len(found.matches)
    head = f"{'first ' if found.more else ''}{number} match{'' if number == 1 else 'es'} in {found.entries} entries"
    if not found.complete:
        head += f", not finished: searched up to seq {found.next}, go on with after={found.next}"
    elif found.more:
        head += f", go on with after={found.next}"
    parts = [head]
    room = PAGE - len(head)
    for match in found.matches:
        part = _shown(match)
        room -= len(part) + 1
        if room < 0:
            parts.append(f"… cut here, go on with after={match.seq - 1}")
            break
        parts.append(part)
    return "\n".join(parts)


def _shown(match: Match) -> str:
    lines = [f"seq {match.seq} · {match.label} · line {match.line}"]
    lines += [f"    {line}" for line in match.before]
    lines.append(f"  > {match.text}")
    lines += [f"    {line}" for line in match.after]
    return "\n".join(lines)


def _entry(archive: Archive, seq: int, start: int) -> str:
    entry = archive.read(seq, media=False)
    tools = _tools_before(archive, seq)
    texts = [f"── {item.label}\n{item.text}" for item in passages(entry.kind, entry.data, tools)]
    whole = "\n".join(texts)
    part = whole[start : start + PAGE]
    end = start + len(part)
    head = f"seq {seq} · turn {entry.turn} · characters {start}–{end} of {len(whole)}"
    more = f"\n… go on with seq:{seq}+{end}" if end < len(whole) else ""
    return f"{head}\n{part}{more}"


def _tools_before(archive: Archive, seq: int) -> dict[str, str]:
    """Return the calls that a message's results answer: they stand in the assistant's message before."""
    tools: dict[str, str] = {}
    for earlier in range(seq - 1, -1, -1):
        entry = archive.read(earlier, media=False)
        if entry.kind == "message":
            list(passages(entry.kind, entry.data, tools))
            break
    return tools
