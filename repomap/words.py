"""Cut text into the words that are searched: identifiers, their camelCase and snake_case parts, and word stems."""

from __future__ import annotations

import re
from binascii import crc_hqx
from collections.abc import Collection, Iterable, Iterator
from zlib import crc32

IDENTIFIER = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*|(?:[\xc3-\xf4][\x80-\xbf]{1,3})+")
"""Identifiers in UTF-8 source, and runs of letters outside ASCII."""

MAX_IDENTIFIER = 80  # bytes; longer runs are encoded data, not names
CACHE_LIMIT = 200_000  # parts remembered in a process: 25 MB; Django has 30 000
KEY_BYTES = 5  # of five million words in the Linux kernel one in 50 000 shares its key with another

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_PART_IN_BYTES = re.compile(_PART.pattern.encode())
_PLAIN = b"abcdefghijklmnopqrstuvwxyz_"  # of these is most of what is written: its parts lie between underscores
_STEMMED = frozenset("sgde")  # the last letters of the words that have a shorter stem
_DEFINITION = 1 << 39
_IDENTIFIER = 1 << 38
_SPACES = bytes(
    byte if (chr(byte).isascii() and chr(byte).isalnum()) or byte == 95 or byte >= 128 else 32 for byte in range(256)
)
"""Puts a space in place of each byte that no identifier holds: five times as fast as a regular expression."""


def stem(word: str) -> str:
    """Return `word` (lower case) without its plural, -ed or -ing, so that "retries" and "retry" meet.

    A light version of Porter's first step: it must only map what people write in a task to what stands in code.
    """
    if len(word) < 4 or word[-1] not in _STEMMED:
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


def pieces(identifier: str) -> list[str]:
    """Return the parts of an ASCII identifier as written, in order: "getHTTPSessions2" → get, HTTP, Sessions, 2."""
    return _PART.findall(identifier)


def _key(text: str, space: int) -> int:
    """Return a hash: two checksums, for a third of the time of a cryptographic one. Who asks checks what he finds."""
    data = text.encode("utf-8", "surrogateescape")
    return crc32(data) | (crc_hqx(data, 0) & 63) << 32 | space


def part_key(part: str) -> int:
    """Return the 40-bit key under which the index keeps the part of an identifier."""
    return _key(part, 0)


def identifier_key(name: str) -> int:
    """Return the key of a whole identifier, as written; a plain word ("get") shares the key of the part it is.

    Of a name that holds other signs ("save!", "#run", "print.default") it is the key of its longest identifier.
    """
    data = name.encode("utf-8", "replace")
    if not IDENTIFIER.fullmatch(data):
        name = max(IDENTIFIER.findall(data), key=len, default=data).decode("utf-8", "replace")
    return _whole_key(name)


def _whole_key(identifier: str) -> int:
    return _key(identifier, 0 if parts(identifier) == [identifier] else _IDENTIFIER)


def definition_key(name: str) -> int:
    """Return the key of a name in its definitions."""
    return _key(name, _DEFINITION)


def spaces(text: bytes) -> bytes:
    """Return `text` with a space in place of each byte that no identifier holds, so that `split` gives its tokens."""
    return text.translate(_SPACES)


def tokens(text: bytes) -> list[bytes]:
    """Return the runs of letters, digits and bytes outside ASCII: each holds identifiers, numbers or both."""
    return text.translate(_SPACES).split()


class _PartKeys(dict[bytes, int]):
    """Part as written ("Retries") → the key of its stem; 0 for a single letter, a number, or nothing."""

    def __missing__(self, part: bytes) -> int:
        if len(self) >= CACHE_LIMIT:
            self.clear()
        if len(part) < 2 or part.isdigit():
            key = 0
        elif part.islower():
            key = part_key(stem(part.decode("ascii")))
        else:
            key = self[part.lower()]
        self[part] = key
        return key


def keys_of(token: bytes) -> tuple[int, ...]:
    """Return the keys that an occurrence of a token counts for: of each identifier in it, its parts and the whole."""
    found: list[int] = []
    for identifier in IDENTIFIER.findall(token):
        if len(identifier) <= MAX_IDENTIFIER:
            text = identifier.decode("utf-8", "replace")
            found += dict.fromkeys((*map(part_key, parts(text)), _whole_key(text)))
    return tuple(found)


def keys_of_name(name: str) -> tuple[int, ...]:
    """Return the keys of a defined name, none for one that is no token ("operator==")."""
    token = name.encode("utf-8", "replace")
    return keys_of(token) if tokens(token) == [token] else ()


class TokenKeys:
    """Finds the keys of many tokens in a third of the time of `keys_of`; what it learns of parts is kept."""

    def __init__(self) -> None:
        self._parts = _PartKeys()

    def each(self, tokens: Iterable[bytes]) -> Iterator[tuple[Collection[int], int]]:
        """Return the keys of each token: those it shares with others, in no order, and its own as a whole or 0."""
        part_of, parts_in = self._parts.__getitem__, _PART_IN_BYTES.findall
        for token in tokens:
            if not token.strip(_PLAIN):
                pieces = token.split(b"_")
            elif token.isascii() and not token[:1].isdigit():
                pieces = parts_in(token)
            else:
                yield keys_of(token), 0
                continue
            whole = crc32(token) | (crc_hqx(token, 0) & 63) << 32
            found = set(map(part_of, pieces))
            found.discard(0)
            if len(token) <= MAX_IDENTIFIER:
                yield found, 0 if whole in found else whole | _IDENTIFIER
            else:
                yield (), 0
