"""Bind what is called on a value by the text before it, where one reference is in question.

The graph of a whole repository is made without reading texts for it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from repomap.binding.chains import Reading
from repomap.binding.local_types import outermost
from repomap.binding.name_rules import PARTS
from repomap.binding.plain_chains import READ as READ_PLAIN
from repomap.binding.plain_chains import PlainReading
from repomap.binding.rust_chains import RustReading

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope
    from repomap.binding.places import Found
    from repomap.model import Reference

READ = frozenset(("csharp", "kotlin", "scala", "swift", "dart"))
LINES = 80  # lines before a call that are read for the values it is called on
LINES_OF_FUNCTION = 300  # where the text begins with a function
MAX_SEEN = 4  # occurrences of a name on one line


def bound_by_text(scope: FileScope, reference: Reference) -> Found | None:
    """Return what is meant by a name that is called on a value, by what the text before it says; None when nothing."""
    if scope.language not in READ and scope.language not in READ_PLAIN and not scope.rust:
        return None
    first = max(0, reference.line - LINES)
    if (scope.rust or scope.language in READ_PLAIN) and reference.scope >= 0:  # no further than the function around
        first = max(reference.line - LINES_OF_FUNCTION, scope.definitions[outermost(scope, reference.scope)].line - 1)
    lines = scope.lines()[first : reference.line]
    if not lines:
        return None
    text = "\n".join(lines)
    kind = RustReading if scope.rust else PlainReading if scope.language in READ_PLAIN else Reading
    reading = kind(scope, text, reference.scope)
    start = len(text) - len(lines[-1])
    found: list[Found | None] = []
    last = PARTS.split(reference.qualifier)[-1]
    before = r"[)\]}>!?]\s*[!?]?" if reference.qualifier == "?" else rf"(?<!\w){re.escape(last)}(?:\(\s*\))?[\s!?]*"
    name = re.escape(reference.name)
    for match in re.compile(rf"(?:\.|\??->|::)\s*({name})\b").finditer(text, max(0, start - 200)):
        if match.start(1) < start or len(found) >= MAX_SEEN:
            continue
        if re.search(rf"(?:{before})\Z", text[max(0, match.start() - 200) : match.start()].rstrip() or " "):
            value = reading.before(match.start())
            found.append(reading.member(value, reference.name) if value else None)
    return found[0] if found and all(each == found[0] for each in found) else None
