"""Make docs/picture.svg: what three commands print about the shop in this folder, run now, drawn as a terminal.

python examples/make_picture.py
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
PICTURE = HERE.parent / "docs/picture.svg"
COMMANDS = (
    ("map", "--tokens", "220", "--query", "customers are charged twice when the gateway times out"),
    ("callers", "charge"),
    ("grep", "raise CheckoutFailed"),
)

COLUMNS = 98  # the terminal's width; a longer line goes on below
CELL, LINE, MARGIN, BAR = 7.8, 19, 18, 34  # pixels: a character's width at SIZE, a line's height, around, title bar
SIZE = 13
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"
PAPER, EDGE, INK, SOFT, PATH, PROMPT = "#16181c", "#33373e", "#e6e4df", "#9a9ea6", "#7cc4f8", "#8fd694"

LOCATED = re.compile(r"^(?P<path>[\w./-]+\.[a-z]+)(?P<line>:\d+:)?")


def printed(source: Path) -> list[tuple[str, list[str]]]:
    """Return each command as a user types it, with the lines that it prints about a copy of the folder `source`."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, source.name)
        shutil.copytree(source, root, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        (root / ".repomap").mkdir()
        environment = {**os.environ, "PYTHONPATH": os.fspath(HERE.parent), "XDG_CONFIG_HOME": folder}
        for command in COMMANDS:
            done = subprocess.run(
                [sys.executable, "-m", "repomap", *command],
                cwd=root,
                env=environment,
                capture_output=True,
                text=True,
                encoding="utf-8",
                check=True,
            )
            found.append((shlex.join(("repomap", *command)), done.stdout.splitlines()))
    return found


def picture(found: list[tuple[str, list[str]]]) -> str:
    """Return the SVG of commands and what they printed."""
    rows: list[str] = []
    for command, lines in found:
        rows += [_prompt(row, first=number == 0) for number, row in enumerate(_wrapped(f"$ {command}"))]
        rows += [_line(row, first=number == 0) for line in lines for number, row in enumerate(_wrapped(line))]
        rows.append("")
    rows.pop()
    width, height = round(COLUMNS * CELL + 2 * MARGIN), BAR + LINE * len(rows) + MARGIN
    texts = [
        f'<text x="{MARGIN}" y="{BAR + LINE * number + SIZE}">{row}</text>' for number, row in enumerate(rows) if row
    ]
    lights = [f'<circle cx="{MARGIN + 5 + 18 * number}" cy="17" r="5" fill="{EDGE}"/>' for number in range(3)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
            ' role="img" aria-label="What repomap prints: a map for a task, callers, and a search over pseudocode">',
            f"<style>text {{ font: {SIZE}px {FONT}; fill: {INK}; white-space: pre }}</style>",
            f'<rect width="{width}" height="{height}" rx="9" fill="{PAPER}"/>',
            *lights,
            *texts,
            "</svg>",
            "",
        ]
    )


def _wrapped(text: str) -> list[str]:
    return [text[start : start + COLUMNS] for start in range(0, max(1, len(text)), COLUMNS)]


def _prompt(row: str, first: bool) -> str:
    if first:
        return f'<tspan fill="{PROMPT}">$</tspan><tspan font-weight="bold">{escape(row[1:])}</tspan>'
    return f'<tspan font-weight="bold">{escape(row)}</tspan>'


def _line(row: str, first: bool) -> str:
    located = LOCATED.match(row) if first else None
    if located:
        line = f'<tspan fill="{SOFT}">{located["line"]}</tspan>' if located["line"] else ""
        return f'<tspan fill="{PATH}">{escape(located["path"])}</tspan>{line}{escape(row[located.end() :])}'
    return escape(row)


if __name__ == "__main__":
    PICTURE.write_text(picture(printed(HERE / "shop")), encoding="utf-8")
