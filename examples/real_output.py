"""Put real output into the documentation: every command is run now, on the shop in this folder.

    python examples/real_output.py

makes docs/picture.svg, which draws a terminal, and fills each block of README.md and docs/ that is marked
`<!-- run in examples/shop -->` with what its commands print.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PICTURE = ROOT / "docs/picture.svg"
DRAWN = (
    "repomap map --tokens 220 --query 'customers are charged twice when the gateway times out'",
    "repomap callers charge",
    "repomap grep 'raise CheckoutFailed'",
)
BLOCK = re.compile(r"(?<=<!-- run in examples/shop -->\n```console\n).*?(?=```)", re.DOTALL)

COLUMNS = 98  # the terminal's width; a longer line goes on below
CELL, LINE, MARGIN, BAR = 7.8, 19, 18, 34  # pixels: a character's width at SIZE, a line's height, around, title bar
SIZE = 13
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"
PAPER, EDGE, INK, SOFT, PATH, PROMPT = "#16181c", "#33373e", "#e6e4df", "#9a9ea6", "#7cc4f8", "#8fd694"

LOCATED = re.compile(r"^(?P<path>[\w./-]+\.[a-z]+)(?P<line>:\d+:)?")


@contextmanager
def shop() -> Iterator[Path]:
    """Make a copy of the shop, a repository of its own, for as long as the context lasts."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "shop")
        shutil.copytree(HERE / "shop", root, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        yield root


def printed(command: str, root: Path) -> str:
    """Return what a command that begins with `repomap` prints in the folder `root`."""
    program, *arguments = shlex.split(command)
    assert program == "repomap", command
    done = subprocess.run(
        [sys.executable, "-m", "repomap", *arguments],
        cwd=root,
        env={**os.environ, "PYTHONPATH": os.fspath(ROOT), "XDG_CONFIG_HOME": os.fspath(root.parent)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,  # a failure is nothing to show
    )
    return done.stdout + done.stderr


def filled(page: str, root: Path) -> str:
    """Return a page with the output of the commands in its marked blocks."""

    def fill(block: re.Match[str]) -> str:
        commands = [line.removeprefix("$ ") for line in block[0].splitlines() if line.startswith("$ ")]
        return "".join(f"$ {command}\n{printed(command, root)}" for command in commands)

    return BLOCK.sub(fill, page)


def pages() -> list[Path]:
    """Return the pages that may hold marked blocks."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def picture(root: Path) -> str:
    """Return an SVG of a terminal in which the commands of DRAWN were run."""
    rows: list[str] = []
    for command in DRAWN:
        lines = printed(command, root).splitlines()
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


def main() -> None:
    """Write the picture and fill the pages."""
    with shop() as root:
        PICTURE.write_text(picture(root), encoding="utf-8")
        for path in pages():
            before = path.read_text(encoding="utf-8")
            after = filled(before, root)
            if after != before:
                path.write_text(after, encoding="utf-8")


if __name__ == "__main__":
    main()
