"""Find under which other names files know a definition: what renames it on its way, and imports of a default export."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from repomap.binding.bind import Binder
from repomap.index.reader import Reader
from repomap.model import Import
from repomap.words import identifier_key

MOST = 50  # names that are followed; a name passed on under more is one that nobody searches for by its first
DEFAULT = "default"  # what the default export is called in JavaScript's imports
_WORD = re.compile(r"[A-Za-z_]\w*")


def spellings(reader: Reader, binder: Binder, name: str, paths: Iterable[str]) -> list[str]:
    """Return `name` and the names that imports give it, sorted; it is defined in the files `paths`."""
    found = {name}
    waiting = [name]
    definers = frozenset(paths)
    by_default = [path for path in sorted(definers) if binder.default_of(path) == name]
    passed_on = set(by_default)
    while waiting or by_default:
        renames: set[str] = set()
        if waiting:
            one = waiting.pop()
            for path in reader.paths_with(identifier_key(one)):
                given = set(renamed(reader.imports(path), one))
                if (path in definers and one == name) or _imports(reader.imports(path), one):
                    given.update(exported for exported, own in binder.renamed(path).items() if own == one)
                if DEFAULT in given and path not in passed_on:
                    passed_on.add(path)
                    by_default.append(path)
                renames |= given
        else:
            renames.update(_default_names(reader, binder, by_default.pop()))
        for rename in sorted(renames - found - {DEFAULT}):
            if len(found) < MOST:
                found.add(rename)
                waiting.append(rename)
    return sorted(found)


def renamed(imports: Iterable[Import], name: str) -> Iterator[str]:
    """Iterate over the names that imports give to what is called `name` where it comes from."""
    for item in imports:
        for original, rename in item.names:
            if original == name and rename:
                yield rename


def _imports(imports: Iterable[Import], name: str) -> bool:
    """Tell whether imports bind `name`."""
    return any(name == (rename or original) for item in imports for original, rename in item.names)


def _default_names(reader: Reader, binder: Binder, exporter: str) -> Iterator[str]:
    """Iterate over the names by which files import the default export of the file `exporter`."""
    folder, _, file = exporter.rpartition("/")
    stem = file.partition(".")[0]
    words = _WORD.findall(folder.rpartition("/")[2] if stem == "index" else stem)
    if not words:
        return
    for path in reader.paths_with(identifier_key(max(words, key=len))):
        for item in reader.imports(path):
            names = list(renamed((item,), DEFAULT))
            if names and exporter in binder.targets(path, item):
                yield from names
