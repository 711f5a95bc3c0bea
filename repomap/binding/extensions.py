"""Find methods that are written for a type outside of it: C#'s and Kotlin's extensions, Scala's, Dart's."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from repomap.binding.declared import declared, plain
from repomap.binding.places import Place
from repomap.model import TYPES

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope

ANY = "*"  # an extension of every type
_KOTLIN = re.compile(r"\bfun\s+(?:<[^=(]*?>\s+)?\(?((?:[\w.]|<[^()]*?>)+)\??\)?\.`?\w+`?\s*\(")
_CSHARP = re.compile(
    r"\(\s*(?:\[[^]]*\]\s*)?this\s+(?:ref\s+|in\s+|scoped\s+)*([\w.]+(?:<.*?>)?\??(?:\[\])?)\s+@?\w+\s*[,)=]"
)
_DART = re.compile(r"\bextension\b.*?\bon\s+(.+)")
_SCALA = re.compile(
    r"(?:\bimplicit\s+(?:final\s+|private\s+)*class\s.*?|\bextension\s*(?:\[.*?\]\s*)?)\(\s*(?:private\s+|val\s+)*\w+\s*:\s*(.+?)\)"
)
KNOWN = 1 << 14  # signatures read once and remembered by a process


@lru_cache(maxsize=KNOWN)
def extended(signature: str, name: str, parent_signature: str, language: str) -> str:
    """Return the name of the type that a method is an extension of, ANY for one of every type, "" when it is none."""
    pattern, text = {
        "csharp": (_CSHARP, signature),
        "kotlin": (_KOTLIN, signature),
        "dart": (_DART, parent_signature),
        "scala": (_SCALA, parent_signature),
    }.get(language, (None, ""))
    match = pattern.search(text) if pattern else None
    if not match:
        return ""
    kind = plain(match[1], language)
    generics = declared(signature, name, language).generics
    if language in ("scala", "dart"):
        generics += tuple(re.findall(r"[\[<,]\s*(\w+)", text[: match.start(1)]))
    return ANY if kind in generics or not kind else kind.partition("`")[0].rpartition(".")[2]


def extensions(scope: FileScope, names: Iterable[str], name: str) -> tuple[Place, ...]:
    """Return the methods called `name` that are extensions of a type in `names`, else those of every type."""
    binder = scope.binder
    wanted = frozenset(base for each in names for base in binder.base_names(each))
    exact: list[Place] = []
    any_type: list[Place] = []
    for place in binder.named(name, scope.family):
        definition = binder.definition(place)
        if definition.kind in TYPES:
            continue
        language = binder.files.language(place.path)
        parent = binder.files.definitions(place.path)[definition.owner].signature if definition.owner >= 0 else ""
        kind = extended(definition.signature, definition.name, parent, language)
        if kind in wanted:
            exact.append(place)
        elif kind == ANY:
            any_type.append(place)
    return tuple(exact or any_type)
