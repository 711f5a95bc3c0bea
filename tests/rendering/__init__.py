"""Tests of `repomap.rendering`."""
