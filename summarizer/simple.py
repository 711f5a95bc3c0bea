"""Tell what a simple statement does: what kind of step it is, and with which word it begins."""

from __future__ import annotations

import re
from functools import lru_cache

REACH = 100  # characters in which the name of what is called stands

_DECLARING = re.compile(r"^(?:let mut|let|var|const|val|auto|local|final|my)\s+")
_OUTER = re.compile(r"[.\[@]|->|::|^\$\w*[a-z]")
_OUTER_DOLLAR = re.compile(r"->|::|\[")  # where every variable has a dollar
_LOG = re.compile(
    r"^(?:await )?(?:this\.|self\.)?_?(?:log|logger|logging|console|debug|print\w*|puts|NSLog|LOG\w*"
    r"|slog|klog|glog|tracing|fmt\.F?print\w*|(?:trace|info|warn|error)!|System\.(?:out|err)|server_?log|warnings\.warn|warn)\b",
    re.I,
)
_EFFECT = re.compile(
    r"(?:^|_)(?:un)?(?:lock|acquire|release|open|write|send|save|commit|rollback|delete|remove|unlink|exec|execute|"
    r"publish|emit|dispatch|request|fetch|connect|spawn|flush|insert|update)",
    re.I,
)
_DEFER = re.compile(r"defer\s*\{(.*)\}$", re.DOTALL)  # Swift
_CALLED = re.compile(r"\w+(?=[!?]?\Z)")
_EQUALS = re.compile(r"(?<![=!<>])=(?![=>])")


Said = tuple[str, str, str]
"""A step's kind, the word it begins with, and the rest of its text. A named tuple takes four times as long to make."""


def assignment(target: str, text: str, language: str) -> Said:
    """Say what the assignment `text` does; `target` is its left side, "" where the tree does not say."""
    left, equals, right = text.partition("=")
    if equals and (right[:1] in "=>" or left[-1:] in "=!<>"):  # a comparison, or an arrow, comes first
        left, *rest = _EQUALS.split(text, maxsplit=1)
        right = rest[0] if rest else ""
    if not target:
        target = left.rstrip(" +-*/|&^%<>:?").rsplit(None, 1)[-1] if left.strip() else ""
    outer = (_OUTER_DOLLAR if language in ("php", "bash") else _OUTER).search(target)
    if outer and target[0] not in "[{":
        return "set", "set", text
    plain = _DECLARING.sub("", text)
    if "(" not in right:
        kind = "effect" if "await " in right or "lock" in text.partition("(")[0].lower() else "local"
    elif "await " in right or has_effect(right):
        kind = "effect"
    else:
        kind = "bind"
    return kind, "", plain


def call(text: str) -> Said:
    """Say what a call does that is a statement."""
    deferred = _DEFER.match(text) if text.startswith("defer") else None
    if deferred:
        return "effect", "", f"defer {deferred[1].strip()}"
    if _LOG.match(text):
        return "log", "call", text
    if has_effect(text):
        return "effect", "call", text
    if "await" in text:
        return "await", "call", text
    return "check" if text.startswith("assert") else "call", "call", text


def has_effect(text: str) -> bool:
    """Tell whether one of the first functions called is named for what it does to the world."""
    return any(map(_acts, [before.rpartition(".")[2] for before in text[:REACH].split("(")[:-1]]))


@lru_cache(maxsize=20_000)  # calls repeat: most are written like one that was seen
def _acts(before: str) -> bool:
    """Tell whether what stands before a parenthesis ends with the name of a function that does something."""
    called = _CALLED.search(before)
    return called is not None and _EFFECT.search(called[0]) is not None
