"""Keep ranks with what each file held when they were made, and tell after an edit that none can have changed."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from repomap.damage import sound
from repomap.index.reader import Reader
from repomap.index.records import referenced_names
from repomap.model import TYPES
from repomap.ranking import backbone as backbones
from repomap.ranking.backbone import Scored

if TYPE_CHECKING:
    from repomap.graph.reference_graph import Graph


class KeptRanks(NamedTuple):
    """A backbone, and the content of each of its files when it was made."""

    scored: Scored
    contents: array[int]


class Edit(NamedTuple):
    """A file whose content became another one."""

    path: str
    before: int
    after: int


def of_now(scored: Scored, reader: Reader) -> KeptRanks:
    """Return the backbone with what its files hold now."""
    return KeptRanks(scored, array("I", [reader.rows[path].content for path in scored.paths]))


def pack(kept: KeptRanks) -> bytes:
    """Return the ranks as bytes."""
    return len(kept.contents).to_bytes(4, "little") + kept.contents.tobytes() + backbones.pack(kept.scored)


@sound
def unpack(data: bytes) -> KeptRanks:
    """Return the ranks that `pack` packed."""
    end = 4 + 4 * int.from_bytes(data[:4], "little")
    kept = KeptRanks(backbones.unpack(data[end:]), array("I", data[4:end]))
    if len(kept.contents) != len(kept.scored.paths):
        raise ValueError("ranks of more or fewer files than contents")
    return kept


def edits_since(kept: KeptRanks, reader: Reader) -> list[Edit] | None:
    """Return the files that hold something else than when the ranks were made, None when files came or went."""
    rows = reader.rows
    if sum(1 for row in rows.values() if row.content) != len(kept.contents):
        return None
    edits = []
    for path, before in zip(kept.scored.paths, kept.contents, strict=True):
        row = rows.get(path)
        if row is None or not row.content:
            return None
        if row.content != before:
            edits.append(Edit(path, before, row.content))
    return edits


def same_by_graph(kept: KeptRanks, edits: Iterable[Edit], before: Graph | None, now: Graph, reader: Reader) -> bool:
    """Tell whether ranks made of the graph `before` are those of `now`: no file uses anything more or less."""
    return (
        before is not None
        and before.paths == now.paths
        and before.rows == now.rows
        and dict(zip(before.paths, before.contents, strict=True))
        == dict(zip(kept.scored.paths, kept.contents, strict=True))
        and all(_define_alike(reader, edit) for edit in edits)
    )


def same_by_votes(kept: KeptRanks, edits: Iterable[Edit], reader: Reader) -> bool:
    """Tell whether ranks made of votes are those of now: the edited files define and use the same names.

    A file with a copy may become, or be no more, one of several that define a name.
    """
    return all(
        kept.contents.count(edit.before) == 1
        and edit.before not in reader.paths
        and len(reader.paths[edit.after]) == 1
        and _define_alike(reader, edit)
        and _use_alike(reader, edit)
        for edit in edits
    )


def _define_alike(reader: Reader, edit: Edit) -> bool:
    """Tell whether both contents define the same, in the same order, on whichever lines."""
    if not reader.knows(edit.before):
        return False
    before, after = (
        [
            (each.name, each.kind, each.parent, each.exported, each.kind in TYPES and each.signature)
            for each in reader.definitions_of(content)
        ]
        for content in (edit.before, edit.after)
    )
    return before == after


def _use_alike(reader: Reader, edit: Edit) -> bool:
    """Tell whether both contents are of one language and use the same names."""
    language, column = reader.store.language_of, reader.store.column
    names = [set(referenced_names(column("refs", content))) for content in (edit.before, edit.after)]
    return language(edit.before) == language(edit.after) and names[0] == names[1]
