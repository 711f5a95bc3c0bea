"""Tests of `repomap.graph_export`."""
