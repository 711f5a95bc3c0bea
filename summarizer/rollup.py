"""One sentence for a file, folder and repository: the model's where there is one, else from what is written there."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from repomap.model import Definition
from summarizer.outline import Outline

NAMED = 4  # of the definitions of a file that opens with no sentence
MAIN_KINDS = ("class", "interface", "trait", "struct", "enum", "module", "type", "function", "constant", "method")


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
    if not names:
        return ""
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return "defines " + ", ".join(names[:NAMED]) + more


def folder_sentences(files: dict[str, str]) -> dict[str, str]:
    """Return a sentence for every folder ("src/app", "" for the root), given those of the files.

    It is what the folder's own file says (`__init__.py`, `index.ts`, `mod.rs`, …), else how many files it holds and
    the first of them that say what they are.
    """
    inside: dict[str, list[str]] = {}
    for path in sorted(files):
        folder = path
        while folder:
            folder = folder.rpartition("/")[0]
            inside.setdefault(folder, []).append(path)
    found = {}
    for folder, paths in inside.items():
        depth = folder.count("/") + 1 if folder else 0
        own = [path for path in paths if path.count("/") == depth]
        speaking = next((files[path] for path in own if _names_its_folder(path) and not _listed(files[path])), "")
        named = [path.rpartition("/")[2] for path in own if files[path]] or [path.rpartition("/")[2] for path in own]
        more = f": {', '.join(named[:NAMED])}" if named else ""
        found[folder] = speaking or f"{len(paths)} files{more}"
    return found


def _names_its_folder(path: str) -> bool:
    return path.rpartition("/")[2].partition(".")[0] in (
        "__init__",
        "index",
        "mod",
        "lib",
        "main",
        "doc",
        "package-info",
    )


def _listed(sentence: str) -> bool:
    return not sentence or sentence.startswith("defines ")
