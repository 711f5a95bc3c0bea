"""Write the line of a definition: its signature, brief, with its one step where it has no more, and what it is for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from repomap.model import FUNCTIONS, Definition
from summarizer.room import named_for_test
from summarizer.secrets import mask
from summarizer.shorten import shorten

DOC_COLUMN = 40  # where the sentence about a definition starts, when its signature leaves room
DOC_WIDTH = 38
SHORT_DOC_WIDTH = 26  # ... where the one step of the body says it all
BRIEF = 32  # characters from which on a signature loses the types and defaults of its parameters
SIGNATURE_WIDTH = 96
RESULT_WIDTH = 44  # characters kept of what stands after the parameters of a long signature
JOINED_WIDTH = 96  # characters of a signature and the one step of its body
LEAST_STEP = 24  # characters to which that step may be shortened
VALUE_WIDTH = 26  # characters kept of a field, constant or variable
VALUES_WIDTH = 96  # ... and of several on one line

VALUES = frozenset(("field", "member", "constant", "variable", "property"))

_NAMED = re.compile(r"[\s&*]*(?:mut\s+|readonly\s+|private\s+|public\s+|\.{3}|\*{1,2})*[\w$]+\??")
_TYPED_BEFORE = re.compile(r"[^=(]*?[\w>\]*&?]\s*[\s&*](\.{0,3}\$?\w+)(?:\s*=.*)?$", re.DOTALL)
_NOTHING = re.compile(r"\)(?: -> None|: (?:void|Unit))$")
"""A result that says that there is none."""
_GO = re.compile(r"func (?:\([^()]*\) )?\w+(?:\[[^\]]*\])?\(")
_TYPES_AFTER = re.compile(r"(?:[\w()]+ )*(?:def|fn|fun|func|function)\b")
"""Languages that write a parameter's type, if any, after its name; in others it comes first."""
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_PLAIN = frozenset(
    (
        *("a", "an", "and", "are", "as", "be", "by", "for", "from", "get", "gets", "in", "is", "it", "its", "of", "on"),
        *("or", "return", "returns", "set", "sets", "that", "the", "this", "to", "with"),
    )
)
_STEM = 4  # letters by which two words are held to be one
_CALLED = re.compile(r"= (?:\w+\.)*(\w+)\(…\)$")
_LEAD = re.compile(r"^[: ]+|^\(\*?\w+\) ")
"""What a sentence of Python's or Go's may begin with that says nothing."""
_UNBOUND = re.compile(r"[^:= ]*")
_OPEN, _CLOSED = "([{<", ")]}>"


def definition_text(definition: Definition, step: str = "") -> str:
    """Return the text of a definition's line; `step` is the one step of its body, "" for none."""
    text = brief(mask(definition.signature or definition.name), definition.name)
    if definition.kind in FUNCTIONS and named_for_test(definition):  # its name says what is to be known of it
        text = text.partition("(")[0] or text
        return f"{text}: {step}" if step else text
    width = SHORT_DOC_WIDTH if step else DOC_WIDTH
    if step:
        text = f"{text} {step}" if text.endswith("=>") else f"{text}: {step}"
    doc = _LEAD.sub("", definition.doc.removeprefix(f"{definition.name} "))
    if not doc or doc[0] == "@" or restates(definition.name, doc):
        return text
    doc = mask(doc)
    doc = doc if len(doc) <= width else doc[: width - 1].rpartition(" ")[0].rstrip(" ,;:") + "…"
    return f"{text:<{DOC_COLUMN}}  {doc}"


def joined(definition: Definition, step: str) -> str:
    """Return the text of a definition's line with the one step of its body, "" where there is no room for that."""
    text = definition_text(definition, step)
    over = len(text.partition("  ")[0]) - JOINED_WIDTH
    if over <= 0:
        return text
    width = len(step) - over
    return definition_text(definition, shorten(step, width)) if width >= LEAST_STEP and "raise " not in step else ""


def is_value(definition: Definition) -> bool:
    """Tell whether a definition is one of those that share a line: a field or constant of which nothing is said."""
    return definition.kind in VALUES and not definition.doc


def value_text(definition: Definition) -> str:
    """Return the text of a field or constant."""
    text = shorten(mask(definition.signature or definition.name), VALUE_WIDTH)
    return _CALLED.sub(r"= \1…", text)


def brief(signature: str, name: str) -> str:
    """Return the signature of what is called `name`; a long one without the types and defaults of its parameters."""
    signature = _NOTHING.sub(")", signature).replace(" = | ", " = ", 1)
    if len(signature) <= BRIEF:
        return signature
    at = signature.find(f"{name}(")
    at = at if at >= 0 else max(signature.find(f"{name}<"), signature.find(f"{name}["), 0)
    start = signature.find("(", at)
    end = _closing(signature, start) if start >= 0 else -1
    if end > 0:
        before, inside, after = signature[:start], signature[start + 1 : end], signature[end:]
        if before[-1:] in (">", "]"):  # the parameters are types
            after_name = at + len(name)
            kinds = [_UNBOUND.match(kind) for kind in _parts(before[after_name + 1 : -1])]
            before = before[: after_name + 1] + ", ".join(kind[0] for kind in kinds if kind) + before[-1]
        bare = _bare_go if _GO.match(signature) else _bare if _TYPES_AFTER.match(signature) else _bare_c
        if len(after) > RESULT_WIDTH:
            after = shorten(after, RESULT_WIDTH)
        signature = f"{before}({', '.join(map(bare, _parts(inside)))}{after}"
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
    if "$" in parameter:  # PHP
        return parameter[parameter.index("$") :].partition("=")[0].rstrip()
    named = _NAMED.match(parameter)
    if named is None:
        return parameter
    rest = parameter[named.end() :].lstrip()
    if rest[:1] == ":" and rest[:2] != "::":
        return named[0].strip()
    before, equals, _ = parameter.partition("=")
    return before.rstrip() if equals else parameter


def _bare_go(parameter: str) -> str:
    return parameter.partition(" ")[0]


def _bare_c(parameter: str) -> str:
    """Return a parameter without its type where that comes before its name, as in C, Java or PHP; or after a colon."""
    bare = _bare(parameter)
    if bare != parameter:
        return bare
    named = _TYPED_BEFORE.match(parameter)
    return named[1] if named else parameter


def restates(name: str, doc: str) -> bool:
    """Tell whether a sentence says no more than the name does."""
    if len(doc) > DOC_WIDTH:
        return False
    said = [word.lower() for word in _WORD.findall(doc)]
    stems = {word.lower()[:_STEM] for word in _WORD.findall(name)}
    return all(word in _PLAIN or word[:_STEM] in stems for word in said)
