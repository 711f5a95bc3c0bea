"""Python: absolute imports from the folders that hold packages, relative ones, namespace packages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from repomap.imports.python_names import STANDARD_LIBRARY
from repomap.imports.tree import ASIDE, Tree, by_nearness, join, parent, upward
from repomap.model import Import

SUFFIXES = (".py", ".pyi", ".pyx", ".pyw")
# The interpreter's own order, then stubs and Cython sources of compiled modules.
_FORMS = ("/__init__.py", ".py", "/__init__.pyi", ".pyi", ".pyx", ".pyw")
_PACKAGE = ("/__init__.py", "/__init__.pyi")
_ROOT_PACKAGE = ("__init__.py", "__init__.pyi")
_ROOT_NAMES = frozenset(("src", "lib", "python", "Lib"))  # folders that are put on the path by custom
_PROJECT_FILES = ("pyproject.toml", "setup.py", "setup.cfg")
_REQUIREMENT_FILES = (*_PROJECT_FILES, "Pipfile", "environment.yml", ".txt", ".in")  # of the last two, requirements*
_WORD = re.compile(r"[A-Za-z][\w.-]*")
MAX_REQUIREMENT_FILES = 40  # shallowest first; a repository with more repeats itself


class _Python:
    per_file = False
    by_name = True

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._files = tree.files
        self._folders = tree.folders(SUFFIXES)
        self._around: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
        self._elsewhere: dict[str, tuple[list[str], list[str]]] = {}
        self._tops: dict[str, list[str]] | None = None
        self._required: frozenset[str] | None = None

    def resolve(self, importer: str, language: str, item: Import) -> tuple[str, ...]:
        module = item.module.strip()
        rest = module.lstrip(".")
        dots = len(module) - len(rest)
        folder = parent(importer)
        path = rest.replace(".", "/")
        if dots:
            base = join(folder, *[".."] * (dots - 1), path)
            return self._named(base, item) if base is not None else ()
        top = rest.partition(".")[0]
        for root in self._roots(folder, top) if top else ():
            found = self._named(f"{root}/{path}" if root else path, item)
            if found:
                return found
        return ()

    def _find(self, base: str) -> str:
        """Return the file of the module at `base`, "" when there is none."""
        for form in _FORMS:
            if base + form in self._files:
                return base + form
        return ""

    def _named(self, base: str, item: Import) -> tuple[str, ...]:
        """Return the module at `base` and those of the import's names that are modules in it.

        The package comes first, unless all that is asked of it is modules.
        """
        if base:
            own = self._find(base)
            if own and not own.endswith(_PACKAGE):
                return (own,)
        else:
            own = next((name for name in _ROOT_PACKAGE if name in self._files), "")
        if base not in self._folders:
            return ()
        prefix = base + "/" if base else ""
        modules = [self._find(prefix + name) for name, _ in item.names if name != "*"]
        found = [path for path in modules if path]
        if own:
            found.insert(len(found) if found and all(modules) else 0, own)
        return tuple(dict.fromkeys(found))

    def _roots(self, folder: str, top: str) -> Iterator[str]:
        """Yield the folders that files in `folder` may import the package or module `top` from, best first."""
        plain, odd = self._roots_around(folder, top)
        yield from plain
        projects, loose = self._roots_elsewhere(top)
        if projects:
            yield from by_nearness(folder + "/", projects)
        if not (odd or loose) or top in STANDARD_LIBRARY or top.lower().replace("_", "-") in self._requirements():
            return  # what a project requires from elsewhere is not a file that happens to have its name
        yield from odd
        steps = set(folder.split("/"))
        yield from (root for root in loose if ASIDE.intersection(root.split("/")) <= steps)

    def _roots_around(self, folder: str, top: str) -> tuple[list[str], list[str]]:
        """Return the folders around `folder` that have `top`: those where Python's path starts, and far-fetched ones.

        Far-fetched are a lone module beside a script, and a program that is started inside its package.
        """
        found = self._around.get((folder, top))
        if found is None:
            plain: list[str] = []
            odd: list[str] = []
            packages: list[str] = []
            for place in upward(folder):
                base = f"{place}/{top}" if place else top
                if base in self._folders or f"{base}.py" in self._files or f"{base}.pyi" in self._files:
                    if self._is_package(place):
                        packages.append(place)
                    elif self._is_project(place) or (self._is_package(base) and top not in STANDARD_LIBRARY):
                        plain.append(place)
                    else:
                        odd.append(place)
            found = self._around[folder, top] = (plain, odd + packages)
        return found

    def _roots_elsewhere(self, top: str) -> tuple[list[str], list[str]]:
        """Return the folders, wherever they are, that have `top`: projects' roots, and others that are no packages."""
        found = self._elsewhere.get(top)
        if found is None:
            if self._tops is None:
                self._tops = self._read_tops()
            roots = set(self._tops.get(top, ()))
            for name in (f"{top}.py", f"{top}.pyi"):
                lone = self._tree.by_name(SUFFIXES).get(name, ())
                roots.update(root for path in lone if not self._is_package(root := parent(path)))
            projects = [root for root in roots if self._is_project(root)]
            loose = sorted(roots.difference(projects), key=lambda root: (root.count("/"), root))
            found = self._elsewhere[top] = (projects, loose)
        return found

    def _read_tops(self) -> dict[str, list[str]]:
        """Return the name of a folder with Python in it → the folders it stands in, but for packages."""
        names = self._tree.by_name(SUFFIXES)
        packages = {parent(path) for name in _ROOT_PACKAGE for path in names.get(name, ())}
        tops: dict[str, list[str]] = {}
        for folder in self._folders:
            root, _, name = folder.rpartition("/")
            if root not in packages:
                tops.setdefault(name, []).append(root)
        return tops

    def _is_package(self, folder: str) -> bool:
        prefix = folder + "/" if folder else ""
        return prefix + "__init__.py" in self._files or prefix + "__init__.pyi" in self._files

    def _is_project(self, root: str) -> bool:
        if not root or root.rpartition("/")[2] in _ROOT_NAMES:
            return True
        return any(f"{root}/{name}" in self._files for name in _PROJECT_FILES)

    def _requirements(self) -> frozenset[str]:
        """Return every word of the files that say what the projects require, in lower case, with "-" for "_"."""
        if self._required is None:
            paths = self._tree.ending(_REQUIREMENT_FILES)
            paths = [path for path in paths if "requirements" in path or not path.endswith((".txt", ".in"))]
            names = sorted(paths, key=lambda path: (path.count("/"), path))[:MAX_REQUIREMENT_FILES]
            words: set[str] = set()
            for name in names:
                for word in set(_WORD.findall(self._tree.text(name))):
                    plain = word.lower().replace("_", "-")
                    words.update((plain, plain.removeprefix("python-"), plain.removeprefix("py")))
            self._required = frozenset(words)
        return self._required


def create(tree: Tree) -> _Python:
    """Return the rules of Python over `tree`."""
    return _Python(tree)
