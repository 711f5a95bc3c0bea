"""Bound what a tool result takes of the context: the head, the tail, and where the whole can be found."""

from __future__ import annotations

from agent.tool import ToolFailed

MAX_CHARS = 24_000  # about 7 000 tokens: a long file's worth, and the same as the cap of a browser observation
TAIL_SHARE = 0.4  # errors and totals stand at the end of most outputs, what was asked for at the start


def cap_text(text: str, max_chars: int = MAX_CHARS, whole: str = "") -> str:
    """Return `text` in at most `max_chars` characters, its middle replaced by a line that says how much is left out.

    `whole` says where the rest can be had. Cuts at line ends where there is one near. `max_chars` must leave room for
    that line (about 200 characters).
    """
    if len(text) <= max_chars:
        return text
    marker = f"\n[… {len(text)} characters in all, the middle left out{'; ' + whole if whole else ''} …]\n"
    room = max(0, max_chars - len(marker))
    tail_size = int(room * TAIL_SHARE)
    head, tail = text[: room - tail_size], text[len(text) - tail_size :] if tail_size else ""
    line_end = head.rfind("\n")
    if line_end > len(head) * 0.8:
        head = head[:line_end]
    line_start = tail.find("\n")
    if 0 <= line_start < len(tail) * 0.2:
        tail = tail[line_start + 1 :]
    return head + marker + tail


def readable(data: bytes) -> str:
    """Return bytes as text; what is mostly not text becomes one line that names its size and first bytes."""
    sample = data[:4096]
    if b"\0" in sample or (sample and _odd_share(sample) > 0.3):
        return f"[binary output: {len(data)} bytes, starting with {data[:16].hex(' ')}]"
    return data.decode("utf-8", "replace")


def _odd_share(sample: bytes) -> float:
    text = sample.decode("utf-8", "replace")
    return sum(char == "\ufffd" or (ord(char) < 32 and char not in "\t\n\r\f\b\x1b") for char in text) / len(text)


def numbered(path: str, lines: list[str], start: int, end: int) -> str:
    """Return the lines from `start` to `end`, numbered; what is too long for one answer ends in how to get the rest.

    Raises ToolFailed for a range that is not in the file.
    """
    if not lines:
        return f"{path} is empty"
    if start > len(lines):
        raise ToolFailed(f"{path} has {len(lines)} lines; line {start} is past its end")
    if end < start:
        raise ToolFailed(f"end {end} is before start {start}")
    end = min(end, len(lines))
    shown: list[str] = []
    size = 0
    for number in range(start, end + 1):
        line = f"{number:>6}\t{lines[number - 1]}"
        size += len(line) + 1
        if size > MAX_CHARS - 200 and shown:
            shown.append(f"[lines {number}–{end} left out to keep this short; ask for them with start={number}]")
            break
        shown.append(line)
    return "\n".join(shown)
