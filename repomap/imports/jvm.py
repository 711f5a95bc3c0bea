"""Java, Kotlin, Scala and Groovy: the package of a name is the end of its file's folder, in any source root."""

from __future__ import annotations

import re

from repomap.imports.tree import Tree, by_nearness, nearest
from repomap.model import Import

SUFFIXES = (".java", ".kt", ".kts", ".scala", ".sc", ".groovy")
_SPACE = re.compile(r"\s+")
_ALL = frozenset(("*", "_", "given"))
_LOOSE = frozenset(("kotlin", "scala"))  # a file need not be called like what it defines
# A package never starts above these: `src/main/scala/util` is no `scala.util`.
_ROOT = re.compile(r"(?:^|/)src/[\w.-]+$")
_ROOT_NAMES = frozenset(("java", "kotlin", "scala", "groovy"))


class _Jvm:
    per_file = False
    by_name = True

    def __init__(self, tree: Tree) -> None:
        self._names = tree.by_name(SUFFIXES)
        self._files_in = tree.by_folder(SUFFIXES)
        self._ends: dict[str, list[str]] = {}
        for folder in self._files_in:
            self._ends.setdefault(folder.rpartition("/")[2], []).append(folder)

    def resolve(self, importer: str, language: str, item: Import) -> tuple[str, ...]:
        text = _SPACE.sub(" ", item.module.strip().rstrip(";")).removeprefix("static ").replace("`", "").strip()
        module, _, last = text.rpartition(".")
        names = [name for name, _ in item.names]
        if not names and last in _ALL:
            names = [last]
        else:
            module = text
        found: list[str] = []
        if not names:
            found += self._member(importer, language, module)
        for name in names:
            if name in _ALL:
                found += self._package(importer, module) or self._member(importer, language, module)
            else:
                found += self._member(importer, language, f"{module}.{name}" if module else name)
        return tuple(dict.fromkeys(found))

    def _member(self, importer: str, language: str, name: str) -> tuple[str, ...]:
        """Return the file of a class or of the class around a member; in Kotlin and Scala else the package's files.

        Those that have the member's name in theirs come first.
        """
        found = self._class(importer, name)
        if found or language not in _LOOSE:
            return found
        package, _, last = name.rpartition(".")
        if not package:
            # Scala imports the members of an object that is in sight already.
            return nearest(importer, self._names.get(f"{name}.scala", ())) if language == "scala" else ()
        word = last.lower()
        objects = language == "scala"  # there the part after the package may be an object in small letters
        while True:
            files = self._package(importer, package)
            if files:
                return tuple(sorted(files, key=lambda path: word not in path.rpartition("/")[2].lower()))
            package, _, inner = package.rpartition(".")
            if "." not in package or not (inner[:1].isupper() or objects):
                return ()
            objects = objects and inner[:1].isupper()

    def _class(self, importer: str, name: str) -> tuple[str, ...]:
        """Return the file whose path ends with `name`, or with what is left of it when inner names are dropped."""
        parts = name.split(".")
        while len(parts) > 1:
            tail = "/".join(parts)
            for suffix in SUFFIXES:
                candidates = self._names.get(parts[-1] + suffix)
                if candidates:
                    found = nearest(importer, [path for path in candidates if _ends(path, tail + suffix)])
                    if found:
                        return found
            parts.pop()
            if parts[-1][:1].islower():
                break  # a package from here on
        return ()

    def _package(self, importer: str, name: str) -> tuple[str, ...]:
        """Return the files of a package, in every folder that it is the end of: modules share packages."""
        tail = name.replace(".", "/")
        candidates = self._ends.get(tail.rpartition("/")[2], ())
        folders = by_nearness(importer, [folder for folder in candidates if _ends(folder, tail)])
        return tuple(path for folder in folders for path in sorted(self._files_in[folder]))


def _ends(path: str, tail: str) -> bool:
    if path == tail:
        return True
    if not path.endswith("/" + tail):
        return False
    if tail.partition("/")[0] in _ROOT_NAMES:
        return not _ROOT.search(path[: -len(tail) - 1])
    return True


def create(tree: Tree) -> _Jvm:
    """Return the rules of the languages of the Java virtual machine over `tree`."""
    return _Jvm(tree)
