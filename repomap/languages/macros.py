"""Blank out what a grammar does not know, byte for byte, before a second parse: macros of C++ and Objective-C.

The preprocessor's definitions are not known here, so macros are told by being written in capitals.
"""

from __future__ import annotations

import re

_MACRO = rb"[A-Z][A-Z0-9_]+\b(?:\([^()\n]*\))?"
_PATTERNS = (
    # class GTEST_API_ Foo : Bar {, class GTEST_API_ [[nodiscard]] Foo {
    re.compile(
        rb"\b(?:class|struct|union|@interface|@protocol)\s+((?:(?:"
        + _MACRO
        + rb"|\[\[[^\]\n]*\]\])\s+)+)(?=\w+\s*(?:final\s*)?[:{<])"
    ),
    # GTEST_API_ Cardinality AtMost(int n) {
    re.compile(rb"^[ \t]*((?:" + _MACRO + rb"[ \t]+)+)(?=[\w:<>,]+[ \t*&]+[\w:~<> \t*&]*\()", re.MULTILINE),
    # inline JKJ_CONSTEXPR20 uint_least64_t umul64(int x), JKJ_INLINE_VARIABLE struct nearest_t {
    re.compile(
        rb"^[ \t]*(?:(?:static|inline|constexpr|virtual|explicit|friend|extern)[ \t]+)+((?:"
        + _MACRO
        + rb"[ \t]+)+)(?=[\w:<>,]+[ \t*&]+[\w:~<> \t*&]*\()",
        re.MULTILINE,
    ),
    re.compile(
        rb"^[ \t]*((?:" + _MACRO + rb"[ \t]+)+)(?=(?:class|struct|union|enum)\s+\w+\s*[:{]|template\s*<)", re.MULTILINE
    ),
    # Value* find() LOCKS_EXCLUDED(mutex_) {, Value(Value&& other) API_NOEXCEPT : x_(other.x_) {
    re.compile(rb"\)\s*(?:const|noexcept|override|final)?\s*((?:" + _MACRO + rb"\s*)+)(?=\{|:[^:])"),
    # VersionSet* versions_ GUARDED_BY(mutex_);
    re.compile(rb"[\w)\]]\s+(\w*(?:GUARDED_BY|ACQUIRED_\w+|_REQUIRED|_EXCLUDED)\([^()\n]*\))(?=\s*[;={])"),
    # Q_OBJECT, FMT_BEGIN_NAMESPACE, NS_ASSUME_NONNULL_BEGIN, BOOST_FOO(x) alone on a line
    re.compile(rb"(?<![,(=|&+\-\\])\n[ \t]*(" + _MACRO + rb")(?=[ \t]*\n)(?!\s*[{}),=|&+.])"),
)
# typedef NS_ENUM(NSInteger, Name) {
_MISREAD = frozenset(("cpp", "objc", "cuda"))
_BEHIND_MACRO = re.compile(
    rb"\b(?:class|struct|union)\s+" + _MACRO + rb"\s+(?:\[\[[^\]\n]*\]\]\s+)?\w+\s*(?:final\s*)?[:{<]"
)
_NS_ENUM = re.compile(rb"\btypedef\s+(?:NS|CF|UI)_[A-Z_]*(?:ENUM|OPTIONS)[A-Z_]*\s*\(\s*[\w ]+,\s*(\w+)\s*\)")
_INK = re.compile(rb"[^\s]")


# Soft keywords of Kotlin that the grammar takes for hard ones, and what is newer than it.
_KOTLIN = (
    (re.compile(rb"\bin(?=\d)"), b"iN"),
    (re.compile(rb"\$\$(?=\")"), b"  "),
    (re.compile(rb"\b(get|set)(?=\(\")"), b"got"),
    (re.compile(rb"(?<=[\s.{(])(open|data|value|inner)(?=\()"), None),
    (re.compile(rb"\boverride(?=\()"), b"overridE"),
    (re.compile(rb"\bsuspend(?=[ \t]*\{)"), b"       "),
    (re.compile(rb"\bdynamic\b"), b"dynamiC"),
    (re.compile(rb"=(\s*)\[\](?=[,)\s])"), rb"=\g<1>00"),
    (re.compile(rb"^[ \t]*context\([^()\n]*\)", re.MULTILINE), None),
)


def misread(name: str, source: bytes) -> bool:
    """Tell whether a class may have been read as a function, which is no error: `struct API Options {…}`."""
    return name in _MISREAD and _BEHIND_MACRO.search(source) is not None


def mask(name: str, source: bytes) -> bytes:
    """Return `source` with such macros replaced by as many spaces; line breaks stay. In Kotlin, words by others."""
    if name == "kotlin":
        for pattern, replacement in _KOTLIN:
            source = pattern.sub(_swap if replacement is None else replacement, source)
        return source
    source = _NS_ENUM.sub(_plain_enum, source)
    for pattern in _PATTERNS:
        source = pattern.sub(_blank, source)
    return source


def _swap(match: re.Match[bytes]) -> bytes:
    """Return another word of the same length, or as many spaces for what is more than a word."""
    return match[0][:-1] + b"_" if match[0].isalpha() else b" " * len(match[0])


def _plain_enum(match: re.Match[bytes]) -> bytes:
    before = _INK.sub(b" ", match[0][: match.start(1) - match.start()])
    return b"enum" + before[4:] + match[1] + _INK.sub(b" ", match[0][match.end(1) - match.start() :])


def _blank(match: re.Match[bytes]) -> bytes:
    start, end = match.start(1) - match.start(), match.end(1) - match.start()
    text = match[0]
    return text[:start] + _INK.sub(b" ", text[start:end]) + text[end:]
