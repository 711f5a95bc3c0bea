"""What tsconfig.json and jsconfig.json say of module names: `paths`, `baseUrl`, `extends` and `references`."""

from __future__ import annotations

from typing import Any, NamedTuple

from repomap.imports.jsonc import loads
from repomap.imports.node_packages import Packages
from repomap.imports.tree import Tree, join, parent

# tsconfig.app.json and tsconfig.base.json are where Vite's and Nx's templates write `paths`.
_NAMES = ("tsconfig.json", "jsconfig.json", "tsconfig.base.json", "tsconfig.app.json")
_DEPTH = 10  # configurations that extend each other; also what ends a circle


class PathRules(NamedTuple):
    """`base` is the folder of `baseUrl`, None without one. A pattern is (before its star, after it, paths with a star).

    A pattern without a star has None after it.
    """

    base: str | None
    patterns: tuple[tuple[str, str | None, tuple[str, ...]], ...]

    def paths(self, spec: str) -> list[str]:
        """Return the paths to try, best first, for the module called `spec`."""
        best: tuple[int, list[str]] = (-1, [])
        for head, tail, targets in self.patterns:
            if tail is None:
                if spec == head:
                    best = (len(spec) + 1, list(targets))
            elif spec.startswith(head) and spec.endswith(tail) and len(spec) >= len(head) + len(tail):
                middle = spec[len(head) : len(spec) - len(tail)]
                if len(head) > best[0]:
                    best = (len(head), [target.replace("*", middle) for target in targets])
        found = [path for target in best[1] if (path := join("", target)) is not None]
        based = join(self.base, spec) if self.base is not None else None
        return found if based is None else [*found, based]


class TsConfigs:
    """The path rules of each folder, read when first asked for."""

    def __init__(self, tree: Tree, packages: Packages) -> None:
        self._tree = tree
        self._packages = packages
        self._rules: dict[str, tuple[PathRules, ...]] = {}
        self._loaded: dict[str, PathRules | None] = {}

    def rules(self, folder: str) -> tuple[PathRules, ...]:
        """Return the rules that files in `folder` are under, those of the nearest configuration first."""
        found = self._rules.get(folder)
        if found is None:
            outer = self.rules(parent(folder)) if folder else ()
            own = (self._load(f"{folder}/{name}" if folder else name, _DEPTH) for name in _NAMES)
            first = next((rules for rules in own if rules is not None), None)
            found = self._rules[folder] = outer if first is None else (first, *outer)
        return found

    def _load(self, path: str, depth: int) -> PathRules | None:
        """Return the rules in the configuration at `path`, None when it has none."""
        if path not in self._tree.files or not depth:
            return None
        if path in self._loaded:
            return self._loaded[path]
        self._loaded[path] = None
        data = loads(self._tree.text(path))
        rules = self._own(data, path, depth)
        if rules is None or not rules.patterns:
            for target in self._references(data, parent(path)):
                other = self._load(target, depth - 1)
                if other is not None and other.patterns:
                    rules = other
                    break
        self._loaded[path] = rules
        return rules

    def _own(self, data: dict[str, Any], path: str, depth: int) -> PathRules | None:
        folder = parent(path)
        base: str | None = None
        patterns: tuple[tuple[str, str | None, tuple[str, ...]], ...] = ()
        extends = data.get("extends")
        for name in extends if isinstance(extends, list) else [extends]:
            for target in self._extended(name, folder) if isinstance(name, str) else ():
                inherited = self._load(target, depth - 1)
                if inherited is not None:
                    base = inherited.base if inherited.base is not None else base
                    patterns = inherited.patterns or patterns
        options = data.get("compilerOptions")
        if isinstance(options, dict):
            written = options.get("baseUrl")
            if isinstance(written, str):
                base = _from(folder, written)
            paths = options.get("paths")
            if isinstance(paths, dict):
                patterns = _patterns(paths, folder if base is None else base, folder)
        return PathRules(base, patterns) if base is not None or patterns else None

    def _extended(self, name: str, folder: str) -> list[str]:
        if name.startswith((".", "/")):
            start = join(folder, name)
        else:
            package = self._packages.named(name)
            start = join(package[0], package[1] or "tsconfig.json") if package else None
        if start is None:
            return []
        whole = (start, f"{start}.json", f"{start}/tsconfig.json")
        return [path for path in whole if path in self._tree.files][:1]

    def _references(self, data: dict[str, Any], folder: str) -> list[str]:
        """Return the referenced configurations that stand in the same folder: a project split by purpose."""
        listed = data.get("references")
        paths = [entry.get("path") for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
        joined = [join(folder, path) for path in paths if isinstance(path, str)]
        return [path for path in joined if path and path.endswith(".json") and parent(path) == folder]


def _from(folder: str, path: str) -> str | None:
    path = path.replace("${configDir}", ".")
    return join(folder, path)


def _patterns(paths: dict[str, Any], base: str, folder: str) -> tuple[tuple[str, str | None, tuple[str, ...]], ...]:
    found: list[tuple[str, str | None, tuple[str, ...]]] = []
    for pattern, targets in paths.items():
        head, star, tail = pattern.partition("*")
        texts = [target for target in targets if isinstance(target, str)] if isinstance(targets, list) else []
        joined = [_from(folder if "${configDir}" in text else base, text) for text in texts]
        found.append((head, tail if star else None, tuple(path for path in joined if path is not None)))
    return tuple(found)
