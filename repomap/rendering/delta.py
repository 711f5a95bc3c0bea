"""Keep the maps that were given, and say what is different in a new one, so that nobody reads it all again."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from repomap.checksum import sha256
from repomap.rendering.formats import MORE, counted

if TYPE_CHECKING:
    from repomap.rendering.skeleton import Skeleton

FORMS = ("text", "json")
FOLDER = "maps"
KEPT = 32  # maps of 16 kB each: every client of a repository will find its last one
DIGITS = 12  # hexadecimal, of an id: two of a million maps share one by a chance of 0.002


class Page(NamedTuple):
    """A map's lines, as the text form prints them: for each file its path line and its definitions' lines, and the
    lines after the last file."""

    files: tuple[tuple[str, tuple[str, ...]], ...]
    last: tuple[str, ...]

    @property
    def text(self) -> str:
        """The map in the text form."""
        lines = [line for path, definitions in self.files for line in (path, *definitions)]
        return "\n".join([*lines, *self.last])

    @property
    def id(self) -> str:
        """What names the map: the first digits of the SHA-256 of its text with the line end it is printed with."""
        return sha256(f"{self.text}\n".encode("utf-8", "surrogateescape")).hexdigest()[:DIGITS]


class Change(NamedTuple):
    """What became of one file in the map: `sign` is "+" for one that is new, "-" for one that went, "~" for one that
    changed. `lines` are its definitions' lines, each after "+" (new), "-" (gone) or " " (as before); none for "-"."""

    sign: str
    path: str
    lines: tuple[tuple[str, str], ...]


class Delta(NamedTuple):
    """What makes the map `since` the map `id`: changes in the map's order, and its last lines when they changed."""

    id: str
    since: str
    changes: tuple[Change, ...]
    last: tuple[str, ...]


def page_of(skeleton: Skeleton) -> Page:
    """Return the lines of a map."""
    lines = counted(skeleton, "text").split("\n")
    files = []
    at = 0
    for shown in skeleton.files:
        end = at + 1 + len(shown.definitions)
        files.append((lines[at], tuple(lines[at + 1 : end])))
        at = end
    return Page(tuple(files), tuple(lines[at:]))


def keep(state: Path, page: Page) -> None:
    """Keep a map in the state folder, for the last KEPT that were given; where that cannot be written, do nothing."""
    folder = state / FOLDER
    place = folder / f"{page.id}.json"
    with contextlib.suppress(OSError):
        if place.exists():
            os.utime(place)
            return
        folder.mkdir(exist_ok=True)
        draft = folder / f"{page.id}.{os.getpid()}.part"
        draft.write_text(json.dumps([page.files, page.last]), encoding="ascii")
        os.replace(draft, place)
        kept = sorted(((entry.stat().st_mtime_ns, entry.path) for entry in os.scandir(folder)), reverse=True)
        for _, old in kept[KEPT:]:
            os.unlink(old)


def kept(state: Path, name: str) -> Page | None:
    """Return the map with the id `name`, None when it is not kept (any more)."""
    if not name.isalnum():  # it becomes part of a path
        return None
    place = state / FOLDER / f"{name}.json"
    try:
        os.utime(place)  # what is asked for is kept longest
        files, last = json.loads(place.read_bytes())
        return Page(tuple((path, tuple(lines)) for path, lines in files), tuple(last))
    except (OSError, ValueError, TypeError):
        return None


def difference(old: Page, new: Page) -> Delta:
    """Return what makes `old` the page `new`."""
    before = {_bare(path): (path, lines) for path, lines in old.files}
    after = {_bare(path): (path, lines) for path, lines in new.files}
    changes = []
    for name in sorted(before.keys() | after.keys()):
        if name not in after:
            changes.append(Change("-", name, ()))
        elif name not in before:
            path, lines = after[name]
            changes.append(Change("+", path, tuple(("+", line) for line in lines)))
        elif before[name] != after[name]:
            path, lines = after[name]
            changes.append(Change("~", path, _compared(before[name][1], lines)))
    return Delta(new.id, old.id, tuple(changes), new.last if new.last != old.last else ())


def since_map(
    state: Path, name: str, page: Page, form: str, count: Callable[[str], int], most: int
) -> tuple[str, int, str]:
    """Return in one of FORMS what makes the map with the id `name` the page, and its tokens as text, and no sentence.

    Where that map is not kept, or the delta takes more tokens than `most`, return "", 0 and a sentence that says so.
    """
    whole = f"this is the whole map, its id is {page.id}"
    old = kept(state, name)
    if old is None:
        return "", 0, f"no map {name} is kept: {whole}"
    delta = difference(old, page)
    text = as_text(delta)
    tokens = count(f"{text}\n")
    if tokens > most:
        return "", 0, f"what changed since the map {name} is longer than a map: {whole}"
    return text if form == "text" else json.dumps(as_object(delta), ensure_ascii=False), tokens, ""


def as_text(delta: Delta) -> str:
    """Return the delta as lines: the ids, then each file's path after its sign, its lines indented after theirs, and
    the map's new last lines after "="."""
    out = [f"map {delta.id} since {delta.since}"]
    for change in delta.changes:
        out.append(f"{change.sign} {change.path}")
        out += (f"  {sign}{line}" for sign, line in change.lines)
    return "\n".join([*out, *(f"= {line}" for line in delta.last)])


def as_object(delta: Delta) -> dict[str, object]:
    """Return the delta for JSON."""
    files = [
        {
            "change": _NAMES[change.sign],
            "path": _bare(change.path),
            "lines": [sign + text for sign, text in change.lines],
        }
        for change in delta.changes
    ]
    return {"id": delta.id, "since": delta.since, "files": files, "last": list(delta.last)}


_NAMES = {"+": "added", "~": "changed", "-": "removed"}


def _bare(path: str) -> str:
    """Return a path line without its mark; a path that itself ends like the mark is quoted."""
    return path.removesuffix(MORE)


def _compared(old: Sequence[str], new: Sequence[str]) -> tuple[tuple[str, str], ...]:
    from difflib import SequenceMatcher  # only for a delta: a map that is kept does without its 5 ms

    out: list[tuple[str, str]] = []
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            out += ((" ", line) for line in new[c:d])
        else:
            out += (("-", line) for line in old[a:b])
            out += (("+", line) for line in new[c:d])
    return tuple(out)
