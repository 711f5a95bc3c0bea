"""Tell by the text before a call on which type of value it is: the result of other calls, a lambda's argument.

Only asked where one reference is in question: the graph of a whole repository is made without reading texts for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from repomap.binding.declared import arity, declared
from repomap.binding.extensions import extended, extensions
from repomap.binding.lambdas import argument_type, enclosing_lambda
from repomap.binding.library_names import METHODS
from repomap.binding.local_types import Locals
from repomap.binding.name_rules import SELF, SUPER
from repomap.binding.one_meant import honest
from repomap.binding.places import INHERITED, ONLY_ONE, TYPED, Place
from repomap.binding.texts import closing, opening, past_type_arguments
from repomap.binding.value_types import held_text, types_at
from repomap.model import TYPES

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope
    from repomap.binding.places import Found
    from repomap.model import Definition

MAX_STEPS = 12  # calls of one chain, and variables that are given by others

_WORD = re.compile(r"[$#]?[^\W\d]\w*")
_STEP = re.compile(r"\s*(?:(?:\?|!!|!)?\.|\??->|::)\s*")
_PREFIX = re.compile(r"(?:(?:await|try[?!]?|return|yield)\s+)+")
_NEW = re.compile(r"new\s+([\w.\\]+)\s*")
STATEMENT_ENDS = re.compile(r"[ \t]*(?:[;,)\]}\n]|//|$)")


class Value(NamedTuple):
    """What is known of a value: its types, () when outside the repository, what they are called, and how sure it is."""

    types: tuple[Place, ...]
    names: tuple[str, ...]
    confidence: float


class Reading:
    """The expressions of one text, in one definition of a file."""

    links = re.compile(r"\.\Z")
    """What stands between a value and its member, before a place."""

    def __init__(self, scope: FileScope, text: str, at: int) -> None:
        self.scope = scope
        self.text = text
        self.at = at
        self.steps = 0

    def before(self, end: int) -> Value | None:
        """Return the value of the expression that ends at `end`."""
        self.steps += 1
        end = len(self.text[:end].rstrip())
        start = self.start(end)
        return self.value(start, end) if start < end and self.steps <= MAX_STEPS else None

    def start(self, end: int) -> int:
        """Return where the expression that ends at `end` begins."""
        text = self.text
        at = end
        while True:
            at = len(text[:at].rstrip()) if at else 0
            sign = text[at - 1 : at]
            while sign in ("!", "?") and sign:
                at -= 1
                sign = text[at - 1 : at]
            while sign and sign in ")]}>":
                opened = opening(text, at - 1)
                if opened < 0 or (sign == ">" and not _WORD.match(text[opened - 1 : opened])):
                    return end
                at = opened
                spaced = len(text[:at].rstrip(" "))
                if text[spaced - 1 : spaced].isalnum() or text[spaced - 1 : spaced] in (")", "]", ">", "_"):
                    at = spaced
                sign = text[at - 1 : at]
            word = re.search(r"[$#]?[^\W\d]\w*\Z", text[max(0, at - 100) : at])
            if word:
                at -= len(word[0])
            outside = len(text[:at].rstrip())
            if link := self.links.search(text[max(0, outside - 3) : outside]):
                at = outside - len(link[0])
                continue
            new = re.search(r"\bnew\s+(?:[\w.\\]*[.\\])?\Z", text[max(0, at - 100) : at])
            return at - len(new[0]) if new else at

    def value(self, start: int, end: int) -> Value | None:
        """Return the value of the expression between `start` and `end`."""
        text = self.text
        if prefix := _PREFIX.match(text, start):
            start = prefix.end()
        found: Value | None
        if made := _NEW.match(text, start):
            at = self.past_types(made.end())
            found = self.of_type(made[1] + arity(text[made.end() : at], self.scope.language))
            at = self.past_arguments(at)
        elif text[start : start + 1] == "(":
            at = closing(text, start)
            found = self.value(start + 1, at - 1) if at > 0 else None
        elif word := _WORD.match(text, start):
            after = self.past_types(word.end())
            at = self.past_arguments(after)
            if at > after or (after > word.end() and self.scope.language != "scala"):
                found = self.given(self.scope.find(word[0], "call", self.at, ""), None)
            else:
                found = self.named(word[0], start)
                at = after
        else:
            return None
        while found and at < end and (step := _STEP.match(text, at)) and (word := _WORD.match(text, step.end())):
            if word.end() > end:
                return None
            at = self.past_arguments(self.past_types(word.end()))
            found = self.step(found, word[0], called=at > word.end())
        return found if found and at >= end else None

    def past_types(self, at: int) -> int:
        """Return where type arguments end that begin at `at`, `at` when there are none."""
        return past_type_arguments(self.text, at)

    def past_arguments(self, at: int) -> int:
        """Return where the arguments of a call end that begin at `at`, with the lambda or initialiser after them."""
        text = self.text
        while True:
            opened = re.compile(r"[ \t]*([({])" if self.scope.language != "csharp" else r"\s*([({])").match(text, at)
            if not opened or (opened[1] == "(" and opened.start(1) > at and self.scope.language != "csharp"):
                return at
            end = closing(text, opened.start(1))
            if end < 0:
                return at
            at = end

    def step(self, value: Value, name: str, called: bool) -> Value | None:
        """Return the value of a member of a value, or of what it gives when it is called."""
        meant = self.member(value, name)
        return self.given(meant, value) if meant else None

    def named(self, name: str, at: int) -> Value | None:
        """Return the value of a variable, a member or a type that is called `name`."""
        scope = self.scope
        if name == "_":
            return None
        if name in SELF:
            return self.of_types(scope.around(self.at)[:1])
        if name in SUPER:
            return self.of_types(
                tuple(base for place in scope.around(self.at)[:1] for base in scope.binder.bases(place))
            )
        local = scope.locals(self.at).get(name) if self.at >= 0 else None
        if isinstance(local, str):
            return self.of_type(local) if local else None
        if lambda_value := self.argument(name, at):
            return lambda_value
        if written := self.written(name, at):
            return written
        if text := held_text(scope, name, self.at):
            return self.of_text(*text)
        types = scope.types(name)
        return self.of_types(types) if types else None

    def written(self, name: str, at: int) -> Value | None:
        """Return the value of a variable by its declaration or its only assignment before."""
        known = Locals(self.text, self.scope.language)
        kinds = known.kinds(name)
        if kinds:
            return self.of_type(kinds[-1])
        for start in reversed(known.values(name)):
            self.steps += 1
            if self.steps > MAX_STEPS:
                return None
            end = self.end(start)
            if start <= at < end:
                continue  # it is assigned what it gives itself
            return self.value(start, end) if STATEMENT_ENDS.match(self.text, end) else None
        return None

    def end(self, start: int) -> int:
        """Return where the chain of calls that starts at `start` ends."""
        text = self.text
        at = start
        if prefix := _PREFIX.match(text, at):
            at = prefix.end()
        if made := _NEW.match(text, at):
            at = self.past_arguments(self.past_types(made.end()))
        elif word := _WORD.match(text, at):
            at = self.past_arguments(self.past_types(word.end()))
        while (step := _STEP.match(text, at)) and (word := _WORD.match(text, step.end())):
            at = self.past_arguments(self.past_types(word.end()))
        return at

    def argument(self, name: str, at: int) -> Value | None:
        """Return the value of a lambda's argument, by what is declared for the function it is passed to."""
        passed = enclosing_lambda(self.text, name, at, self.scope.language)
        if passed is None:
            return None
        if passed.kind:
            return self.of_type(passed.kind)
        self.steps += 1
        if self.steps > MAX_STEPS:
            return None
        callee = passed.callee
        made = re.search(r"\bnew\s+\Z", self.text[max(0, passed.start - 20) : passed.start])
        dotted = re.search(r"[!?]*\.\s*\Z", self.text[max(0, passed.start - 100) : passed.start])
        shift = 0
        if dotted and not made:
            value = self.before(passed.start - len(dotted[0]))
            meant = self.member(value, callee) if value else None
            shift = int(bool(meant and meant[0] and self._is_extension(meant[0][0])))
        else:
            meant = self.scope.find(callee, "call", self.at, "")
        if not meant or not meant[0] or meant[1] < ONLY_ONE:
            return None
        kinds = {
            (place.path, kind)
            for place in self._callables(meant[0])
            if (kind := argument_type(self.definition(place), passed, shift, self.scope.language))
        }
        values = [self.of_text(path, kind) for path, kind in sorted(kinds)]
        return values[0] if values and all(value == values[0] for value in values) else None

    def _callables(self, places: Iterable[Place]) -> Iterable[Place]:
        """Yield functions, and of types their constructors, or the type itself where it has its parameters."""
        for place in places:
            definition = self.definition(place)
            if definition.kind in TYPES:
                made = self.scope.binder.members(place, definition.name)
                yield from made or (place,)
            else:
                yield place

    def definition(self, place: Place) -> Definition:
        return self.scope.binder.definition(place)

    def _is_extension(self, place: Place) -> bool:
        return self.scope.language == "csharp" and bool(extended(*self._described(place)))

    def _described(self, place: Place) -> tuple[str, str, str, str]:
        definition = self.definition(place)
        return definition.signature, definition.name, "", self.scope.binder.files.language(place.path)

    def of_types(self, types: tuple[Place, ...]) -> Value | None:
        names = tuple(dict.fromkeys(self.definition(place).name for place in types))
        return Value(types, names, TYPED) if types else None

    def of_type(self, text: str) -> Value | None:
        types = None if text in self.scope.generics(self.at) else types_at(self.scope, text, self.at)
        return None if types is None or text == "[]" else Value(types, (_simple(text),), TYPED)

    def of_text(self, path: str, text: str) -> Value | None:
        types = self.scope.binder.scope(path).types(text)
        return None if types is None or text == "[]" else Value(types, (_simple(text),), TYPED)

    def member(self, value: Value, name: str) -> Found | None:
        """Return what `name` means on a value, by its types or as an extension of them; None when that is unknown."""
        scope = self.scope
        found = tuple(dict.fromkeys(place for owner in value.types for place in scope.binder.member(owner, name)))
        if found:
            return honest(scope, (scope.binder.fitting(found, "call"), min(TYPED, value.confidence)))
        of_library = not value.types and name in METHODS.get(scope.family, ())
        added = () if of_library else extensions(scope, value.names, name)
        if added:
            return honest(scope, (added, min(INHERITED, value.confidence)))
        return ((), TYPED) if not value.types and scope.language != "scala" else None  # there a value may be converted

    def given(self, meant: Found, receiver: Value | None) -> Value | None:
        """Return the value that a call of what is meant gives, or a member holds."""
        places, confidence = meant
        if not places or confidence < ONLY_ONE:
            return None
        values = [self.result(place, receiver) for place in places]
        first = values[0]
        if first is None or any(value is None or value[:2] != first[:2] for value in values):
            return None
        return first._replace(confidence=min(confidence, first.confidence))

    def result(self, place: Place, receiver: Value | None) -> Value | None:
        definition = self.definition(place)
        there = self.scope.binder.scope(place.path)
        if definition.kind in TYPES:
            return self.of_types((place,))
        if definition.kind == "constructor":
            return self.of_types(there.around(place.position)[:1])
        own = declared(definition.signature, definition.name, there.language)
        if own.result in SELF:
            return self.of_types(there.around(place.position)[:1])
        if own.result in there.generics(place.position):
            first = own.parameters[0][1] if own.parameters else ""
            return receiver if receiver and first == own.result and self._is_extension(place) else None
        return self.of_text(place.path, own.result) if own.result else None


def _simple(text: str) -> str:
    return text.partition("`")[0].rpartition(".")[2]
