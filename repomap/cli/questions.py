"""The commands that answer exact questions: `symbols`, `refs`, `callers`, `callees`, `deps` and `impact`."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from repomap.cli.exits import NOTHING_FOUND
from repomap.cli.repository import as_typed, opened, repository, repository_of, say_notes
from repomap.errors import RepoMapError

if TYPE_CHECKING:
    from repomap.index import Index
    from repomap.index.reader import Reader
    from repomap.lookup import Call, Spot

Name = Annotated[str, typer.Argument(help='A name, with its parents where needed: "run", "Flask.run".')]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
SUGGESTED = 5  # names that a wrong one may have meant: what fits on a line


def register(app: typer.Typer) -> None:
    """Add the commands to `app`."""
    app.command("symbols", epilog="Example: repomap symbols src --json")(show_symbols)
    app.command("refs", epilog="Example: repomap refs parse_config")(show_references)
    app.command("callers", epilog="Example: repomap callers Flask.run")(show_callers)
    app.command("callees", epilog="Example: repomap callees Flask.run --json")(show_callees)
    app.command("deps", epilog="Example: repomap deps src/app.py")(show_dependencies)
    app.command("impact", epilog="Example: repomap impact src/app.py")(show_impact)


def show_symbols(
    paths: Annotated[list[Path], typer.Argument(help="Files or folders; none means all.", metavar="[PATH]...")] = [],  # noqa: B006
    as_json: AsJson = False,
) -> None:
    """List definitions in file order."""
    from repomap.rendering.formats import quoted

    repo = repository_of(paths)
    for given in paths:
        if not given.exists() and str(given).isidentifier():
            raise RepoMapError(f"{given} is no file or folder; where a name is defined and used: repomap refs {given}")
    inside = [as_typed(repo.root, path) for path in paths]
    with opened(repo) as index:
        reader = index.reader
        chosen = [path for path in sorted(reader.rows) if reader.rows[path].content and _is_below(path, inside)]
        for path in chosen:
            for definition in reader.definitions(path):
                if as_json:
                    row = {
                        "path": path,
                        "name": definition.name,
                        "kind": definition.kind,
                        "line": definition.line,
                        "end_line": definition.end_line,
                        "signature": definition.signature,
                        "parent": definition.parent,
                        "language": reader.language(path),
                        "exported": definition.exported,
                    }
                    print(json.dumps(row, ensure_ascii=False))
                else:
                    print(f"{quoted(path)}:{definition.line}: {definition.kind} {definition.qualified}")
    if not chosen:
        _nothing("no parsed file here; repomap doctor says why")


def _is_below(path: str, folders: list[str]) -> bool:
    return not folders or any(folder in (".", path) or path.startswith(f"{folder}/") for folder in folders)


def show_references(name: Name, as_json: AsJson = False) -> None:
    """List every use of a name, and the definition each is bound to."""
    from repomap.graph.kept import binder_of
    from repomap.lookup import references_to
    from repomap.rendering.formats import quoted

    with opened(repository(None)) as index:
        uses = references_to(index.reader, binder_of(index), name)
        for use in uses:
            if as_json:
                print(
                    json.dumps(
                        {
                            "path": use.path,
                            "line": use.line,
                            "in": use.inside,
                            "kind": use.kind,
                            "target": asdict(use.target) if use.target else None,
                            "confidence": use.confidence,
                        }
                    )
                )
            else:
                where = f" in {use.inside}" if use.inside else ""
                target = f" -> {_written(use.target)} ({use.confidence:.2f})" if use.target else ""
                print(f"{quoted(use.path)}:{use.line}: {use.kind}{where}{target}")
        if not uses:
            _say_nothing_found(index.reader, name)


def show_callers(name: Name, as_json: AsJson = False) -> None:
    """List the calls to what is called NAME."""
    from repomap.graph.kept import binder_of
    from repomap.lookup import callers_of, last_part, unbound_calls

    with opened(repository(None)) as index:
        binder = binder_of(index)
        calls = callers_of(index.reader, binder, name)
        _print_calls(calls, as_json)
        unbound = unbound_calls(index.reader, binder, name)
        if unbound:
            last = last_part(index.reader, name)
            many = f"{unbound} calls" if unbound > 1 else "a call"
            say_notes(
                [f"{many} spelt {last} on a value of unknown type may be meant, too: repomap refs {last} lists all"]
            )
        if not calls:
            _say_nothing_found(index.reader, name)


def show_callees(name: Name, as_json: AsJson = False) -> None:
    """List the calls that NAME makes, without the language's own functions."""
    from repomap.graph.kept import binder_of
    from repomap.lookup import callees_of

    with opened(repository(None)) as index:
        calls = callees_of(index.reader, binder_of(index), name)
        _print_calls(calls, as_json)
        if not calls:
            _say_nothing_found(index.reader, name)


def _print_calls(calls: list[Call], as_json: bool) -> None:
    """Print one object a line for each call and callee, or one line of text for each call."""
    from repomap.rendering.formats import quoted

    if as_json:
        for call in calls:
            print(json.dumps(asdict(call)))
        return
    rows: dict[tuple[Spot, int, str], list[Call]] = {}
    for call in calls:
        rows.setdefault((call.caller, call.line, call.callee.name.rpartition(".")[2]), []).append(call)
    for (caller, line, _), same in rows.items():
        callees = {call.callee: call.confidence for call in same}
        confidence = f" ({sum(callees.values()):.2f})" if any(callees.values()) else ""
        written = ", ".join(map(_written, callees))
        print(f"{quoted(caller.path or '')}:{line}: in {caller.name or 'the top level'} -> {written}{confidence}")


def _say_nothing_found(reader: Reader, name: str) -> NoReturn:
    """Say so, with what a name with wrong parents, or misspelt, may have meant."""
    from repomap.lookup import definitions_named, last_part
    from repomap.ranking.mentions import nearest

    hint = ""
    if not definitions_named(reader, name):
        last = last_part(reader, name)
        known = sorted({definition.qualified for _, definition in definitions_named(reader, last)})
        if known:
            hint = f"; there is {', '.join(known[:SUGGESTED])}"
        elif near := nearest(reader, last):
            hint = f"; the nearest name is {near}"
    _nothing(f"nothing found for {name}{hint}")


def _nothing(sentence: str) -> NoReturn:
    say_notes([sentence])
    raise typer.Exit(NOTHING_FOUND)


def _written(spot: Spot) -> str:
    from repomap.rendering.formats import quoted

    if spot.path is None:
        return f"{spot.name} (not in this repository)"
    return f"{quoted(spot.path)}:{spot.line} {spot.name or '(top level)'}"


def show_dependencies(
    path: Annotated[Path, typer.Argument(help="A file of the repository.")], as_json: AsJson = False
) -> None:
    """List what a file imports, and the files that denotes."""
    from repomap.graph.kept import binder_of
    from repomap.lookup import dependencies_of
    from repomap.rendering.formats import quoted

    repo = repository_of([path])
    wanted = as_typed(repo.root, path)
    with opened(repo) as index:
        name = _parsed(wanted, index)
        found = dependencies_of(index.reader, binder_of(index), name)
        if as_json:
            print(json.dumps({"path": name, "imports": [asdict(item) for item in found]}))
        else:
            statements: dict[tuple[int, str, tuple[str, ...]], list[str]] = {}
            for item in found:
                target = quoted(item.path) if item.path else "(not in this repository)"
                statements.setdefault((item.line, item.module, item.names), []).append(target)
            for (line, module, names), targets in statements.items():
                what = f"{module} ({', '.join(names)})" if names else module
                print(f"{quoted(name)}:{line}: {what} -> {', '.join(targets)}")
    if not found:
        _nothing(f"{name} imports nothing")


def show_impact(
    paths: Annotated[list[Path], typer.Argument(help="Files of the repository.", metavar="PATH [PATH]...")],
    as_json: AsJson = False,
) -> None:
    """List the files that use a file, or one of several, directly or through others, nearest first.

    The columns are the steps there, the confidence of the surest way (0 to 1) and the file; what is unlikely is not
    followed.
    """
    from repomap.graph.kept import binder_of, graph_of
    from repomap.lookup import impact_of
    from repomap.rendering.formats import quoted

    repo = repository_of(paths)
    wanted = [as_typed(repo.root, path) for path in paths]
    with opened(repo) as index:
        names = [_parsed(each, index) for each in wanted]
        found = list(impact_of(graph_of(index), binder_of(index), *names))
        for row in found:
            print(json.dumps(row._asdict()) if as_json else f"{row.steps:3}  {row.confidence:.2f}  {quoted(row.path)}")
    if not found:
        _nothing(f"no other file is known to use {' or '.join(names)}")


def _parsed(name: str, index: Index) -> str:
    rows = index.reader.rows
    if name in rows and rows[name].content:
        return name
    if (index.root / name).is_dir():
        raise RepoMapError(f"{name} is a folder; give a file in it")
    raise RepoMapError(f"{name} is not a parsed file of this repository; repomap doctor says why")
