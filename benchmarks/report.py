"""Write tables into docs/benchmarks.md, each between marks of its own so that it can be made anew alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

REPORT = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

Each table stands between marks and is written by the command above it; ratios matter, not seconds. "CPU" is user and
system time of all processes, "memory" the resident peak of the largest process.
"""


def put_section(name: str, title: str, command: str, body: str) -> None:
    """Put a section in place of the one of the same name, or at the end."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    section = f"{begin}\n## {title}\n\n`{command}`\n\n{body.strip()}\n{end}\n"
    text = REPORT.read_text("utf-8") if REPORT.exists() else HEAD
    if begin in text and end in text:
        before, _, rest = text.partition(begin)
        text = before + section + rest.partition(f"{end}\n")[2]
    else:
        text = text.rstrip("\n") + "\n\n" + section
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(text, "utf-8")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table; floats are shown with the digits that mean something."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(map(_cell, row)) + " |" for row in rows]
    return "\n".join(lines)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:,.0f}".replace(",", " ")
    return str(value)
