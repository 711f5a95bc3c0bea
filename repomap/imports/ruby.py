"""Ruby: `require` from the load path's folders, `require_relative`, and the paths that Rails reads constants from."""

from __future__ import annotations

import re

from repomap.imports.tree import Tree, join, nearest, parent
from repomap.model import Import

SUFFIXES = (".rb", ".rake")
_ACRONYM = re.compile(r"([A-Z]+)(?=[A-Z][a-z])|([a-z\d])(?=[A-Z])")
_LOAD_PATH = frozenset(("lib", "test", "spec", "ext", "app", "features", "src"))


class _Ruby:
    per_file = False
    by_name = False

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._files = tree.files

    def resolve(self, importer: str, language: str, item: Import) -> tuple[str, ...]:
        text = item.module.strip().strip("\"'`")
        if not text:
            return ()
        if text[0].isupper() and "/" not in text and not text.endswith(".rb"):
            return autoloaded(self._tree, importer, text)
        name = text if text.endswith(SUFFIXES) else f"{text}.rb"
        if text.startswith("."):
            path = join(parent(importer), name)
            return (path,) if path and path in self._files else ()
        return self._on_load_path(importer, name)

    def _on_load_path(self, importer: str, name: str) -> tuple[str, ...]:
        candidates = self._tree.by_name(SUFFIXES).get(name.rpartition("/")[2], ())
        found = [
            path
            for path in candidates
            if path.endswith("/" + name) and path[: -len(name) - 1].rpartition("/")[2] in _LOAD_PATH
        ]
        if not found and name in self._files:
            return (name,)
        return nearest(importer, found)


def constant_path(name: str) -> str:
    """Return the path, from a folder that Rails autoloads, of the file of the constant `name`.

    "Admin::HTMLUser" gives "admin/html_user.rb". Source: `underscore` of Active Support, without custom inflections.
    """
    return _ACRONYM.sub(lambda match: f"{match[0]}_", name.strip(":").replace("::", "/")).lower() + ".rb"


def autoloaded(tree: Tree, importer: str, name: str) -> tuple[str, ...]:
    """Return the files below `app/*`, `app/*/concerns` or `lib` that hold the constant `name` or the one around it."""
    names = tree.by_name(SUFFIXES)
    parts = name.strip(":").split("::")
    while parts and all(parts):
        tail = constant_path("::".join(parts))
        found = [
            path
            for path in names.get(tail.rpartition("/")[2], ())
            if path.endswith("/" + tail) and _is_autoload_root(path[: -len(tail) - 1])
        ]
        if found:
            return nearest(importer, found)
        parts.pop()
    return ()


def _is_autoload_root(folder: str) -> bool:
    steps = folder.split("/")
    if steps[-1] == "concerns":
        steps.pop()
    return steps[-1] == "lib" or (len(steps) > 1 and steps[-2] == "app")


def create(tree: Tree) -> _Ruby:
    """Return the rules of Ruby over `tree`."""
    return _Ruby(tree)
