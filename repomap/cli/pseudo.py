"""The commands about pseudocode: `grep` and `pseudo …`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from repomap.cli.exits import CHECK_FAILED, FAILED
from repomap.cli.help import Commands
from repomap.cli.progress import progress_bar
from repomap.cli.repository import as_typed, root_of, say_notes
from repomap.errors import RepoMapError
from repomap.rendering.counts import counted
from repomap.rendering.formats import quoted

Paths = Annotated[list[Path], typer.Argument(help="Files or folders; none means all.", metavar="[PATH]...")]
MaxUsd = Annotated[float | None, typer.Option("--max-usd", help="Spend no more than this, in US dollars.", min=0)]
MaxCalls = Annotated[int | None, typer.Option("--max-calls", help="Make no more calls than this.", min=0)]


class _PathOrCommand(Commands):
    """What is no command's name is a path to show."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        is_command = bool(args) and (args[0] in self.commands or args[0] in ("-h", "--help"))
        if not is_command and not ctx.resilient_parsing:  # which is how a shell asks what may follow
            args = ["show", *args]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write what may follow a path or stand alone, then the commands."""
        self.commands["show"].format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


pseudo = typer.Typer(
    cls=_PathOrCommand,
    help="Show the pseudocode of files and folders, or keep it true.",
    subcommand_metavar="[PATH]... | COMMAND [ARGS]...",
    epilog="Example: repomap pseudo src/app.py",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    rich_markup_mode=None,
)


def register(app: typer.Typer) -> None:
    """Add the commands to `app`."""
    app.command("grep", epilog="Example: repomap grep -i 'raise .*timeout' src")(grep)
    app.add_typer(pseudo, name="pseudo")


def grep(
    pattern: Annotated[str, typer.Argument(help="A regular expression.")],
    paths: Paths = [],  # noqa: B006
    ignore_case: Annotated[bool, typer.Option("-i", help="Upper and lower case are the same.")] = False,
    fixed: Annotated[bool, typer.Option("-F", help="The pattern is plain text.")] = False,
    names_only: Annotated[bool, typer.Option("-l", help="Print only the files.")] = False,
    numbered: Annotated[bool, typer.Option("-n", help="Print line numbers, as is done anyhow.")] = True,
    context: Annotated[int, typer.Option("-C", help="Print so many lines around each hit.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Search pseudocode, signatures and doc lines; each hit gives the line of the source. Exit code 1: none."""
    from repomap.cli.grep import grep as answer

    code = answer(
        pattern,
        paths,
        ignore_case=ignore_case,
        fixed=fixed,
        names_only=names_only,
        numbered=numbered,
        context=context,
        as_json=as_json,
    )
    raise typer.Exit(code)


@pseudo.command("show", hidden=True, epilog="Example: repomap pseudo src/app.py")
def show(
    paths: Paths = [],  # noqa: B006
    commit: Annotated[
        bool, typer.Option("--commit", help="Keep the mirror in the folder pseudocode/, to be checked in.")
    ] = False,
) -> None:
    """Show the pseudocode of files; without any, bring the mirror up to date."""
    from summarizer.library import keep_visible, library
    from summarizer.reading import refusal

    root = root_of(paths)
    inside = [as_typed(root, path) for path in paths]
    with library(root, progress_bar("reading")) as found:
        if commit:
            keep_visible(found)
        pages = [path for path in found.paths if any(_is_below(path, top) for top in inside)]
        texts = [found.page(path) for path in pages]
        missing = [top for top in inside if not any(_is_below(path, top) for path in pages)]
        say_notes(found.notes)
        if missing:
            raise RepoMapError(refusal(found, missing[0]))
        if texts:
            sys.stdout.write("\n".join(texts))
        elif not paths:
            place = root / "pseudocode" if commit else found.state / "pseudocode"
            print(f"{len(found.paths)} files in {os.path.relpath(place)}")


def _is_below(path: str, top: str) -> bool:
    return top in ("", ".") or path == top or path.startswith(top + "/")


@pseudo.command("check", epilog="Example: repomap pseudo check || git add pseudocode")
def check() -> None:
    """Tell whether the mirror is true of the sources; mend what is not. Exit code 1 when something was not."""
    from summarizer.library import stale_pages

    root = root_of([])
    stale, notes = stale_pages(root, progress_bar("reading"))
    say_notes(notes)
    for path in stale:
        print(f"stale  {quoted(path)}")
    if stale:
        raise typer.Exit(CHECK_FAILED)


@pseudo.command("diff", epilog="Example: repomap pseudo diff main..HEAD")
def diff(revisions: Annotated[str, typer.Argument(help="Two commits, A..B; or one, against its parent.")]) -> None:
    """Show how the pseudocode changed between two commits."""
    from summarizer.changes import behavioural_diff

    for line in behavioural_diff(root_of([]), revisions):
        print(line)


@pseudo.command("plan", epilog="Example: repomap pseudo plan src")
def show_plan(paths: Paths = []) -> None:  # noqa: B006
    """Say what `refresh` would ask a model and what that would cost; nothing is sent."""
    from summarizer.library import library
    from summarizer.model import model_name
    from summarizer.work import plan

    root = root_of(paths)
    below = [as_typed(root, path) for path in paths]
    with library(root, progress_bar("reading"), anchored=True) as found:
        say_notes(found.notes)
        _print_plan(plan(found, model_name(), below), model_name())


def _print_plan(planned: Any, model: str) -> None:
    from summarizer.prices import price_of

    folders = f", then {planned.folders} folders" if planned.folders else ""
    price = f"about {planned.usd:.4f} US dollars" if price_of(model) else f"at the price of {model}, which is not known"
    print(
        f"{planned.symbols} functions in {len(planned.jobs)} calls to {model}{folders}: "
        f"{planned.input_tokens} tokens in, about {planned.output_tokens} out, {price}"
    )


@pseudo.command("refresh", epilog="Example: repomap pseudo refresh src --max-usd 0.50")
def refresh_lines(
    paths: Paths = [],  # noqa: B006
    max_usd: MaxUsd = None,
    max_calls: MaxCalls = None,
    at_once: Annotated[
        int, typer.Option("--at-once", help="Calls at the same time; 1 for a server of your own.", min=1, max=64)
    ] = 4,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be asked; send nothing.")] = False,
    batch: Annotated[
        bool, typer.Option("--batch", help="Send one batch at half the price; call again to take its results in.")
    ] = False,
    offline: Annotated[bool, typer.Option("--offline", help="Make no call; refresh the outlines only.")] = False,
) -> None:
    """Have a cheap model write about the functions that changed. Needs a key; all else works without one."""
    from summarizer.library import library
    from summarizer.model import Model, ModelUnavailable, model_name
    from summarizer.refresh import Limits, refresh
    from summarizer.work import plan

    root = root_of(paths)
    below = [as_typed(root, path) for path in paths]
    name = model_name()
    with library(root, progress_bar("reading"), anchored=not offline) as found:
        say_notes(found.notes)
        if offline:
            print("offline: the outlines are up to date, no model was asked")
            return
        planned = plan(found, name, below)
        if dry_run:
            _print_plan(planned, name)
            return
        try:
            if batch:
                _batch(found, name, Limits(max_usd, max_calls), below)
                return
            if not planned.jobs and not planned.folders:
                print("nothing has changed since the model wrote")
                return
            report = refresh(
                found, planned.jobs, Model(name), Limits(max_usd, max_calls, at_once), progress_bar("asking"), below
            )
        except ModelUnavailable as error:
            print(f"repomap: {error}", file=sys.stderr)
            raise typer.Exit(FAILED) from None
        say_notes(found.notes)
    _print_report(report)


def _print_report(report: Any) -> None:
    folders = f" and {report.folders} folders" if report.folders else ""
    print(f"{report.written} functions{folders} written in {report.calls} calls, {report.usd:.4f} US dollars")
    for reason, count in sorted(report.reasons.items(), key=lambda item: (-item[1], item[0])):
        print(f"rejected  {count}  {reason}")
    if report.stopped:
        print(f"repomap: stopped: {report.stopped}", file=sys.stderr)


def _batch(found: Any, name: str, limits: Any, below: Sequence[str]) -> None:
    from summarizer.batch import collect, jobs_left, send, waiting
    from summarizer.model import Model

    model = Model(name)
    report, at_work = collect(found, model)
    if report.calls or report.rejected:
        _print_report(report)
    if at_work:
        asked = counted(len(waiting(found, name)), "function and folder", "functions and folders")
        print(f"{at_work} batch at work, about {asked}; call again to take it in")
        return
    batch_name, count = send(found, jobs_left(found, name, below), model, limits)
    if count:
        print(f"{batch_name}: {count} requests sent; call again to take the results in")
    elif not report.calls:
        print("nothing to send")


@pseudo.command("status", epilog="Example: repomap pseudo status --json")
def show_status(as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False) -> None:
    """Say what has pseudocode, what a model wrote of it, what its calls cost by day, and what was rejected."""
    from summarizer.library import library
    from summarizer.model import model_name
    from summarizer.status import status

    root = root_of([])
    with library(root, progress_bar("reading")) as found:
        say_notes(found.notes)
        facts = status(found, model_name())
    if as_json:
        print(json.dumps(facts, ensure_ascii=False))
        return
    print(f"files      {facts['files']}")
    print(f"functions  {facts['functions']}, {facts['written']} by a model")
    for day in facts["days"]:
        print(
            f"{day['day']}  {day['model']}: {day['calls']} calls, {day['input']} tokens in, {day['output']} out, "
            f"{day['usd']:.4f} US dollars"
        )
    for reason, count in facts["rejected"].items():
        print(f"rejected   {count}  {reason}")
    if facts["batches"]:
        print(f"batches    {facts['batches']} at work")
