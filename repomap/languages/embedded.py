"""Read what stands inside other files: script blocks in Vue, Svelte and HTML, code cells in notebooks.

All around the code is blanked, so that every line of code keeps the number it has in the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from repomap.model import Definition, Extracted, Reference

SCRIPT_TAG = re.compile(rb"<script\b", re.IGNORECASE)

_OPENING = re.compile(rb"<!--|<script\b((?:[^>\"']|\"[^\"]*\"|'[^']*'){0,1000})>", re.IGNORECASE)
_CLOSING = re.compile(rb"</script", re.IGNORECASE)
_ATTRIBUTE = re.compile(rb"\b(type|lang)\s*=\s*[\"']?([\w/.+-]+)", re.IGNORECASE)
_SCRIPT_LANGUAGES = frozenset((b"js", b"jsx", b"ts", b"tsx", b"javascript", b"typescript", b"module", b"babel"))
_BLANK = bytes(byte if byte in b"\r\n" else 0x20 for byte in range(256))
_SOURCE_KEY = re.compile(rb'^[ \t]*"source"[ \t]*:[ \t]*\[?', re.MULTILINE)
_PYTHON = frozenset(("python", "ipython", "python3", ""))
_MARKDOWN_MARK = re.compile(rb"^ {0,3}(`{3,}|~{3,}|#{1,6}(?=[ \t\r\n])|(?:=+|--+)(?=[ \t]*\r?$))[^\n]*", re.MULTILINE)
_FRONT_MATTER = re.compile(rb"(---|\+\+\+)[ \t]*\r?\n.*?^\1[ \t]*\r?$", re.DOTALL | re.MULTILINE)
_QUOTES = re.compile(rb"'{4,}(?=[^'])")
_PYTHON_CELL = ("%%time", "%%timeit", "%%capture", "%%prun")


def scripts(source: bytes) -> bytes:
    """Return the script blocks of a page or component, the rest as spaces: same length, same lines."""
    out = bytearray(source.translate(_BLANK))
    position = 0
    while True:
        opening = _OPENING.search(source, position)
        if opening is None:
            break
        if opening[0] == b"<!--":
            end = source.find(b"-->", opening.end())
            if end < 0:
                break
        else:
            closing = _CLOSING.search(source, opening.end())
            end = closing.start() if closing else len(source)
            if all(
                value.lower().rpartition(b"/")[2] in _SCRIPT_LANGUAGES for _, value in _ATTRIBUTE.findall(opening[1])
            ):
                out[opening.end() : end] = source[opening.end() : end]
        position = end
    return bytes(out)


def cells(source: bytes) -> bytes:
    """Return the Python code of a Jupyter notebook (format 4), each line at the line of the file where it is written.

    Where the file is not laid out a line a code line, the cells follow one another from the first line on. Magics are
    blank; a notebook of another language, and what is no notebook, gives nothing.
    """
    try:
        notebook = json.loads(source)
        if _kernel(notebook) not in _PYTHON:
            return b""
        found = [(cell.get("cell_type") == "code", cell["source"]) for cell in notebook["cells"]]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return b""
    keys = [source.count(b"\n", 0, match.start()) for match in _SOURCE_KEY.finditer(source)]
    laid_out = len(keys) == len(found) and all(isinstance(text, list) for _, text in found)
    file_lines = source.split(b"\n")
    out = [b""] * len(file_lines)
    following: list[bytes] = []
    for number, (is_code, text) in enumerate(found):
        if not is_code:
            continue
        code = _code(text if isinstance(text, list) else str(text).splitlines())
        following += code
        for line, content in enumerate(code, keys[number] + 1 if laid_out else 0):
            if not laid_out or line >= len(out) or not file_lines[line].lstrip().startswith(b'"'):
                laid_out = False
                break
            out[line] = content
    return b"\n".join(out if laid_out else following) + b"\n"


def _kernel(notebook: dict[str, Any]) -> str:
    metadata = notebook.get("metadata", {})
    return str(metadata.get("language_info", {}).get("name") or metadata.get("kernelspec", {}).get("language") or "")


def _code(lines: list[str]) -> list[bytes]:
    if lines and lines[0].startswith("%%") and not lines[0].startswith(_PYTHON_CELL):
        return [b""] * len(lines)
    return [
        b"" if line.lstrip().startswith(("%", "!", "?")) else line.rstrip("\n").replace("\n", " ").encode()
        for line in lines
    ]


def merged(outer: Extracted, inner: Extracted) -> Extracted:
    """Return what two readings of one file found, as one: definitions in line order, owners and scopes renumbered."""
    shift = len(outer.definitions)
    together = [
        *outer.definitions,
        *(item._replace(owner=item.owner + shift if item.owner >= 0 else -1) for item in inner.definitions),
    ]
    order = sorted(range(len(together)), key=lambda place: together[place].line)
    places = {place: new for new, place in enumerate(order)}
    places[-1] = -1
    definitions: tuple[Definition, ...] = tuple(
        together[place]._replace(owner=places[together[place].owner]) for place in order
    )
    references: list[Reference] = [item._replace(scope=places[item.scope]) for item in outer.references]
    references += [
        item._replace(scope=places[item.scope + shift if item.scope >= 0 else -1]) for item in inner.references
    ]
    references.sort(key=lambda item: item.line)
    return Extracted(definitions, tuple(references), outer.imports + inner.imports, outer.errors + inner.errors)


def headings(source: bytes) -> bytes:
    """Return the headings of a Markdown file with all else blank: a tenth of the work for the grammar.

    What stands in fenced code, and the metadata in front, holds none.
    """
    out = bytearray(source.translate(_BLANK))
    front = _FRONT_MATTER.match(source)
    position = front.end() if front else 0
    fence = b""
    for mark in _MARKDOWN_MARK.finditer(source, position):
        sign, start = mark[1], mark.start()
        if fence:
            if sign.startswith(fence) and not source[mark.end(1) : mark.end()].strip():
                fence = b""
        elif sign[:1] in b"`~":
            fence = sign
        elif sign[:1] == b"#":
            out[start : mark.end()] = mark[0]
        else:
            before = source.rfind(b"\n", 0, max(start - 1, 0)) + 1
            line = source[before:start].strip()
            if before >= position and line and not line.startswith((b"#", b">", b"|", b"-", b"*", b"+")):
                out[before : mark.end()] = source[before : mark.end()]
    return bytes(out)


def _plain_quotes(source: bytes) -> bytes:
    """Empty Pascal's `''''`, a string of one quote, which the grammar takes for the start of a text of many lines."""
    return _QUOTES.sub(lambda match: b"'" + b" " * (len(match[0]) - 2) + b"'", source)


READABLE: dict[str, Callable[[bytes], bytes]] = {
    "vue": scripts,
    "svelte": scripts,
    "notebook": cells,
    "markdown": headings,
    "pascal": _plain_quotes,
}
"""For the languages whose files the grammar does not read as they are: what it reads instead, line for line."""
