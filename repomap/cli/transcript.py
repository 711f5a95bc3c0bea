"""The commands `transcript grep | list | show | view | route | export | repair`: read what sessions left on record."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from repomap.cli.exits import NOTHING_FOUND
from repomap.cli.help import Commands
from repomap.errors import RepoMapError

if TYPE_CHECKING:
    from agent.archive import Archive

transcripts = typer.Typer(
    cls=Commands,
    help="Read what agent sessions left on record.",
    epilog="Example: repomap transcript show last",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    rich_markup_mode=None,
)

Root = Annotated[Path | None, typer.Option("--root", help="The repository's folder; else the nearest upward.")]
Identity = Annotated[str, typer.Argument(help="The session; 'last' is the newest.", metavar="ID")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]


def session_name(state: Path, name: str) -> str:
    """Return a session's name; 'last' is the one written last. Raises RepoMapError when there is none."""
    from agent.archive import sessions

    if name != "last":
        return name
    found = sessions(state / "transcripts")
    if not found:
        raise RepoMapError("there is no session yet")
    return found[0].name


def _open(root: Path | None, name: str) -> Archive:
    from agent.archive import ArchiveError, read_archive
    from repomap.files.discover import find_root, state_folder

    state = state_folder(find_root(root or Path.cwd()))
    try:
        return read_archive(state / "transcripts", session_name(state, name))
    except ArchiveError as error:
        raise RepoMapError(str(error)) from None


@transcripts.command("list", epilog="Example: repomap transcript list --json")
def list_sessions(root: Root = None, as_json: AsJson = False) -> None:
    """List the sessions, the newest first."""
    from agent.archive import sessions
    from repomap.files.discover import find_root, state_folder

    found = sessions(state_folder(find_root(root or Path.cwd())) / "transcripts")
    for session in found:
        task = " ".join(str(session.about.get("task") or session.about.get("error", "")).split())
        if as_json:
            row = {"id": session.name, "task": task, "entries": session.entries, "bytes": session.size}
            print(json.dumps({**row, "written": session.written}, ensure_ascii=False))
        else:
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(session.written))
            print(f"{session.name}  {when}  {session.entries:>5} entries  {task[:80]}")
    if not found:
        print("repomap: there is no session yet", file=sys.stderr)
        raise typer.Exit(NOTHING_FOUND)


@transcripts.command("grep", epilog="Example: repomap transcript grep -i 'connection refused'")
def grep_transcripts(
    pattern: Annotated[str, typer.Argument(help="Text, or a regular expression with -E.")],
    name: Annotated[str, typer.Option("--session", help="Only this session.", metavar="ID")] = "",
    is_regex: Annotated[bool, typer.Option("-E", "--regex", help="The pattern is a regular expression.")] = False,
    ignore_case: Annotated[bool, typer.Option("-i", "--ignore-case", help="Letter case does not matter.")] = False,
    limit: Annotated[int, typer.Option("--limit", min=1, help="The most matches of a session.")] = 100,
    root: Root = None,
    as_json: AsJson = False,
) -> None:
    """Search everything that sessions said, ran and saw; exit code 1 when nothing matches."""
    from agent.archive import ArchiveError, read_archive, search, sessions
    from repomap.files.discover import find_root, state_folder

    state = state_folder(find_root(root or Path.cwd()))
    folder = state / "transcripts"
    names = [session_name(state, name)] if name else [session.name for session in sessions(folder)]
    matched = entries = 0
    for session in names:
        try:
            found = search(
                read_archive(folder, session), pattern, is_regex=is_regex, ignore_case=ignore_case, limit=limit
            )
        except ArchiveError as error:
            raise RepoMapError(str(error)) from None
        entries += found.entries
        matched += len(found.matches)
        for match in found.matches:
            if as_json:
                row = {"session": session, "seq": match.seq, "label": match.label, "line": match.line}
                print(json.dumps({**row, "text": match.text}, ensure_ascii=False))
            else:
                print(f"{session}:{match.seq}: {match.label}: {match.text}")
    if not matched:
        print(f"repomap: 0 matches in {entries} entries", file=sys.stderr)
        raise typer.Exit(NOTHING_FOUND)


@transcripts.command("show", epilog="Example: repomap transcript show last")
def show_session(name: Identity = "last", root: Root = None) -> None:
    """Print a session's conversation, every message with its position."""
    from agent.archive.text import passages

    tools: dict[str, str] = {}
    for entry in _open(root, name).entries(media=False):
        if entry.kind == "message":
            for item in passages(entry.kind, entry.data, tools):
                print(f"── {entry.seq} · turn {entry.turn} · {item.label}\n{item.text}\n")


@transcripts.command("route", epilog="Example: repomap transcript route last")
def show_routes(name: Identity = "last", root: Root = None, as_json: AsJson = False) -> None:
    """Print the router's decisions with their evidence, and how often a file was looked up before it was opened."""
    opened: list[dict[str, Any]] = []
    for entry in _open(root, name).entries(media=False):
        data = dict(entry.data)
        if entry.kind == "opened":
            opened.append(data)
        if entry.kind not in ("route", "grant_lapsed"):
            continue
        if as_json:
            print(json.dumps({"seq": entry.seq, "kind": entry.kind, **data}, ensure_ascii=False))
        elif entry.kind == "grant_lapsed":
            print(f"{entry.seq}  {data['target']}: the grant lapsed, {data['by']} works again")
        else:
            print(f"{entry.seq}  {data['target']}: {'granted' if data['granted'] else 'refused'}, {data['reason']}")
            print(f"      asked because: {data['asked_because']}")
            for item in data["candidates"]:
                print(f"      {item['tier']:<8} {item['tool']}: {item['why']}")
    first = sum(bool(row["known_by"]) for row in opened)
    if as_json:
        print(json.dumps({"kind": "opened", "files": len(opened), "looked_up_first": first}))
    else:
        print(f"{first} of {len(opened)} file openings followed a map line, a grep hit or a symbol look-up")


@transcripts.command("view", epilog="Example: repomap transcript view last --turn 3")
def show_view(
    name: Identity = "last",
    turn: Annotated[int, typer.Option("--turn", min=1, help="The request of the session, from 1.", metavar="N")] = 1,
    root: Root = None,
) -> None:
    """Print exactly what the model saw at a turn, and what was withheld and why."""
    from agent.archive import ArchiveError
    from agent.context import render_seen, seen_at

    try:
        print(render_seen(seen_at(_open(root, name), turn)))
    except ArchiveError as error:
        raise RepoMapError(str(error)) from None


@transcripts.command("export", epilog="Example: repomap transcript export last | jq .kind")
def export_session(name: Identity = "last", root: Root = None) -> None:
    """Print a session's entries as JSON lines, images put back."""
    for entry in _open(root, name).entries():
        row = {"seq": entry.seq, "kind": entry.kind, "turn": entry.turn, "time": entry.time, "data": entry.data}
        print(json.dumps(row, ensure_ascii=False))


@transcripts.command("repair", epilog="Example: repomap transcript repair last")
def repair_session(name: Identity = "last", root: Root = None) -> None:
    """Say what of a session's history the API would refuse, and what is changed when it is resumed."""
    from agent.context.repair import repair_history
    from agent.rules import Limits, violations

    messages, _ = _open(root, name).history()
    tools = [{"name": "any", "input_schema": {"type": "object"}}]
    limits = Limits(accepts_prefill=True)  # a session at rest ends with the model's answer
    broken = violations({"model": "any", "messages": messages, "tools": tools}, limits)
    for violation in broken:
        print(f"refused: {violation.message}")
    repaired = repair_history(messages)
    for change in repaired.changes:
        print(f"changed: {change}")
    left = violations({"model": "any", "messages": repaired.messages, "tools": tools}, limits)
    for violation in left:
        print(f"still refused: {violation.message}")
    if not broken:
        print("the history is valid")
    if left:
        raise typer.Exit(NOTHING_FOUND)
