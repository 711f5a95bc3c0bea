"""Write a definition as one line, and tell its name from the path it is written with."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from repomap.model import FUNCTIONS

MAX_SIGNATURE = 240  # characters kept; the renderer cuts further
REACH = 8 * MAX_SIGNATURE  # bytes read for one: parameters on lines of their own, with comments between

_SHORT = REACH // 4  # bytes read of what has no parameters, of which a long value is all that could come later
_PADDING = re.compile(r"(?<=[(\[]) |,? (?=[)\]])")
_LINE_COMMENTS = ("//", "#", "--")
_TEXT = r'"(?:[^"\\\n]|\\.)*+"'
_ARGUMENTS = rf"\((?:[^()\"]|{_TEXT}|\((?:[^()\"]|{_TEXT}|\([^()]*+\))*+\))*+\)"  # three deep
_ATTRIBUTES = re.compile(
    rf"^(?:(?:@(?!interface\b|protocol\b|property\b)[\w.:]+(?:{_ARGUMENTS})?\s+|#?\[(?:[^\[\]]|\[[^\[\]]*+\])*+\]\s*"
    r"|#(?:if|elif|else|endif|pragma|nullable|region|endregion)\b[^\n]*\n\s*)"
    r"(?:(?://|#(?!\[))[^\n]*\n\s*|/\*.*?\*/\s*)*)+",
    re.DOTALL,
)
_BETWEEN = re.compile(r"\s*/\*.*?\*/\s*(?=[,)>\]])|(?:(?<=\s)|(?<=[,(]))/\*.*?\*/\s*")
_BRACE = re.compile(r"[{}]")
_SAME_AGAIN = re.compile(r"\{…\}(?:, \{…\})+")
_OPEN_ANGLE = re.compile(r"(?<=\w)<\s*\n\s*")
_CLOSE_ANGLE = re.compile(r",?[^\S\n]*\n\s*>(?!=)")
_MARK = re.compile(r"\"(?:[^\"\\]|\\.)*\"?|`(?:[^`\\]|\\.)*`?|[(\[{]|(?<=\w)<(?=[\w\"'({\[])|[)\]}]|(?<![-=\s])>|[, ]")
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_ROOM = 8  # characters of a cut signature for the ellipsis and what closes the brackets it stands in
_FIRST_LINE = re.compile(r"[^\n{;]+")
_END = re.compile(r"(?:;\s*|\s+)end$")
_LETTER = re.compile(r"[^\W\d_]|_")
_TEMPLATE = re.compile(r"<[^<>]*>")
_PATH = re.compile(r"::|->|[.:\\]")
_SCOPE = re.compile(r"(?<!')\b(?!(?:dyn|mut|impl|for|const)\b)\w+(?:(?:::|\.)\w+)*")
_OPERATOR = re.compile(r"\boperator\b(?!\.\w).*", re.DOTALL)
_CALL_OPERATOR = re.compile(r"operator\s*\(\s*\)")
_NO_OWNER = frozenset(("", "this", "self", "module", "exports", "prototype", "window", "global", "globalThis"))
_HEADED = frozenset(("class", "interface", "trait", "struct", "enum", "union", "module"))


class Comments(NamedTuple):
    """What finds a language's comments in text of several lines: one of the signs is in a text that holds any."""

    signs: tuple[str, ...]
    whole: re.Pattern[str]
    cut: re.Pattern[str]
    """For text whose last comment may be cut off."""


def signature(source: bytes, start: int, stop: int, bodied: bool, lead: str, kind: str, comments: Comments) -> str:
    """Return bytes `start` to `stop` on one line, without attributes and comments, after the words of `lead`.

    `bodied` is true where `stop` is the start of a body.
    """
    reach = start + (REACH if kind in FUNCTIONS or bodied else _SHORT)
    text = source[start : min(stop, reach)].decode("utf-8", "replace")
    if text[:1] in "@[#" and kind != "section":
        text = _ATTRIBUTES.sub("", text)
    text = lead + text
    if not bodied and kind in _HEADED:
        line = _FIRST_LINE.match(text)
        whole = line and all(line[0].count(one) == line[0].count(other) for one, other in ("()", "[]"))
        text = line[0] if line and whole else text
    if "\n" in text:
        for sign in comments.signs:
            if sign in text:
                text = (comments.cut if stop > reach else comments.whole).sub("", text)
                break
        text = text.strip()
        if kind == "section":
            text = text.rstrip("#")  # Markdown's `## Title ##`
        if "<" in text:
            text, count = _OPEN_ANGLE.subn("<", text)
            text = _CLOSE_ANGLE.sub(">", text) if count else text
        if "  " in text or not text.isprintable():  # as it is for other white space than blanks
            text = " ".join(text.split())
        if "( " in text or " )" in text or "[ " in text or " ]" in text:
            text = _PADDING.sub("", text)
    else:
        if "/*" in text and '"' not in text and "'" not in text and "/*" in comments.signs:
            text = _BETWEEN.sub("", text)
        if "  " in text or "\t" in text:
            text = " ".join(text.split())
    if not text.isprintable():
        text = "".join(filter(str.isprintable, text))
    if bodied:
        text = text.rstrip(" :{(") if text.endswith("=>") else text.rstrip(" :{(").rstrip(" =")
    else:
        text = text.rstrip(" ;,")
        if text.endswith("end"):
            text = _END.sub("", text)
        if "{" in text and kind not in FUNCTIONS:
            text = _without_braces(text)
    if len(text) > MAX_SIGNATURE or (
        stop > reach and (bodied or kind not in _HEADED) and not text.rstrip(")]").endswith("{…}")
    ):
        return _cut(text)
    return text


@cache
def comments_of(prefixes: tuple[str, ...]) -> Comments:
    """Return what finds the comments of a language whose comment lines start with `prefixes`."""
    signs = tuple(sign for sign in (*_LINE_COMMENTS, "/*") if sign in prefixes)
    return Comments(signs, _comments(signs, False), _comments(signs, True))


def _comments(signs: tuple[str, ...], is_cut: bool) -> re.Pattern[str]:
    end, last = (r"|\Z", r"[^\n]") if is_cut else ("", r"[^\n\"']")  # a # or // at the end may stand in a text
    lines = "|".join(sign + r"(?![({])" * (sign == "#") for sign in signs if sign != "/*")
    patterns = [rf"(?:(?<=\s)|(?<=[,(]))(?:{lines})(?:[^\n]*(?=\n)|{last}*\Z)"] if lines else []
    patterns += [rf"/\*.*?(?:\*/{end})"] if "/*" in signs else []
    return re.compile("|".join(patterns) or r"(?!)", re.DOTALL)


def _without_braces(text: str) -> str:
    """Return `text` with "{…}" for what stands in braces."""
    pieces: list[str] = []
    depth = start = 0
    for match in _BRACE.finditer(text):
        if match[0] == "{":
            if not depth:
                pieces.append(text[start : match.start()])
                start = match.end()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                pieces.append("{…}" if text[start : match.start()].strip() else "{}")
                start = match.end()
    pieces.append("{…}" if depth else text[start:])
    short = _SAME_AGAIN.sub("{…}, …", "".join(pieces))
    return short + _closers(short) if depth else short


def _closers(text: str) -> str:
    """Return what closes the brackets that `text` leaves open."""
    awaited: list[str] = []
    for match in _MARK.finditer(text):
        if match[0] in _CLOSING:
            awaited.append(_CLOSING[match[0]])
        elif awaited and match[0] == awaited[-1]:
            awaited.pop()
    return "".join(reversed(awaited))


def _cut(text: str) -> str:
    """Return `text` cut to MAX_SIGNATURE; inside brackets after a whole part, with what closes these."""
    text = text[: MAX_SIGNATURE - _ROOM]
    between = "," if "," in text else " "
    awaited: list[str] = []
    part = 0
    for match in _MARK.finditer(text):
        sign = match[0]
        if sign in _CLOSING:
            awaited.append(_CLOSING[sign])
            part = match.end()
        elif awaited and sign == awaited[-1]:
            awaited.pop()
            part = match.end()
        elif sign == between:
            part = match.end()
    if not awaited or len(awaited) > _ROOM - 2:
        return text.rstrip() + "…"
    head = text[:part].rstrip()
    return f"{head}{'' if head[-1] in _CLOSING else ' '}…{''.join(reversed(awaited))}"


def split_name(text: str, kind: str) -> tuple[str, str]:
    """Return the last word of a definition's name and the path before it, dots between its parts.

    The name is "" for what defines nothing, such as the object in `module.exports = {…}`.
    """
    if text.isidentifier() or not _LETTER.search(text):
        return text, ""
    if text[0] in "\"'" and kind == "module":  # TypeScript's `declare module "a/b"`
        return text.strip("\"'"), ""
    if kind == "scope":
        words = _SCOPE.search(text)
        return _PATH.split(words[0])[-1] if words else "_", ""
    operator = _OPERATOR.search(text)
    if operator:
        parts = [*_PATH.split(_without_templates(text[: operator.start()])), _operator(operator[0])]
        parts = [part.strip() for part in parts if part.strip()]
    else:
        parts = [part.strip() for part in _PATH.split(_without_templates(_unquoted(text)))]
    if parts[-1] == "exports" and kind != "function":
        return "", ""
    owner = ".".join(part for part in parts[:-1] if part not in _NO_OWNER)
    return parts[-1], owner.rpartition(" ")[2]


def _unquoted(text: str) -> str:
    return text.strip("\"'`") if text[0] in "\"'`" else text  # OCaml's and F#'s `fold'` ends with a prime


def _operator(text: str) -> str:
    """Return the name of a C++ operator: "operator==", "operator()", "operator bool"."""
    if _CALL_OPERATOR.match(text):
        return "operator()"
    name = " ".join(text.split()).partition("(")[0].strip()
    return name if name[8:].lstrip()[:1].isalpha() else name.replace(" ", "")


def _without_templates(text: str) -> str:
    while "<" in text:
        text, count = _TEMPLATE.subn("", text)
        if not count:
            break
    return text
