"""Find the first line of a definition's documentation: the string inside it, or the comment above it."""

from __future__ import annotations

import re

MAX_DOC = 120  # characters; the first line of a doc comment is longer in under 1 % of Django, Go and Rust files

HEREDOC = b'"""'  # ends the text of an Elixir `@doc`

_DOCSTRING = re.compile(rb"(?:do\s+@moduledoc\s+~?)?[rRuUbB]{0,2}(\"\"\"|'''|\"|')\s*([^\n]*)")
_OPENINGS = b"\"'rRuUbBd"  # the first bytes that _DOCSTRING takes
_MARKS = re.compile(
    r"^(?:/\*+!?|\*+/?|//+!?|<?#+[!']?|--+\s?\|?|;+|%+|!+[<>]?|\(\*+|\{-?\|?)\s?|(?:(?<!\*)\*+/|\*\)|-?\}|#>)\s*$"
)
_ELEMENT = re.compile(  # of what a reader needs, only what it is about: `<see cref="Type"/>`, `{@link Type}`
    r"<(?:see|seealso|paramref|typeparamref)\s+\w+=\"(?:\w:)?([^\"]*)\"\s*/?>"
    r"|</?(?:summary|remarks|para|p|c|b|i|u|em|strong|code|pre|tt|kbd|br|ul|li|a|see|h\d)\b[^<>]*>"
    r"|\{@(?:link|linkplain|code|literal)\s+([^{}]*)\}?"
)
_ROLE = re.compile(r":(?:\w+:)?\w+:`~?\.?([^`<>]*)`")  # `:py:class:`Type``
_RULER = re.compile(r"^[=*~_#-]{2,}\s+|(?<=\s)[=*~_#-]{2,}$")
_RULED = frozenset("=*~_#-")  # the first or last sign of what _RULER takes
_SAYING = re.compile(r"^[@\\](?:brief|summary|description|desc|abstract|short)\b:?\s*")
_TAG = re.compile(r"^[@\\](?!deprecated\b)\w")  # what follows is about a parameter, a type, an author
_ARGUMENTS = rb"\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*+\))*+\))*+\))*+\)"  # four deep; nothing is tried twice
_ATTRIBUTE = re.compile(
    rb"(?:@[\w.:]++\s*+(?:%s\s*+)?)++$|@(?:spec|impl|deprecated|since)\b|#\[|\[|template\b" % _ARGUMENTS
)
_MARKERS = b"@#[t"  # the first bytes that _ATTRIBUTE takes
_NOTICE = re.compile(
    r"^(?:eslint|prettier-|noinspection|NOLINT|@?ts-|pylint|noqa|type:|region|endregion|[=~*#-]+$|```|\\$|rubocop:"
    r"|(?:istanbul|c8|v8|codecov|biome-|deno-lint-)\s*ignore|clang-format|swiftlint:|ktlint|detekt:|checkstyle|NOSONAR"
    r"|pragma:|mypy:|ruff:|pyright:|fmt:|js[hl]int|\$Flow|@formatter|@ignore|vim:)",
    re.IGNORECASE,
)


def docstring(source: bytes, body: int) -> str:
    """Return the first line of the string that starts at byte `body`, "" when none does."""
    if source[body : body + 1] not in _OPENINGS:
        return ""
    if source[body : body + 3] == HEREDOC:  # nearly always
        stop = source.find(b"\n", body)
        first = source[body + 3 : stop].strip()
        if first and stop > 0:
            line = first.split(HEREDOC)[0].decode("utf-8", "replace").strip()
            return "" if line.startswith(".. ") else clip(_plain(line))
    match = _DOCSTRING.match(source, body)
    if match is None:
        return ""
    quote, text = match.groups()
    line = text.split(quote)[0].decode("utf-8", "replace").strip()
    return "" if line.startswith(".. ") else clip(_plain(line))


def comment_above(source: bytes, start: int, prefixes: tuple[bytes, ...]) -> str:
    """Return the first line of the comment block that ends above the line that begins at byte `start`, "" for none.

    Decorators and attributes between the two are passed over; a blank line ends the search.
    """
    lines: list[tuple[bytes, int]] = []
    end = start - 1
    while end > 0:
        begin = source.rfind(b"\n", 0, end) + 1
        line = source[begin:end].strip()
        if not line:
            break
        if line == HEREDOC and b"@doc " in prefixes:
            begin = source.rfind(b"\n", 0, max(0, source.rfind(HEREDOC, 0, begin))) + 1
            line = source[begin:end].strip()
        if line.startswith(prefixes):
            lines.append((line, begin))
            if line.startswith(b"/*"):
                break
        elif line[:1] not in _MARKERS or not _ATTRIBUTE.match(line):
            break
        end = begin - 1
    for line, begin in reversed(lines):
        text = _SAYING.sub("", _comment(source, line, begin))
        if text and not _NOTICE.match(text):
            return "" if _TAG.match(text) else clip(_plain(text))
    return ""


def _comment(source: bytes, line: bytes, begin: int) -> str:
    """Return what a line of a comment says, without the marks around it."""
    text = _MARKS.sub("", _MARKS.sub("", line.decode("utf-8", "replace"))).strip()
    if text.startswith("<"):
        return _plain(text)
    if line.startswith(b"@"):
        return docstring(source, source.index(b" ", source.index(b"@", begin)) + 1)
    return text


def _plain(text: str) -> str:
    """Return what a line says, without the marks of a page and without rulers around it."""
    if "<" in text or "{@" in text:
        text = _ELEMENT.sub(lambda found: found[1] or found[2] or "", text)
    if ":`" in text:
        text = _ROLE.sub(r"\1", text)
    if text and (text[0] in _RULED or text[-1] in _RULED):
        text = _RULER.sub("", text)
    return text.strip()


def clip(line: str) -> str:
    """Return `line` cut to MAX_DOC characters."""
    return line if len(line) <= MAX_DOC else line[: MAX_DOC - 1].rstrip() + "…"
