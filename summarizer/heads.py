"""Write the head of a compound statement in the words that all languages share: `for each X in Y`, `if not X`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from summarizer.shorten import shorten, without_comments

if TYPE_CHECKING:
    from tree_sitter import Node

WIDTH = 46

_WORDS = """elif elsif elseif else if unless foreach for while do until repeat loop try begin except catch rescue
finally ensure switch match select when case default with using synchronized lock guard async await fixed unsafe"""
_KEYWORDS = frozenset(_WORDS.split())
_KEYWORD = re.compile(rf"@?(?:{'|'.join(sorted(_KEYWORDS))})\b")
_PAIRS = {"else": ("if",), "for": ("await",), "async": ("for", "with"), "await": ("foreach", "using")}
"""Keywords of two words: the first, and the second ones."""
_CAUGHT = re.compile(r"^\(([^()]+)\)(?= when\b)")
_LAST_WORD = re.compile(r"(?:^|(?<=[\s)\]}]))(?:do|then|in|match|else)$")
_EACH = re.compile(r"^(.+?)\s*(?:\s(?:in|of|as)\s|<-|(?<![:?]):(?![:=])|(?::=|=)\s*range\s)\s*(.+)$", re.DOTALL)
_NEGATED = re.compile(r"! ?[\w.?@]+(?:\([^()]*\))?")
_NEGATING = frozenset(("unless", "guard", "until"))
_TRAILING = " \t\r\n{:;|"
_DECLARED = re.compile(r"^(?:(?:let|const|var|val|final|auto|my|local|mut|int|size_t)\s+)+")


def inner_head(node: Node, source: bytes, end: int) -> tuple[str, bool]:
    """Return what stands between the keyword of the statement `node` and byte `end`, and whether that negates it.

    A word counts as a keyword where the tree has a token of its own for it: an identifier may be spelt like one.
    """
    text = source[node.start_byte : end].decode("utf-8", "replace")
    at, first = 0, _first_keyword(node, text)
    if first:
        at = len(text) - len(text[len(first) :].lstrip())
    elif text.startswith("#["):  # Rust
        after = next((child for child in node.children if child.type != "attribute_item"), node)
        at = len(source[node.start_byte : after.start_byte].decode("utf-8", "replace"))
    while (not first or first in _PAIRS) and (found := _KEYWORD.match(text, at)):
        if first and found[0] not in _PAIRS[first]:
            break
        if not _is_token(node, len(text[: found.start()].encode()), found[0]):
            break
        first = first or found[0]
        at = len(text) - len(text[found.end() :].lstrip())
    if first == "except" and text.startswith("*", at):
        at += 1
    rest = text[at:]
    while True:
        rest = rest.rstrip(_TRAILING)
        if rest.endswith(("=>", "->")):
            rest = rest[:-2]
            continue
        word = _LAST_WORD.search(rest, max(0, len(rest) - 7))
        if word is None:
            return rest, first in _NEGATING
        start = at + word.start()
        if not _is_token(node, len(text[:start].encode()), word[0]):
            return rest, first in _NEGATING
        rest = rest[: word.start()]


def _first_keyword(node: Node, text: str) -> str:
    """Return the keyword that is the first token of `node`, whose text begins with `text`, "" for none."""
    children = node.children
    word = children[0].type if children and not children[0].is_named else ""
    return word if word in _KEYWORDS and text.startswith(word) else ""


def _is_token(node: Node, at: int, word: str) -> bool:
    """Tell whether `word`, `at` bytes into `node`, is a keyword to the grammar."""
    start = node.start_byte + at
    found = node.descendant_for_byte_range(start, start + len(word))
    return found is None or not found.is_named or found.child_count > 0 or found.type.startswith(word.lstrip("@"))


def head(text: str, word: str, negated: bool = False) -> str:
    """Return the head `text` of a statement, without its keywords, short; `word` is how it begins here."""
    text = (without_comments(text) if "\n" in text else text).strip().rstrip(_TRAILING)
    while text.startswith("(") and text.endswith(")") and wraps(text):
        text = text[1:-1].strip()
    if text.startswith("("):
        text = _CAUGHT.sub(r"\1", text)
    if word == "case" and text.endswith(")") and "(" not in text:  # the shell's
        text = text[:-1]
    if word == "for each":
        text = _each(text)
    if negated and _NEGATED.fullmatch(text):
        text = text.lstrip("! ")
    elif negated:
        text = f"not {text}" if re.fullmatch(r"[\w.!?@]+(?:\([^()]*\))?", text) else f"not ({text})"
    return shorten(text, WIDTH)


def _each(text: str) -> str:
    if ";" in text:  # C's three clauses
        return _DECLARED.sub("", text).lstrip("; ")
    found = _EACH.match(text)
    if found is None:
        return text
    item, many = found.groups()
    if text.startswith("$"):  # PHP writes them the other way round
        item, many = many, item
    item = _DECLARED.sub("", item.strip())
    if not re.search(r"[,(\[{&]", item) or " " in item.partition(",")[0]:
        item = item.split()[-1].lstrip("*&") if item.split() else item
    return f"{item} in {many.strip()}"


def wraps(text: str) -> bool:
    """Tell whether the first parenthesis closes with the last character."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return at == len(text) - 1
    return False
