"""The tests, mirroring the sources."""
