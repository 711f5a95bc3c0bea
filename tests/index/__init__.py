"""Tests of `repomap.index`."""
