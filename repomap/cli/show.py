"""Answer the commands `map` and `files`; their options are declared in `map`."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from repomap.cli.exits import DONE
from repomap.cli.repository import repository, say_notes
from repomap.errors import RepoMapError
from repomap.rendering.tokens import DEFAULT_TOKENS

LONGEST_TASK = 10_000_000  # bytes: the log of a failed build may be a task, a device has no end


def show_map(
    root: Path | None = None,
    *,
    tokens: int = DEFAULT_TOKENS,
    query: str = "",
    query_file: Path | None = None,
    focus: Sequence[str] = (),
    mention: Sequence[str] = (),
    since: str = "",
    form: str = "text",
    tokenizer: str = "claude",
    summaries: bool = False,
    lines: bool = False,
    history: bool = True,
    explain: bool = False,
    delta: str = "",
) -> int:
    """Print the map of the repository at `root`, or of the one that holds the current folder."""
    if summaries and (delta or explain):
        raise RepoMapError("give --summaries alone, without --delta and --explain")
    from repomap.cli.summaries import room_for_map, with_sentences

    repo = repository(root)
    found = repo.map(
        room_for_map(tokens) if summaries else tokens,
        task_text(query, query_file),
        focus,
        mention,
        since=since,
        form=form,
        tokenizer=tokenizer,
        lines=lines,
        history=history,
        explain=explain,
        delta=delta,
    )
    say_notes(found.notes)
    if summaries:
        from summarizer import summaries as sentences

        print(with_sentences(found, sentences(repo.root), form, tokens, tokenizer))
    elif explain or found.text:  # a budget of a few tokens may hold no line
        print("\n".join(found.reasons) if explain else found.text)
    return DONE


def show_files(
    root: Path | None = None,
    *,
    query: str = "",
    query_file: Path | None = None,
    focus: Sequence[str] = (),
    mention: Sequence[str] = (),
    since: str = "",
    history: bool = True,
    as_json: bool = False,
) -> int:
    """Print every file of the repository, best first."""
    from repomap.rendering.formats import quoted

    repo = repository(root)
    ranked = repo.files(task_text(query, query_file), focus, mention, since=since, history=history)
    say_notes(ranked.notes)
    for file in ranked.files:
        if as_json:
            print(json.dumps({"path": file.path, "score": float(f"{file.score:.6g}"), "language": file.language}))
        else:
            print(f"{file.score:11.4g}  {quoted(file.path)}")
    return DONE


def task_text(query: str, query_file: Path | None) -> str:
    """Return the task from the option that was given. Raises RepoMapError for a file that cannot be read."""
    if query_file is None:
        return query
    if query:
        raise RepoMapError("give the task with --query or with --query-file, not both")
    try:
        with contextlib.ExitStack() as opened:
            source = sys.stdin.buffer if str(query_file) == "-" else opened.enter_context(query_file.open("rb"))
            data = source.read(LONGEST_TASK + 1)
    except OSError as error:
        raise RepoMapError(f"{query_file} cannot be read: {error.strerror}") from error
    if len(data) > LONGEST_TASK:
        raise RepoMapError(f"{query_file} is longer than {LONGEST_TASK // 1_000_000} MB: too long for a task")
    return data.decode("utf-8", "replace")
