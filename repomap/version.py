"""The version, and that of what a file gives, in one place that costs nothing to import."""

VERSION = "0.1.0"

EXTRACTOR = 30  # part of the index key: raise it when repomap.extraction.extract reads the same file differently
