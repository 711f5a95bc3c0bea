"""Tests that a repository is not trusted: nothing in it is run, believed, shown as it is, or a way out of it."""
