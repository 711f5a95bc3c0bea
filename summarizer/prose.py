"""Find what a README says first: a sentence, not a heading, a badge, a list or a licence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

READ = 6_000  # characters of a README that are read: thirty badges may come before its first sentence
LONGEST = 120  # characters kept
LOOKED_AT = 8  # paragraphs: news may come before what it is about
LEAST = 4  # words: fewer are a title or a menu

_APART = re.compile(r"\A---\n.*?\n---\n|<!--.*?-->|^(```|~~~).*?^\1[^\n]*$", re.DOTALL | re.MULTILINE)
_TARGET = r"(?:\([^)]*\)|\[[^\]]*\])"
_PICTURE = re.compile(rf"\[!\[[^\]]*\]{_TARGET}\]{_TARGET}|!\[[^\]]*\]{_TARGET}")
_LINK = re.compile(r"\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>|\*\*|__")
_HEADED = re.compile(r"^[^\n]+\n[ ]{0,3}(?:=+|-+)[ ]*$\n?", re.MULTILINE)
_NO_PROSE = re.compile(r"\s*(?:#|\||>|[-*+] |\d+[.)] |\[[^\]]+\]:|[-*_=]{3,}\s*$)|(?: {4}|\t)")
_LICENCE = re.compile(r"(?i)copyright|licen[cs]ed? under|all rights reserved")
_SAYS_WHAT = re.compile(r"(?!There|Here)(?:The )?`?[\w.+#-]+`?(?: \([\w ]+\))? (?:is|are) (?:an?|the|often)\b")
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"(])")


def first_prose(text: str) -> str:
    """Return the sentence of a Markdown text that says what a thing is, else its first, cut to LONGEST characters.

    "" when there is none. Only the first sentence of each paragraph counts.
    """
    found = [
        _END.split(paragraph, maxsplit=1)[0]
        for paragraph in islice(_paragraphs(_APART.sub("", text[:READ])), LOOKED_AT)
        if len(paragraph.split()) >= LEAST and not _LICENCE.search(paragraph) and paragraph[0] not in ":."
    ]
    sentence = next(filter(_SAYS_WHAT.match, found), found[0] if found else "")
    return sentence if len(sentence) <= LONGEST else sentence[: LONGEST - 1].rstrip() + "…"


def _paragraphs(text: str) -> Iterator[str]:
    for block in re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n")):
        lines = [line for line in _HEADED.sub("", block).splitlines() if not _NO_PROSE.match(line)]
        plain = _MARKUP.sub("", _LINK.sub(r"\1", _PICTURE.sub("", " ".join(lines))))
        if plain := " ".join(plain.split()):
            yield plain
