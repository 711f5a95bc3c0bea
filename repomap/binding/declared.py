"""Read what a signature declares: the names and types of parameters, the type of a field or of what is returned."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from repomap.binding.c_types import FAMILY as C_FAMILY
from repomap.binding.c_types import c_type
from repomap.names import place_of_name

KNOWN = 1 << 15  # signatures read once and remembered by a process

_COLON = frozenset(("python", "notebook", "typescript", "tsx", "vue", "svelte", "kotlin", "scala", "rust", "swift"))
_BEFORE = frozenset(("java", "csharp", "c", "cpp", "objc", "cuda", "dart", "php", "groovy"))
_ARROW = frozenset(("python", "notebook", "rust", "swift"))  # write the type that is returned after "->"

_OPEN, _CLOSE = "([{<", ")]}>"
_NAME = re.compile(r"\$?[^\W\d]\w*")
_DEFAULT = re.compile(r"(?<![=!<>:])=(?![=>])")
_MODIFIERS = frozenset(
    """
    abstract async const constexpr constructor covariant def dyn enum explicit export extern external fileprivate final
    fn for fun func function impl implicit in inline inout internal late lateinit lazy let mut mutating open out
    override params partial priv private protected pub public readonly ref required return sealed static struct suspend
    synchronized this throws typename unowned unsafe val var vararg virtual volatile weak where class
    """.split()  # noqa: SIM905
)
# Wrappers whose methods are mostly those of what they hold.
_SEE_THROUGH = frozenset(
    ("Arc", "Box", "Rc", "shared_ptr", "unique_ptr", "Optional", "Annotated", "ClassVar", "Final", "Type", "type")
)
_AWAITED = {
    "csharp": ("Task", "ValueTask"),
    "dart": ("Future", "FutureOr"),
    **dict.fromkeys(("typescript", "tsx", "vue", "svelte"), ("Promise", "Awaited")),
}
"""What `await` takes away, whose own methods are seldom called."""
_GENERIC_METHOD = re.compile(r"(?:^|(?<=\s))<[^()]*?>(?=\s)")
_NAMED_RESULT = re.compile(r"\s*(?!(?:chan|func|map|struct|interface)\b)\w+(?:\s*,\s*\w+)*\s+[^\s,]")
_CONSTRUCTED = re.compile(r"=\s*(?:await\s+)?(?:new\s+)?&?((?:\w+(?:\.|::))*[A-Z]\w*)\s*(?:<[^()]*>)?[({]")


class Declared(NamedTuple):
    """`parameters` are (name, type) in order, a type "" where none is written; `result` is what is returned or held.

    `generics` are the names of type parameters.
    """

    parameters: tuple[tuple[str, str], ...]
    result: str
    generics: tuple[str, ...] = ()


@lru_cache(maxsize=KNOWN)
def declared(signature: str, name: str, language: str) -> Declared:
    """Return what the signature of the definition called `name` declares. Types are reduced to a name: see `plain`."""
    at = place_of_name(signature, name)
    if at < 0:
        return Declared((), "")
    end = at + len(name)
    parameters: list[tuple[str, str]] = []
    head = signature[:at]
    if language == "go" and head.startswith("func ("):
        parameters += _parameters(head[6:].rstrip(" )"), language)
    tail = _past_generics(signature, end)
    inside, rest = bracketed(signature, tail)
    if inside is not None:
        parameters += _parameters(inside, language)
    while language == "scala" and rest.lstrip().startswith("("):  # the implicit ones stand in a list of their own
        inside, rest = bracketed(rest, 0)
        parameters += _parameters(inside or "", language)
    result = _result(head, rest, inside is not None, language)
    return Declared(tuple(parameters), result, _generics(head, signature[end:tail]))


def _generics(head: str, tail: str) -> tuple[str, ...]:
    """Return the type parameters in brackets before a name (`fun <T> f`) or behind it (`class A<T : B>`)."""
    before = _GENERIC_METHOD.search(head)
    pieces = [piece for text in (before[0] if before else "", tail) for piece in split(text.strip()[1:-1])]
    names = (re.match(r"(?:(?:in|out|reified|implicit|@\w+)\s+|[+-])*([^\W\d]\w*)", piece) for piece in pieces)
    return tuple(match[1] for match in names if match)


def _result(head: str, rest: str, called: bool, language: str) -> str:
    if language in C_FAMILY:
        before = c_type(head)
        after = rest.partition("->")[2] if called and before == "auto" else ""
        return c_type(after) or before
    if language in _BEFORE:
        before = plain(_GENERIC_METHOD.sub(" ", head), language)
        if language == "php":
            match = re.match(r"\s*:\s*(\??[\w\\]+)", rest) if called else None
            return plain(match[1], language) if match else "" if called else before
        return before
    if language == "go":
        results, _ = bracketed(rest, 0) if rest.lstrip().startswith("(") else (None, "")
        if results is not None and _NAMED_RESULT.match(results):
            return _parameters(results, language)[0][1]
        return plain(rest.lstrip(" (").split(",")[0].split(")")[0].split(" = ")[0], language)
    if language in _COLON:
        sign = "->" if called and language in _ARROW else ":"
        rest = rest.lstrip().removeprefix("?").removeprefix("!").removeprefix("async ").removeprefix("throws ")
        if rest.startswith(sign):
            return plain(_DEFAULT.split(rest[len(sign) :])[0].split(" where ")[0], language)
    if not called and (match := _CONSTRUCTED.search(rest)):
        return match[1]
    return ""


def _past_generics(text: str, at: int) -> int:
    if text[at : at + 1] not in ("<", "["):
        return at
    depth = 0
    for position in range(at, len(text)):
        if text[position] in "<[":
            depth += 1
        elif text[position] in ">]" and text[position - 1] != "-":
            depth -= 1
            if not depth:
                return position + 1
    return at


def bracketed(text: str, at: int) -> tuple[str | None, str]:
    """Return what stands between the parentheses that open at `at`, None when none do, and what follows."""
    while at < len(text) and text[at] == " ":
        at += 1
    if text[at : at + 1] != "(":
        match = re.match(r"\s*=\s*(?:async\s*)?\(", text[at:])  # const f = (x: T) => …
        if not match:
            return None, text[at:]
        at += match.end() - 1
    depth = 0
    for position in range(at, len(text)):
        if text[position] == "(":
            depth += 1
        elif text[position] == ")":
            depth -= 1
            if not depth:
                return text[at + 1 : position], text[position + 1 :]
    return text[at + 1 :], ""


def _parameters(text: str, language: str) -> list[tuple[str, str]]:
    pieces = split(text)
    found: list[tuple[str, str]] = []
    if language == "go":
        kind = ""
        for piece in reversed(pieces):
            name, _, after = piece.partition(" ")
            kind = plain(after, language) if after else kind
            found.insert(0, (name, kind))
        return found
    for piece in pieces:
        piece = _DEFAULT.split(piece)[0].strip()
        if language in _BEFORE:
            words = list(_NAME.finditer(piece))
            if words:
                found.append((words[-1][0], plain(piece[: words[-1].start()], language)))
            continue
        head, colon, kind = piece.partition(":")
        words = list(_NAME.finditer(head))
        if words:
            found.append((words[-1][0], plain(kind, language) if colon else ""))
    return found


def split(text: str) -> list[str]:
    """Split at the commas outside brackets."""
    pieces, depth, start = [], 0, 0
    for position, sign in enumerate(text):
        if sign in _OPEN:
            depth += 1
        elif sign in _CLOSE and (sign != ">" or text[position - 1] not in "-="):
            depth -= 1
        elif sign == "," and depth <= 0:
            pieces.append(text[start:position])
            start = position + 1
    pieces.append(text[start:])
    return [piece.strip() for piece in pieces if piece.strip()]


def plain(text: str, language: str) -> str:
    """Return the name of the type whose members a value of type `text` has: "Foo" for `*Foo`, `Optional[Foo]`,
    `Foo | None`; "[]" for an array of something, "" for none; in C# "Foo`1" for `Foo<T>`, as it is no `Foo`."""
    if language in C_FAMILY:
        return c_type(text)
    text = text.strip().strip("\"'").strip()
    if text.endswith("[]") or text.startswith(("[]", "[", "map[", "...", "(", "{", "chan ", "func(")):
        return "[]" if text else ""
    for part in text.split("|"):
        words = [
            match
            for match in re.finditer(r"[^\W\d][\w$]*(?:(?:\.|::|\\)[^\W\d][\w$]*)*", part)
            if match[0] not in _MODIFIERS
            and not (language == "swift" and match[0] in ("any", "some"))
            and (match.start() == 0 or part[match.start() - 1] not in "@'")
        ]
        if not words or words[0][0] in ("None", "null", "undefined"):
            continue
        first = words[0]
        inside = part[first.end() :].lstrip()
        last = first[0].rpartition(".")[2].rpartition("::")[2]
        if inside[:1] in ("<", "[") and (last in _SEE_THROUGH or last in _AWAITED.get(language, ())):
            return plain(inside[1:].rstrip(" >]&*"), language)
        return first[0].replace("\\", ".").replace("::", ".").lstrip(".") + arity(inside, language)
    return ""


def arity(text: str, language: str) -> str:
    """Return how C# tells types of one name apart, by the type arguments at the start of `text`: "`2" for `<A, B>`."""
    if language != "csharp" or text[:1] != "<":
        return ""
    inside = text[1 : _past_generics(text, 0) - 1]
    return f"`{max(1, len(split(inside)), inside.count(',') + 1 if not inside.strip(', ') else 0)}"
