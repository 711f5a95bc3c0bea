"""C, C++, Objective-C and CUDA includes: beside the file, in an include folder around it, else the only such path."""

from __future__ import annotations

from repomap.imports.c_names import SYSTEM_HEADERS
from repomap.imports.tree import Tree, join, nearest, parent, upward
from repomap.model import Import

SUFFIXES = (
    *(".h", ".hh", ".hpp", ".hxx", ".h++", ".H", ".inl", ".inc", ".ipp", ".tpp", ".tcc", ".ixx", ".def", ".cuh"),
    *(".c", ".cc", ".cpp", ".cxx", ".cu", ".m", ".mm", ".pch", ".glsl"),
)
_INCLUDE_FOLDERS = ("", "include/", "inc/", "src/", "includes/", "Include/", "source/", "lib/")


class _C:
    per_file = False
    by_name = False

    def __init__(self, tree: Tree) -> None:
        self._files = tree.files
        self._names = tree.by_name(SUFFIXES)

    def resolve(self, importer: str, language: str, item: Import) -> tuple[str, ...]:
        written = item.module.strip()
        header = written.strip("\"'<> ").replace("\\", "/")
        folder = parent(importer)
        if not header:
            return ()
        candidates = self._names.get(header.rpartition("/")[2])
        beside = join(folder, header)
        if beside in self._files and not (written.startswith("<") and header in SYSTEM_HEADERS):
            return (beside,) if beside else ()
        if not candidates or header in SYSTEM_HEADERS:
            return ()
        tail = header.lstrip("./")
        for place in upward(folder):
            prefix = place + "/" if place else ""
            for include in _INCLUDE_FOLDERS:
                path = f"{prefix}{include}{tail}"
                if path in self._files:
                    return (path,)
        found = nearest(importer, [path for path in candidates if path.endswith("/" + tail)])
        if not found:
            found = _framework(importer, tail, candidates)
        # Xcode finds a header by its name alone; elsewhere two that fit are as good as none.
        return found[:1] if len(found) == 1 or language == "objc" else ()


def _framework(importer: str, tail: str, candidates: list[str]) -> tuple[str, ...]:
    """Return the headers that `Module/Name.h` means: an Apple framework copies them out of folders of any depth."""
    module, _, name = tail.partition("/")
    if not name or "/" in name:
        return ()
    inside = [path for path in candidates if module.lower() in path.lower().split("/")[:-1]]
    return nearest(importer, inside)


def create(tree: Tree) -> _C:
    """Return the rules of the C languages over `tree`."""
    return _C(tree)
