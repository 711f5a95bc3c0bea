"""Compare the definitions read here with those universal-ctags lists, on real repositories.

    python -m benchmarks.compare_ctags FOLDER...                 recall by language
    python -m benchmarks.compare_ctags FOLDER... -l rust -m 20   and 20 that ctags lists alone

A definition agrees when ctags has the same name in the same file within two lines, kinds of KINDS only. What ctags gets
wrong by a rule of WRONG is counted apart; docs/ctags-disagreements.md has an example of each.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from benchmarks.ctags_rules import CODE_IN_TEXT, FIRST_LINES, INDENTED, KINDS, TEXT, WRONG
from repomap.extraction.extract import Reading, read
from repomap.languages import LANGUAGES, GrammarError, detect, language

NEAR = 2  # lines; ctags gives the line of the name, of the keyword or of the brace, by language
MAX_BYTES = 1_000_000  # larger files are listed, not parsed, by the index
HEAD = 4096  # bytes by which contents tell the language, as in the index

_PATHS = {"lua": r"[.:]", "perl": "::"} | dict.fromkeys(
    ("csharp", "elixir", "d", "elm", "haskell", "pascal", "ada"), r"\."
)
_FIRST = {"objc": ":", "elm": r"\s"}
_NAMELESS = ("__anon", "anonymous", "AnonymousFunction", "AnonymousClass", "anonFunc", "<lambda>", "<anonymous>")


@dataclass
class Score:
    """What ctags lists in a language, and how much of it was read here."""

    listed: int = 0
    found: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    broken: int = 0
    """Listed in files with a syntax error."""
    broken_found: int = 0
    files: int = 0
    broken_files: int = 0
    ours: int = 0
    references: int = 0
    missed: list[str] = field(default_factory=list)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("-l", "--language", action="append", help="only this language")
    parser.add_argument("-m", "--missed", type=int, default=0, help="print so many that ctags lists alone")
    arguments = parser.parse_args()
    if shutil.which("ctags") is None or b"Universal" not in _run("ctags", "--version"):
        print("compare_ctags: needs universal-ctags", file=sys.stderr)
        return 3
    wanted = set(arguments.language or [row.name for row in LANGUAGES]) & (KINDS.keys() | FIRST_LINES.keys())
    print(
        f"{'language':15} {'files':>6} {'ctags':>7} {'raw':>7} {'wrong':>6} {'recall':>7}"
        "   with errors: files, listed, recall     ours     refs"
    )
    for name, paths in sorted(_sources(arguments.folders, wanted).items()):
        score = compare(name, paths)
        recall = 100 * score.found / max(score.listed, 1)
        wrong = score.wrong.total()
        raw = 100 * score.found / max(score.listed + wrong, 1)
        broken = 100 * score.broken_found / max(score.broken, 1)
        print(
            f"{name:15} {score.files:6} {score.listed + wrong:7} {raw:6.2f}% {wrong:6} {recall:6.2f}%"
            f"   {score.broken_files:5} {score.broken:6} {broken:6.2f}% {score.ours:16} {score.references:8}"
        )
        for reason, count in score.wrong.most_common():
            print(f"{'':15} {count:6} × ctags: {reason}")
        for line in Random(0).sample(score.missed, min(arguments.missed, len(score.missed))):
            print("   ", line)
    return 0


def compare(name: str, paths: list[Path]) -> Score:
    """Return how the definitions of `paths`, all in the language called `name`, agree with ctags."""
    score = Score()
    listed = _tags(name, paths) if name in KINDS else _first_lines(FIRST_LINES[name], paths)
    # ctags lists each clause of what is one definition here, and for a selector over several lines its last
    ranged = language(name).clauses or name == "objc"
    for path in paths:
        source = path.read_bytes()
        try:
            reading = read(name, source)
        except GrammarError as error:
            sys.exit(f"compare_ctags: {error}")
        found_here = reading.extracted
        lines: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for definition in found_here.definitions:
            last = definition.end_line if ranged else definition.line
            lines[definition.name].append((definition.line - NEAR, last + NEAR))
        score.files += 1
        score.broken_files += bool(found_here.errors)
        score.ours += len(found_here.definitions)
        score.references += len(found_here.references)
        text = _lines(name, source)
        for kind, tag, line in listed.get(str(path), ()):
            found = any(first <= line <= last for first, last in lines.get(tag, ()))
            shown = text[line - 1] if line <= len(text) else ""
            reason = "" if found else _reason(name, f"{kind} {tag}\t{shown}") or _in_text(reading, tag, line)
            if reason:
                score.wrong[reason] += 1
                continue
            score.listed += 1
            score.found += found
            if found_here.errors:
                score.broken += 1
                score.broken_found += found
            if not found:
                mark = "!" if found_here.errors else " "
                score.missed.append(f"{mark}{path}:{line}: {kind} {tag} | {shown[:100]}")
    return score


def _lines(name: str, source: bytes) -> list[str]:
    """Return the lines of a file without what surrounds them, those that are indented marked where that tells."""
    mark = "inside: " if name in INDENTED else ""
    lines = source.decode("utf-8", "replace").split("\n")
    return [mark + line.strip() if line[:1].isspace() else line.strip() for line in lines]


def _reason(name: str, line: str) -> str:
    return next((reason for reason, pattern in WRONG.get(name, ()) if pattern.search(line)), "")


def _in_text(reading: Reading, tag: str, line: int) -> str:
    """Return a reason when the words of `tag` stand on `line` in strings and comments alone.

    In a file with syntax errors a string that goes on for lines may hold what is code in truth: it does not count.
    """
    part, errors = reading.parts[0], reading.extracted.errors
    rows = part.source.split(b"\n")
    row = rows[line - 1] if line <= len(rows) else b""
    places = [match.start() for match in re.finditer(rb"(?<!\w)" + re.escape(tag.encode()) + rb"(?!\w)", row)]
    start = sum(map(len, rows[: line - 1])) + line - 1
    for place in places:
        node = part.root.descendant_for_byte_range(start + place, start + place + 1)
        while node is not None and not TEXT.search(node.type):
            node = None if CODE_IN_TEXT.search(node.type) else node.parent
        if node is None or (errors and "comment" not in node.type and node.start_point[0] != node.end_point[0]):
            return ""
    return "what stands in a string or a comment is listed" if places else ""


def _sources(folders: list[Path], wanted: set[str]) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = defaultdict(list)
    for folder in folders:
        for path in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
            if path.is_symlink() or not path.is_file() or path.stat().st_size > MAX_BYTES:
                continue
            with path.open("rb") as file:
                name = detect(path.name, file.read(HEAD))
            if name in wanted and not _minified(path):
                found[name].append(path)
    return found


def _minified(path: Path) -> bool:
    if path.suffix not in (".js", ".mjs", ".cjs", ".ts"):
        return False
    source = path.read_bytes()
    return len(source) / (source.count(b"\n") + 1) > 200


def _tags(name: str, paths: list[Path]) -> dict[str, list[tuple[str, str, int]]]:
    tool, kinds = KINDS[name]
    command = (
        "ctags",
        "--quiet",
        "--output-format=json",
        "--fields=+nK",
        f"--language-force={tool}",
        "-L",
        "-",
        "-f",
        "-",
    )
    output = _run(*command, stdin="\n".join(map(str, paths)))
    found: dict[str, list[tuple[str, str, int]]] = defaultdict(list)
    for kind, tag, path, line in _entries(output):
        if kind in kinds and not tag.startswith(_NAMELESS):
            found[path].append((kind, _plain(name, tag), line))
    return found


def _first_lines(pattern: re.Pattern[str], paths: list[Path]) -> dict[str, list[tuple[str, str, int]]]:
    found: dict[str, list[tuple[str, str, int]]] = {}
    for path in paths:
        text = path.read_bytes().decode("utf-8", "replace")
        found[str(path)] = [
            ("line", match[match.lastindex or 1], text.count("\n", 0, match.start(match.lastindex or 1)) + 1)
            for match in pattern.finditer(text)
        ]
    return found


def _plain(name: str, tag: str) -> str:
    """Return the name as this project writes it: the last word of a path, the first of a selector."""
    if re.match(r"operator \W", tag):
        return tag.replace(" ", "")
    tag = tag.strip()  # Kotlin's named companion
    tag = re.split(_FIRST[name], tag)[0] if name in _FIRST else tag
    return re.split(_PATHS[name], tag)[-1] if name in _PATHS else tag


def _entries(output: bytes) -> Iterator[tuple[str, str, str, int]]:
    for line in output.splitlines():
        try:
            entry = json.loads(line.decode("utf-8", "replace"))
        except json.JSONDecodeError:
            continue  # ctags writes a name that is not UTF-8 as it stands
        if entry.get("_type") == "tag":
            yield entry["kind"], entry["name"], entry["path"], entry["line"]


def _run(*command: str, stdin: str = "") -> bytes:
    return subprocess.run(command, input=stdin.encode(), capture_output=True, check=False).stdout


if __name__ == "__main__":
    sys.exit(main())
