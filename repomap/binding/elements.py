"""Tell of which type the elements are that a loop or a callback goes through, by what is declared for the whole."""

from __future__ import annotations

import re

from repomap.binding.declared import bracketed
from repomap.names import place_of_name

GO_THROUGH = frozenset(("map", "forEach", "filter", "find", "some", "every", "flatMap", "findIndex", "findLast"))
"""JavaScript's methods of arrays that call a function with one element after the other."""

_HOLDERS = (
    "Array|ReadonlyArray|Set|ReadonlySet|Iterable|IterableIterator|AsyncIterable|AsyncIterableIterator|Iterator|"
    "list|List|set|frozenset|FrozenSet|Sequence|MutableSequence|Collection|AbstractSet|deque|Generator|"
    "array|iterable|non-empty-list|non-empty-array|Traversable"
)
_WRAPPED = r"[\s?(]*(?:(?:Promise|AsyncGenerator|Optional)\s*[<\[]\s*)?(?:readonly\s+)?"
_ARRAY = re.compile(rf"{_WRAPPED}([\w.\\]+)\)?\[\]")
_HOLDER = re.compile(rf"{_WRAPPED}(?:\w+\.)?(?:{_HOLDERS})\s*[<\[]\s*([\w.\\]+)\s*(?=[>\]|,])")
_KEYED = re.compile(
    r"[\s?(]*(?:\w+\.)?(?:array|iterable|Traversable|Generator)<\s*[\w|-]+\s*,\s*([\w.\\]+)\s*(?=[>|,])"
)


def element(text: str, language: str) -> str:
    """Return the name of the type that the elements of a declared type `text` have: "Foo" for `Foo[]`, `list[Foo]`.

    "" for what holds no elements, or pairs of them.
    """
    match = _ARRAY.match(text) or (_KEYED.match(text) if language == "php" else None) or _HOLDER.match(text)
    return match[1].replace("\\", ".").strip(".") if match else ""


def declared_text(signature: str, name: str) -> str:
    """Return all that a signature says of the type of a field, or of what is returned, as it is written."""
    at = place_of_name(signature, name)
    rest = signature[at + len(name) :] if at >= 0 else ""
    if rest[:1] == "(":
        rest = bracketed(rest, 0)[1]
    match = re.match(r"\s*(?:[?!]?\s*:|->)\s*", rest)
    return rest[match.end() :] if match else ""
