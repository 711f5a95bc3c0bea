"""How names are made visible, language by language: by import, by folder, by class, by inclusion."""

from __future__ import annotations

import re
from collections.abc import Sequence

from repomap.binding.places import Place

NAMES_ARE_IMPORTED = frozenset(("python", "notebook", "javascript", "go", "rust", "elixir", "dart", "lua"))
"""Families in which a bare name that is neither defined nor imported in the file is a local variable's."""

MACROS = ("rust", "elixir")
"""Those of them in which a macro is known everywhere."""

PACKAGE_IS_FOLDER = frozenset(("go", "java", "kotlin", "scala", "groovy", "swift", "csharp"))
"""Languages in which a file sees the names of the others in its folder without an import."""

MEMBERS_ARE_BARE = frozenset(
    ("java", "kotlin", "scala", "groovy", "csharp", "cpp", "cuda", "swift", "ruby", "dart", "solidity")
)
"""Languages in which a class's members are used without `this.` inside it."""

TOP_IS_QUALIFIED = frozenset(("go", "rust", "java", "csharp", "swift"))
"""Languages in which what is called on a value is never a top-level function."""

REACH_IS_IMPORTED = frozenset(("go", "python", "notebook", "java", "kotlin", "scala", "groovy"))
"""Languages in which a file that imports nothing of a package seldom holds values of its types."""

PACKAGE_FILES = frozenset(("__init__", "index", "mod", "lib"))
"""Stems of files that stand for their folder."""

IMPORTS_OPEN = frozenset(("c", "cpp", "objc", "cuda", "ruby", "bash", "php", "lua", "elixir", "csharp", "dart"))
"""Languages in which importing a file or namespace makes all its names visible."""

IMPORTS_MEMBERS = frozenset(("java", "kotlin", "scala", "groovy", "csharp", "rust"))
"""Languages that can import what is inside a type: static methods, the members of an enum."""

EXTENSIBLE = frozenset(("kotlin", "swift", "csharp", "scala", "rust", "ruby", "dart", "objc"))
"""Languages in which a type may have members that are written elsewhere, under another name or for a trait."""

FIELDS_ARE_NOT_CALLED = frozenset(("rust", "php"))
"""Languages in which what a field holds is called in parentheses: `(value.field)()`."""

NESTED_IS_QUALIFIED = frozenset(("java", "kotlin", "scala", "groovy", "swift", "csharp"))
"""Languages in which a type inside another is not known outside it by its name alone."""

NAMESPACES_ARE_APART = {"php": "module"}
"""Languages in which a class and the last word of a namespace may have one name, with the kind of the namespace."""

MAKES_ITS_CLASS = {"php": ("self", "static")}
"""What a new object of the class around is made by: `new self()`."""

HAS_GENERICS = frozenset(("java", "kotlin", "scala", "groovy", "csharp", "swift", "dart"))
"""Languages in which what a class or function names in brackets behind or before its name is a type there."""

CLASSES_HAVE_PARAMETERS = frozenset(("kotlin", "scala", "csharp"))
"""Languages in which the parameters of a class are known in all of it."""

LIBRARIES = {
    "c": ("std",),
    "rust": ("std", "core", "alloc"),
    "lua": ("string", "table", "math", "os", "io", "coroutine", "debug", "utf8", "vim", "ngx"),
}
"""The namespaces of the languages' own libraries."""

PARTS = re.compile(r"::|->|[.\\]")
"""What stands between the parts of a qualified name, in any language."""

GENERIC = re.compile(r"[A-Z]\d?$")
"""What type parameters are called."""

_SOURCES = re.compile(r".*(?:^|/)(?:java|kotlin|groovy|scala(?:-[\d.]+)?)/")


def package_folder(path: str) -> str:
    """Return the folder below the folder of sources (`src/main/scala`) of a Java, Kotlin or Scala file, "" for none."""
    match = _SOURCES.match(path)
    return path[match.end() :].rpartition("/")[0] if match else ""


SELF = frozenset(("self", "this", "cls", "Self", "@", "$this", "static", "__class__"))
SUPER = frozenset(("super", "super()", "parent", "base"))
SELVES: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "c": (frozenset(), frozenset()),
    "cpp": (frozenset(("this",)), frozenset()),
    "cuda": (frozenset(("this",)), frozenset()),
    "objc": (frozenset(("self", "this")), frozenset(("super",))),
    "rust": (frozenset(("self", "Self")), frozenset()),
}
"""What the C languages and Rust have of `SELF` and `SUPER`: the other words are names like any."""


def is_called(path: str, module: str) -> bool:
    """Tell whether a file is the module of that name, or stands for the folder of that name."""
    folder, _, file = path.rpartition("/")
    stem = file.partition(".")[0]
    return stem == module or (stem in PACKAGE_FILES and folder.rpartition("/")[2] == module)


def nearest(path: str, places: Sequence[Place]) -> tuple[Place, ...]:
    """Return the places whose folders have most in common with that of `path`."""
    if len(places) < 2:
        return tuple(places)
    folders = path.split("/")[:-1]

    def common(place: Place) -> int:
        count = 0
        for one, other in zip(folders, place.path.split("/")[:-1], strict=False):
            if one != other:
                break
            count += 1
        return count

    most = max(map(common, places))
    return tuple(place for place in places if common(place) == most)
