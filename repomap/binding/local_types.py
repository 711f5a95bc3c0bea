"""Read in a function's text what its local variables are: a declared type, a value that is made there, a call's result.

Definitions and references of the index hold no local variables, so the file is read again, where a call is in doubt.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from repomap.binding.declared import arity, declared, plain
from repomap.binding.name_rules import PARTS, SELF
from repomap.binding.places import ONLY_ONE, Place
from repomap.model import FUNCTIONS, TYPES

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope


_TYPE_FIRST = frozenset(("java", "csharp", "c", "cpp", "objc", "cuda", "dart", "groovy"))
_PLAIN = frozenset(("python", "ruby", "php", "lua"))  # a variable begins with its first assignment
_LITERALS = frozenset(("go", "rust"))  # `T{…}` makes a value
UNREAD = frozenset(("notebook",))  # lines are those of a cell's source, not of the file

_VALUE = re.compile(
    r"(?:await\s+)?(?P<new>new\s+|&\s*(?:mut\s+)?)?(?P<name>\$?[^\W\d]\w*(?:(?:\.|::|\\)[^\W\d]\w*)*)"
    r"\s*(?:<[^<>()\n]*>\s*|\[[\w.*, ]*\](?=[({]))?(?P<open>[({])"
)
ENDS = re.compile(r"[ \t]*(?:[;,)}#{?\n]|//|$)(?![ \t\n]*(?:\?\.|\.|->|::))")
_NO_OTHER = "(?P<other>)"  # the languages whose variables are assigned in one way
_BRACKETS = {"(": ")", "{": "}"}


class Locals:
    """The variables that a text of one language declares or assigns."""

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self._kinds: dict[str, list[str]] = {}
        self._values: dict[str, list[int]] = {}
        declares, assigns = _patterns(language)
        for match in declares.finditer(text) if declares else ():
            self._kinds.setdefault(match["name"], []).append(plain(match["kind"], language))
        for match in assigns.finditer(text):
            self._values.setdefault(match["name"] or match["other"], []).append(match.end())

    def kinds(self, variable: str) -> list[str]:
        """Return the types that are declared for a variable, one a declaration."""
        return self._kinds.get(variable, [])

    def values(self, variable: str) -> list[int]:
        """Return where the values begin that are assigned to a variable without a declared type."""
        return self._values.get(variable, [])

    def knows(self, variable: str) -> bool:
        """Tell whether a variable is declared or assigned here."""
        return variable in self._kinds or variable in self._values

    def types(self, scope: FileScope, variable: str, at: int) -> tuple[Place, ...] | None:
        """Return the types that are written for a variable, in the file of `scope` and within its definition `at`.

        () when they are outside the repository; None when nothing is written of it, or anything that cannot be read.
        """
        if f"{variable}(" in self.text:  # what is called on `x()` has the qualifier `x`, too
            return None
        each = [scope.types(kind) for kind in self._kinds.get(variable, ())] or [
            type_of_value(scope, self.text, start, at) for start in self._values.get(variable, ())
        ]
        found: list[Place] = []
        for types in each:
            if types is None:
                return None
            found.extend(types)
        return tuple(dict.fromkeys(found)) if each else None


def outermost(scope: FileScope, at: int) -> int:
    """Return the function around a definition that stands in no other, the definition itself when it is none."""
    while at >= 0:
        owner = scope.definitions[at].owner
        if owner < 0 or scope.definitions[owner].kind not in FUNCTIONS:
            break
        at = owner
    return at


@cache
def _patterns(language: str) -> tuple[re.Pattern[str] | None, re.Pattern[str]]:
    """Return what declares a variable with its type, and what ends where its value begins."""
    name, other, others = r"(?P<name>\$?\w+)", r"(?P<other>\$?\w+)", r"(?:\s*,\s*\w+)*"
    if language == "go":
        return (
            re.compile(rf"\bvar\s+{name}\s+(?P<kind>[^=\s][^=\n]*)"),
            re.compile(rf"(?<![\w.])(?<!, ){name}{others}\s*:=\s*|\bvar\s+{other}{others}\s*=\s*"),
        )
    if language in _TYPE_FIRST:
        return (
            re.compile(rf"(?P<kind>\b[A-Z][\w.]*(?:<[^;=\n]*?>)?)[\s*&]+{name}\s*(?:=(?!=)|[;:])"),
            re.compile(rf"\b(?:var|auto|final|def)\s+{name}{_NO_OTHER}\s*=(?!=)\s*"),
        )
    if language in _PLAIN:
        kinds = rf"^[ \t]*{name}[ \t]*:(?!=)[ \t]*(?P<kind>[^=\n]+)" if language == "python" else None
        return (
            re.compile(kinds, re.MULTILINE) if kinds else None,
            re.compile(rf"^[ \t]*(?:local[ \t]+)?{name}{_NO_OTHER}\s*=(?![=>~])\s*", re.MULTILINE),
        )
    head = rf"\b(?:let|const|var|val)\s+(?:mut\s+)?{name}"
    return re.compile(rf"{head}\s*:\s*(?P<kind>[^=\n;]+)"), re.compile(rf"{head}{_NO_OTHER}\s*=(?![=>])\s*")


def type_of_value(scope: FileScope, text: str, start: int, at: int) -> tuple[Place, ...] | None:
    """Return the types of the value that is written at `start`."""
    match = _VALUE.match(text, start)
    if not match:
        return None
    end = _closing(text, match.end() - 1)
    if end < 0 or not ENDS.match(text, end):
        return None
    name = match["name"]
    if match["open"] == "{":
        return scope.types(_dotted(name)) if scope.language in _LITERALS else None
    if (match["new"] or "").startswith("new"):
        return scope.types(_dotted(name) + arity(text[match.end("name") : match.start("open")].strip(), scope.language))
    if scope.language == "go" and name == "new":
        return scope.types(plain(text[match.end() : end - 1], "go"))
    parts = PARTS.split(name)
    if scope.language == "ruby" and parts[-1] == "new":
        return scope.types(_dotted(name[: -len("new")].rstrip(".")))
    return _result(scope, name, parts, at)


def _result(scope: FileScope, name: str, parts: list[str], at: int) -> tuple[Place, ...] | None:
    """Return the types of what a call gives: of a function or a type, by itself or of an import, a type or `self`."""
    qualifier = name[: -len(parts[-1])].rstrip(".:\\")
    if qualifier:
        if scope.imports.leads_outside(parts[0]):
            return ()
        if not (scope.imports.binds(parts[0]) or parts[0] in scope.selves or scope.types(_dotted(qualifier))):
            return None
    targets, confidence = scope.find(parts[-1], "call", at, qualifier)
    if not targets or confidence < ONLY_ONE:
        return None
    found: list[Place] = []
    for target in targets:
        definition = scope.binder.definition(target)
        there = scope.binder.scope(target.path)
        types: tuple[Place, ...] | None
        if definition.kind in TYPES:
            types = (target,)
        elif definition.kind == "constructor":
            types = there.around(target.position)[:1] or None
        else:
            result = declared(definition.signature, definition.name, there.language).result
            types = there.around(target.position)[:1] or None if result in SELF else there.types(result)
        if types is None:
            return None
        found.extend(types)
    return tuple(dict.fromkeys(found))


def _dotted(name: str) -> str:
    return ".".join(PARTS.split(name))


def _closing(text: str, start: int) -> int:
    """Return where the bracket that opens at `start` is closed, -1 when it is not."""
    opening, closing = text[start], _BRACKETS[text[start]]
    depth = 0
    for match in re.compile(rf"[{re.escape(opening + closing)}]").finditer(text, start):
        depth += 1 if match[0] == opening else -1
        if not depth:
            return match.end()
    return -1
