"""Write the graph as GraphML, which Gephi, yEd, Cytoscape and networkx read."""

from __future__ import annotations

import io

from repomap.graph_export.file_graph import FileGraph
from repomap.rendering.formats import quoted


def as_graphml(graph: FileGraph) -> str:
    """Return the graph as GraphML, written by networkx. Raises ModuleNotFoundError where that is not installed.

    A node's id is the file's path, with escapes where it holds what XML cannot; `names` are joined by blanks.
    """
    import networkx

    written: networkx.DiGraph[str] = networkx.DiGraph()
    names = [quoted(file.path) for file in graph.files]
    for name, file in zip(names, graph.files, strict=True):
        written.add_node(name, language=file.language, role=file.role, score=file.score, symbols=file.symbols)
    for link in graph.links:
        uses = " ".join(map(_printable, link.names))
        written.add_edge(names[link.user], names[link.used], weight=link.weight, names=uses)
    out = io.BytesIO()
    networkx.write_graphml_xml(written, out, encoding="utf-8", prettyprint=True)
    return out.getvalue().decode("utf-8") + "\n"


def _printable(name: str) -> str:
    return name if name.isprintable() else quoted(name)
