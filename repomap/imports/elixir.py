"""Elixir: a module's name in snake_case is the path of its file below `lib`, with folders that Phoenix leaves out."""

from __future__ import annotations

import re

from repomap.imports.tree import Tree, nearest, parent
from repomap.model import Import

SUFFIXES = (".ex", ".exs")
_HUMP = re.compile(r"([A-Z]+)(?=[A-Z][a-z])|([a-z\d])(?=[A-Z])")


class _Elixir:
    per_file = False
    by_name = True

    def __init__(self, tree: Tree) -> None:
        self._names = tree.by_name(SUFFIXES)

    def resolve(self, importer: str, language: str, item: Import) -> tuple[str, ...]:
        module, brace, inner = item.module.strip().partition("{")
        module = module.strip().removeprefix("Elixir.").rstrip(".")
        names = [name.strip() for name in inner.rstrip("} ").split(",")] if brace else []
        names += [name for name, _ in item.names if name[:1].isupper()]
        found: list[str] = []
        for name in names or [""]:
            found += self._module(importer, f"{module}.{name}" if name else module)
        return tuple(dict.fromkeys(found))

    def _module(self, importer: str, name: str) -> tuple[str, ...]:
        """Return the file of a module, or of the module around it that it may be written in."""
        parts = [_HUMP.sub(lambda match: f"{match[0]}_", part).lower() for part in name.split(".") if part]
        if parts[:2] == ["mix", "tasks"]:
            parts[2:] = [".".join(parts[2:])]  # a task's file is called like the task
        found = self._file(importer, parts)
        return found if found or len(parts) < 2 else self._file(importer, parts[:-1], nested=True)

    def _file(self, importer: str, parts: list[str], nested: bool = False) -> tuple[str, ...]:
        loose: list[str] = []
        for suffix in SUFFIXES if parts else ():
            candidates = self._names.get(parts[-1] + suffix, ())
            tail = "/" + "/".join(parts) + suffix
            if nested and len(parts) == 1:
                tail = "/lib" + tail  # the application's own module
            exact = [path for path in candidates if f"/{path}".endswith(tail)]
            if exact:
                return nearest(importer, exact)
            if len(parts) > 1 and not nested:
                wanted, support = "/".join(parts[:-1]), f"/test/support/{parts[-1]}{suffix}"
                loose += [p for p in candidates if _in_order(wanted, parent(p)) or f"/{p}".endswith(support)]
        return nearest(importer, loose)


def _in_order(wanted: str, folder: str) -> bool:
    """Tell whether all words of `wanted` are among those of `folder`, in that order.

    `lib/my_web/controllers` has `my_web`, and `lib/phx_new` has `phx/new`.
    """
    rest = iter(folder.replace("_", "/").split("/"))
    return all(word in rest for word in wanted.replace("_", "/").split("/"))


def create(tree: Tree) -> _Elixir:
    """Return the rules of Elixir over `tree`."""
    return _Elixir(tree)
