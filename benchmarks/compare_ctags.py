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

from repomap.extraction.extract import extract
from repomap.languages import LANGUAGES, GrammarError, detect, language

NEAR = 2  # lines; ctags gives the line of the name, of the keyword or of the brace, by language
MAX_BYTES = 1_000_000  # larger files are listed, not parsed, by the index
HEAD = 4096  # bytes by which contents tell the language, as in the index

_TYPES = {"class", "interface", "struct", "enum", "union", "typedef", "type", "talias", "typealias", "alias", "trait"}
_CODE = {"function", "func", "method", "generator", "getter", "setter", "singletonMethod", "protocol", "delegate"}
KINDS: dict[str, tuple[str, set[str]]] = {
    "python": ("Python", {"class", "function", "member"}),
    "javascript": ("JavaScript", _TYPES | _CODE),
    "typescript": ("TypeScript", _TYPES | _CODE),
    "tsx": ("TypeScript", _TYPES | _CODE),
    "go": ("Go", _TYPES | _CODE | {"methodSpec"}),
    "rust": ("Rust", _TYPES | _CODE | {"macro"}),
    "java": ("Java", _TYPES | _CODE | {"annotation"}),
    "c": ("C", _TYPES | _CODE),
    "cpp": ("C++", _TYPES | _CODE),
    "kotlin": ("Kotlin", _TYPES | _CODE | {"object"}),
    "objc": ("ObjectiveC", _TYPES | _CODE),
    "csharp": ("C#", _TYPES | _CODE),
    "ruby": ("Ruby", _TYPES | _CODE | {"module"}),
    "php": ("PHP", (_TYPES | _CODE) - {"alias"}),
    "lua": ("Lua", _CODE),
    "bash": ("Sh", _CODE),
    "elixir": ("Elixir", _TYPES | _CODE | {"module", "macro"}),
}
"""Language → (ctags' name of it, the kinds compared: functions, methods, classes, interfaces, structs, type names)."""

_PATHS = {"lua": r"[.:]", "csharp": r"\.", "elixir": r"\."}
_NAMELESS = ("__anon", "anonymous", "AnonymousFunction", "AnonymousClass", "<lambda>", "<anonymous>")
_IMPORTED_TYPE = ("a type that is imported is called an alias", re.compile(r"^alias .*\t.*\btype\b(?!.*=)"))
WRONG: dict[str, tuple[tuple[str, re.Pattern[str]], ...]] = {
    "javascript": (
        (
            "an object literal is called a class",
            re.compile(r"^class (\S+)\t.*[=:(,]\s*(?:\{|Object\.\w+\(|\[|new\b|$)"),
        ),
        (
            "a use of a prototype is called a class or method",
            re.compile(r"^(?:class|method) (\S+)\t(?:.*\b\1\.prototype\b|delete .*\.prototype\.|.*\.prototype\.\1\.)"),
        ),
        ("`x.get = …` is called x", re.compile(r"^function (\S+)\t.*\b\1\.(?:prototype\.)?(?:get|set)\b")),
        (
            "the result of a function called at once is called a function",
            re.compile(r"^function (\S+)\t.*\b\1\s*[=:]\s*(?:new\s*)?[(!]\s*(?:async\s*)?function"),
        ),
    ),
    "c": (("a macro before a body or a list is called a function", re.compile(r"^function [A-Z][A-Z0-9_]+\t")),),
    "typescript": (_IMPORTED_TYPE,),
    "kotlin": (
        ("a name in backticks is garbled", re.compile(r"\t.*`")),
        (
            "a lambda's parameter is called a method",
            re.compile(r"^method (\S+)\t.*(?:[{,]|\bfor \()\s*\(?\1\b(?!\s*\()"),
        ),
        ("a companion object without a name is given one", re.compile(r"^object Companion\t")),
    ),
    "objc": (
        (
            "a declaration without a body is called a function",
            re.compile(r"^function .*\t(?!.*\{).*[;,]$|^protocol (\S+)\t@protocol \1\s*[;,]"),
        ),
        ("a category or extension is called an interface", re.compile(r"^interface (\S+)\t@interface \1\s*\(")),
        ("a block's last parameter is called a typedef", re.compile(r"^typedef .*\ttypedef .*\^")),
        (
            "a macro or attribute is called a function or method",
            re.compile(r"^\w+ (?:__attribute__|[A-Z][A-Z_]+|static_assert)\t"),
        ),
        ("a field that is initialised is called a function", re.compile(r"^function (\S+)\t[:,]\s*\1\(")),
    ),
    "lua": (
        ("a value in a table under a computed key is listed", re.compile(r"^function \S*[\]\"'~]")),
        (
            "a line with the word function in it is called one",
            re.compile(r"^function (\S+)\t(?!.*\bfunction\s+(?:[\w.:]*[.:])?\1\b)(?!(?:.*\W)?\1\s*=\s*function)"),
        ),
    ),
    "csharp": (
        ("a namespace's alias is called a typedef", re.compile(r"^typedef .*\tusing\b|^typedef .*\t\ufeff?using\b")),
        ("a call is called a method", re.compile(r"^method (\S+)\t(?:\.?|:\s*|[\w.]+\.)\1\b")),
        ("a type parameter is called an interface or class", re.compile(r"^(?:interface|class) .*\twhere\b")),
    ),
    "bash": (("an array is called a function", re.compile(r"^function \S+=\t")),),
    "elixir": (
        ("an example in the documentation is listed", re.compile(r"\ttext: ")),
        ("a name that is computed is listed as unquote", re.compile(r"^\w+ unquote\t")),
    ),
    "tsx": (_IMPORTED_TYPE,),
}
"""Language → (reason, pattern of "KIND NAME\\tTEXT OF THE LINE") where ctags lists what is no definition."""


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
    wanted = set(arguments.language or [row.name for row in LANGUAGES]) & KINDS.keys()
    print(
        f"{'language':12} {'files':>6} {'ctags':>7} {'found':>7} {'recall':>7}"
        "   with errors: files, listed, recall   ours  refs"
    )
    for name, paths in sorted(_sources(arguments.folders, wanted).items()):
        score = compare(name, paths)
        recall = 100 * score.found / max(score.listed, 1)
        broken = 100 * score.broken_found / max(score.broken, 1)
        print(
            f"{name:12} {score.files:6} {score.listed:7} {score.found:7} {recall:6.2f}%"
            f"   {score.broken_files:5} {score.broken:6} {broken:6.2f}% {score.ours:9} {score.references:8}"
        )
        for reason, count in score.wrong.most_common():
            print(f"{'':12} {count:6} × ctags: {reason}")
        for line in Random(0).sample(score.missed, min(arguments.missed, len(score.missed))):
            print("   ", line)
    return 0


def compare(name: str, paths: list[Path]) -> Score:
    """Return how the definitions of `paths`, all in the language called `name`, agree with ctags."""
    score = Score()
    listed = _tags(name, paths)
    # ctags lists each clause of what is one definition here, and for a selector over several lines its last
    ranged = language(name).clauses or name == "objc"
    for path in paths:
        source = path.read_bytes()
        try:
            read = extract(name, source)
        except GrammarError as error:
            sys.exit(f"compare_ctags: {error}")
        lines: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for definition in read.definitions:
            last = definition.end_line if ranged else definition.line
            lines[definition.name].append((definition.line - NEAR, last + NEAR))
        score.files += 1
        score.broken_files += bool(read.errors)
        score.ours += len(read.definitions)
        score.references += len(read.references)
        text = _lines(name, source)
        for kind, tag, line in listed.get(str(path), ()):
            found = any(first <= line <= last for first, last in lines.get(tag, ()))
            shown = text[line - 1].strip() if line <= len(text) else ""
            reason = "" if found else _reason(name, f"{kind} {tag}\t{shown}")
            if reason:
                score.wrong[reason] += 1
                continue
            score.listed += 1
            score.found += found
            if read.errors:
                score.broken += 1
                score.broken_found += found
            if not found:
                mark = "!" if read.errors else " "
                score.missed.append(f"{mark}{path}:{line}: {kind} {tag} | {shown[:100]}")
    return score


def _lines(name: str, source: bytes) -> list[str]:
    """Return the lines of a file, those that stand in an Elixir heredoc marked."""
    lines = source.decode("utf-8", "replace").split("\n")
    if name != "elixir":
        return lines
    inside = False
    for number, line in enumerate(lines):
        lines[number] = f"text: {line}" if inside else line
        inside ^= line.count('"""') % 2 == 1 or line.count("'''") % 2 == 1
    return lines


def _reason(name: str, line: str) -> str:
    return next((reason for reason, pattern in WRONG.get(name, ()) if pattern.search(line)), "")


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


def _plain(name: str, tag: str) -> str:
    """Return the name as this project writes it: the last word of a path, the first of a selector."""
    if re.match(r"operator \W", tag):
        return tag.replace(" ", "")
    if name == "objc":
        return tag.partition(":")[0]
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
