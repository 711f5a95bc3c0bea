"""The reference graph between files for other programs and, as a page, for people."""

from repomap.graph_export.dot import as_dot
from repomap.graph_export.file_graph import FileGraph, FileNode, Link, file_graph
from repomap.graph_export.graphml import as_graphml
from repomap.graph_export.node_link import as_json
from repomap.graph_export.webpage import as_html

__all__ = ["FileGraph", "FileNode", "Link", "as_dot", "as_graphml", "as_html", "as_json", "file_graph"]
