"""PHP: names through the autoload rules of composer.json, else by the end of the path; included files by theirs."""

from __future__ import annotations

from typing import Any

from repomap.imports.tree import Tree, join, nearest, parent, upward
from repomap.model import Import

SUFFIXES = (".php", ".inc", ".phtml")


class _Php:
    per_file = False
    by_name = True

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._files = tree.files
        self._psr4: dict[str, list[str]] = {}
        self._psr0: dict[str, list[str]] = {}
        self._classmap: list[str] = []
        self._functions: list[str] = []
        for path in tree.named("composer.json"):
            for section in ("autoload", "autoload-dev"):
                rules = tree.json(path).get(section)
                if isinstance(rules, dict):
                    self._read(parent(path), rules)

    def _read(self, folder: str, rules: dict[str, Any]) -> None:
        for key, table in (("psr-4", self._psr4), ("psr-0", self._psr0)):
            entries = rules.get(key)
            for prefix, places in entries.items() if isinstance(entries, dict) else ():
                table.setdefault(prefix.strip("\\"), []).extend(_joined(folder, places))
        self._classmap += _joined(folder, rules.get("classmap"))
        self._functions += [path for path in _joined(folder, rules.get("files")) if path in self._files]

    def resolve(self, importer: str, language: str, item: Import) -> tuple[str, ...]:
        text = item.module.strip().rstrip(";").strip("\"'` ")
        for word in ("function ", "const "):
            text = text.removeprefix(word)
        if text.endswith(SUFFIXES) or ("/" in text and "\\" not in text):
            return self._included(importer, text)
        module = text.strip("\\ ")
        names = [name.strip("\\") for name, _ in item.names if name != "*"]
        found: list[str] = []
        for name in names or [""]:
            whole = f"{module}\\{name}".strip("\\") if name else module
            found += self._named(importer, whole)
        return tuple(dict.fromkeys(found))

    def _named(self, importer: str, name: str) -> tuple[str, ...]:
        """Return the file of a class, or those in which a function or constant may be."""
        if not name:
            return ()
        found = self._psr(name) or self._by_classmap(importer, name) or self._by_function_file(name)
        if found:
            return found
        tail = name.replace("\\", "/") + ".php"
        while "/" in tail:
            found = self._tree.suffix(importer, tail, SUFFIXES)
            if found or self._psr4 or self._psr0:
                return found  # with rules in the repository, a name outside them comes from elsewhere
            tail = tail.partition("/")[2]
        return ()

    def _psr(self, name: str) -> tuple[str, ...]:
        prefix = name
        while True:
            rest = name[len(prefix) :].strip("\\").replace("\\", "/")
            for folder in self._psr4.get(prefix, ()) if rest else ():
                path = join(folder, f"{rest}.php")
                if path in self._files:
                    return (path,) if path else ()
            for folder in self._psr0.get(prefix, ()):
                namespace, _, last = name.rpartition("\\")
                path = join(folder, namespace.replace("\\", "/"), last.replace("_", "/") + ".php")
                if path in self._files:
                    return (path,) if path else ()
            if not prefix:
                return ()
            prefix = prefix.rpartition("\\")[0]

    def _by_classmap(self, importer: str, name: str) -> tuple[str, ...]:
        if not self._classmap:
            return ()
        candidates = self._tree.by_name(SUFFIXES).get(name.rpartition("\\")[2] + ".php", [])
        folders = tuple(f"{folder}/" if folder else "" for folder in self._classmap)
        return nearest(importer, [path for path in candidates if path.startswith(folders) or path in self._classmap])

    def _by_function_file(self, name: str) -> tuple[str, ...]:
        """Return the always loaded files in the folder of a function's or constant's namespace."""
        namespace = name.rpartition("\\")[0]
        prefix = namespace
        while prefix:
            rest = namespace[len(prefix) :].strip("\\").replace("\\", "/")
            folders = [join(folder, rest) for folder in self._psr4.get(prefix, ())]
            found = tuple(path for path in self._functions if parent(path) in folders)
            if found:
                return found
            prefix = prefix.rpartition("\\")[0]
        return ()

    def _included(self, importer: str, text: str) -> tuple[str, ...]:
        folder = parent(importer)
        tail = text.removeprefix("./").lstrip("/")
        for place in upward(folder):
            path = join(place, tail)
            if path and path in self._files:
                return (path,)
        found = self._tree.suffix(importer, tail.lstrip("./"), SUFFIXES)
        return found if len(found) == 1 else ()


def _joined(folder: str, places: Any) -> list[str]:
    texts = [places] if isinstance(places, str) else places if isinstance(places, list) else []
    return [path for text in texts if isinstance(text, str) and (path := join(folder, text)) is not None]


def create(tree: Tree) -> _Php:
    """Return the rules of PHP over `tree`."""
    return _Php(tree)
