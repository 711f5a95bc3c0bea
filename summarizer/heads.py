"""Write the head of a compound statement in the words that all languages share: `for each X in Y`, `if not X`."""

from __future__ import annotations

import re

from summarizer.shorten import shorten, without_comments

WIDTH = 52

_KEYWORD = re.compile(
    r"^@?(?:else if|elif|elsif|elseif|else|if|unless|for await|foreach|for|while|do|until|repeat|loop"
    r"|try|begin|except\*?|catch|rescue|finally|ensure|switch|match|select|when|case|default|with|using|synchronized"
    r"|lock|guard|async with|async for|async|fixed|unsafe)\b\s*"
)
_CAUGHT = re.compile(r"^\(([^()]+)\)(?= when\b)")
_LAST_WORD = re.compile(r"(?:^|(?<=[\s)\]}]))(?:do|then|in|match|else)$")
_EACH = re.compile(r"^(.+?)\s*(?:\s(?:in|of|as)\s|<-|(?<![:?]):(?![:=])|(?::=|=)\s*range\s)\s*(.+)$", re.DOTALL)
_NEGATED = re.compile(r"(?:unless|guard|until)\b")
_DECLARED = re.compile(r"^(?:(?:let|const|var|val|final|auto|my|local|mut|int|size_t)\s+)+")


def head(text: str, word: str) -> str:
    """Return what stands between the keyword of a statement and what it holds, short; `word` is how it begins here."""
    text = (without_comments(text) if "\n" in text else text).strip()
    negated = _NEGATED.match(text) is not None
    for _ in range(2):  # `else if`
        keyword = _KEYWORD.match(text)
        if keyword:
            text = text[keyword.end() :]
    text = _without_tail(text)
    while text.startswith("(") and text.endswith(")") and wraps(text):
        text = text[1:-1].strip()
    if text.startswith("("):
        text = _CAUGHT.sub(r"\1", text)
    if word == "case" and text.endswith(")") and "(" not in text:  # the shell's
        text = text[:-1]
    if word == "for each":
        text = _each(text)
    if negated:
        text = f"not {text}" if re.fullmatch(r"[\w.!?@]+(?:\([^()]*\))?", text) else f"not ({text})"
    return shorten(text, WIDTH)


def _without_tail(text: str) -> str:
    """Return `text` without the signs and words that lead to what a statement holds."""
    while True:
        text = text.rstrip(" \t\r\n{:;|")
        if text.endswith(("=>", "->")):
            text = text[:-2]
            continue
        word = _LAST_WORD.search(text, max(0, len(text) - 7))
        if word is None:
            return text
        text = text[: word.start()]


def _each(text: str) -> str:
    if ";" in text:  # C's three clauses
        return _DECLARED.sub("", text)
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
