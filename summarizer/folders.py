"""A sentence for every folder, made from those of what lies in it, upward from what has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from repomap.checksum import blake2b
from summarizer.lines import Lines
from summarizer.prose import READ, first_prose
from summarizer.rollup import DEFINES, NAMED, names_its_folder, names_of, says_nothing
from summarizer.secrets import mask
from summarizer.shelf import Shelf

SEEN, SEEN_ALL = 32, 22  # characters of what a folder and the repository are, in the head of every page
LEAST_BELOW = 3  # of these sentences: fewer say themselves what the folder is for
MOST_BELOW = 40  # of the sentences of what lies in a folder that a model is shown
README = "README.md"
FOLDER = "folder "
"""What the key of a folder's sentence begins with."""


class Below(NamedTuple):
    """What lies in a folder: the sentences of its files and of its folders by name, and what it says of itself."""

    files: Mapping[str, str]
    folders: Mapping[str, str]
    own: str

    @property
    def lines(self) -> tuple[str, ...]:
        """What a model is shown: a line for each, of those that say something."""
        said = [f"{name}/: {text}" for name, text in self.folders.items() if text]
        said += [f"{name}: {text}" for name, text in self.files.items() if text]
        return tuple(said[:MOST_BELOW])

    @property
    def key(self) -> str:
        """The key of a model's sentence: it changes with the layer below."""
        return FOLDER + blake2b("\n".join(self.lines).encode("utf-8", "replace"), digest_size=12).hexdigest()


def below(shelf: Shelf, root: Path, folder: str, changed: Mapping[str, str]) -> Below:
    """Return what lies in a folder; `changed` are sentences of folders that are newer than the shelf's."""
    files = shelf.sentences(folder)
    folders = shelf.folders_in(folder)
    depth = folder.count("/") + 1 if folder else 0
    for path, text in changed.items():
        if path and path.count("/") == depth and (not folder or path.startswith(folder + "/")):
            folders[path.rpartition("/")[2]] = text
    folders = {name: text for name, text in sorted(folders.items()) if text}
    own = ""
    for name, text in files.items():
        if name == README:
            text = _prose(root / folder / name)
        if not own and names_its_folder(name) and not says_nothing(text):
            own = text
    return Below(files, folders, own)


def _prose(place: Path) -> str:
    try:
        with open(place, encoding="utf-8", errors="replace") as file:
            return mask(first_prose(file.read(READ)))
    except OSError:
        return ""


def sentence(found: Below, lines: Lines | None) -> str:
    """Return a folder's sentence: its own, else a model's, else names of what is in it, "" where that is one file."""
    if found.own:
        return found.own
    said = lines.summary(found.key) if lines is not None else ""
    if said:
        return said
    named = [names[0] for names in map(names_of, found.files.values()) if names]
    if named:
        return DEFINES + _several(named)
    inside = [*found.folders, *(name.partition(".")[0] or name for name in found.files)]
    return f"holds {_several(inside)}" if len(inside) > 1 or found.folders else ""


def _several(names: Sequence[str]) -> str:
    return ", ".join(names[:NAMED]) + (", …" if len(names) > NAMED else "")


def changes(shelf: Shelf, root: Path, lines: Lines | None) -> dict[str, str]:
    """Return the folders whose sentence is another now, "" for those that are gone: of those in which a page changed,
    and upward from there."""
    found: dict[str, str] = {}
    waiting = shelf.folders_to_look_at()
    while waiting:
        folder = max(waiting, key=lambda path: (_depth(path), path))
        waiting.remove(folder)
        inside = below(shelf, root, folder, found)
        text = sentence(inside, lines)
        if text != shelf.folder_sentence(folder):
            found[folder] = text
            if folder:
                waiting.add(folder.rpartition("/")[0])
    return found


def around(shelf: Shelf, path: str, said: str, changed: Mapping[str, str]) -> str:
    """Return the line in a page's head on the folder and the repository it is in, "" for none.

    `said` is the file's own sentence, which is not repeated; `changed` are sentences newer than the shelf's.
    """
    folder = path.rpartition("/")[0]
    places = [("folder", folder), ("repository", "")] if folder else [("repository", "")]
    texts = [(name, changed[place] if place in changed else shelf.folder_sentence(place)) for name, place in places]
    widths = {"folder": SEEN, "repository": SEEN_ALL}
    return " · ".join(f"{name}: {_seen(text, widths[name])}" for name, text in texts if text and text != said)


def _seen(text: str, width: int) -> str:
    text = text.removeprefix(DEFINES).replace("[", "").replace("]", "")
    return text if len(text) <= width else text[: width - 1].rpartition(" ")[0].rstrip(" ,;:…") + "…"


def without_words(shelf: Shelf, root: Path, lines: Lines) -> dict[str, Below]:
    """Return the folders that say nothing of themselves and of which no model has, the deepest first."""
    found = {}
    for folder in sorted(shelf.folders(), key=lambda path: (-_depth(path), path)):
        inside = below(shelf, root, folder, {})
        if not inside.own and len(inside.lines) >= LEAST_BELOW and not lines.summary(inside.key):
            found[folder] = inside
    return found


def _depth(folder: str) -> int:
    return folder.count("/") + bool(folder)
