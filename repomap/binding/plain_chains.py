"""Tell by the text before a call on which type of value it is, in Python, PHP, JavaScript and TypeScript."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from repomap.binding.attributes import attribute_types
from repomap.binding.chains import MAX_STEPS, STATEMENT_ENDS, Reading, Value
from repomap.binding.declared import declared, plain
from repomap.binding.docblocks import documented
from repomap.binding.docblocks import whole as documented_whole
from repomap.binding.elements import GO_THROUGH, declared_text, element
from repomap.binding.lambdas import enclosing_lambda
from repomap.binding.local_types import Locals
from repomap.binding.name_rules import SELF, SUPER
from repomap.binding.places import TYPED, Place
from repomap.binding.texts import closing, opening, past_type_arguments
from repomap.model import TYPES

if TYPE_CHECKING:
    from repomap.binding.places import Found

READ = frozenset(("python", "php", "javascript", "typescript", "tsx"))
_OF_ITS_CLASS = re.compile(r"\)\s*:\s*\??(?:static|this)\b")
_CAST = re.compile(r"\s+as\s+([\w.]+)\s*(?:<[^()]*>)?\s*\Z")
_BINDS = (
    r"\bfor\b[^\n:]*NAME[^\n:]*\b(?:in|of)\b",
    r"\bas\s+\(?NAME",
    r"\blambda\b[^:\n]*NAME",
    r"\b(?:const|let|var)\s*[{\[][^=;]*NAME[^=;]*[}\]]\s*=",
    r"NAME\s*(?:,[\w\s,:=]*\))?\s*=>",
    r"\bfunction\s*\w*\s*\([^)]*NAME",
    r"NAME\s*:=",
    r"^[ \t]*(?:\w+,\s*)+NAME[\w, ]*=",
)
"""What gives the word NAME a value other than by a plain assignment."""


class PlainReading(Reading):
    """The expressions of a text in a language whose members are never bare."""

    links = re.compile(r"(?:\.|\??->|::)\Z")

    def past_types(self, at: int) -> int:
        """Return where type arguments end that begin at `at`: brackets take an element here."""
        return past_type_arguments(self.text, at) if self.text[at : at + 1] == "<" else at

    def value(self, start: int, end: int) -> Value | None:
        """Return the value of the expression between `start` and `end`."""
        if cast := _CAST.search(self.text, max(start, end - 200), end):
            return self.of_type(plain(cast[1], self.scope.language))
        return super().value(start, end)

    def named(self, name: str, at: int) -> Value | None:
        """Return the value of a variable or a type that is called `name`."""
        scope = self.scope
        if name in SELF:
            return self.of_types(scope.around(self.at)[:1])
        if name in SUPER:
            return self.of_types(
                tuple(base for place in scope.around(self.at)[:1] for base in scope.binder.bases(place))
            )
        local = scope.locals(self.at).get(name) if self.at >= 0 else None
        if argument := self.argument(name, at):
            return argument
        if isinstance(local, str):
            local = local or documented(scope, self.at, "param", name)
            return self.of_type(local) if local else None
        if looped := self._looped(name, at):
            return looped
        if written := self.written(name, at):
            return written
        if self._binds(name):
            return None
        if types := scope.types(name):
            return self.of_types(types)
        return self._of_file(name)

    def _binds(self, name: str) -> bool:
        """Tell whether the text gives `name` a value of its own, which is not known."""
        word = rf"(?<![\w$.]){re.escape(name)}\b"
        return Locals(self.text, self.scope.language).knows(name) or any(
            re.search(pattern.replace("NAME", word), self.text, re.MULTILINE) for pattern in _BINDS
        )

    def _of_file(self, name: str) -> Value | None:
        """Return the value of what the file declares outside functions, or imports."""
        scope = self.scope
        held = [place for place in scope.top(name) if self.definition(place).kind not in TYPES]
        held = held or [p for p in scope.imports.find(name, "use") or () if self.definition(p).kind not in TYPES]
        values = [self.result(place, None) for place in held]
        if values and all(value == values[0] for value in values):
            return values[0]
        if not held and scope.family == "javascript":  # `let x: T` of the functions around, which are none
            kinds = set(Locals("\n".join(scope.lines()), scope.language).kinds(name))
            return self.of_type(kinds.pop()) if len(kinds) == 1 else None
        return None

    def written(self, name: str, at: int) -> Value | None:
        """Return the value of a variable by its declaration, its last assignment before, or what it is taken from."""
        if found := super().written(name, at):
            return found
        if self.scope.family != "javascript":
            return None
        taken = (
            rf"\b(?:const|let|var)\s*\{{[^{{}}=]*?(?:(\w+)\s*:\s*)?(?<![\w$.]){re.escape(name)}\b[^{{}}=:]*\}}\s*=\s*"
        )
        for match in reversed(list(re.finditer(taken, self.text))):
            end = self.end(match.end())
            if match.end() <= at < end:
                continue
            value = self.value(match.end(), end) if STATEMENT_ENDS.match(self.text, end) else None
            return self.step(value, match[1] or name, called=False) if value else None
        return None

    def _looped(self, name: str, at: int) -> Value | None:
        """Return the value of an element that a loop calls `name`."""
        text = self.text
        if self.scope.language == "php":
            php = rf"\bforeach\s*\(\s*([^{{}};]*?)\s+as\s+(?:\$\w+\s*=>\s*)?&?{re.escape(name)}\s*\)"
            loops = [match.span(1) for match in re.finditer(php, text[:at])]
        else:
            head = r"\s*(?:await\s*)?\(\s*(?:const|let|var)" if self.scope.family == "javascript" else ""
            pattern = rf"\bfor{head}\s+{re.escape(name)}\s+(?:in|of)\s+"
            loops = [(match.end(), self.end(match.end())) for match in re.finditer(pattern, text)]
            loops = [span for span in loops if re.match(r"\s*(?:[:)\]}]|if\b)", text[span[1] :])]
        before = [span for span in loops if span[0] <= at]
        return self.elements(*(before or loops)[-1 if before else 0]) if loops else None

    def elements(self, start: int, end: int) -> Value | None:
        """Return the value that each element has of what is written between `start` and `end`."""
        scope, text = self.scope, self.text[start:end]
        self.steps += 1
        if self.steps > MAX_STEPS:
            return None
        if re.fullmatch(r"\$?\w+", text):
            kinds = {element(kind, scope.language) for kind in self._declared(text)}
            if kinds:
                return self.of_type(kinds.pop()) if len(kinds) == 1 and "" not in kinds else None
            values = [at for at in Locals(self.text, scope.language).values(text) if at < start]
            return self.elements(values[-1], self.end(values[-1])) if values else None
        if prefix := re.match(r"(?:await|yield)\s+", text):
            return self.elements(start + prefix.end(), end)
        opened = opening(self.text, end - 1) if text.endswith(")") else end
        called = re.search(r"(\??\.|\??->|::)?\s*(\w+)\s*\Z", self.text[start:opened]) if opened > start else None
        if not called:
            return None
        if not called[1]:
            places = scope.find(called[2], "call", self.at, "")[0] if opened < end else ()
        else:
            value = self.value(start, start + called.start())
            owners = value.types if value else ()
            places = tuple(place for owner in owners for place in scope.binder.member(owner, called[2]))
        found = [self._element_of(place) for place in places]
        return found[0] if found and all(each == found[0] for each in found) else None

    def _declared(self, name: str) -> set[str]:
        """Return what is declared for a variable or a parameter, as it is written, wherever it is in the file."""
        text = self.text if self.at >= 0 and self.scope.family != "javascript" else "\n".join(self.scope.lines())
        if self.scope.language == "php":
            around = documented_whole(self.scope, self.at, "param", name) if self.at >= 0 else ""
            return {around} if around else set(re.findall(rf"@var\s+(\S+)\s+{re.escape(name)}\b", text))
        return set(re.findall(rf"(?<![\w$.]){re.escape(name)}\s*[?!]?:\s*([^=;\n]*[\]>])", text))

    def _element_of(self, place: Place) -> Value | None:
        definition, there = self.definition(place), self.scope.binder.scope(place.path)
        text = declared_text(definition.signature, definition.name)
        kind = element(text, there.language)
        if not kind and there.language == "php":
            tag = "return" if definition.kind in ("method", "function") else "var"
            kind = element(documented_whole(there, place.position, tag), "php")
        if not kind or kind in self._type_parameters(place.path, place.position):
            return None
        return self.of_text(place.path, kind)

    def past_arguments(self, at: int) -> int:
        """Return where the arguments of a call end that begin at `at`."""
        end = closing(self.text, at) if self.text[at : at + 1] == "(" else -1
        return end if end > 0 else at

    def of_type(self, text: str) -> Value | None:
        """Return a value of the type that is written as `text`."""
        if text in SELF:
            return self.of_types(self.scope.around(self.at)[:1])
        return super().of_type(text.replace("\\", ".").strip("."))

    def step(self, value: Value, name: str, called: bool) -> Value | None:
        """Return the value of a member of a value, or of what it gives when it is called."""
        found = super().step(value, name, called)
        if found or called or not value.types:
            return found
        held: list[Place] = []
        for owner in value.types:
            types = attribute_types(self.scope, owner, name, far=True)
            if types is None:
                return None
            held.extend(types)
        return Value(tuple(dict.fromkeys(held)), (), TYPED)

    def argument(self, name: str, at: int) -> Value | None:
        """Return the value of an argument of a function without a name."""
        language = self.scope.language
        if language == "php":
            pattern = rf"[(,]\s*(?:readonly\s+)?([\\\w|?]+)\s+&?(?:\.\.\.)?{re.escape(name)}\s*[,)=]"
            matches = list(re.finditer(pattern, self.text[:at]))
            return self.of_type(plain(matches[-1][1], language)) if matches else None
        if self.scope.family != "javascript":
            return None
        passed = enclosing_lambda(self.text, name, at, language)
        dotted = re.search(r"[!?]*\.\s*\Z", self.text[max(0, passed.start - 100) : passed.start]) if passed else None
        if passed and dotted and not passed.kind and passed.callee in GO_THROUGH and not passed.own + passed.place:
            end = passed.start - len(dotted[0])
            return self.elements(self.start(end), end)
        return super().argument(name, at)

    def result(self, place: Place, receiver: Value | None) -> Value | None:
        """Return the value that a call of what stands at `place` gives, or that it holds."""
        definition = self.definition(place)
        there = self.scope.binder.scope(place.path)
        if definition.kind in TYPES:
            return self.of_types((place,))
        own = declared(definition.signature, definition.name, there.language)
        kind = own.result
        if not kind and definition.kind in ("method", "function"):
            kind = documented(there, place.position, "return")
        if kind in SELF or _OF_ITS_CLASS.search(definition.signature):
            around = there.around(place.position)[:1]
            return receiver if kind != "self" and receiver and receiver.types else self.of_types(around)
        if kind and kind not in own.generics and kind not in self._type_parameters(there.path, definition.owner):
            return self.of_text(place.path, kind)
        if definition.kind in ("field", "property", "variable", "constant") and there.around(place.position):
            types = attribute_types(self.scope, there.around(place.position)[0], definition.name, far=True)
            return Value(types, (), TYPED) if types is not None else None
        return None

    def _type_parameters(self, path: str, at: int) -> tuple[str, ...]:
        found: tuple[str, ...] = ()
        while at >= 0:
            definition = self.scope.binder.files.definitions(path)[at]
            found += declared(definition.signature, definition.name, self.scope.language).generics
            at = definition.owner
        return found

    def member(self, value: Value, name: str) -> Found | None:
        """Return what `name` means on a value; None when that is unknown."""
        scope = self.scope
        found = tuple(dict.fromkeys(place for owner in value.types for place in scope.binder.member(owner, name)))
        if found:
            return scope.binder.fitting(found, "call"), min(TYPED, value.confidence)
        return ((), TYPED) if not value.types else None
