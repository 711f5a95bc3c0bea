"""Write the graph as JSON in the node-link form, which networkx and d3 read."""

from __future__ import annotations

import json

from repomap.graph_export.file_graph import FileGraph


def as_json(graph: FileGraph) -> str:
    """Return the graph as one JSON document: `networkx.node_link_graph(json.loads(text), edges="edges")` reads it.

    A node's `id` is the file's path. The text is ASCII and ends with a line end.
    """
    nodes = [
        {"id": file.path, "language": file.language, "role": file.role, "score": file.score, "symbols": file.symbols}
        for file in graph.files
    ]
    edges = [
        {
            "source": graph.files[link.user].path,
            "target": graph.files[link.used].path,
            "weight": link.weight,
            "names": link.names,
        }
        for link in graph.links
    ]
    document = {"directed": True, "multigraph": False, "graph": {}, "nodes": nodes, "edges": edges}
    return json.dumps(document, indent=1) + "\n"
