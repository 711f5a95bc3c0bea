"""Where several definitions are in sight of which one is meant: say that it is a guess, or tell by the source line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from repomap.binding.declared import bracketed, declared, split
from repomap.binding.namespaces import full_name
from repomap.binding.places import TYPE_AT_HAND, Found, Place
from repomap.binding.texts import closing, past_type_arguments
from repomap.model import TYPES
from repomap.names import place_of_name

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope
    from repomap.model import Reference

ONE_IS_MEANT = frozenset(("kotlin", "scala", "csharp", "swift", "dart"))
"""Languages in which of several definitions in sight, in several files or types, only one can be meant."""
_ARGUMENTS = r"\s*<([^<>()]*(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>[^<>()]*)*)>"
LINES_BEFORE = 3  # lines above a name that may hold the type it is called on


def honest(scope: FileScope, found: Found) -> Found:
    """Return what was found with the confidence of a guess when it is several things, any of which may be meant."""
    places, confidence = found
    if len(places) < 2 or confidence <= TYPE_AT_HAND or scope.language not in ONE_IS_MEANT:
        return found
    return found if len({_identity(scope, place) for place in places}) == 1 else (places, TYPE_AT_HAND)


def _identity(scope: FileScope, place: Place) -> tuple[str, str, int]:
    """Return what overloads, the parts of a class, and a class and its constructors have in common."""
    definition = scope.binder.definition(place)
    if scope.language == "csharp":
        name = full_name(scope.binder.files.definitions(place.path), place.position)
        return "", name.rpartition(".")[0] if definition.kind == "constructor" else name, type_arity(scope, place)
    return place.path, definition.parent if definition.kind == "constructor" else definition.qualified, 0


def type_arity(scope: FileScope, place: Place) -> int:
    """Return how many type parameters a type has, or the type that a member stands in."""
    definition = scope.binder.definition(place)
    definitions = scope.binder.files.definitions(place.path)
    while definition.kind not in TYPES and definition.owner >= 0:
        definition = definitions[definition.owner]
    return len(declared(definition.signature, definition.name, scope.language).generics)


def told_by_line(scope: FileScope, reference: Reference, found: Found) -> Found:
    """Return what is left of several C# definitions by the type arguments and the arguments that are written."""
    return told_by_arguments(scope, reference, _told_by_type_arguments(scope, reference, found))


def _told_by_type_arguments(scope: FileScope, reference: Reference, found: Found) -> Found:
    places, confidence = found
    if len(places) < 2:
        return found
    arities = {place: type_arity(scope, place) for place in places}
    if len(set(arities.values())) < 2:
        return found
    whole = reference.name if not reference.qualifier else reference.qualifier.rpartition(".")[2]
    if reference.qualifier and (whole in ("?", "") or not scope.types(whole)):
        return found
    written = _written_arities(scope, whole, reference)
    left = tuple(place for place in places if arities[place] in written)
    if len(written) != 1 or not left:
        return found
    return left, confidence


def _written_arities(scope: FileScope, whole: str, reference: Reference) -> set[int]:
    """Return with how many type arguments a name stands on the line of a reference, or before what is called on it."""
    lines = scope.lines()[max(0, reference.line - 1 - LINES_BEFORE) : reference.line]
    text = "\n".join(lines)
    after = rf"(?=\s*[?!]?\.\s*{re.escape(reference.name)}\b)" if reference.qualifier else ""
    start = 0 if reference.qualifier else len(text) - len(lines[-1]) if lines else 0
    return {
        len(split(match[1])) if match[1] else 0
        for match in re.compile(rf"(?<![\w.]){re.escape(whole)}\b(?:{_ARGUMENTS})?{after}").finditer(text, start)
    }


def told_by_arguments(scope: FileScope, reference: Reference, found: Found) -> Found:
    """Return what is left of C# methods of several types when only those count that take as many arguments."""
    places, confidence = found
    if len({_identity(scope, place) for place in places}) < 2 or reference.kind != "call":
        return honest(scope, found)
    line = scope.lines()[reference.line - 1] if reference.line <= len(scope.lines()) else ""
    counts = set()
    for match in re.compile(rf"\b{re.escape(reference.name)}\b").finditer(line):
        opened = past_type_arguments(line, match.end())
        end = closing(line, opened) if line[opened : opened + 1] == "(" else -1
        counts.add(len(split(line[opened + 1 : end - 1])) if end > 0 else -1)
    if len(counts) != 1 or -1 in counts:
        return honest(scope, found)
    (count,) = counts
    left = tuple(place for place in places if _takes(scope, place, count))
    return honest(scope, (left or places, confidence))


def _takes(scope: FileScope, place: Place, count: int) -> bool:
    """Tell whether a method may be called with so many arguments."""
    definition = scope.binder.definition(place)
    at = place_of_name(definition.signature, definition.name)
    inside = bracketed(definition.signature, definition.signature.find("(", max(at, 0)))[0]
    parameters = split(inside or "")
    needed = sum("=" not in text and not text.startswith("params ") for text in parameters)
    most = count if "params " in (inside or "") else len(parameters)
    extension = int(bool(parameters) and parameters[0].startswith("this "))
    return needed - extension <= count <= most
