"""Read the plain forms of the commands that agents repeat, without the command line's library, which takes 70 ms.

What is not plain (help, a mistake, joined letters) is left to the library, which says what is wrong with it. A test
holds both readings equal.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple


class Value(NamedTuple):
    """The name of a value in Python, how its text is read (None: it is not plain), whether it may be given again."""

    name: str
    read: Callable[[str], Any]
    repeated: bool = False


class Flag(NamedTuple):
    """The name of a value in Python, and what it is with this flag."""

    name: str
    value: bool = True


class Form(NamedTuple):
    """A command: where the function stands that answers it, the arguments it needs and those it may have, its options.

    An argument that is repeated is the last.
    """

    module: str
    function: str
    needed: tuple[Value, ...]
    arguments: tuple[Value, ...]
    options: Mapping[str, Value | Flag]


class Typed(NamedTuple):
    """What was typed: the function that answers it and returns the exit code, and what to call it with."""

    function: Callable[..., int]
    given: Mapping[str, Any]


MOST_DIGITS = 18  # longer numbers are left to the library, which says what is wrong with them


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


_TASK: Mapping[str, Value | Flag] = {
    "--query": Value("query", str),
    "--query-file": Value("query_file", Path),
    "--focus": Value("focus", str, repeated=True),
    "--mention": Value("mention", str, repeated=True),
    "--since": Value("since", str),
    "--history": Flag("history"),
    "--no-history": Flag("history", False),
}

FORMS = {
    "map": Form(
        "repomap.cli.show",
        "show_map",
        (),
        (Value("root", Path),),
        {
            **_TASK,
            "--tokens": Value("tokens", _number),
            "--format": Value("form", str),
            "--tokenizer": Value("tokenizer", str),
            "--summaries": Flag("summaries"),
            "--lines": Flag("lines"),
            "--explain": Flag("explain"),
            "--delta": Value("delta", str),
        },
    ),
    "files": Form("repomap.cli.show", "show_files", (), (Value("root", Path),), {**_TASK, "--json": Flag("as_json")}),
    "grep": Form(
        "repomap.cli.grep",
        "grep",
        (Value("pattern", str),),
        (Value("paths", Path, repeated=True),),
        {
            "-i": Flag("ignore_case"),
            "-F": Flag("fixed"),
            "-l": Flag("names_only"),
            "-n": Flag("numbered"),
            "-C": Value("context", _number),
            "--json": Flag("as_json"),
        },
    ),
}


def read(arguments: Sequence[str]) -> Typed | None:
    """Return what was typed, None where the library is to read it."""
    form = FORMS.get(arguments[0]) if arguments and os.name != "nt" else None  # there the library expands patterns
    given = plain_values(form, arguments[1:]) if form else None
    if form is None or given is None:
        return None
    return Typed(getattr(importlib.import_module(form.module), form.function), given)


def plain_values(form: Form, arguments: Sequence[str]) -> dict[str, Any] | None:
    """Return the values that `arguments` give, by name; None where they are not plain."""
    given: dict[str, Any] = {}
    places = [*reversed(form.arguments), *reversed(form.needed)]
    words = iter(arguments)
    for word in words:
        name, joined, text = word.partition("=")
        kind: Value | Flag | None
        if not word.startswith("-"):
            kind, text = places.pop() if places else None, word
            if kind and kind.repeated:
                places.append(kind)
        else:
            kind = form.options.get(name)
            if joined and (isinstance(kind, Flag) or not name.startswith("--")):
                return None
            if not joined and isinstance(kind, Value):
                text = next(words, "")
        if isinstance(kind, Flag):
            given[kind.name] = kind.value
            continue
        value = kind.read(text) if kind and text and (text == "-" or not text.startswith("-")) else None
        if kind is None or value is None:
            return None
        given[kind.name] = [*given.get(kind.name, ()), value] if kind.repeated else value
    return given if all(each.name in given for each in form.needed) else None
