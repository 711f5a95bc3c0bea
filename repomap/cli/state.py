"""The commands about the index itself: `index`, `status`, `doctor` and `languages`."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from repomap.cli.exits import CHECK_FAILED
from repomap.cli.map import Root
from repomap.cli.progress import progress_bar
from repomap.cli.repository import opened, repository, say_notes
from repomap.rendering.counts import counted

if TYPE_CHECKING:
    from repomap.index.rows import FileRow

AsJson = Annotated[bool, typer.Option("--json", help="One JSON object.")]


def register(app: typer.Typer) -> None:
    """Add the commands to `app`."""
    app.command("index", epilog="Example: repomap index ~/src/project")(make_index)
    app.command("status", epilog="Example: repomap status --json")(show_status)
    app.command("doctor", epilog="Example: repomap doctor")(examine)
    app.command("languages", epilog="Example: repomap languages")(show_languages)


def make_index(root: Root = None, as_json: AsJson = False) -> None:
    """Bring the index up to date; every other command does so itself."""
    from repomap.graph.kept import rank_if_large

    started = time.monotonic()
    with opened(repository(root)) as index:
        rank_if_large(index, progress_bar("ranking"))
        reader = index.reader
        facts = {
            "files": sum(1 for row in reader.rows.values() if row.content),
            "listed": len(index.discovery.files),
            "symbols": sum(reader.counts[row.content][1] for row in reader.rows.values() if row.content),
            "changed": len(index.changed),
            "removed": len(index.removed),
            "seconds": round(time.monotonic() - started, 3),
        }
    if as_json:
        print(json.dumps(facts))
    else:
        listed, symbols = counted(int(facts["listed"]), "file"), counted(int(facts["symbols"]), "symbol")
        print(
            f"{facts['files']} of {listed} parsed, {symbols}; "
            f"{facts['changed']} changed, {facts['removed']} removed, {facts['seconds']:.1f} s"
        )


def show_status(root: Root = None, as_json: AsJson = False) -> None:
    """Say what is indexed, and where the index is kept."""
    repo = repository(root)
    with opened(repo) as index:
        reader = index.reader
        folder = reader.store.folder
        database = folder / "index.db" if folder else None
        languages = Counter(row.language for row in reader.rows.values() if row.content)
        facts = {
            "root": os.fspath(repo.root),
            "index": os.fspath(database) if database else None,
            "bytes": database.stat().st_size if database else 0,
            "files": len(index.discovery.files),
            "parsed": sum(languages.values()),
            "symbols": sum(reader.counts[row.content][1] for row in reader.rows.values() if row.content),
            "skipped": sum(1 for row in reader.rows.values() if row.problem),
            "languages": dict(languages.most_common()),
        }
    if as_json:
        print(json.dumps(facts))
        return
    told = {
        "files": "listed; those that are no source are found by their names",
        "parsed": "of them",
        "skipped": "of them; repomap doctor says why",
    }
    for name, value in facts.items():
        if isinstance(value, dict):
            value = ", ".join(f"{language} {count}" for language, count in value.items()) or "none"
        if value is None:
            value = "in memory, made anew each time"
        more = told.get(name, "") if value != 0 else ""
        print(f"{name:10} {value}{' ' * bool(more)}{more}")


def examine(root: Root = None, as_json: AsJson = False) -> None:
    """Say what was skipped and why, and whether every language loads. Exit code 1 when an installed one does not."""
    from repomap.languages.selftest import check
    from repomap.rendering.formats import quoted

    with opened(repository(root)) as index:
        rows = sorted((path, row) for path, row in index.reader.rows.items() if row.problem)
        skipped = [(path, row.problem) for path, row in rows]
        skipped.extend(index.discovery.skipped)
        unread = _by_language(rows)
        failures = index.reader.store.failures()
        unsaid = [
            (path, failures[row.content]) for path, row in sorted(index.reader.rows.items()) if row.content in failures
        ]
        partly = [
            path
            for path, row in sorted(index.reader.rows.items())
            if row.content and index.reader.counts[row.content][2]
        ]
    checked = dict(check())
    broken = [(name, problem) for name, problem in checked.items() if problem]
    if as_json:
        facts = {
            "skipped": [{"path": path, "reason": reason} for path, reason in skipped],
            "syntax_errors": partly,
            "without_steps": [{"path": path, "reason": reason} for path, reason in unsaid],
        }
        print(json.dumps({**facts, "languages": [{"language": name, "problem": problem} for name, problem in broken]}))
    else:
        for _, problem in broken:
            print(f"language  {problem}")
        reasons = dict(skipped)
        for name, paths in unread.items():
            count = counted(len(paths), "file")
            reason = reasons[paths[0]]
            if name not in checked:
                reason = f"its grammar is not installed; {reason.rpartition('; ')[2]}"
            why = "" if checked.get(name) else f": {reason}"
            print(f"skipped   {count} in {name}, such as {quoted(paths[0])}{why}")
        grouped = {path for paths in unread.values() for path in paths}
        for path, reason in skipped:
            if path not in grouped:
                print(f"skipped   {quoted(path)}: {reason}")
        for path in partly:
            print(f"partly    {quoted(path)}: has syntax errors; what could be read is indexed")
        for path, reason in unsaid:
            print(f"no steps  {quoted(path)}: its pseudocode is signatures and doc lines alone; {reason}")
        absent = sum(1 for name in unread if name not in checked)
        print(
            f"{counted(len(skipped), 'file')} skipped, {len(partly)} with syntax errors; "
            f"languages: {absent} not installed, {len(broken)} that do not load"
        )
    if broken:
        raise typer.Exit(CHECK_FAILED)


def _by_language(rows: Iterable[tuple[str, FileRow]]) -> dict[str, list[str]]:
    """Return the files that were skipped because of their language, by language; such a reason begins with its name."""
    found: dict[str, list[str]] = {}
    for path, row in rows:
        if row.language and row.problem.startswith(f"{row.language}: "):
            found.setdefault(row.language, []).append(path)
    return found


def show_languages(as_json: AsJson = False) -> None:
    """List the languages, their file names, and what to install for those that are not."""
    from repomap.files.discover import find_root, state_folder
    from repomap.languages.load import installed_grammars
    from repomap.languages.plugins import register
    from repomap.languages.table import languages

    say_notes(register(state_folder(find_root(Path.cwd()))))
    present = installed_grammars()
    for row in languages():
        installed = row.grammar[0].partition(".")[0] in present
        names = [*row.extensions, *row.filenames]
        if as_json:
            print(json.dumps({"language": row.name, "names": names, "installed": installed}))
        else:
            hint = "" if installed else f"  (pip install 'repomap[{row.extra}]')"
            print(f"{row.name:16} {' '.join(names)}{hint}")
