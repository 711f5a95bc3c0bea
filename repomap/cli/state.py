"""The commands about the index itself: `index`, `status`, `doctor` and `languages`."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from repomap.cli.map import Root
from repomap.cli.repository import opened, repository, say_notes

AsJson = Annotated[bool, typer.Option("--json", help="One JSON object.")]
CHECK_FAILED = 1


def register(app: typer.Typer) -> None:
    """Add the commands to `app`."""
    app.command("index", epilog="Example: repomap index ~/src/project")(make_index)
    app.command("status", epilog="Example: repomap status --json")(show_status)
    app.command("doctor", epilog="Example: repomap doctor")(examine)
    app.command("languages", epilog="Example: repomap languages")(show_languages)


def make_index(root: Root = None, as_json: AsJson = False) -> None:
    """Bring the index up to date; every other command does so itself."""
    started = time.monotonic()
    with opened(repository(root)) as index:
        reader = index.reader
        facts = {
            "files": sum(1 for row in reader.rows.values() if row.content),
            "symbols": sum(reader.counts[row.content][1] for row in reader.rows.values() if row.content),
            "changed": len(index.changed),
            "removed": len(index.removed),
            "seconds": round(time.monotonic() - started, 3),
        }
    if as_json:
        print(json.dumps(facts))
    else:
        print(
            f"{facts['files']} files, {facts['symbols']} symbols; {facts['changed']} changed, "
            f"{facts['removed']} removed, {facts['seconds']:.1f} s"
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
    for name, value in facts.items():
        if isinstance(value, dict):
            value = ", ".join(f"{language} {count}" for language, count in value.items()) or "none"
        if value is None:
            value = "in memory, made anew each time"
        print(f"{name:10} {value}")


def examine(root: Root = None, as_json: AsJson = False) -> None:
    """Say what was skipped and why, and whether every language loads. Exit code 1 when one does not."""
    from repomap.formats import quoted
    from repomap.languages.selftest import check

    with opened(repository(root)) as index:
        skipped = sorted((path, row.problem) for path, row in index.reader.rows.items() if row.problem)
        skipped.extend(index.discovery.skipped)
        partly = [
            path
            for path, row in sorted(index.reader.rows.items())
            if row.content and index.reader.counts[row.content][2]
        ]
    broken = [(name, problem) for name, problem in check() if problem]
    if as_json:
        facts = {"skipped": [{"path": path, "reason": reason} for path, reason in skipped], "syntax_errors": partly}
        print(json.dumps({**facts, "languages": [{"language": name, "problem": problem} for name, problem in broken]}))
    else:
        for name, problem in broken:
            print(f"language  {name}: {problem}")
        for path, reason in skipped:
            print(f"skipped   {quoted(path)}: {reason}")
        for path in partly:
            print(f"partly    {quoted(path)}: has syntax errors; what could be read is indexed")
        print(
            f"{len(skipped)} files skipped, {len(partly)} with syntax errors, {len(broken)} languages that do not load"
        )
    if broken:
        raise typer.Exit(CHECK_FAILED)


def show_languages(as_json: AsJson = False) -> None:
    """List the languages, their file names, and what to install for those that are not."""
    from repomap.discover import find_root, state_folder
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
