"""Put one member into an object of a JSON file with comments, and leave every other byte of the file as it is."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

_GAP = re.compile(r"(?:[\s\ufeff]|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_REST_OF_LINE = re.compile(r"[^\S\n]*(?://[^\n]*|/\*[^\n]*?\*/)?")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_OTHER = re.compile(r"[-+.\w]+")
INDENT = "  "  # where the file has none of its own
MAX_DEPTH = 200


class NotJson(ValueError):
    """A text that is not JSON, comments and a last comma allowed; the message says where."""


@dataclass(slots=True)
class _Node:
    """A value and where it stands; an object's `members` are (where the name begins, name, node)."""

    start: int
    end: int = 0
    value: Any = None
    members: list[tuple[int, str, _Node]] = field(default_factory=list)
    last_comma: int = -1  # where the comma before the closing brace is, if there is one

    def member(self, name: str) -> _Node | None:
        """Return the value of that name, the last one where there are several, as readers of JSON take it."""
        return next((node for _, own, node in reversed(self.members) if own == name), None)


def parsed(text: str) -> Any:
    """Return what a text holds, {} for an empty one. Raises NotJson."""
    return _tree(text).value if text.strip() else {}


def put(text: str, table: str, name: str, value: Any) -> str:
    """Return `text` with `value` as the member `name` of the top object's member `table`; both are made if missing.

    Raises NotJson for what cannot be read, or holds something else than an object where one is needed.
    """
    if not text.strip():
        return json.dumps({table: {name: value}}, indent=INDENT, ensure_ascii=False) + "\n"
    top = _tree(text)
    unit = (_indent(text, top.members[0][0]) if top.members else "") or INDENT
    owner = top.member(table)
    for node, what in ((top, "the file"), (owner, table)):
        if node is not None and not isinstance(node.value, dict):
            raise NotJson(f"{what} is not an object")
    if owner is None:
        return _inserted(text, top, table, {name: value}, unit, unit)
    old = owner.member(name)
    if old is None:
        return _inserted(text, owner, name, value, unit * 2, unit)
    start = next(start for start, _, node in owner.members if node is old)
    return text[: old.start] + _written(value, _indent(text, start), unit) + text[old.end :]


def _inserted(text: str, owner: _Node, name: str, value: Any, indent: str, unit: str) -> str:
    """Return the text with a new last member in an object."""
    if not owner.members:
        held = text[owner.start + 1 : owner.end - 1].rstrip()  # comments, perhaps
        new = f"{held}\n{indent}{json.dumps(name)}: {_written(value, indent, unit)}\n{indent[: -len(unit)]}"
        return text[: owner.start + 1] + new + text[owner.end - 1 :]
    start, _, last = owner.members[-1]
    indent = _indent(text, start)
    if not indent:  # all on one line
        new = f", {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
        return text[: last.end] + new + text[last.end :]
    new = f"\n{indent}{json.dumps(name)}: {_written(value, indent, unit)}"
    end = last.end if owner.last_comma < 0 else owner.last_comma + 1
    rest = _REST_OF_LINE.match(text, end)
    assert rest is not None
    comma = ("," if owner.last_comma < 0 else "", "" if owner.last_comma < 0 else ",")
    return text[:end] + comma[0] + rest[0] + new + comma[1] + text[rest.end() :]


def _written(value: Any, indent: str, unit: str) -> str:
    return json.dumps(value, indent=unit, ensure_ascii=False).replace("\n", "\n" + indent)


def _indent(text: str, at: int) -> str:
    """Return the blanks before `at` on its line, "" when something else stands there."""
    before = text[text.rfind("\n", 0, at) + 1 : at]
    return "" if before.strip() else before


def _tree(text: str) -> _Node:
    node = _node(text, _skip(text, 0), 0)
    if _skip(text, node.end) != len(text):
        raise _fault(text, node.end, "the end of the file")
    return node


def _node(text: str, at: int, depth: int) -> _Node:
    """Read the value at `at`."""
    node = _Node(at)
    opening = text[at : at + 1]
    if depth > MAX_DEPTH:
        raise NotJson("it is nested too deeply")
    if opening not in ("{", "["):
        match = (_STRING if opening == '"' else _OTHER).match(text, at)
        if match is None:
            raise _fault(text, at, "a value")
        try:
            node.value, node.end = json.loads(match[0]), match.end()
        except ValueError:
            raise _fault(text, at, "a value") from None
        return node
    items: list[Any] = []
    closing = "}" if opening == "{" else "]"
    at = _skip(text, at + 1)
    while text[at : at + 1] != closing:
        start, name = at, None
        if opening == "{":
            string = _STRING.match(text, at)
            if string is None:
                raise _fault(text, at, "a name")
            name = json.loads(string[0])
            at = _skip(text, _after(text, _skip(text, string.end()), ":"))
        inner = _node(text, at, depth + 1)
        items.append(inner.value if name is None else (name, inner.value))
        if name is not None:
            node.members.append((start, name, inner))
        at = _skip(text, inner.end)
        node.last_comma = -1
        if text[at : at + 1] != closing:
            node.last_comma = at
            at = _skip(text, _after(text, at, ","))
    node.value, node.end = dict(items) if opening == "{" else items, at + 1
    return node


def _skip(text: str, at: int) -> int:
    """Return where blanks and comments from `at` on end."""
    match = _GAP.match(text, at)
    assert match is not None
    return match.end()


def _after(text: str, at: int, sign: str) -> int:
    if text[at : at + 1] != sign:
        raise _fault(text, at, repr(sign))
    return at + 1


def _fault(text: str, at: int, wanted: str) -> NotJson:
    return NotJson(f"{wanted} is expected in line {text.count(chr(10), 0, at) + 1}")
