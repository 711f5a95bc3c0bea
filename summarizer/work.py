"""Find what a model has yet to be asked: the changed functions of the files that may be sent, a job a call."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from repomap.files.source import Unparsed, read_source
from repomap.index.rows import digest_of
from repomap.model import Definition
from repomap.rendering.tokens import counter
from summarizer.folders import without_words
from summarizer.library import Library
from summarizer.outline import Outline
from summarizer.prices import usd
from summarizer.prompt import PROMPT, Folder, Job, Symbol, request
from summarizer.rollup import file_key
from summarizer.secrets import mask

LEAST_LINES = 4  # code lines; of a shorter function the outline says it all
SYMBOLS_A_CALL = 12
FOLDERS_A_CALL = 16
TYPICAL_SENTENCE = 30  # tokens about one folder, for an estimate
CHARACTERS_A_CALL = 24_000  # of source: 8 000 tokens, far below where answers about single functions get worse
LONGEST = 16_000  # characters of one function; a longer one is data or generated
CALLED = 12  # signatures given of what is called
TYPICAL_ANSWER = 140  # tokens about one function, for an estimate: 5 lines of 28


@dataclass(frozen=True, slots=True)
class Plan:
    """What a refresh would do: its jobs, and what they are expected to take and cost (None: the price is not known).

    Folders are asked about when their files are done; the tokens are what that takes as they are now.
    """

    jobs: tuple[Job, ...]
    symbols: int
    folders: int
    input_tokens: int
    output_tokens: int
    usd: float


def plan(found: Library, model: str, below: Sequence[str] = ()) -> Plan:
    """Return what is left to ask about the files below `below` that settings allow to send."""
    jobs = tuple(jobs_for(found, model, below))
    count = counter("claude")
    tokens = folders = 0
    for job in (*jobs, *_folders_later(found, below)):
        asked = request(job, model)
        tokens += count(asked["system"][0]["text"]) + count(asked["messages"][0]["content"])
        folders += len(job.folders)
    symbols = sum(len(job.symbols) for job in jobs)
    output = symbols * TYPICAL_ANSWER + folders * TYPICAL_SENTENCE
    return Plan(jobs, symbols, folders, tokens, output, usd(model, tokens, 0, 0, output))


def _folders_later(found: Library, below: Sequence[str]) -> list[Job]:
    """Return the jobs about folders of all depths, as far as they can be told before their files are asked about."""
    jobs: list[Job] = []
    asked: set[str] = set()
    while some := folder_jobs(found, below, asked):
        asked.update(key for job in some for key in job.keys)
        jobs += some
    return jobs


def jobs_for(found: Library, model: str, below: Sequence[str] = ()) -> list[Job]:
    """Return the jobs, in path order; a function that stands in several files is asked about once."""
    assert found.lines is not None
    paths = [path for path in found.paths if _is_below(path, below) and allowed(found, path)]
    outlines = found.outlines(paths)
    rows = found.index.reader.rows
    every = {anchor.digest for outline in outlines.values() for anchor in outline.anchors.values()}
    asked = found.lines.known(every, PROMPT, model)
    jobs: list[Job] = []
    for path in paths:
        outline = outlines.get(rows[path].content)
        if outline is None:
            continue
        definitions = found.index.reader.definitions(path)
        wanted = [
            place
            for place, anchor in sorted(outline.anchors.items())
            if len(anchor.lines) >= LEAST_LINES and anchor.digest not in asked
        ]
        if wanted:
            asked.update(outline.anchors[place].digest for place in wanted)
            jobs += _jobs_of(found, path, definitions, outline, wanted)
    return jobs


def folder_jobs(found: Library, below: Sequence[str] = (), asked: Collection[str] = ()) -> list[Job]:
    """Return jobs about the deepest folders that say nothing of themselves; those with keys in `asked` are left out.

    Only folders of which all that is shown may be sent are asked about.
    """
    assert found.lines is not None
    folders = [
        (path, inside)
        for path, inside in without_words(found.shelf, found.index.root, found.lines).items()
        if inside.key not in asked and _is_below(path, below) and _all_allowed(found, path)
    ]
    deepest = max((path.count("/") + bool(path) for path, _ in folders), default=0)
    wanted = [
        Folder(path, inside.key, inside.lines) for path, inside in folders if path.count("/") + bool(path) == deepest
    ]
    return [
        Job("", "", "", (), (), folders=tuple(wanted[at : at + FOLDERS_A_CALL]))
        for at in range(0, len(wanted), FOLDERS_A_CALL)
    ]


def _all_allowed(found: Library, folder: str) -> bool:
    if not found.index.settings.model.allow:
        return True
    return all(allowed(found, path) for path in found.paths if not folder or path.startswith(folder + "/"))


def allowed(found: Library, path: str) -> bool:
    """Tell whether settings allow to send the file to a model."""
    patterns = found.index.settings.model.allow
    if not patterns:
        return True
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns).match_file(path)


def _jobs_of(
    found: Library, path: str, definitions: Sequence[Definition], outline: Outline, wanted: Sequence[int]
) -> list[Job]:
    reader = found.index.reader
    try:
        source = read_source(os.path.join(os.fspath(found.index.root), path), found.index.settings.files.max_bytes)
    except Unparsed:
        return []
    if digest_of(source.raw) != reader.store.digests().get(reader.rows[path].content):
        return []  # it has changed once more since: the next refresh asks about it
    lines = source.text.decode("utf-8", "replace").split("\n")
    symbols: list[Symbol] = []
    for place in wanted:
        item = definitions[place]
        text = tuple(line.rstrip("\r") for line in lines[item.line - 1 : item.end_line])
        if sum(map(len, text)) > LONGEST:
            continue
        steps = tuple(
            f"{item.line + step.line:5} {'  ' * step.depth}{step.text}" for step in outline.steps.get(place, ())
        )
        symbols.append(Symbol(item.qualified, item.line, item.end_line, outline.anchors[place], text, steps))
    key = file_key(definitions, outline)
    assert found.lines is not None
    if found.lines.summary(key):
        key = ""
    jobs: list[Job] = []
    while symbols:
        some = [symbols.pop(0)]
        size = sum(map(len, some[0].source))
        while symbols and len(some) < SYMBOLS_A_CALL:
            size += sum(map(len, symbols[0].source))
            if size > CHARACTERS_A_CALL:
                break
            some.append(symbols.pop(0))
        called = _called(found, path, definitions, some)
        jobs.append(Job(path, reader.language(path), key, tuple(some), called))
        key = ""
    return jobs


def _called(found: Library, path: str, definitions: Sequence[Definition], symbols: Sequence[Symbol]) -> tuple[str, ...]:
    """Return the signatures of what the functions call, where the name is defined once or twice."""
    reader = found.index.reader
    spans = [(symbol.line, symbol.end_line) for symbol in symbols]
    names = dict.fromkeys(
        reference.name
        for reference in reader.references(path)
        if reference.kind == "call" and any(first <= reference.line <= last for first, last in spans)
    )
    signatures: dict[str, None] = {}
    for name in names:
        places = reader.definers(name)
        if 1 <= len(places) <= 2 and allowed(found, places[0].path):
            target = reader.definitions(places[0].path)[places[0].position]
            if target not in definitions or not any(first <= target.line <= last for first, last in spans):
                signatures[mask(target.signature)] = None
        if len(signatures) == CALLED:
            break
    return tuple(signatures)


def _is_below(path: str, below: Sequence[str]) -> bool:
    return not below or any(top in ("", ".") or path == top or path.startswith(top.rstrip("/") + "/") for top in below)
