"""Read in a class's text which types its attributes have: by what its methods assign, or what a comment declares.

`self.x = Thing()` in Python, `this.x = x` in JavaScript and `$this->x = $x` in PHP are no definitions of the index, so
the file is read again where a call on an attribute is in doubt.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from repomap.binding.declared import plain
from repomap.binding.docblocks import documented
from repomap.binding.local_types import ENDS, UNREAD, Locals, type_of_value
from repomap.binding.name_rules import SELF
from repomap.binding.places import Place
from repomap.binding.value_types import held_types, receiver_types, types_at
from repomap.model import FUNCTIONS, TYPES

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope

Types = tuple[Place, ...]

_ASSIGNED = {
    "python": re.compile(r"\bself\.(\w+)[ \t]*(?::[ \t]*([^=\n]+))?(?:=(?!=)|$)[ \t]*", re.MULTILINE),
    "javascript": re.compile(r"\bthis\.(#?\w+)()\s*=(?![=>])\s*"),
    "php": re.compile(
        r"\$this->(\w+)()\s*(?:\?\?)?=(?![=>])\s*"
        r"|@var\s+([\\\w|?&<>,\[\]]+)[^;{}/]*\*/\s*(?:(?:private|protected|public|static|readonly|var)\s+)+\$(\w+)"
    ),
}
ASSIGNS = frozenset(_ASSIGNED)
"""Families of languages in which what is assigned to an attribute says of which type it is."""

_NOTHING = re.compile(r"(?:None|null|NULL|undefined)\b")
_LITERAL = re.compile(r"[\[{\"'\d]|(?:True|False|true|false|array)\b")
_LITERALS_ARE_PLAIN = frozenset(("python", "php"))  # an object in braces has methods of its own in JavaScript
_OTHERWISE = re.compile(r"(\$?[^\W\d]\w*)\s*(?:\bor\b|\?\?|\|\||\?:)\s*")
_ALONE = re.compile(r"\$?[^\W\d]\w*")
_AS = re.compile(r"[\w.$()]+\s+as\s+([\w.]+)")
_AROUND = FUNCTIONS | TYPES


class Attributes:
    """What the methods of the classes in one file assign to their attributes."""

    def __init__(self, scope: FileScope) -> None:
        self._scope = scope
        self._text = "\n".join(scope.lines())
        self._starts = list(accumulate((len(line) + 1 for line in scope.lines()), initial=0))
        self._lines = [definition.line for definition in scope.definitions]
        self._written: dict[str, list[tuple[int, int, str]]] = {}
        self._types: dict[tuple[int, str], tuple[bool, Types | None]] = {}
        pattern = _ASSIGNED.get(scope.family)
        for match in pattern.finditer(self._text) if pattern and scope.language not in UNREAD else ():
            name, kind, *commented = match.groups()
            if name is None:
                kind, name = commented
            self._written.setdefault(name, []).append((match.start(), match.end(), kind or ""))

    def types(self, owner: int, name: str) -> tuple[bool, Types | None]:
        """Return whether the class at `owner` itself assigns its attribute `name`, and the types of its values.

        The types are () outside the repository, None when one of them is unknown.
        """
        key = (owner, name)
        found = self._types.get(key)
        if found is None:
            self._types[key] = (True, None)  # an attribute that is assigned what it gives itself
            found = self._types[key] = self._find(owner, name)
        return found

    def _find(self, owner: int, name: str) -> tuple[bool, Types | None]:
        values: list[tuple[int, int]] = []
        here = Place(self._scope.path, owner)
        for start, end, kind in self._written.get(name, ()):
            at = self._scope_at(start)
            if self._scope.around(at)[:1] == (here,):
                if kind:
                    return True, self.named_types(kind, at)
                if not _NOTHING.match(self._text, end):
                    values.append((end, at))
        found: list[Place] = []
        for start, at in values:
            types = self._value(start, at)
            if types is None:
                return True, None
            found.extend(types)
        return bool(values), tuple(dict.fromkeys(found)) if values else None

    def _scope_at(self, offset: int) -> int:
        """Return the position of the innermost definition around a place in the text."""
        line = bisect_right(self._starts, offset)
        at = bisect_right(self._lines, line) - 1
        definitions = self._scope.definitions
        while at >= 0 and (definitions[at].end_line < line or definitions[at].kind not in _AROUND):
            at = at - 1 if definitions[at].line == line else definitions[at].owner  # a function may begin there, too
        return at

    def named_types(self, kind: str, at: int) -> Types | None:
        """Return the types that are written as `kind` in the definition at `at`."""
        found: list[Place] = []
        for part in kind.split("&"):
            text = plain(part, self._scope.language)
            if text in SELF:
                found.extend(self._scope.around(at)[:1])
            elif (types := types_at(self._scope, text, at)) is None:
                return None
            else:
                found.extend(types)
        return tuple(dict.fromkeys(found))

    def _value(self, start: int, at: int) -> Types | None:
        """Return the types of the value that is written at `start`, in the definition at `at`."""
        text, scope = self._text, self._scope
        if (either := _OTHERWISE.match(text, start)) is not None:  # `x or Thing()`
            first = self._variable(either[1], at)
            return first or self._value(either.end(), at)
        if scope.language in _LITERALS_ARE_PLAIN and _LITERAL.match(text, start):
            return ()
        if (alone := _ALONE.match(text, start)) and ENDS.match(text, alone.end()):
            return self._variable(alone[0], at)
        if scope.family == "javascript" and (cast := _AS.match(text, start)) and ENDS.match(text, cast.end()):
            return types_at(scope, plain(cast[1], scope.language), at)
        return type_of_value(scope, text, start, at)

    def _variable(self, name: str, at: int) -> Types | None:
        """Return the types of a parameter or a local variable."""
        scope = self._scope
        local = scope.locals(at).get(name) if at >= 0 else None
        if isinstance(local, int):
            return None
        if local == "":
            local = documented(scope, at, "param", name)
        if local is not None:
            return types_at(scope, local, at) if local and local not in scope.generics(at) else None
        if at < 0:
            return None
        definition = scope.definitions[at]
        text = "\n".join(scope.lines()[definition.line - 1 : definition.end_line])
        return Locals(text, scope.language).types(scope, name, at)


def types_of(scope: FileScope, parts: list[str], at: int, far: bool) -> Types | None:
    """Return like `receiver_types` the types of what `parts` denote, where one may be an attribute that is assigned.

    Only in the file of `scope`; in other files when `far`.
    """
    types = scope.around(at)[:1] if parts[0] in scope.selves else receiver_types(scope, parts[:1], at)
    for part in parts[1:]:
        if not types:
            return types
        held: list[Place] = []
        for owner in types:
            found = held_types(scope, scope.binder.member(owner, part))
            if found is None:
                found = attribute_types(scope, owner, part, far)
            if found is None:
                return None
            held.extend(found)
        types = tuple(dict.fromkeys(held))
    return types


def attribute_types(
    scope: FileScope, owner: Place, name: str, far: bool, seen: frozenset[Place] = frozenset()
) -> Types | None:
    """Return the types of what the class at `owner`, or the nearest of its bases that does, assigns to an attribute."""
    if owner.path == scope.path or far:
        assigned, types = scope.binder.scope(owner.path).attributes.types(owner.position, name)
        if assigned:
            return types
    for base in scope.binder.bases(owner):
        if base not in seen and (found := attribute_types(scope, base, name, far, seen | {owner})) is not None:
            return found
    return None
