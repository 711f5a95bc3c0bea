"""Find definitions by their first line in a file that the grammar cannot read whole.

A grammar that meets a construct it does not know may lose the rest of the file. Where that was seen to cost more than
a few definitions in a hundred, what stands at the start of a line and looks like a definition is taken as one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node


class Point(NamedTuple):
    """A line, counted from 0, and a byte in it."""

    row: int
    column: int


class Piece(NamedTuple):
    """A stretch of a file, with the attributes of a node that are used of one."""

    start_byte: int
    end_byte: int
    start_point: Point
    end_point: Point


_WITHIN = rb"{0,400}"  # bytes that a head may go on for over several lines: without an end each line would be read on
_KOTLIN_WORDS = (
    rb"(?:(?:public|private|internal|protected|open|abstract|final|sealed|data|inner|enum|annotation|value|inline|"
    rb"suspend|override|operator|infix|tailrec|external|companion|expect|actual|fun)[ \t]+)*"
)
_SWIFT_WORDS = (
    rb"(?:(?:public|private|internal|fileprivate|open|final|static|class|override|mutating|nonisolated|indirect|"
    rb"required|convenience|dynamic|@\w+(?:\([^)\n]*\))?)[ \t]+)*"
)
_CSHARP_WORDS = (
    rb"(?:(?:public|private|internal|protected|static|abstract|sealed|virtual|override|readonly|partial|async|extern|"
    rb"unsafe|new|ref|file|required)[ \t]+)"
)
_CSHARP_TYPE = rb"[\w.]+(?:<[^;{}()=\n]*>)?(?:\[[, ]*\])*\??[ \t]+"
_CSHARP_NO_METHOD = (
    rb"(?!(?:return|await|throw|else|yield|case|goto|using|lock|in|out|is|as|and|or|not)\b)"
    rb"(?!new[ \t]+[\w.]+[ \t]*[(<])"
)
_SQL_NAME = rb"(?:(?:\w+|\"[^\"\n]+\"|`[^`\n]+`|\[[^\]\n]+\])\.)*(\w+|\"[^\"\n]+\"|`[^`\n]+`|\[[^\]\n]+\])"
_SQL_CREATE = rb"(?im)^[ \t]*create[ \t]+(?:or[ \t]+replace[ \t]+)?"
_SQL_IF = rb"[ \t]+(?:if[ \t]+not[ \t]+exists[ \t]+)?"
_GROOVY_WORDS = rb"(?:(?:public|private|protected|static|final|abstract|synchronized)[ \t]+)*"
_GROOVY_TYPE = rb"(?:def|void|[a-z]+(?:\[\])?|[A-Z][\w.]*(?:<[^(){}\n]*>)?(?:\[\])*)[ \t]+"
_PASCAL_TYPE = rb"(?im)^[ \t]*(\w+)(?:<[^>\n]*>)?[ \t]*=[ \t]*(?:packed[ \t]+)?"
_CAST = rb"\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)"
_C_ARGUMENTS = rb"\((?:[^;{}()]|\([^()]*\))*\)"
_C_NO_FUNCTION = rb"(?!(?:if|else|for|while|switch|catch|return|sizeof|do|case|new|throw|delete)\b)"
_C_TYPES: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    (
        "definition.struct",
        re.compile(rb"^[ \t]*(?:typedef[ \t]+)?(?:static[ \t]+|const[ \t]+)*struct[ \t]+(\w+)(?=\s*\{)", re.M),
    ),
    ("definition.union", re.compile(rb"^[ \t]*(?:typedef[ \t]+)?union[ \t]+(\w+)(?=\s*\{)", re.M)),
    ("definition.enum", re.compile(rb"^[ \t]*(?:typedef[ \t]+)?enum[ \t]+(\w+)(?=\s*\{)", re.M)),
    (
        "definition.type",
        re.compile(rb"^[ \t]*typedef\b[^;{}()]" + _WITHIN + rb"\([ \t]*(?:\w+[ \t]+)?\*[ \t]*(\w+)[ \t]*\)\s*\(", re.M),
    ),
    ("definition.type", re.compile(rb"^typedef[ \t]+[\w \t]*[ \t](\w+)[ \t]*(?=;)", re.M)),
    ("definition.type", re.compile(rb"^typedef\b[^;{}]" + _WITHIN + rb"\{[^{}]*\}[ \t]*(\w+)[ \t]*(?=;)", re.M)),
)
_CPP_TYPES: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    (
        "definition.class",
        re.compile(rb"^[ \t]*(?:template[ \t]*<[^;{}\n]*>[ \t]*)?class[ \t]+(\w+)(?=[ \t\w]*[:{]|\s*\{)", re.M),
    ),
    (
        "definition.struct",
        re.compile(rb"^[ \t]*(?:template[ \t]*<[^;{}\n]*>[ \t]*)?struct[ \t]+(\w+)(?=[ \t\w]*[:{]|\s*\{)", re.M),
    ),
    (
        "definition.function",
        re.compile(
            rb"^[ \t]*"
            + _C_NO_FUNCTION
            + rb"(?:[A-Za-z_][\w:<>, \t*&]*[ \t*&>]"
            + _C_NO_FUNCTION
            + rb"|(?=\w+::~?\w+[ \t]*\())((?:\w+::)*~?\w+)[ \t]*"
            + _C_ARGUMENTS
            + rb"(?=[\w\s]"
            + _WITHIN
            + rb"(?:->[^;{}]"
            + _WITHIN
            + rb"|:[^:{};][^{};]"
            + _WITHIN
            + rb")?\{)",
            re.M,
        ),
    ),
)
_CPP_USING = ("definition.type", re.compile(rb"^[ \t]*using[ \t]+(\w+)[ \t]*=", re.M))
_TYPESCRIPT_WORDS = rb"^[ \t]*(?:(?:export|default|declare|abstract|async|const)[ \t]+)*"
_TYPESCRIPT: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    ("definition.class", re.compile(_TYPESCRIPT_WORDS + rb"class[ \t]+(\w+)(?=[ \t]*[<{\n]|[ \t]+\w)", re.M)),
    (
        "definition.interface",
        re.compile(_TYPESCRIPT_WORDS + rb"interface[ \t]+(\w+)(?=[ \t]*[<{\n]|[ \t]+extends)", re.M),
    ),
    ("definition.type", re.compile(_TYPESCRIPT_WORDS + rb"type[ \t]+(\w+)(?=[ \t]*[<=])", re.M)),
    ("definition.enum", re.compile(_TYPESCRIPT_WORDS + rb"enum[ \t]+(\w+)(?=\s*\{)", re.M)),
    ("definition.function", re.compile(_TYPESCRIPT_WORDS + rb"function\b[ \t]*\*?[ \t]*(\w+)(?=\s*[(<])", re.M)),
)
_HEADERS: dict[str, tuple[tuple[str, re.Pattern[bytes]], ...]] = {
    "c": (
        *_C_TYPES,
        (
            "definition.function",
            re.compile(
                rb"^" + _C_NO_FUNCTION + rb"(?:[A-Za-z_][\w \t*]*[ \t*]" + _C_NO_FUNCTION + rb"|(?![A-Z0-9_]+\b))"
                rb"(\w+)[ \t]*" + _C_ARGUMENTS + rb"(?=\s*\{)",
                re.M,
            ),
        ),
    ),
    "cpp": (*_C_TYPES, *_CPP_TYPES, _CPP_USING),
    "cuda": (*_C_TYPES, *_CPP_TYPES, _CPP_USING),
    "typescript": _TYPESCRIPT,
    "tsx": _TYPESCRIPT,
    "haskell": (
        (
            "definition.type",
            re.compile(rb"^(?:data|newtype|type)[ \t]+(?!family\b|instance\b)(?:[^=\n]*=>[ \t]*)?([A-Z][\w']*)", re.M),
        ),
        ("definition.class", re.compile(rb"^class[ \t]+(?:[^=\n]*=>[ \t]*)?([A-Z][\w']*)", re.M)),
        (
            "definition.function",
            re.compile(
                rb"^(?!(?:module|import|data|newtype|type|class|instance|deriving|where|infix[lr]?|foreign)\b)"
                rb"([a-z_][\w']*#?)(?=\s*::|[^\n=:|]*[=|])",
                re.M,
            ),
        ),
    ),
    "fortran": (
        (
            "definition.function",
            re.compile(
                rb"(?im)^[ \t]*(?!end\b)(?:[a-z]+(?:[ \t]*\([^()\n]*\))?[ \t]+)*(?:function|subroutine)[ \t]+"
                rb"(\w+)[ \t]*(?=\(|$)"
            ),
        ),
        (
            "definition.method",
            re.compile(rb"(?im)^[ \t]*(?:procedure|generic|final)\b[^:!\n]*::[ \t]*(\w+)[ \t]*(?=$|[,!&]|=>)"),
        ),
        ("definition.struct", re.compile(rb"(?im)^[ \t]*type\b[ \t]*(?:,[^:!\n]*)?::[ \t]*(\w+)[ \t]*$")),
    ),
    "ruby": (
        ("definition.class", re.compile(rb"^[ \t]*class[ \t]+(?:\w+::)*(\w+)", re.M)),
        ("definition.method", re.compile(rb"^[ \t]*def[ \t]+(?:self\.)?(\w+[?!=]?)(?=[ \t]*(?:[(;]|$))", re.M)),
    ),
    "kotlin": (
        ("definition.class", re.compile(rb"^[ \t]*" + _KOTLIN_WORDS + rb"(?:class|object)[ \t]+(\w+)", re.M)),
        ("definition.interface", re.compile(rb"^[ \t]*" + _KOTLIN_WORDS + rb"interface[ \t]+(\w+)", re.M)),
        (
            "definition.function",
            re.compile(
                rb"^[ \t]*(?:@\w+[ \t]+)*" + _KOTLIN_WORDS + rb"(?:(?<=fun )|fun[ \t]+)"
                rb"(?:<[^>\n]*>[ \t]*)?(?:[\w.<>?,*]+\.)?(`[^`\n]+`|\w+)[ \t]*\(",
                re.M,
            ),
        ),
    ),
    "csharp": (
        (
            "definition.class",
            re.compile(
                rb"^[ \t]*" + _CSHARP_WORDS + rb"*(?:class|record(?:[ \t]+class)?)[ \t]+(?!struct\b)(\w+)", re.M
            ),
        ),
        (
            "definition.struct",
            re.compile(rb"^[ \t]*" + _CSHARP_WORDS + rb"*(?:record[ \t]+)?struct[ \t]+(\w+)", re.M),
        ),
        ("definition.interface", re.compile(rb"^[ \t]*" + _CSHARP_WORDS + rb"*interface[ \t]+(\w+)", re.M)),
        ("definition.enum", re.compile(rb"^[ \t]*" + _CSHARP_WORDS + rb"*enum[ \t]+(\w+)", re.M)),
        (
            "definition.method",
            re.compile(
                rb"^[ \t]*" + _CSHARP_NO_METHOD + _CSHARP_WORDS + rb"*" + _CSHARP_TYPE + rb"(?:[\w.]+\.)?(\w+)"
                rb"(?:<[^<>()\n]*>)?[ \t]*\((?=[^;{}=]" + _WITHIN + rb"\)[^;{}=()]" + _WITHIN + rb"(?:\{|=>|;))",
                re.M,
            ),
        ),
    ),
    "swift": (
        (
            "definition.class",
            re.compile(rb"^[ \t]*" + _SWIFT_WORDS + rb"(?:class|actor)[ \t]+(?!func|var|let)(\w+)", re.M),
        ),
        ("definition.struct", re.compile(rb"^[ \t]*" + _SWIFT_WORDS + rb"struct[ \t]+(\w+)", re.M)),
        ("definition.enum", re.compile(rb"^[ \t]*" + _SWIFT_WORDS + rb"enum[ \t]+(\w+)", re.M)),
        ("definition.interface", re.compile(rb"^[ \t]*" + _SWIFT_WORDS + rb"protocol[ \t]+(\w+)", re.M)),
        ("definition.function", re.compile(rb"^[ \t]*" + _SWIFT_WORDS + rb"func[ \t]+(\w+)", re.M)),
    ),
    "objc": (
        ("definition.class", re.compile(rb"^@interface[ \t]+(\w+)(?=\s*[:<])", re.M)),
        ("scope", re.compile(rb"^@(?:interface[ \t]+(?=\w+\s*\()|implementation[ \t]+)(\w+)", re.M)),
        ("definition.interface", re.compile(rb"^@protocol[ \t]+(\w+)(?!\w*\s*[;,])", re.M)),
        ("definition.method", re.compile(rb"^[-+][ \t]*" + _CAST + rb"\s*(\w+)", re.M)),
        (
            "definition.function",
            re.compile(
                rb"^(?!@|\}|return\b|else\b)[A-Za-z_][\w:<>, *&]*(?:[ *&>]|::)(\w+)\((?:[^;{}()]|\([^()]*\))*\)"
                rb"\s*(?::[^{};]" + _WITHIN + rb")?\{",
                re.M,
            ),
        ),
    ),
    "sql": (
        (
            "definition.struct",
            re.compile(
                _SQL_CREATE
                + rb"(?:(?:global|local|temp|temporary|unlogged|foreign|external|recursive)[ \t]+)*"
                + rb"(?:table|(?:materialized[ \t]+)?view)"
                + _SQL_IF
                + _SQL_NAME
            ),
        ),
        ("definition.function", re.compile(_SQL_CREATE + rb"(?:function|procedure|aggregate)[ \t]+" + _SQL_NAME)),
        ("definition.type", re.compile(_SQL_CREATE + rb"(?:type|domain)[ \t]+" + _SQL_NAME)),
        (
            "definition.section",
            re.compile(
                _SQL_CREATE + rb"(?:unique[ \t]+)?index(?:[ \t]+concurrently)?" + _SQL_IF + rb"(?!on\b)" + _SQL_NAME
            ),
        ),
        ("definition.section", re.compile(_SQL_CREATE + rb"(?:sequence|trigger)" + _SQL_IF + _SQL_NAME)),
    ),
    "pascal": (
        (
            "definition.function",
            re.compile(
                rb"(?im)^[ \t]*(?:class[ \t]+)?(?:procedure|function|constructor|destructor)[ \t]+"
                rb"(\w+(?:\.\w+)*)(?=[ \t]*(?:[(;:]|$))"
            ),
        ),
        ("definition.class", re.compile(_PASCAL_TYPE + rb"class\b(?![ \t]*(?:of\b|;))")),
        ("definition.struct", re.compile(_PASCAL_TYPE + rb"record\b")),
        ("definition.interface", re.compile(_PASCAL_TYPE + rb"interface\b(?![ \t]*;)")),
    ),
    "groovy": (
        ("definition.class", re.compile(rb"^[ \t]*" + _GROOVY_WORDS + rb"class[ \t]+(\w+)", re.M)),
        ("definition.interface", re.compile(rb"^[ \t]*" + _GROOVY_WORDS + rb"(?:interface|trait)[ \t]+(\w+)", re.M)),
        ("definition.enum", re.compile(rb"^[ \t]*" + _GROOVY_WORDS + rb"enum[ \t]+(\w+)", re.M)),
        (
            "definition.function",
            re.compile(
                rb"^[ \t]*(?!return\b|new\b|throw\b|else\b|assert\b)(?:@\w+[ \t]+)*"
                + _GROOVY_WORDS
                + rb"(?:<[^>\n]*>[ \t]+)?"
                + _GROOVY_TYPE
                + rb"(\w+)[ \t]*\([^()]*\)[^;={}\n]*\{",
                re.M,
            ),
        ),
    ),
    "make": (
        ("definition.function", re.compile(rb"^(?!\.)([\w./%-]+)[ \t]*:(?![:=])", re.M)),
        ("definition.variable", re.compile(rb"^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*(?:[?:+]|::)?=", re.M)),
    ),
    "powershell": (
        ("definition.function", re.compile(rb"(?im)^[ \t]*(?:function|filter)[ \t]+([\w:-]+)(?=[ \t]*(?:[({]|$))")),
    ),
    "bash": (
        ("definition.function", re.compile(rb"^[ \t]*function[ \t]+([^\s(){}#'\"$]+)[ \t]*(?:\([ \t]*\))?", re.M)),
        ("definition.function", re.compile(rb"^[ \t]*([A-Za-z_][^\s(){}#'\"$=;&|]*)[ \t]*\([ \t]*\)", re.M)),
    ),
}
_SOONER = {
    "c": {
        "definition.struct": re.compile(rb"struct[ \t]+(\w+)(?=\s*\{)"),
        "definition.union": re.compile(rb"union[ \t]+(\w+)(?=\s*\{)"),
        "definition.enum": re.compile(rb"enum[ \t]+(\w+)(?=\s*\{)"),
        "definition.type": re.compile(rb"typedef()"),
    }
}
"""Finds the names of a pattern and others, in a fifth of the time since it begins with a word. Three in four of Linux's
files in C have an error somewhere; in most of them the tree holds all names."""
_BRACES = re.compile(rb"[{}]")
_END = re.compile(rb"^@end\b", re.M)
_ENDED = frozenset(("scope", "definition.interface", "definition.class"))
_COMMENTS = ("comment", "line_comment", "block_comment", "multiline_comment", "heredoc_body", "haddock")
_TEXT = {
    "ruby": _COMMENTS,  # a template's `<%= name %>` opens a string
    "bash": _COMMENTS,  # there an error is most often a quote that the grammar takes for another's end
    "sql": (*_COMMENTS, "marginalia", "literal"),
    "pascal": (*_COMMENTS, "literalString"),
}
_BRACELESS = frozenset(("sql", "pascal", "make", "haskell", "ruby", "fortran"))  # there a brace opens no body


def islands(
    name: str, source: bytes, root: Node, known: Container[int]
) -> Iterator[tuple[str, dict[str, list[Piece]]]]:
    """Yield (capture, captures) of what looks like a definition and stands in no string or comment of the tree.

    Those whose names begin at the bytes `known` are passed over.
    """
    lines: list[int] = []
    sooner = _SOONER.get(name, {})
    for role, pattern in _HEADERS.get(name, ()):
        if role in sooner and all(match.start(1) in known for match in sooner[role].finditer(source)):
            continue
        for match in pattern.finditer(source):
            start, end = match.span(1)
            if start in known:
                continue
            lines = lines or [0, *(line.end() for line in re.finditer(rb"\n", source))]
            node = root.descendant_for_byte_range(start, end)
            # a string without its quotes is code in which the grammar lost its way
            lost = node is not None and node.parent is not None and node.parent.is_error and node.type[:6] == "string"
            if node is not None and not lost and node.type.startswith(_TEXT.get(name, (*_COMMENTS, "string"))):
                continue
            first = match.start() + len(match[0]) - len(match[0].lstrip())
            if name in _BRACELESS:
                line_end = source.find(b"\n", end)
                body, last = -1, line_end if line_end >= 0 else len(source)
            else:
                body, last = _extent(source, end, role)
            captures = {"name": [_piece(lines, start, end)], role: [_piece(lines, first, last)]}
            if body >= 0:
                captures["body"] = [_piece(lines, body, last)]
            yield role, captures


def _extent(source: bytes, position: int, role: str) -> tuple[int, int]:
    """Return where the body begins (-1: none) and where the definition ends, braces matched as they stand."""
    closing = _END.search(source, position) if role in _ENDED else None
    if closing is not None:
        return source.find(b"\n", position), closing.end()
    line_end = source.find(b"\n", position)
    line_end = len(source) if line_end < 0 else line_end
    brace = source.find(b"{", position)
    stop = source.find(b"\n\n", position)
    semicolon = source.find(b";", position, brace if brace >= 0 else len(source))
    if brace < 0 or 0 <= stop < brace or semicolon >= 0:
        return -1, semicolon if role == "definition.method" and semicolon >= 0 else line_end
    depth = 0
    for match in _BRACES.finditer(source, brace):
        depth += 1 if match[0] == b"{" else -1
        if depth == 0:
            return brace, match.end()
    return brace, line_end


def _piece(lines: list[int], start: int, end: int) -> Piece:
    first, last = bisect_right(lines, start) - 1, bisect_right(lines, end) - 1
    return Piece(start, end, Point(first, start - lines[first]), Point(last, end - lines[last]))
