"""A repository written inline, and the question that every test here asks of it."""

from __future__ import annotations

from collections.abc import Mapping

from repomap.imports import ImportResolver
from repomap.model import Import


class Repository:
    """`files` maps each path to its contents; a bare listing of paths will do where no manifest is read."""

    def __init__(self, *paths: str, files: Mapping[str, str] | None = None) -> None:
        contents = dict.fromkeys(paths, "") | dict(files or {})
        self.resolver = ImportResolver(
            contents.keys(), lambda path: contents[path].encode() if path in contents else None
        )

    def of(self, importer: str, language: str, module: str, *names: str) -> list[str]:
        """Return what `module`, with `names` imported from it, denotes in the file `importer`."""
        item = Import(module, tuple((name, "") for name in names), "", 1)
        return list(self.resolver.resolve(importer, language, item))
