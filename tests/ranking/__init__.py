"""Tests of `repomap.ranking`."""
