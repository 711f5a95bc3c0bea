"""Find the lambda whose argument a name is, what it is passed to, and what is declared for it there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from repomap.binding.declared import bracketed, declared, plain, split
from repomap.binding.texts import closing, opening
from repomap.names import place_of_name

if TYPE_CHECKING:
    from repomap.model import Definition


class Passed(NamedTuple):
    """A lambda: the name of what it is passed to and where that begins, its place among the arguments or its label,
    the place of the wanted name among its own arguments, and its type where it is written."""

    callee: str
    start: int
    place: int
    label: str
    own: int
    kind: str


_LAST = -1
_BRACED = frozenset(("kotlin", "swift"))
_CALLEE = re.compile(r"([^\W\d]\w*)\s*(?:<[\w\s.,?<>\[\]]*>|\[[\w\s.,\[\]*]*\])?\s*\Z")
_LABEL = re.compile(r"[(,]\s*(\w+)\s*[:=]\s*\Z")
_FUNCTION = {
    "csharp": re.compile(r"(?:Expression<)?\b(?:Action|Func|Predicate)<(.*?)>*\??\s*\w*\s*(?:=.*)?\Z"),
    "dart": re.compile(r"\bFunction\s*(?:<[^>]*>)?\((.*)\)"),
    "kotlin": re.compile(r"\((.*?)\)\s*->"),
    "swift": re.compile(r"\(([^()]*)\)\s*(?:async\s*)?(?:throws\s*)?->"),
    "scala": re.compile(r":\s*\(?([^=()]*?)\)?\s*=>"),
    **dict.fromkeys(("typescript", "tsx", "javascript"), re.compile(r"\(([^()]*)\)\s*=>")),
}


_HEADS = {
    "kotlin": re.compile(r"\{([^{}\n;]*?)->"),
    "swift": re.compile(r"\{([^{}\n;]*?)\bin\b"),
    "dart": re.compile(r"\(([^(){};]{1,200})\)\s*(?:async\s*)?(?:=>|\{)"),
    "csharp": re.compile(r"\(([^(){};]{1,200})\)\s*=>|(?<![\w.])(\w+)\s*=>"),
}
_HEADS["scala"] = _HEADS["csharp"]
_HEADS["typescript"] = re.compile(
    r"\(([^(){};]{1,200})\)\s*(?::\s*[\w<>\[\]. |]+)?=>|(?<![\w.$])([\w$]+)\s*=>|\bfunction\s*\w*\(([^(){};]{1,200})\)"
)
_HEADS["javascript"] = _HEADS["tsx"] = _HEADS["typescript"]
"""What ends with the arguments of a lambda, which are one of its groups."""


def enclosing_lambda(text: str, name: str, at: int, language: str) -> Passed | None:
    """Return the innermost lambda around `at` that has an argument called `name`."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    for match in reversed(list(_HEADS[language].finditer(text, 0, at))):
        head = next(group for group in match.groups() if group is not None)
        if word.search(head) and (passed := _passed(text, match.start(), head, name, at, language)):
            return passed
    return None


def _passed(text: str, start: int, head: str, name: str, at: int, language: str) -> Passed | None:
    own, kind = 0, ""
    head = re.sub(r"^\s*(?:\[[^]]*\]\s*)?\(?|\)\s*(?:async|throws|->[^,]*)*\s*$", "", head)
    for place, piece in enumerate(split(head)):
        words = re.findall(r"\w+", piece.partition(":")[0])
        if words and (words[-1] == name or words[0] == name):
            own = place
            typed = piece.partition(":")[2] if ":" in piece else piece[: piece.rfind(name)]
            kind = plain(typed, language) if typed.strip() else ""
    if language in _BRACED:
        end = closing(text, start)
        if 0 < end <= at:
            return None
        before = text[:start].rstrip()
        if before[-1:] not in ("(", ",", ":", "="):
            if before.endswith(")"):
                opened = opening(text, len(before) - 1)
                before = text[: max(0, opened)]
            callee = _CALLEE.search(before[-200:])
            if not callee:
                return None
            begin = len(before) - len(callee[0])
            return Passed(callee[1], begin, _LAST, "", own, kind)
    opened = _open_around(text, start)
    if opened < 0:
        return Passed("", 0, 0, "", own, kind) if kind else None
    end = closing(text, opened)
    if 0 < end <= at:
        return None
    callee = _CALLEE.search(text[max(0, opened - 200) : opened])
    if not callee:
        return None
    label = _LABEL.search(text[max(0, start - 60) : start])
    arguments = split(text[opened + 1 : start] + "_")
    begin = opened - len(callee[0])
    return Passed(callee[1], begin, len(arguments) - 1, label[1] if label else "", own, kind)


def _open_around(text: str, at: int) -> int:
    """Return where the round bracket opens that is still open at `at`."""
    depth = 0
    for position in range(at - 1, max(-1, at - 4000), -1):
        sign = text[position]
        if sign in ")]}":
            depth += 1
        elif sign in "([{":
            if not depth:
                return position if sign == "(" else -1
            depth -= 1
    return -1


def argument_type(definition: Definition, passed: Passed, shift: int, language: str) -> str:
    """Return the type of the wanted argument of a lambda that is passed to a function, "" when none is declared."""
    at = place_of_name(definition.signature, definition.name)
    opened = definition.signature.find("(", at)
    inside = bracketed(definition.signature, opened)[0] if at >= 0 <= opened else None
    parameters = split(inside or "")
    chosen = parameters[-1:] if passed.place == _LAST else parameters[passed.place + shift : passed.place + shift + 1]
    if passed.label:
        chosen = [text for text in parameters if re.search(rf"\b{re.escape(passed.label)}\b", text)] or chosen
    function = _FUNCTION[language].search(chosen[0]) if chosen else None
    if not function:
        return ""
    kinds = split(function[1])
    kind = kinds[passed.own] if passed.own < len(kinds) else ""
    if language in ("kotlin", "swift", "typescript", "tsx") and ":" in kind:
        kind = kind.partition(":")[2]
    kind = plain(kind, language)
    own = declared(definition.signature, definition.name, language).generics
    return "" if kind in own else kind
