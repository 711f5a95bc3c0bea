"""Cut text into the words that are searched: identifiers, their camelCase and snake_case parts, and word stems."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b

IDENTIFIER = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*|(?:[\xc3-\xf4][\x80-\xbf]{1,3})+")
"""Identifiers in UTF-8 source, and runs of letters outside ASCII."""

MAX_IDENTIFIER = 80  # bytes; longer runs are encoded data, not names
CACHE_LIMIT = 200_000  # identifiers remembered in a process: 60 MB; Django has 60 000, the Linux kernel millions

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_DEFINITION = 1 << 63
_IDENTIFIER = 1 << 62
_MASK = _IDENTIFIER - 1


def stem(word: str) -> str:
    """Return `word` (lower case) without its plural, -ed or -ing, so that "retries" and "retry" meet.

    A light version of Porter's first step: it must only map what people write in a task to what stands in code.
    """
    if len(word) < 4:
        return word
    if word.endswith("ies"):
        word = word[:-3] + "y"
    elif word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if len(word) > 5 and word.endswith("ing"):
        word = _undouble(word[:-3])
    elif len(word) > 4 and word.endswith("ed") and not word.endswith("eed"):
        word = _undouble(word[:-2])
    if len(word) > 4 and word.endswith("e"):
        word = word[:-1]
    return word


def _undouble(word: str) -> str:
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz" else word


def parts(identifier: str) -> list[str]:
    """Return the stemmed lower-case parts of an identifier, in order: "getHTTPSessions2" → get, http, session.

    Single letters and numbers are left out. Text outside ASCII gives its pairs of neighbouring letters.
    """
    if not identifier.isascii():
        text = identifier.lower()
        return [text[at : at + 2] for at in range(max(1, len(text) - 1))]
    return [stem(part.lower()) for part in _PART.findall(identifier) if len(part) > 1 and not part[0].isdigit()]


def _key(text: str, space: int) -> int:
    digest = blake2b(text.encode("utf-8", "surrogateescape"), digest_size=8).digest()
    return int.from_bytes(digest, "big") & _MASK | space


@lru_cache(CACHE_LIMIT)
def part_key(part: str) -> int:
    """Return the 64-bit key under which the index keeps the part of an identifier."""
    return _key(part, 0)


def identifier_key(identifier: str) -> int:
    """Return the key of a whole identifier, as written; a plain word ("get") shares the key of the part it is."""
    return part_key(identifier) if parts(identifier) == [identifier] else _key(identifier, _IDENTIFIER)


def definition_key(name: str) -> int:
    """Return the key of a name in its definitions."""
    return _key(name, _DEFINITION)


_cache: dict[bytes, tuple[int, ...]] = {}


def keys(identifier: bytes) -> tuple[int, ...]:
    """Return the keys that one occurrence of `identifier` counts for: each of its parts, and the whole."""
    found = _cache.get(identifier)
    if found is None:
        if len(identifier) > MAX_IDENTIFIER:
            found = ()
        else:
            text = identifier.decode("utf-8", "replace")
            found = tuple(dict.fromkeys((*map(part_key, parts(text)), identifier_key(text))))
        if len(_cache) >= CACHE_LIMIT:
            _cache.clear()
        _cache[identifier] = found
    return found
