"""Tests of the code tools."""
