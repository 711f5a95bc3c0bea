"""One sentence for a file, folder and repository: the model's where there is one, else from what is written there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from repomap.checksum import blake2b
from repomap.model import Definition
from summarizer.outline import Outline
from summarizer.room import TEST

NAMED = 3  # of the definitions of a file that opens with no sentence
MAIN_KINDS = ("class", "interface", "trait", "struct", "enum", "module", "type", "function", "constant", "method")

DEFINES = "defines "
_TESTS = re.compile(r"(?:\d+ tests|a test)$")


def file_key(definitions: Sequence[Definition], outline: Outline) -> str:
    """Return the key of a file's sentence: it changes with a signature or a function, not with a comment."""
    parts = [definition.signature for definition in definitions]
    parts += [f"{place} {anchor.digest}" for place, anchor in sorted(outline.anchors.items())]
    return "file " + blake2b("\n".join(parts).encode("utf-8", "replace"), digest_size=12).hexdigest()


def plain_sentence(definitions: Sequence[Definition], outline: Outline) -> str:
    """Return what can be said of a file without a model: how it opens, else its main definitions."""
    if outline.opening:
        return outline.opening
    top = [item for item in definitions if item.owner < 0 and item.kind in MAIN_KINDS and item.kind != "constant"]
    public = [item for item in top if item.exported] or top
    public.sort(key=lambda item: (MAIN_KINDS.index(item.kind), -(item.end_line - item.line)))
    names = list(dict.fromkeys(item.name for item in public))
    tests = sum(1 for item in definitions if item.kind in ("function", "method") and TEST.match(item.name))
    if tests and all(map(TEST.search, names)):
        return f"{tests} tests" if tests > 1 else "a test"
    if not names:
        return ""
    return DEFINES + ", ".join(names[:NAMED]) + (", …" if len(names) > NAMED else "")


def folder_sentences(files: Mapping[str, str], central: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return a sentence for every folder ("src/app", "" for the root), given those of the files.

    It is what the folder's own file says (`__init__.py`, `index.ts`, `mod.rs`, …), else how many files it holds and
    the definitions in it that the rest of the repository uses most, which `central` names by file, best first; else
    the first files.
    """
    inside: dict[str, list[str]] = {}
    for path in sorted(files):
        for folder in folders_of(path):
            inside.setdefault(folder, []).append(path)
    used: dict[str, list[str]] = {}
    for rank in range(NAMED):  # of each file the best first: one large file does not stand for a folder
        for path, definitions in central.items():
            for folder in folders_of(path):
                used.setdefault(folder, []).extend(definitions[rank : rank + 1])
    found = {}
    for folder, paths in inside.items():
        depth = folder.count("/") + 1 if folder else 0
        own = [path for path in paths if path.count("/") == depth]
        speaking = next((files[path] for path in own if names_its_folder(path) and not says_nothing(files[path])), "")
        named = list(dict.fromkeys(used.get(folder, ())))
        named = named or [path.rpartition("/")[2] for path in own]
        more = f": {', '.join(named[:NAMED])}" if named else ""
        found[folder] = speaking or f"{len(paths)} file{'s' * (len(paths) > 1)}{more}"
    return found


def folders_of(path: str) -> Iterator[str]:
    """Yield the folders a file lies in, the nearest first, "" last."""
    while path:
        path = path.rpartition("/")[0]
        yield path


def names_its_folder(path: str) -> bool:
    """Tell whether a file speaks for the folder it is in."""
    return path.rpartition("/")[2].partition(".")[0] in (
        "__init__",
        "README",
        "index",
        "mod",
        "lib",
        "main",
        "doc",
        "package-info",
    )


def says_nothing(sentence: str) -> bool:
    """Tell whether a file's sentence only lists what is in it."""
    return not sentence or sentence.startswith(DEFINES) or _TESTS.match(sentence) is not None


def names_of(sentence: str) -> list[str]:
    """Return the names that such a sentence lists."""
    return sentence.removeprefix(DEFINES).split(", ") if sentence.startswith(DEFINES) else []
