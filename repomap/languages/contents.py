"""Tell a language from a file's first bytes, for names that several languages share and for files without suffix."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_SHEBANG = re.compile(rb"#!\s*(?:\S*/)?(?:env\s+(?:-\S+\s+|\w+=\S*\s+)*(?:\S*/)?)?([A-Za-z+-]+)")
_MODE = re.compile(rb"-\*-\s*(?:.*?mode:\s*)?([\w+#-]+)\s*(?:;.*)?-\*-", re.IGNORECASE)
_MODES = {
    "c++": "cpp",
    "c": "c",
    "python": "python",
    "perl": "perl",
    "cperl": "perl",
    "ruby": "ruby",
    "sh": "bash",
    "shell-script": "bash",
    "emacs-lisp": "elisp",
    "lisp": "commonlisp",
    "scheme": "scheme",
    "makefile": "make",
    "objc": "objc",
    "tcl": "",
}


def _pattern(text: str) -> re.Pattern[bytes]:
    return re.compile(text.encode(), re.MULTILINE)


_CPP = _pattern(
    r"^\s*(?:class\s+\w|namespace\s|template\s*<|using\s+\w|public:|private:|protected:|enum\s+class\s"
    r"|#\s*include\s*<\w+(?:/\w+)*>\s*$)|\b\w+::\w|\bconstexpr\s"
)
_OBJC = _pattern(r"^\s*(?:@(?:interface|protocol|implementation|class|property|end)\b|NS_ASSUME_NONNULL|#\s*import\s)")
_OBJC_BODY = _pattern(r"^\s*(?:@\w+|#\s*(?:import|include|define|if|pragma)\b|//|/\*)")
_INCLUDES = _pattern(
    r"^#[ \t]*include[ \t]*(?:<[\w./+-]+>|\"[\w./+-]+\")[ \t]*$"
    r"|^#\s*pragma once|^#\s*ifndef\s+(\w+)\s*\n#\s*define\s+\1\b"
)
_PERL = _pattern(
    r"^#!.*perl|^\s*(?:use|package|no)\s+[\w:]+[^\n]*;|^\s*(?:my|our|local)\s*[($@%]|^\s*sub\s+\w+|^=(?:pod|head\d)\b"
)
_PROLOG = _pattern(r"^\s*:-\s*\w|^[a-z]\w*(?:\([^)]*\))?\s*(?::-|-->)|^[a-z]\w*\(.*\)\.\s*$|^%")
_VERILOG = _pattern(r"^\s*(?:`\w+|(?:macro)?module\s+\w+\s*[#(;]|primitive\s|always\b|assign\s|endmodule)")
_COQ = _pattern(
    r"^\s*(?:Require|From\s+\S+\s+Require|Import|Export|Theorem|Lemma|Definition|Inductive|Fixpoint|Proof"
    r"|Section|Module\s+\w+\s*\.|Notation|Ltac|Local|Global|Set\s)\b"
)
_V_LANGUAGE = _pattern(r"^(?:pub\s+)?fn\s|^(?:pub\s+)?struct\s+\w+\s*\{|^import\s+\w+(?:\.\w+)*\s*$")
_SHADER = _pattern(r"^\s*#version\b|\bgl_\w+|^\s*precision\s+\w+p\s|^\s*void\s+main\s*\(")
_FORTH = _pattern(r"^:\s+\S+\s|^\\\s")
_PASCAL = _pattern(
    r"(?i)^\s*(?:unit|program|library|uses|interface|procedure|function|const|type|var)\b[^=\n]*$|\{\$\w+"
)
_PHP = _pattern(r"<\?(?:php|=|\s)")
_MAKE_DEPENDENCY = _pattern(r"^[^\s:]+\.(?:o|lo|obj)\s*:")
_OPENCL = _pattern(r"\b(?:__)?kernel\s+void\b|\bget_global_id\b|^#pragma OPENCL")
_LISP = re.compile(rb"\s*[(;#]")
_QUERY_CAPTURE = _pattern(r"[)\]\"]\s*@[a-z][\w.]*")
_CRLF = re.compile(rb"\r\n?")


def by_contents(head: bytes, interpreters: Mapping[str, str]) -> str | None:
    """Return the language that a shebang, an editor's mode line or C's preprocessor gives away, or None."""
    shebang = _SHEBANG.match(head)
    if shebang is not None:
        return interpreters.get(shebang[1].decode())
    mode = _MODE.search(b"\n".join(head.split(b"\n", 2)[:2]))
    if mode is not None:
        return _MODES.get(mode[1].decode().lower()) or None
    return "cpp" if _INCLUDES.search(_CRLF.sub(b"\n", head)) and not head.startswith(b"%") else None


def _header(head: bytes) -> str:
    mode = _MODE.search(head.partition(b"\n")[0])
    if mode is not None and mode[1].lower() == b"c++":
        return "cpp"
    if _OBJC.search(head) and not re.search(rb"^#\s*ifdef\s+__OBJC__", head, re.MULTILINE):
        return "objc"
    return "cpp" if _CPP.search(head) else "c"


def _m(head: bytes) -> str | None:
    if _OBJC_BODY.search(head) and not re.match(rb"\s*(?:%|function\b|classdef\b)", head):
        return "objc"
    return None if re.match(rb"\s*(?:\(\*|:-)", head) else "matlab"


def _v(head: bytes) -> str | None:
    if _VERILOG.search(head):
        return "verilog"
    return None if _COQ.search(head) or _V_LANGUAGE.search(head) else "verilog"


def _perl(head: bytes) -> str | None:
    return "perl" if _PERL.search(head) or not _PROLOG.search(head) else None


def _perl_test(head: bytes) -> str | None:
    return "perl" if _PERL.search(head) else None


def _typescript(head: bytes) -> str | None:
    return None if head.lstrip().startswith((b"<?xml", b"<!DOCTYPE", b"<TS")) else "typescript"


def _inc(head: bytes) -> str | None:
    if _PHP.search(head):
        return "php"
    if _INCLUDES.search(head) or re.search(rb"^#\s*define\s", head, re.MULTILINE):
        return _header(head)
    return "pascal" if _PASCAL.search(head) else None


def _fs(head: bytes) -> str | None:
    if _SHADER.search(head):
        return "glsl"
    return None if _FORTH.search(head) else "fsharp"


def _pp(head: bytes) -> str | None:
    return "pascal" if _PASCAL.search(head) and b"=>" not in head else None


def _d(head: bytes) -> str | None:
    return None if _MAKE_DEPENDENCY.search(head) or re.match(rb"#!.*dtrace", head) else "d"


def _cl(head: bytes) -> str | None:
    if _OPENCL.search(head):
        return "c"
    return "commonlisp" if _LISP.match(head) else None


def _scheme(head: bytes) -> str | None:
    if not _LISP.match(head) or (_QUERY_CAPTURE.search(head) and b"(define" not in head):
        return None
    return "scheme"


RULES: dict[str, Callable[[bytes], str | None]] = {
    ".h": _header,
    ".m": _m,
    ".v": _v,
    ".pl": _perl,
    ".t": _perl_test,
    ".ts": _typescript,
    ".inc": _inc,
    ".fs": _fs,
    ".pp": _pp,
    ".d": _d,
    ".cl": _cl,
    ".scm": _scheme,
    ".ss": _scheme,
    ".sls": _scheme,
}
"""For suffixes that several languages share: first bytes → language, or None for none that is read here."""
