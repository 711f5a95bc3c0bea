"""Say which of the names that a user mentions no definition has, each with the nearest that one has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from repomap.index.reader import Reader

NEAR = 3  # letters by which a slip of the keyboard, or a plural, changes a name's length at most


def undefined(reader: Reader, names: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for each of `names` that is no definition's; a name may carry its parents (`Flask.run`)."""
    for name in names:
        from repomap.lookup import definitions_named, dotted  # a map without mentions needs no binding

        if not definitions_named(reader, name):
            near = nearest(reader, dotted(name).rpartition(".")[2])
            yield f"no definition is called {name!r}" + (f"; the nearest name is {near}" if near else "")


def nearest(reader: Reader, name: str) -> str:
    """Return the name most like `name` among those of about its length that begin as it does, "" for none.

    Of names that differ in case alone it is the one that does not differ from `name` in the case of its first letter.
    """
    start, length = name[:1].casefold(), len(name)
    alike: dict[str, str] = {}
    for path, row in sorted(reader.rows.items()):
        for definition in reader.definitions(path) if row.content else ():
            known = definition.name
            if known[:1].casefold() == start and abs(len(known) - length) <= NEAR:
                same = alike.setdefault(known.casefold(), known)
                if known[0] == name[0] != same[0]:
                    alike[known.casefold()] = known
    import difflib  # 1 ms

    found = difflib.get_close_matches(name.casefold(), alike, n=1)
    return alike[found[0]] if found else ""
