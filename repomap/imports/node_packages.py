"""Packages of a JavaScript workspace: their names, and what their manifests say a path into them means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from repomap.imports.tree import Tree, join, parent, upward

# Folders of built files: what a manifest says of them is looked for in the sources they are built from.
_BUILT = frozenset(
    ("dist", "build", "lib", "out", "output", "esm", "cjs", "es", "es6", "umd", "types", "_build", "bundle")
)
_SOURCES = ("src", "", "lib", "source")
_FIELDS = ("source", "module", "main", "browser", "svelte", "types", "typings")
_LAST = ("types", "typings")  # declarations are the answer only where the code is not there
_DEPTH = 8  # nested conditions in "exports"; real manifests have up to four


class Packages:
    """The packages that have a package.json in the repository, but for those that were installed."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._folders: dict[str, str] | None = None
        self._around: dict[str, str | None] = {}

    def around(self, folder: str) -> str | None:
        """Return the nearest folder with a package.json, `folder` or one around it."""
        if folder not in self._around:
            has = (place for place in upward(folder) if self._manifest_path(place) in self._tree.files)
            self._around[folder] = next(has, None)
        return self._around[folder]

    def manifest(self, folder: str) -> dict[str, Any]:
        """Return the package.json in `folder`."""
        return self._tree.json(self._manifest_path(folder))

    def named(self, spec: str) -> tuple[str, str] | None:
        """Return (folder, path inside it or "") of the package of this repository that `spec` ("@a/b/c") names."""
        if self._folders is None:
            self._folders = {}
            for path in self._tree.named("package.json"):
                if "node_modules/" not in path:
                    name = self._tree.json(path).get("name")
                    if isinstance(name, str):
                        self._folders.setdefault(name, parent(path))
        parts = spec.split("/")
        size = 2 if spec.startswith("@") else 1
        folder = self._folders.get("/".join(parts[:size]))
        return None if folder is None else (folder, "/".join(parts[size:]))

    def inside(self, folder: str, spec: str) -> list[str]:
        """Return the paths, best first, that "#x" means in the package in `folder` by its manifest's "imports"."""
        return [
            path for target in _targets(self.manifest(folder).get("imports"), spec) for path in _built(folder, target)
        ]

    def entries(self, folder: str, inside: str) -> list[str]:
        """Return the paths to try, best first, for `inside` ("" for the package itself) of the package in `folder`."""
        manifest = self.manifest(folder)
        written = _targets(manifest.get("exports"), f"./{inside}" if inside else ".")
        if not inside:
            written += [value for field in _FIELDS if isinstance(value := manifest.get(field), str)]
        found = [path for target in written for path in _built(folder, target)]
        for source in _SOURCES:
            path = join(folder, source, inside or "index")
            if path is not None:
                found.append(path)
        return found

    def main(self, folder: str) -> list[str]:
        """Return the files that the package.json in `folder` calls its entry."""
        manifest = self.manifest(folder)
        values = [manifest.get(field) for field in _FIELDS]
        return [path for value in values if isinstance(value, str) and (path := join(folder, value)) is not None]

    def _manifest_path(self, folder: str) -> str:
        return f"{folder}/package.json" if folder else "package.json"


def _built(folder: str, target: str) -> Iterator[str]:
    """Yield the path of `target` and those of the sources it may be built from, without their extension."""
    whole = join(folder, target)
    if whole is None:
        return
    yield whole
    steps = [step for step in target.split("/") if step not in (".", "")]
    count = 0
    while count < len(steps) - 1 and steps[count] in _BUILT:
        count += 1
    name = steps[-1] if steps else ""
    for ending in (".d.ts", ".d.mts", ".d.cts", ".mjs", ".cjs", ".js", ".jsx", ".json"):
        if name.endswith(ending):
            name = name.removesuffix(ending)
            break
    inner = [*steps[count:-1], name]
    if count:
        for source in _SOURCES:
            path = join(folder, source, *inner)
            if path is not None:
                yield path


def _targets(table: Any, key: str) -> list[str]:
    """Return what an "exports" or "imports" table says of `key`: an exact entry, else the longest that fits."""
    if isinstance(table, str | list):
        return _flat(table) if key == "." else []
    if not isinstance(table, dict):
        return []
    if not any(str(name).startswith((".", "#")) for name in table):
        return _flat(table) if key == "." else []
    if key in table:
        return _flat(table[key])
    best: tuple[int, Any, str] | None = None
    for name, value in table.items():
        head, star, tail = name.partition("*")
        if not star and not name.endswith("/"):
            continue
        if key.startswith(head) and key.endswith(tail) and len(key) >= len(head) + len(tail):
            middle = key[len(head) : len(key) - len(tail)]
            if best is None or len(head) > best[0]:
                best = (len(head), value, middle)
    if best is None:
        return []
    return [target.replace("*", best[2]) if "*" in target else target + best[2] for target in _flat(best[1])]


def _flat(value: Any, depth: int = _DEPTH) -> list[str]:
    """Return every path under nested conditions, in their order, declarations last."""
    if isinstance(value, str):
        return [value]
    if depth and isinstance(value, list):
        return [path for item in value for path in _flat(item, depth - 1)]
    if depth and isinstance(value, dict):
        ordered = sorted(value.items(), key=lambda item: item[0] in _LAST)
        return [path for _, item in ordered for path in _flat(item, depth - 1)]
    return []
