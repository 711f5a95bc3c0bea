"""Write the graph in DOT, the language of Graphviz."""

from __future__ import annotations

from repomap.graph_export.file_graph import FileGraph
from repomap.rendering.formats import quoted

THINNEST, THICKEST = 0.3, 3.0  # pen widths: the first still shows on paper, the second hides no arrow beside it


def as_dot(graph: FileGraph) -> str:
    """Return the graph in DOT: a node a file, its label the path; an arrow leads from the user to what it uses.

    The heavier a link the thicker its arrow, and the better a file's rank the larger its label.
    """
    best = max((file.score for file in graph.files), default=0.0) or 1.0
    heaviest = max((link.weight for link in graph.links), default=0.0) or 1.0
    lines = ["digraph repomap {", "  rankdir=LR;", '  node [shape=box, fontname="sans-serif", style=rounded];']
    for number, file in enumerate(graph.files):
        size = round(10 + 14 * (file.score / best) ** 0.5, 1)
        lines.append(f"  n{number} [label={_string(quoted(file.path))}, fontsize={size}];")
    for link in graph.links:
        width = round(THINNEST + (THICKEST - THINNEST) * (link.weight / heaviest) ** 0.5, 2)
        lines.append(f"  n{link.user} -> n{link.used} [weight={1 + round(link.weight)}, penwidth={width}];")
    return "\n".join([*lines, "}", ""])


def _string(text: str) -> str:
    """`text` as a quoted string of DOT, where a backslash begins an escape of the label."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
