"""Tests of `repomap.files`."""
