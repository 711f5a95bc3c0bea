"""Compare the "claude" token counter with ctok, a reconstruction of Claude's counts, on maps of real repositories.

    python benchmarks/calibrate_tokens.py FOLDER...     maps of these repositories, counted by both
    python benchmarks/calibrate_tokens.py --write       write repomap/rendering/claude_pieces.txt from ctok's vocabulary

Needs `pip install ctok` (Python 3.12 or newer; on 3.11 it runs when pip is told --ignore-requires-python). The maps are
those of `repomap.RepoMap`: the backbone, and maps focused on files drawn at random with a fixed seed, in every budget
and form. Indexing leaves a `.repomap` folder in each repository.
"""

from __future__ import annotations

import importlib
import random
import string
import sys
import textwrap
from collections.abc import Iterator
from importlib.metadata import distribution, version
from pathlib import Path
from types import ModuleType

from repomap.api import RepoMap
from repomap.rendering.formats import FORMS
from repomap.rendering.tokens import CAPITAL, CLOSE, OPEN, PIECES, SIGNS

FAMILY = "4.8"  # ctok's name for the tokenizer of the current models; 4.7 has the same vocabulary
OLDER = "3.0"  # Claude 3 to Opus 4.6, to see that the bound holds for them too
BUDGETS = (64, 256, 1024, 4096, 16384)
FOCUSED = 8  # maps with a focus file for each repository and budget
MARKS = (("⟨bow⟩", OPEN), ("⟨eow⟩", CLOSE), ("⟨shift⟩", CAPITAL))


def main() -> int:
    try:
        ctok = importlib.import_module("ctok")
    except ModuleNotFoundError:
        print("calibrate_tokens: pip install ctok", file=sys.stderr)
        return 3
    arguments = sys.argv[1:]
    if arguments == ["--write"]:
        write_pieces(ctok)
    elif arguments:
        compare(ctok, [Path(folder) for folder in arguments])
    else:
        print(__doc__)
        return 2
    return 0


def write_pieces(ctok: ModuleType) -> None:
    """Write the pieces that are words of ASCII letters or runs of signs, with what their licence asks for."""
    pieces = set()
    for piece in ctok.pieces(FAMILY):
        for mark, short in MARKS:
            piece = piece.replace(mark, short)
        core = piece.strip(OPEN + CLOSE + CAPITAL)
        if core and ((core.isascii() and core.isalpha()) or all(_is_sign(c) for c in core)):
            pieces.add(piece)
    [licence] = [file for file in distribution("ctok").files or () if file.name == "LICENSE"]
    header = (
        f"The word and sign pieces of Claude's vocabulary as measured by ctok {version('ctok')}, family {FAMILY};"
        f" written by benchmarks/calibrate_tokens.py. {OPEN} begins a word, {CLOSE} ends one, {CAPITAL} makes it"
        f" capital. ctok's licence: {' '.join(licence.read_text().split())}"
    )
    body = textwrap.wrap(" ".join(sorted(pieces)), 120, break_long_words=False, break_on_hyphens=False)
    PIECES.write_text(textwrap.fill(header, 120) + "\n\n" + "\n".join(body) + "\n", "utf-8")
    print(f"{len(pieces)} pieces in {PIECES.name}")


def _is_sign(character: str) -> bool:
    return character in SIGNS or character in string.punctuation


def compare(ctok: ModuleType, folders: list[Path]) -> None:
    """Print quantiles of our count ÷ ctok's for each budget, over all maps of all folders."""
    empty = {family: ctok.token_count("", family) for family in (FAMILY, OLDER)}
    ratios: dict[int, list[float]] = {budget: [] for budget in BUDGETS}
    older: list[float] = []
    for folder in folders:
        for budget, text, tokens in maps(folder):
            printed = text + "\n"
            ratios[budget].append(tokens / (ctok.token_count(printed, FAMILY) - empty[FAMILY]))
            older.append(tokens / (ctok.token_count(printed, OLDER) - empty[OLDER]))
        print(f"{folder.name}: {sum(map(len, ratios.values()))} maps so far", file=sys.stderr)
    print(f"our count / ctok {FAMILY}     maps   least    1 %     50 %    99 %   most    below 1")
    for budget, values in ratios.items():
        print_row(f"{budget} tokens", values)
    print_row("all", [value for values in ratios.values() for value in values])
    print_row(f"all, / ctok {OLDER}", older)


def maps(folder: Path) -> Iterator[tuple[int, str, int]]:
    """Yield (budget, text, tokens) for each map drawn of the repository."""
    repository = RepoMap(folder)
    paths = sorted(file.path for file in repository.files().files)
    draw = random.Random(folder.name)
    for focus in [[], *([path] for path in draw.sample(paths, min(FOCUSED, len(paths))))]:
        for i, budget in enumerate(BUDGETS):
            form = [name for name in FORMS if name != "json"][(i + len(focus)) % 3]
            shown = repository.map(budget, focus=focus, form=form)
            if shown.text:
                yield budget, shown.text, shown.tokens


def print_row(name: str, values: list[float]) -> None:
    values = sorted(values)
    marks = [values[min(len(values) - 1, int(share * len(values)))] for share in (0, 0.01, 0.5, 0.99, 1)]
    below = sum(value < 1 for value in values)
    print(f"{name:24}  {len(values):5}  " + "  ".join(f"{mark:6.4f}" for mark in marks) + f"  {below}")


if __name__ == "__main__":
    sys.exit(main())
