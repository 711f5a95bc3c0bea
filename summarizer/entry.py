"""Write the line of a definition: its signature, brief, with its one step where it has no more, and what it is for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from repomap.model import Definition
from summarizer.room import VALUES
from summarizer.secrets import mask
from summarizer.shorten import shorten

DOC_COLUMN = 40  # where the sentence about a definition starts, when its signature leaves room
DOC_WIDTH = 60
BRIEF = 60  # characters from which on a signature loses the types and defaults of its parameters
SIGNATURE_WIDTH = 96
JOINED_WIDTH = 100  # characters of a signature and the one step of its body
VALUE_WIDTH = 32  # characters kept of a field, constant or variable
VALUES_WIDTH = 96  # ... and of several on one line

_NAMED = re.compile(r"[\s&*]*(?:mut\s+|readonly\s+|private\s+|public\s+|\.{3}|\*{1,2})*[\w$]+\??")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_PLAIN = frozenset(
    (
        *("a", "an", "and", "are", "as", "be", "by", "for", "from", "get", "gets", "in", "is", "it", "its", "of", "on"),
        *("or", "return", "returns", "set", "sets", "that", "the", "this", "to", "with"),
    )
)
_STEM = 4  # letters by which two words are held to be one
_OPEN, _CLOSED = "([{<", ")]}>"


def definition_text(definition: Definition, step: str = "") -> str:
    """Return the text of a definition's line; `step` is the one step of its body, "" for none."""
    text = brief(mask(definition.signature or definition.name))
    if step:
        text = f"{text} {step}" if text.endswith("=>") else f"{text}: {step}"
    doc = definition.doc
    if not doc or restates(definition.name, doc):
        return text
    doc = mask(doc)
    doc = doc if len(doc) <= DOC_WIDTH else doc[: DOC_WIDTH - 1].rstrip() + "…"
    return f"{text:<{DOC_COLUMN}}  {doc}"


def is_value(definition: Definition) -> bool:
    """Tell whether a definition is one of those that share a line: a field or constant of which nothing is said."""
    return definition.kind in VALUES and not definition.doc


def value_text(definition: Definition) -> str:
    """Return the text of a field or constant."""
    return shorten(mask(definition.signature or definition.name), VALUE_WIDTH)


def brief(signature: str) -> str:
    """Return a signature; a long one without the types and defaults of its parameters."""
    if len(signature) <= BRIEF:
        return signature
    start = signature.find("(")
    end = _closing(signature, start) if start >= 0 else -1
    if end > 0:
        inside = ", ".join(_bare(part) for part in _parts(signature[start + 1 : end]))
        signature = signature[: start + 1] + inside + signature[end:]
    return signature if len(signature) <= SIGNATURE_WIDTH else shorten(signature, SIGNATURE_WIDTH)


def _closing(text: str, start: int) -> int:
    depth = 0
    for at in range(start, len(text)):
        if text[at] == "(":
            depth += 1
        elif text[at] == ")":
            depth -= 1
            if depth == 0:
                return at
    return -1


def _parts(text: str) -> Sequence[str]:
    """Return the parameters in `text`."""
    parts = [""]
    depth = 0
    before = ""
    for sign in text:
        if sign in _OPEN:
            depth += 1
        elif sign in _CLOSED and not (sign == ">" and before in "-="):
            depth -= 1
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
        before = sign
    return [part.strip() for part in parts if part.strip()]


def _bare(parameter: str) -> str:
    """Return a parameter without its type and default, where they come after its name."""
    named = _NAMED.match(parameter)
    if named is None:
        return parameter
    rest = parameter[named.end() :].lstrip()
    if rest[:1] == ":" and rest[:2] != "::":
        return named[0].strip()
    before, equals, _ = parameter.partition("=")
    return before.rstrip() if equals else parameter


def restates(name: str, doc: str) -> bool:
    """Tell whether a sentence says no more than the name does."""
    if len(doc) > DOC_WIDTH:
        return False
    said = [word.lower() for word in _WORD.findall(doc)]
    stems = {word.lower()[:_STEM] for word in _WORD.findall(name)}
    return all(word in _PLAIN or word[:_STEM] in stems for word in said)
