"""Say in a few plain lines what a function does, from its syntax tree alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from summarizer import vocabulary as words
from summarizer.shorten import shorten

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_STEPS = 16  # lines a function may have: with its signature and doc under the contract's 20
TYPICAL_STEPS = 9
SHARE = (
    0.4  # of a function's own lines that its steps may take: keeps a file's pseudocode under a quarter of its tokens
)
DEEPEST = 4  # levels of nesting written out; what is deeper is folded into its parent

# How much a step says about what a function is for; the least are folded first.
WEIGHT = {
    "leave": 1,
    "local": 1,
    "bind": 2,
    "call": 3,
    "check": 2,
    "branch": 4,
    "loop": 4,
    "set": 5,
    "effect": 5,
    "end": 6,
}


_DECLARING = re.compile(r"^(?:let mut|let|var|const|val|auto|local|final)\s+")


class Step(NamedTuple):
    """A line of pseudocode: the source line it stands for, counted from the body's first line; its depth; its text."""

    line: int
    depth: int
    text: str


class _Draft(NamedTuple):
    line: int
    depth: int
    kind: str
    text: str


def steps_of(body: Node, source: bytes) -> tuple[Step, ...]:
    """Return the steps of the function whose body is `body`, lines counted from the body's first."""
    writer = _Writer(source)
    writer.block(body, 0)
    lines = body.end_point.row - body.start_point.row + 1
    most = max(1, min(MOST_STEPS, max(3, int(lines * SHARE)), TYPICAL_STEPS + lines // 12))
    first = body.start_point.row
    return tuple(Step(draft.line - first, draft.depth, draft.text) for draft in _fold(writer.drafts, most))


class _Writer:
    """Walks statements and drafts a step for each."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.drafts: list[_Draft] = []

    def block(self, node: Node, depth: int) -> None:
        if node.type not in words.BLOCK and not node.type.endswith(("_block", "_list", "_body")):
            self.statement(node, depth)
            return
        for child in node.named_children:
            self.statement(child, depth)

    def statement(self, node: Node, depth: int) -> None:
        kind = node.type
        if kind in words.COMMENT or kind in words.NESTED:
            return
        if kind in words.WRAPPER and node.named_child_count == 1:
            self.statement(node.named_children[0], depth)
        elif kind in words.BRANCH:
            self.compound(node, depth, "if", "branch")
        elif kind in words.LOOP:
            self.compound(node, depth, "for each", "loop")
        elif kind in words.WHILE:
            self.compound(node, depth, "while", "loop")
        elif kind in words.TRY:
            self.compound(node, depth, "try", "branch")
        elif kind in words.CASE and kind not in words.MATCH:
            self.compound(node, depth, "case", "branch")
        elif kind in words.MATCH:
            self.compound(node, depth, "match", "branch")
        elif kind in words.WITH:
            self.compound(node, depth, "with", "effect")
        elif kind in words.CLAUSES:
            self.compound(node, depth, _clause_word(kind), "branch")
        elif kind in words.BLOCK:
            self.block(node, depth)
        else:
            self.simple(node, depth)

    def compound(self, node: Node, depth: int, word: str, kind: str) -> None:
        """Draft a header line and what it holds; clauses (else, on, case) come at the header's own depth."""
        parts = [child for child in node.named_children if child.type not in words.COMMENT]
        inner = next((at for at, child in enumerate(parts) if self._holds(node, child)), len(parts))
        end = parts[inner].start_byte if inner < len(parts) else node.end_byte
        head = _bare(self._text(node.start_byte, end))
        self._draft(node, depth, kind, f"{word} {head}:" if head else f"{word}:")
        for child in parts[inner:]:
            if child.type in words.CLAUSES and child.type not in words.MATCH:
                self.statement(child, depth if word != "match" else depth + 1)
            elif child.type in words.BRANCH and word in ("if", "else"):  # `else if` is a branch inside the branch
                self.compound(child, depth, "else if", "branch")
            elif word == "match" and child.type in words.BLOCK:
                self.block(child, depth + 1)
            else:
                self.block(child, depth + 1)

    def _holds(self, node: Node, child: Node) -> bool:
        """Tell whether `child` is part of what a compound statement holds, not of its header."""
        return (
            child.type in words.BLOCK
            or child.type in words.CLAUSES
            or child.type.endswith(("_statement", "_block", "_body"))
            or child.type in ("statements", "expression_statement")
            or child == node.child_by_field_name("body")
            or child == node.child_by_field_name("consequence")
        )

    def simple(self, node: Node, depth: int) -> None:
        kind = node.type
        text = self._text(node.start_byte, node.end_byte)
        if kind in words.RETURN or text.startswith(("return ", "return;")):
            self._draft(node, depth, "end", shorten(text) if text.rstrip(";") != "return" else "return")
        elif kind in words.RAISE or text.startswith(("raise ", "throw ")):
            self._draft(node, depth, "end", "raise " + shorten(re.sub(r"^(?:raise|throw)\b\s*", "", text)))
        elif kind in words.YIELD:
            self._draft(node, depth, "end", shorten(text))
        elif kind in words.LEAVE:
            self._draft(node, depth, "leave", shorten(text))
        elif kind in words.SPAWN:
            self._draft(node, depth, "effect", shorten(text))
        elif kind in words.CHECK:
            self._draft(node, depth, "check", shorten(text))
        elif kind in words.ASSIGN or kind in words.DECLARE:
            self.assignment(node, depth, text)
        elif "(" in text or kind in words.CALL:
            self._draft(node, depth, "call", "call " + shorten(text, 66))

    def assignment(self, node: Node, depth: int, text: str) -> None:
        left, _, right = text.partition("=")
        target = left.rstrip(" +-*/|&^%<>:?").rsplit(None, 1)[-1] if left.strip() else ""
        if re.search(r"[.\[@$]|->|::", target):
            self._draft(node, depth, "set", "set " + shorten(text, 68))
        elif "(" in right or "await " in right:
            self._draft(
                node, depth, "bind", shorten(re.sub(r"^(?:let mut|let|var|const|val|auto|local|final)\s+", "", text))
            )
        else:
            self._draft(node, depth, "local", shorten(text))

    def _draft(self, node: Node, depth: int, kind: str, text: str) -> None:
        self.drafts.append(_Draft(node.start_point.row, min(depth, DEEPEST), kind, text))

    def _text(self, start: int, end: int) -> str:
        return self.source[start:end].decode("utf-8", "replace")


def _clause_word(kind: str) -> str:
    if kind in words.ELSE_IF:
        return "else if"
    if kind in words.ELSE:
        return "else"
    return "on" if kind in words.CATCH else "finally"


_KEYWORD = re.compile(
    r"^(?:else if|elif|elsif|elseif|else|if let|if|unless|for await|foreach|for|while let|while|do|until|repeat|loop"
    r"|try|begin|except\*?|catch|rescue|finally|ensure|switch|match|select|when|case|default|with|using|synchronized"
    r"|lock|guard|async with|async for|async)\b\s*"
)


def _bare(head: str) -> str:
    """Return a compound statement's header without its keyword, outer parentheses and signs at the end."""
    negated = head.startswith("unless")
    let = re.match(r"(?:if|while) let\b", head)
    head = _KEYWORD.sub("", _KEYWORD.sub("", head.strip()))
    head = re.sub(r"(?:\s*(?:\{|:|=>|->|\bdo\b|\bthen\b))+\s*$", "", head).strip()
    while head.startswith("(") and head.endswith(")") and _wraps(head):
        head = head[1:-1].strip()
    if let:
        head = "let " + head
    return shorten(f"not {head}" if negated else head, 64)


def _wraps(text: str) -> bool:
    """Tell whether the first parenthesis closes with the last character."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return at == len(text) - 1
    return False


def _fold(drafts: list[_Draft], most: int) -> list[_Draft]:
    """Return at most `most` steps: runs of locals become one, then what says least goes, deepest first."""
    steps = _joined(drafts)
    while len(steps) > most:
        worst = min(range(len(steps)), key=lambda at: (WEIGHT[steps[at].kind] - steps[at].depth, at))
        end = worst + 1
        while end < len(steps) and steps[end].depth > steps[worst].depth:
            end += 1
        if end > worst + 1:  # a header goes with what it holds, which goes first
            inner = min(range(worst + 1, end), key=lambda at: (WEIGHT[steps[at].kind] - steps[at].depth, at))
            worst, end = inner, inner + 1
            while end < len(steps) and steps[end].depth > steps[worst].depth:
                end += 1
        del steps[worst:end]
    return steps


def _joined(drafts: list[_Draft]) -> list[_Draft]:
    """Fold runs of straight-line locals to one line, and a header with one simple step under it to one line."""
    found: list[_Draft] = []
    run: list[_Draft] = []
    for draft in [*drafts, None]:
        if draft is not None and draft.kind == "local" and (not run or run[0].depth == draft.depth):
            run.append(draft)
            continue
        if len(run) > 1:
            found.append(run[0]._replace(text=f"set up {len(run)} locals"))
        else:
            found.extend(run)
        run = []
        if draft is None:
            break
        if draft.kind == "local":
            run.append(draft)
        else:
            found.append(draft)
    joined: list[_Draft] = []
    for at, draft in enumerate(found):
        above = joined[-1] if joined else None
        alone = at + 1 == len(found) or found[at + 1].depth <= draft.depth
        if (
            above is not None
            and above.text.endswith(":")
            and draft.depth == above.depth + 1
            and alone
            and (at + 1 == len(found) or found[at + 1].depth <= above.depth)
            and len(above.text) + len(draft.text) < 90
            and not draft.text.endswith(":")
        ):
            joined[-1] = above._replace(
                text=f"{above.text} {draft.text}", kind=max(above.kind, draft.kind, key=WEIGHT.__getitem__)
            )
        else:
            joined.append(draft)
    return joined
