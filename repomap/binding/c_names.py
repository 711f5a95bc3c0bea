"""Bind names of the C languages: by what a file includes, directly or by way of others, and by namespaces in sight."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from repomap.binding.c_types import FAMILY_NAME, TEMPLATE, c_type
from repomap.binding.library_names import BARE
from repomap.binding.name_rules import PARTS, nearest
from repomap.binding.places import (
    ELSEWHERE,
    IMPORTED_MODULE,
    IMPORTED_NAME,
    MEMBERS,
    ONLY_ONE,
    SAME_FILE,
    SAME_FOLDER,
    SAME_PACKAGE,
    SAME_SCOPE,
    TYPE_AT_HAND,
    Found,
    Place,
)
from repomap.model import TYPES, Import

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope

MAX_REACH = 2000  # files seen from one: what includes more is the whole repository
MAX_ELSEWHERE = 20  # a name defined in more files than this, none of them in reach, says nothing about any
MAX_HEAD = 4  # lines between `template <…>` and the name of what it stands before
LONGEST_HEAD = 4_000  # characters of `template<…>`
MOST_ALIASES = 50  # names of one type that stand for one another, followed this deep

_SOURCES = (".c", ".m", ".mm", ".cc", ".cpp", ".cxx", ".cu")
_INLINE = re.compile(r"v\d+|__\w+|_V\d+|abi\w*")  # namespaces that are left out when a name is written
_FIXTURE = re.compile(r"[A-Z][A-Z0-9_]*\(([A-Za-z_]\w*)\s*,")  # TEST_F(Fixture, Name) {
_HEAD = re.compile(r"\btemplate\s*<")
_PARAMETER = re.compile(
    r"(?:\b(?:typename|class)\b|(?<![\w:])[A-Za-z_][\w:]*)\s*(?:\.\.\.)?\s*\b([A-Za-z_]\w*)\s*(?=[,=>]|$)"
)
_BRACKET = re.compile(r"[<>(){};]")
_UNSAID = frozenset(("", "auto", "decltype", "T", "typename"))
_TYPEDEF = re.compile(r"typedef\s+(?:const\s+)?(?:(?:struct|class|union|enum)\s+)?([A-Za-z_][\w:]*)\s*[*&]*\s*\w+$")
_CONDITION = re.compile(r"\s*#\s*(if|ifdef|ifndef|endif)\b")
_ALIAS = re.compile(r"(?:namespace|using)\s+\w+[^=]*=\s*")


class CNames:
    """What one file of a C language sees of the others, and the namespaces and templates in it."""

    def __init__(self, scope: FileScope) -> None:
        self._scope = scope
        self._opened: set[str] = set()
        self._used: dict[str, str] = {}
        self._reach: frozenset[str] | None = None
        self._stems: frozenset[str] = frozenset()
        self._in_sight: dict[int, tuple[frozenset[str], frozenset[str]]] = {}
        self._parameters: dict[int, frozenset[str]] | None = None

    def add(self, item: Import) -> None:
        """Take in what opens no file: `using namespace a`, `using a::b`."""
        for original, _ in item.names:
            if original == "*":
                self._opened.add(_plain(item.module))
            else:
                self._used[original] = item.module

    def fixture(self, signature: str) -> tuple[Place, ...]:
        """Return the class that a test's macro makes the test a member of: `TEST_F(Fixture, Name)`."""
        match = _FIXTURE.match(signature)
        types = self._scope.types(match[1]) if match else None
        return tuple(place for place in types or () if self._scope.binder.definition(place).kind in ("class", "struct"))

    def types(self, text: str) -> tuple[Place, ...] | None:
        """Return the types that `text` names, () when that is outside the repository, None if unclear."""
        binder = self._scope.binder
        parts = PARTS.split(text)
        if text in _UNSAID or parts[0] == TEMPLATE:
            return None
        if parts[0] == "std" or text == "[]":
            return ()
        name = parts[-1]
        if len(parts) == 1:
            own = [Place(self._scope.path, at) for at in self._scope.called(name)]
            found: Found = (tuple(own), SAME_FILE)
            if not any(binder.definition(place).kind in TYPES for place in own):
                if any(name in names for names in self.parameters().values()):
                    return None
                found = self.bare(name, -1, "type")
        else:
            found = self.qualified(name, text[: -len(name) - 1], "type") or ((), ELSEWHERE)
        places = tuple(place for place in found[0] if binder.definition(place).kind in TYPES)
        if not places:
            known = any(binder.definition(place).kind in TYPES for place in binder.named(name, FAMILY_NAME))
            return None if known and name not in BARE[FAMILY_NAME] else ()
        if found[1] < ONLY_ONE:  # of copies the nearest
            places = nearest(self._scope.path, places) if self._one(places, ONLY_ONE) else ()
        return self._meant(places) if places else None

    def types_at(self, text: str, at: int) -> tuple[Place, ...] | None:
        """Return like `types` what `text` names in the definition at `at`, where the types around have names, too."""
        binder = self._scope.binder
        first, *rest = PARTS.split(text)
        for owner in self._scope.around(at) if at >= 0 else ():
            found = [place for place in binder.member(owner, first) if binder.definition(place).kind in TYPES]
            for part in rest:
                found = [inner for place in found for inner in binder.member(place, part)]
            if found:
                return self._meant(found)
        return self._scope.types(text)

    def _meant(self, places: Iterable[Place]) -> tuple[Place, ...] | None:
        """Return the types that places stand for, None where one is unclear or `#if` chooses one from outside."""
        found: list[Place] = []
        outside = False
        for place in places:
            real = self._real(place)
            if real is None:
                return None
            found.extend(real)
            outside = outside or not real
        return None if outside and found else tuple(dict.fromkeys(found))

    def _real(self, place: Place) -> tuple[Place, ...] | None:
        """Return the type at a place, for another name of a type what that stands for."""
        definition = self._scope.binder.definition(place)
        other = _aliased(definition.signature) if definition.kind == "type" else ""
        if not other or other.rpartition(".")[2] == definition.name:
            return (place,)
        binder = self._scope.binder
        if binder.aliases > MOST_ALIASES:
            return None
        binder.aliases += 1
        try:
            found = binder.scope(place.path).types(other)
            return self._scope.types(other) if found is None else found
        finally:
            binder.aliases -= 1

    def bare(self, name: str, at: int, kind: str) -> Found:
        """Bind a name that is written without a qualifier and is not defined in the file itself."""
        if module := self._used.get(name):
            if PARTS.split(module)[0] == "std":
                return (), SAME_FILE
            if found := self.qualified(name, module, kind):
                return found
        if kind in ("type", "inherit") and any(name in names for names in self.parameters().values()):
            return (), SAME_SCOPE
        binder = self._scope.binder
        places = [place for place in binder.candidates(name, FAMILY_NAME, kind) if self._is_known(place, kind)]
        reach = self._reached()
        seen = [place for place in places if place.path in reach]
        paired = [place for place in places if place.path not in reach and _stem(place.path) in self._stems]
        if not seen and not paired and name in BARE[FAMILY_NAME]:
            return (), ELSEWHERE
        for some in (seen, paired):
            if found := self._one(self._in_namespace(some, at), IMPORTED_NAME if some is seen else IMPORTED_MODULE):
                return self.honest(found)
        if found := self._one([place for place in seen if place.path == self._scope.path], ONLY_ONE):
            return found
        if found := self._one([*seen, *paired], ONLY_ONE):
            return found
        return self._elsewhere(places, at)

    def honest(self, found: Found) -> Found:
        """Return what was found with less confidence when it is a macro that only some builds have for a function."""
        places, confidence = found
        if not places or confidence <= TYPE_AT_HAND or not all(map(self._is_stand_in, places)):
            return found
        return places, TYPE_AT_HAND

    def _is_stand_in(self, place: Place) -> bool:
        definition = self._scope.binder.definition(place)
        if definition.kind != "macro" or definition.name != definition.name.lower():
            return False
        return _is_under_condition(self._scope.binder.scope(place.path).lines(), definition.line)

    def value(self, name: str, at: int) -> tuple[Place, ...]:
        """Return the function or the variable of another file that a bare name before a point means."""
        found, confidence = self.bare(name, at, "use")
        if confidence < ONLY_ONE:
            return ()
        return tuple(place for place in found if self._scope.binder.definition(place).kind not in TYPES)

    def _elsewhere(self, places: list[Place], at: int) -> Found:
        """Choose among definitions that the file is not known to see."""
        places = self._in_namespace(places, at) or places
        if len({place.path for place in places}) == 1 and self._one(places, ONLY_ONE):
            return tuple(places), SAME_PACKAGE if self._scope.language == "c" else ONLY_ONE
        if near := [place for place in places if place.path.rpartition("/")[0] == self._scope.folder]:
            return tuple(near), SAME_FOLDER
        if len({place.path for place in places}) > MAX_ELSEWHERE:
            return (), ELSEWHERE
        return nearest(self._scope.path, places), ELSEWHERE

    def qualified(self, name: str, qualifier: str, kind: str) -> Found | None:
        """Bind `qualifier::name`, None when the qualifier is no namespace and no type that has it itself."""
        path = _plain(qualifier)
        binder = self._scope.binder
        named = [place for place in binder.named(name, FAMILY_NAME) if self._is_visible(place)]
        places = binder.fitting([place for place in named if self._is_in(place, path)], kind)
        if not places:
            for place in binder.named(PARTS.split(qualifier)[0], FAMILY_NAME):
                if binder.definition(place).kind == "type" and (meant := _aliased(binder.definition(place).signature)):
                    if meant.startswith("std."):
                        return (), SAME_FILE
                    other = f"{meant}{path[len(PARTS.split(qualifier)[0]) :]}"
                    places = binder.fitting([place for place in named if self._is_in(place, other)], kind)
                    break
        reach = self._reached()
        if not places:  # a macro may open the namespace of a library's folder: `FMT_BEGIN_NAMESPACE` in fmt/format.h
            inside = f"/{path}/"
            named = [each for each in named if each.path in reach and inside in f"/{each.path}"]
            free = (each for each in named if not binder.definition(each).parent)
            return self._one(binder.fitting(free, kind), SAME_PACKAGE)
        seen = [place for place in places if place.path in reach]
        paired = [place for place in places if place.path not in reach and _stem(place.path) in self._stems]
        return (
            self._one(seen, IMPORTED_NAME)
            or self._one([*seen, *paired], IMPORTED_MODULE)
            or self._one(places, SAME_PACKAGE)
            or (nearest(self._scope.path, seen or places), ELSEWHERE)
        )

    def parameters(self) -> dict[int, frozenset[str]]:
        """Return the names of the parameters of each template in the file, by the position of its definition."""
        if self._parameters is None:
            self._parameters = {}
            if self._scope.language in ("cpp", "cuda"):
                self._parameters = _parameters(self._scope)
        return self._parameters

    def _reached(self) -> frozenset[str]:
        """Return the files that this one includes, directly or by way of others, and itself."""
        if self._reach is None:
            opens = self._scope.binder.opens
            found = {self._scope.path}
            waiting = [self._scope.path]
            while waiting and len(found) < MAX_REACH:
                new = [path for path in opens(waiting.pop()) if path not in found]
                found.update(new)
                waiting.extend(new)
            self._reach = frozenset(found)
            self._stems = frozenset(map(_stem, found - {self._scope.path}))
        return self._reach

    def _is_known(self, place: Place, kind: str) -> bool:
        """Tell whether a bare name in this file can mean a definition."""
        definition = self._scope.binder.definition(place)
        if kind not in ("type", "inherit") and definition.kind in MEMBERS and definition.kind != "member":
            return False
        if kind in ("type", "inherit") and place.path.endswith(_SOURCES) and place.path not in self._reached():
            return _stem(place.path) in self._stems
        return self._is_visible(place)

    def _is_visible(self, place: Place) -> bool:
        """Tell whether a definition is not `static` in another source file."""
        return (
            place.path == self._scope.path
            or not place.path.endswith(_SOURCES)
            or not self._scope.binder.definition(place).signature.startswith("static ")
            or self._scope.binder.definition(place).kind in MEMBERS
            or place.path in self._reached()
        )

    def _is_in(self, place: Place, path: str) -> bool:
        parent = _plain(self._scope.binder.definition(place).parent)
        return parent == path or parent.endswith(f".{path}")

    def _in_namespace(self, places: Sequence[Place], at: int) -> list[Place]:
        """Keep what is in a namespace around a scope, the innermost that has it, else what is in one that is opened."""
        if self._scope.language in ("c", "objc"):
            return list(places)
        around, opened = self._namespaces(at)
        fitting: dict[str, list[Place]] = {}
        for place in places:
            definition = self._scope.binder.definition(place)
            parent = _plain(definition.parent)
            if definition.kind == "member":
                parent = parent.rpartition(".")[0]
            if definition.kind == "macro":
                parent = ""
            fitting.setdefault(parent, []).append(place)
        if inside := fitting.keys() & around:
            return fitting[max(inside, key=len)]
        return [place for parent, some in fitting.items() if parent in opened for place in some]

    def _namespaces(self, at: int) -> tuple[frozenset[str], frozenset[str]]:
        """Return the namespaces and types around a scope, and the namespaces that are opened in the file."""
        found = self._in_sight.get(at)
        if found is None:
            if at < 0:  # of a type that is written somewhere in the file
                around = {"", *(_plain(each.qualified) for each in self._scope.definitions if each.kind == "module")}
            else:
                parts = _plain(self._scope.definitions[at].qualified).split(".")
                around = {".".join(parts[:count]) for count in range(len(parts) + 1)}
            opened = {f"{outer}.{inner}" if outer else inner for outer in around for inner in self._opened}
            found = self._in_sight[at] = frozenset(around), frozenset(opened)
        return found

    def _one(self, places: Iterable[Place], confidence: float) -> Found | None:
        """Return definitions that are one thing: overloads, what `#if` chooses of, a declaration and its definition."""
        some = tuple(places)
        names = {_plain(self._scope.binder.definition(place).qualified) for place in some}
        return (some, confidence) if len(names) == 1 else None


def _is_under_condition(lines: list[str], line: int) -> bool:
    """Tell whether a line stands within `#if`, other than a header's guard around all of it."""
    depth = 0
    guard = False
    for number, text in enumerate(lines[: line - 1]):
        match = _CONDITION.match(text)
        if not match:
            continue
        depth += -1 if match[1] == "endif" else 1
        if match[1] == "ifndef" and not guard:
            define = re.compile(rf"\s*#\s*define\s+{re.escape(text.split()[-1])}\b")
            guard = any(map(define.match, lines[number + 1 : number + 3]))
    return depth > guard


def _aliased(signature: str) -> str:
    """Return what a signature makes its name another name for, "" when it does not: `using A = B`, `typedef B A`."""
    if match := _ALIAS.match(signature):
        return c_type(signature[match.end() :])
    match = _TYPEDEF.match(signature)
    return _plain(match[1]) if match else ""


def _plain(path: str) -> str:
    """Return a qualified name with dots, without the namespaces that are left out when it is written."""
    return ".".join(part for part in PARTS.split(path) if part and not _INLINE.fullmatch(part))


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


def _parameters(scope: FileScope) -> dict[int, frozenset[str]]:
    text = "\n".join(scope.lines())
    if "template" not in text:
        return {}
    heads: list[tuple[int, set[str]]] = []
    line, counted = 1, 0
    for match in _HEAD.finditer(text):
        end = _end_of_head(text, match.end())
        if end < 0:
            continue
        names = {found[1] for found in _PARAMETER.finditer(text, match.end(), end)}
        line += text.count("\n", counted, end)
        counted = end
        heads.append((line, names))
    found: dict[int, frozenset[str]] = {}
    order = sorted(range(len(scope.definitions)), key=lambda at: scope.definitions[at].line)
    number = 0
    for line, names in heads:
        while number < len(order) and scope.definitions[order[number]].line < line:
            number += 1
        if number < len(order) and scope.definitions[order[number]].line <= line + MAX_HEAD:
            at = order[number]
            found[at] = found.get(at, frozenset()) | names
        else:
            found[-1] = found.get(-1, frozenset()) | names  # of what is only declared
    return found


def _end_of_head(text: str, start: int) -> int:
    depth = 1
    for match in _BRACKET.finditer(text, start, start + LONGEST_HEAD):
        sign = match[0]
        if sign in "{};":
            return -1
        if sign in "<>":
            depth += 1 if sign == "<" else -1
            if not depth:
                return match.end() - 1
    return -1
