"""Import resolution: from an import written in a file to the files of the repository it denotes."""

from repomap.imports.resolver import ImportResolver
from repomap.imports.ruby import constant_path

__all__ = ["ImportResolver", "constant_path"]
