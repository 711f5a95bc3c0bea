"""Tests of `repomap.graph`."""
