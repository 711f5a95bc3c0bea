"""Read in a C function's text of which types its variables and calls are: declared, made there, or returned."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from repomap.binding.c_types import ARGUMENTS, c_type
from repomap.binding.declared import declared
from repomap.binding.name_rules import PARTS, SELF
from repomap.binding.places import ONLY_ONE, Place
from repomap.binding.value_types import held_types, receiver_types, types_at
from repomap.model import TYPES

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope

Types = tuple[Place, ...] | None

MAX_STEPS = 6  # variables that are made of other variables, followed this deep

_NO_TYPE = (
    "return|else|delete|new|throw|case|goto|using|typename|namespace|co_return|co_yield|co_await|public|private|"
    "protected|if|while|for|switch|sizeof|typedef|operator|and|or|not|do|extern|default|template|class"
)
_DECLARES = re.compile(
    rf"(?<![\w.>:$])(?P<kind>(?:(?:const|static|constexpr|volatile|unsigned|signed|struct|union|enum|register|typename)\s+)*"
    rf"(?!(?:{_NO_TYPE})\b)(?:::)?[A-Za-z_]\w*(?:{ARGUMENTS})?(?:::[A-Za-z_]\w*(?:{ARGUMENTS})?)*)"
    r"(?:\s+const\b)?(?:\s*[*&]+\s*(?:const\s+)?(?<=[*&\s])|\s+[*&]*(?:const\s+)?)"
    r"(?P<name>[A-Za-z_]\w*)\s*(?P<end>=(?!=)|;|:(?!:)|,|\)|\(|\{|\[)"
)
_PATH = re.compile(
    rf"\s*(?P<new>new\s+)?[&*]*\s*(?P<name>(?:::)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)(?P<arguments>{ARGUMENTS})?\s*"
)
_STEP = re.compile(rf"\s*(?:\.|->)\s*([A-Za-z_]\w*)(?:{ARGUMENTS}(?=\())?\s*")
_ENDS = re.compile(r"\s*(?:[;,){:?]|$)")
_OF_ITS_ARGUMENT = frozenset(
    ("static_cast", "dynamic_cast", "reinterpret_cast", "const_cast", "down_cast", "make_unique", "make_shared")
)
_HOLDS = re.compile(
    rf"\b(?:vector|list|set|deque|array|span|initializer_list|unordered_set|forward_list)<\s*([^,<>]*(?:{ARGUMENTS})?[^,<>]*)[,>]"
)
_BRACKETS = {"(": ")", "{": "}", "[": "]"}


class CValues:
    """The variables that the text of a C function declares, and the types of what is written in it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._kinds: dict[str, list[tuple[str, str, int]]] = {}
        for match in _DECLARES.finditer(text):
            self._kinds.setdefault(match["name"], []).append((match["kind"], match["end"], match.end()))

    def types(self, scope: FileScope, qualifier: str, at: int, steps: int = MAX_STEPS) -> Types:
        """Return the types of the value that `qualifier` (`x`, `x->y`) denotes in the definition at `at`.

        () when they are outside the repository, None when nothing is written of it, or anything that is not clear.
        """
        first, *rest = PARTS.split(qualifier)
        types = self._variable(scope, first, at, steps)
        for part in rest:
            if not types:
                return types
            types = held_types(scope, [place for owner in types for place in scope.binder.member(owner, part)])
        return types

    def declares(self, name: str) -> bool:
        """Tell whether a variable of that name is declared in the text."""
        return name in self._kinds

    def _variable(self, scope: FileScope, name: str, at: int, steps: int) -> Types:
        found: list[Place] = []
        for kind, end, start in self._kinds.get(name, ()):
            types = (
                types_at(scope, c_type(kind), at)
                if not kind.endswith("auto")
                else self._made(scope, end, start, at, steps)
            )
            if types is None:
                return None
            found.extend(types)
        if name not in self._kinds:
            return held_types(scope, scope.c.value(name, at)) if scope.c else None
        return tuple(dict.fromkeys(found))

    def _made(self, scope: FileScope, end: str, start: int, at: int, steps: int) -> Types:
        """Return the types of a variable that is declared `auto`."""
        if not steps or end not in ("=", ":", "(", "{"):
            return None
        return self._element(scope, start, at) if end == ":" else self._value(scope, start, at, steps - 1)

    def _element(self, scope: FileScope, start: int, at: int) -> Types:
        """Return the types of what a loop goes over."""
        match = re.compile(r"\s*\*?(?:this->)?([A-Za-z_]\w*)\s*\)").match(self._text, start)
        if not match:
            return None
        texts = [kind for kind, _, _ in self._kinds.get(match[1], ())]
        for owner in scope.around(at) if not texts else ():
            texts += [scope.binder.definition(place).signature for place in scope.binder.member(owner, match[1])]
        inside = {found[1] for text in texts if (found := _HOLDS.search(text))}
        return types_at(scope, c_type(inside.pop()), at) if len(inside) == 1 else None

    def _value(self, scope: FileScope, start: int, at: int, steps: int) -> Types:
        """Return the types of the value that is written at `start`: a path of names, calls and members."""
        match = _PATH.match(self._text, start)
        if not match:
            return None
        name, arguments = match["name"], match["arguments"] or ""
        opens = self._text[match.end() : match.end() + 1]
        after = match.end()
        types: Types
        if match["new"]:
            return types_at(scope, c_type(name), at)
        if opens and opens in "({":
            after = _closing(self._text, after)
            if after < 0:
                return None
            last = PARTS.split(name)[-1]
            made = last in _OF_ITS_ARGUMENT
            types = types_at(scope, c_type(arguments[1:-1]), at) if made else self._called(scope, name, at)
        else:
            types = None if name in self._kinds else receiver_types(scope, [name], at)
            types = self._variable(scope, name, at, steps) if types is None else types
        while types and (step := _STEP.match(self._text, after)):
            places = [place for owner in types for place in scope.binder.member(owner, step[1])]
            types = held_types(scope, places)
            after = step.end()
            if self._text[after : after + 1] == "(":
                after = _closing(self._text, after)
                if after < 0:
                    return None
        return types if types is not None and (not types or _ENDS.match(self._text, after)) else None

    def _called(self, scope: FileScope, name: str, at: int) -> Types:
        *before, last = PARTS.split(name.removeprefix("::"))
        if before and before[0] == "std":
            return ()
        targets, confidence = scope.find(last, "call", at, "::".join(before))
        if not targets or confidence < ONLY_ONE:
            return None
        return results(scope, targets)


def results(scope: FileScope, targets: tuple[Place, ...]) -> Types:
    """Return the types of what calls of `targets` give: of a type, itself."""
    found: list[Place] = []
    for target in targets:
        definition = scope.binder.definition(target)
        there = scope.binder.scope(target.path)
        types: Types = (target,)
        if definition.kind not in TYPES:
            result = declared(definition.signature, definition.name, there.language).result
            types = (
                there.around(target.position)[:1] or None
                if result in SELF
                else types_at(there, result, target.position)
            )
        if types is None:
            return None
        found.extend(types)
    return tuple(dict.fromkeys(found))


def _closing(text: str, start: int) -> int:
    """Return where the bracket that opens at `start` is closed, -1 when it is not."""
    depth = 0
    opening, closing = text[start], _BRACKETS[text[start]]
    for match in re.compile(rf"[{re.escape(opening + closing)}]").finditer(text, start):
        depth += 1 if match[0] == opening else -1
        if not depth:
            return match.end()
    return -1
