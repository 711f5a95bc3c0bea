"""Gather what every form of the graph shows: the parsed files by rank, and which uses which, of what, how much."""

from __future__ import annotations

from typing import NamedTuple

from repomap.files.roles import role
from repomap.graph.kept import ROUGH, graph_of
from repomap.graph.pagerank import pagerank
from repomap.index import Index
from repomap.ranking.backbone import in_order


class FileNode(NamedTuple):
    """A parsed file. `score` is its rank with no task in mind; `role` is source, test, docs and so on."""

    path: str
    language: str
    role: str
    score: float
    symbols: int


class Link(NamedTuple):
    """A use of one file by another, both by their places among the files.

    `names` are the definitions that are used, the most used first; `weight` says how much and how surely.
    """

    user: int
    used: int
    weight: float
    names: tuple[str, ...]


class FileGraph(NamedTuple):
    """Files best first, and the links between them, by user and then heaviest first."""

    files: tuple[FileNode, ...]
    links: tuple[Link, ...]


def file_graph(index: Index) -> FileGraph:
    """Return the graph over all parsed files of a repository, as they are now."""
    graph = graph_of(index)
    reader = index.reader
    ranked = in_order(graph.paths, pagerank(graph.file_edges(), tolerance=ROUGH))
    place = {path: number for number, (_, path) in enumerate(ranked)}
    files = tuple(
        FileNode(path, reader.language(path), role(path), float(f"{score:.6g}"), _symbols(index, path))
        for score, path in ranked
    )
    links: list[Link] = []
    for path, row in zip(graph.paths, graph.rows, strict=True):
        weights: dict[str, dict[str, float]] = {}
        for target, weight in row:
            names = weights.setdefault(target.path, {})
            names[target.qualified] = names.get(target.qualified, 0.0) + weight
        for used, names in weights.items():
            ordered = sorted(names, key=lambda name: (-names[name], name))
            total = sum(names[name] for name in ordered)
            links.append(Link(place[path], place[used], float(f"{total:.6g}"), tuple(ordered)))
    links.sort(key=lambda link: (link.user, -link.weight, link.used))
    return FileGraph(files, tuple(links))


def _symbols(index: Index, path: str) -> int:
    return index.reader.counts[index.reader.rows[path].content][1]
