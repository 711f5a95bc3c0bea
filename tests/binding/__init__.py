"""Tests of `repomap.binding`."""
