"""Write a skeleton as text, Markdown, JSON or XML; every line of a form is made here, so that its cost can be known."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from repomap.names import place_of_name

if TYPE_CHECKING:
    from repomap.model import Definition
    from repomap.rendering.skeleton import Coverage, Skeleton

FORMS = ("text", "markdown", "json", "xml")

COLUMNS = 100  # a definition's line is cut to this width: what a terminal beside an editor shows
CUT = "…"
MORE = " …"  # after a path of which only some definitions are shown. 1 token; " ⋮" is 4 to Claude, 5 % of a map
GAP = "⋮"  # a line of its own before the last, where files or definitions are left out of the map
DEEPEST = 12  # levels of indentation; deeper definitions stand at this level, so that a line keeps room for its text
STEP = "  "  # one level; any run of up to 16 blanks is one token to Claude, and "  " is one to o200k


class Form(NamedTuple):
    """How one form writes a map: each function returns whole lines without the last line end.

    `path` takes the file's path and whether some of its definitions are shown and some are not, `line` a definition
    as `definition_line` returns it. `closing` follows each file's last line, `tail` the last file; `coverage` writes
    what is shown of what, and takes whether that is all.
    """

    head: str
    path: Callable[[str, bool], str]
    line: Callable[[str], str]
    closing: str
    coverage: Callable[[str, bool], str] | None
    tail: str


def form(name: str) -> Form:
    """Return the form a budget counts. Raises ValueError for an unknown name.

    A JSON map's budget counts its paths and signatures as the text form prints them, without marks and without the
    last line: what a program shows of it costs that, and the punctuation is nobody's to read.
    """
    if name not in _FORMS:
        from repomap.settings import advice

        raise ValueError(f"unknown format {name!r}; {advice(name, FORMS)}")
    return _FORMS[name]


def definition_line(definition: Definition, depth: int, lines: bool, scope: str = "") -> str:
    """Return the definition's line as text: indented, with its line number if asked for, cut to COLUMNS.

    `scope` is put before its name: "Pager::" where the type that it belongs to does not stand above it.
    """
    indent = " " + STEP * min(depth, DEEPEST)
    number = f"{definition.line} " if lines else ""
    signature = _one_line(definition.signature) or _one_line(definition.name)
    if scope and (at := place_of_name(signature, definition.name)) >= 0:
        signature = signature[:at] + scope + signature[at:]
    text = f"{indent}{number}{signature}"
    return text if len(text) <= COLUMNS else text[: COLUMNS - len(CUT)].rstrip() + CUT


def coverage_lines(coverage: Coverage, files: int, symbols: int, tokenizer: str) -> tuple[str, ...]:
    """Return the last line for `files` and `symbols` shown, from the full wording to the shortest."""
    skipped_files = f"{_number(coverage.files_skipped)} file{'s' if coverage.files_skipped > 1 else ''} skipped"
    skipped = f"; {skipped_files}: repomap doctor" if coverage.files_skipped else ""
    if not coverage.files_total:
        return (f"no source files found{skipped}", "no source files found")
    file_part = f"{_number(files)} of {_number(coverage.files_total)} files"
    symbol_part = f"{_number(symbols)} of {_number(coverage.symbols_total)} symbols"
    likeliest = f"; likeliest: {', '.join(map(quoted, coverage.likeliest))}" if coverage.likeliest else ""
    return (
        *((f"{file_part}, {symbol_part}{skipped}; tokens: {tokenizer}{likeliest}",) if likeliest else ()),
        f"{file_part}, {symbol_part}{skipped}; tokens: {tokenizer}",
        f"{file_part}, {symbol_part}; tokens: {tokenizer}",
        f"{symbols}/{coverage.symbols_total} symbols; tokens: {tokenizer}",
        f"{symbols}/{coverage.symbols_total} symbols",
    )


def counted(skeleton: Skeleton, name: str) -> str:
    """Return the text whose tokens a map's budget limits: all of it, but for JSON (see `form`)."""
    style = form(name)
    if not skeleton.files and not skeleton.last_line:
        return ""
    out = [style.head]
    for shown in skeleton.files:
        out.append(style.path(shown.path, shown.partial))
        out += (style.line(line.text) for line in shown.definitions)
        out.append(style.closing)
    if skeleton.last_line and style.coverage:
        out.append(style.coverage(skeleton.last_line, not any(_left_out(skeleton))))
    out.append(style.tail)
    return "\n".join(filter(None, out))


def render(skeleton: Skeleton, name: str, root: str = "", map_id: str = "") -> str:
    """Return the map, without a line end after its last line. `root` is what a JSON map says it is a map of, `map_id`
    what names it.

    The form must be the one the skeleton was fitted for, or its budget may not hold. Raises ValueError for an unknown
    name.
    """
    return _as_json(skeleton, root, map_id) if name == "json" else counted(skeleton, name)


def quoted(path: str) -> str:
    """Return `path` for one line of text: as it is, or in double quotes with escapes like git's where it is odd.

    Odd is what could pass for something else: control and invisible characters, a blank at either end, quotes and
    backslashes, our own marks at the end. A byte that is no UTF-8 is written \\xNN.
    """
    if path.isprintable() and not _ODD.search(path):
        return path
    return '"' + "".join(_escaped(c) for c in path) + '"'


_ODD = re.compile(r'^$|^\s|\s$|["\\]|[⋮…]$')
_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\"}


def _escaped(c: str) -> str:
    if c in _NAMED:
        return _NAMED[c]
    return c if c.isprintable() else _coded(c)


def _coded(c: str) -> str:
    code = ord(c)
    if 0xDC80 <= code <= 0xDCFF:  # how Python keeps a file name's bytes that are no UTF-8
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _one_line(text: str) -> str:
    """`text` on one line: blanks of every kind become one space, other invisible characters are written out."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " if c.isspace() else _coded(c) for c in text)
    return " ".join(text.split())


def _number(n: int) -> str:
    return f"{n:,}".replace(",", " ")


def _marked(text: str, partial: bool) -> str:
    return text + MORE if partial else text


def _after_gap(text: str, complete: bool) -> str:
    """The last line, below a GAP where something is left out; the short wordings (2/40 symbols) say that themselves."""
    return text if complete or "/" in text else f"{GAP}\n{text}"


def _code_span(text: str) -> str:
    """`text` as Markdown code: a fence of more backticks than any run in it (CommonMark 0.31, 6.1)."""
    if "`" not in text:
        return f"`{text}`"
    fence = "`" * (1 + max(len(run) for run in re.findall("`+", text)))
    return f"{fence} {text} {fence}"


def _xml(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("]]>", "]]&gt;")


_TEXT = Form(
    head="",
    path=lambda path, partial: _marked(quoted(path), partial),
    line=str,
    closing="",
    coverage=_after_gap,
    tail="",
)
# A heading, then a block of code indented by four: no fences to pay for, and nothing in it is read as Markdown.
_MARKDOWN = Form(
    head="",
    path=lambda path, partial: _marked(f"## {_code_span(quoted(path))}", partial),
    line=lambda text: f"   {text}",
    closing="",
    coverage=_after_gap,
    tail="",
)
_JSON = Form(
    head="",
    path=lambda path, partial: quoted(path),
    line=str,
    closing="",
    coverage=None,
    tail="",
)
_XML = Form(
    head="<map>",
    path=lambda path, partial: _marked(f'<file path="{_xml(quoted(path)).replace(chr(34), "&quot;")}">', partial),
    line=_xml,
    closing="</file>",
    coverage=lambda text, complete: f"<coverage>{_xml(text)}</coverage>",
    tail="</map>",
)
_FORMS = {"text": _TEXT, "markdown": _MARKDOWN, "json": _JSON, "xml": _XML}


def _as_json(skeleton: Skeleton, root: str, map_id: str) -> str:
    import json

    files = [
        {
            "path": shown.path,
            "language": shown.language,
            "score": _rounded(shown.score),
            "symbols": [
                {
                    "name": line.definition.name,
                    "kind": line.definition.kind,
                    "line": line.definition.line,
                    "end_line": line.definition.end_line,
                    "signature": line.definition.signature,
                    "parent": line.definition.parent,
                    "score": _rounded(line.score),
                }
                for line in shown.definitions
            ],
        }
        for shown in skeleton.files
    ]
    files_left_out, symbols_left_out = _left_out(skeleton)
    document = {
        "root": root,
        **({"id": map_id} if map_id else {}),
        "tokens": {"budget": skeleton.budget, "used": skeleton.tokens_used, "tokenizer": skeleton.tokenizer},
        "files": files,
        "omitted": {"files": files_left_out, "symbols": symbols_left_out},
    }
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def _left_out(skeleton: Skeleton) -> tuple[int, int]:
    """How many files and definitions the map does not show."""
    symbols = sum(len(shown.definitions) for shown in skeleton.files)
    return skeleton.coverage.files_total - len(skeleton.files), skeleton.coverage.symbols_total - symbols


def _rounded(score: float) -> float:
    """Six significant digits: what is left after sums in another order, so that machines agree byte for byte."""
    return float(f"{score:.6g}")
