"""JavaScript and TypeScript: relative paths without extension, configured paths, workspace packages."""

from __future__ import annotations

from collections.abc import Iterable

from repomap.imports.node_packages import Packages
from repomap.imports.tree import Tree, join, parent
from repomap.imports.tsconfig import TsConfigs
from repomap.model import Import

# Sources before what may be built from them; declarations stand in only for code that is not there.
_ENDINGS = (
    *(".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte", ".astro"),
    *(
        ".d.ts",
        ".json",
        ".native.js",
        ".ios.js",
        ".web.js",
        ".native.ts",
        ".ios.ts",
        ".native.tsx",
        ".ios.tsx",
        ".web.tsx",
    ),
)
_DECLARATIONS = (".d.ts", ".d.mts", ".d.cts")
# TypeScript writes the name of the file that will be built.
_WRITTEN_FOR = {
    ".js": (".ts", ".tsx", ".jsx", ".d.ts"),
    ".jsx": (".tsx",),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}
_INDEX = tuple(f"/index{ending}" for ending in _ENDINGS[:13])
# Names that frameworks give to the sources when no configuration in the repository says so.
_CUSTOMARY = {"@/": ("src", "app", ""), "~/": ("src", "app", ""), "~~/": ("",), "@@/": ("",), "$lib/": ("src/lib",)}


class _JavaScript:
    per_file = False
    by_name = False

    def __init__(self, tree: Tree) -> None:
        self._files = tree.files
        self._packages = Packages(tree)
        self._configs = TsConfigs(tree, self._packages)

    def resolve(self, importer: str, language: str, item: Import) -> tuple[str, ...]:
        spec = item.module.strip().strip("\"'`").rpartition("!")[2].partition("?")[0]
        folder = parent(importer)
        if spec.startswith(".") and spec.split("/", 1)[0] in (".", ".."):
            path = join(folder, spec)
            found = "" if path is None else self._file(path)
            return (found,) if found else ()
        if not spec or ":" in spec:
            return ()
        return self._first(self._bare(folder, spec))

    def _bare(self, folder: str, spec: str) -> Iterable[str | None]:
        """Yield the paths to try for a module name that is not relative."""
        around = self._packages.around(folder)
        if spec.startswith("#") and around is not None:
            yield from self._packages.inside(around, spec)
        for rules in self._configs.rules(folder):
            yield from rules.paths(spec)
        package = self._packages.named(spec)
        if package is not None:
            yield from self._packages.entries(*package)
        root = around or ""
        if spec.startswith("/"):
            spec = spec[1:]
        for head, sources in _CUSTOMARY.items():
            if spec.startswith(head):
                for source in sources:
                    yield join(root, source, spec[len(head) :])
        if "/" in spec and not spec.startswith("@"):
            yield join(root, spec)

    def _first(self, paths: Iterable[str | None]) -> tuple[str, ...]:
        """Return the first file there is; code that comes after its declarations goes before them."""
        declarations: tuple[str, ...] = ()
        for path in paths:
            found = "" if path is None else self._file(path)
            if found.endswith(".json") and found != path:
                continue  # only a relative path may leave this ending out
            if found.endswith(_DECLARATIONS):
                declarations = declarations or (found,)
            elif found:
                return (found, *declarations)
        return declarations

    def _file(self, base: str, folders: bool = True) -> str:
        """Return the file that `base` means to a bundler or to Node, "" for none."""
        files = self._files
        if base in files:
            return base
        for ending in _ENDINGS:
            if base + ending in files:
                return base + ending
        dot = base.rfind(".")
        for ending in _WRITTEN_FOR.get(base[dot:], ()) if dot >= 0 else ():
            if base[:dot] + ending in files:
                return base[:dot] + ending
        if not folders:
            return ""
        if base and f"{base}/package.json" in files:
            for path in self._packages.main(base):
                found = self._file(path, folders=False) or self._index(path)
                if found:
                    return found
        return self._index(base)

    def _index(self, base: str) -> str:
        for ending in _INDEX:
            path = base + ending if base else ending[1:]
            if path in self._files:
                return path
        return ""


def create(tree: Tree) -> _JavaScript:
    """Return the rules of JavaScript and TypeScript over `tree`."""
    return _JavaScript(tree)
