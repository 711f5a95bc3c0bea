"""Walk the statements of a function's body and draft a step for each, in the words of `summarizer.vocabulary`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from summarizer import vocabulary as words
from summarizer.fold import Draft
from summarizer.heads import head
from summarizer.shorten import shorten

if TYPE_CHECKING:
    from tree_sitter import Node

REACH = 100  # characters in which the name of what is called stands
LONGEST = 600  # bytes read of a simple statement
DEEPEST = 4  # levels of nesting written out; what is deeper is written at this one

_DECLARING = re.compile(r"^(?:let mut|let|var|const|val|auto|local|final|my)\s+")
_OUTER = re.compile(r"[.\[@]|->|::|^\$\w*[a-z]")
_LOG = re.compile(
    r"^(?:await )?(?:this\.|self\.)?_?(?:log|logger|logging|console|debug|print\w*|puts|NSLog|LOG\w*)\b", re.I
)
_EFFECT = re.compile(
    r"(?:^|[.:>_\s])(?:un)?(?:lock|acquire|release|open|write|send|save|commit|rollback|delete|remove|unlink|exec|execute|"
    r"publish|emit|dispatch|request|fetch|connect|spawn|flush|insert|update)\w*[!?]?\(",
    re.I,
)
_ELIXIR = {
    "if": "if",
    "unless": "if",
    "case": "match",
    "cond": "match",
    "for": "for each",
    "try": "try",
    "with": "with",
}
_EACH_CALL = re.compile(r"^(.*?)\.(?:each|forEach|for_each|each_with_index|each_value|each_pair|forEachIndexed)$", re.S)
_RAISING = re.compile(r"(?:raise|throw|@throw)\b\s*")
_LEAVING = re.compile(r"(?:break|continue|next|redo|goto)\b[^(.]*$")
_RETURNING = re.compile(r"(?:co_)?return\b")
_BINDING = re.compile(r"\w+ =[^=~>]")
_EQUALS = re.compile(r"(?<![=!<>])=(?![=>])")
_FIELDS = ("left", "name", "pattern", "target", "lhs")


def draft_steps(body: Node, source: bytes, language: str) -> list[Draft]:
    """Return a step for every statement of `body`, in source order."""
    walker = _Walker(source, language)
    lead = source[body.start_byte : body.start_byte + 2]
    if lead in (b"=>", b"= ", b"=\n") or not _is_block(body):
        expression = body if not _is_block(body) else None
        walker.expression_body(expression, body)
    else:
        walker.block(body, 0, language in words.TAILED)
    return walker.drafts


def _is_block(node: Node) -> bool:
    kind = node.type
    return kind in words.BLOCK or kind.endswith(("_block", "_list", "_body"))


class _Walker:
    def __init__(self, source: bytes, language: str) -> None:
        self.source = source
        self.language = language
        self.drafts: list[Draft] = []

    def expression_body(self, expression: Node | None, body: Node) -> None:
        """Draft a body that is one expression: it is what the function returns."""
        if expression is not None and (expression.type in words.MATCH or expression.type in words.BRANCH):
            self.statement(expression, 0, True)
            return
        text = self._text(body.start_byte, body.end_byte).lstrip("=> \n")
        if text.strip() and not text.startswith(("throw ", "raise ")):
            self._draft(body, 0, "end", "return " + shorten(text))
        elif text.strip():
            self._draft(body, 0, "end", "raise " + shorten(_RAISING.sub("", text)))

    def block(self, node: Node, depth: int, tail: bool = False) -> None:
        if not _is_block(node):
            self.statement(node, depth, tail)
            return
        self.run([child for child in node.named_children if child.type not in words.COMMENT], depth, tail)

    def run(self, children: list[Node], depth: int, tail: bool) -> None:
        """Draft statements that follow one another; where `tail`, the last gives the function's value."""
        last = len(children) - 1
        for at, child in enumerate(children):
            if _is_block(child) and child.type != "do_block":
                self.block(child, depth, tail and at == last)
            else:
                self.statement(child, depth, tail and at == last)

    def statement(self, node: Node, depth: int, tail: bool = False) -> None:
        kind = node.type
        if kind in words.COMMENT or kind in words.NESTED:
            return
        if kind in words.WRAPPER and node.named_child_count:
            inner = node.named_children[-1] if kind == "labeled_statement" else node.named_children[0]
            if node.named_child_count == 1 or kind in ("labeled_statement", "redirected_statement"):
                closed = kind == "expression_statement" and self.source[node.end_byte - 1 : node.end_byte] == b";"
                self.statement(inner, depth, tail and not closed)
                return
        if kind.endswith("_modifier"):
            self.modifier(node, depth, tail)
        elif kind in words.BRANCH:
            self.compound(node, depth, "if", "branch", tail)
        elif kind in words.LOOP:
            self.compound(node, depth, "for each", "loop")
        elif kind == "do_statement" and any(child.type in words.CATCH for child in node.named_children):
            self.compound(node, depth, "try", "branch", tail)
        elif kind in words.WHILE:
            self.compound(node, depth, "while", "loop")
        elif kind in words.TRY and any(
            child.type in words.CLAUSES or _is_block(child) for child in node.named_children
        ):
            self.compound(node, depth, "try", "branch", tail)
        elif kind in words.MATCH and (
            kind != "case_statement" or node.child_by_field_name("body") or self.language == "bash"
        ):
            self.compound(node, depth, "match", "branch", tail)
        elif kind in words.CASE:
            self.compound(node, depth, "case", "branch", tail)
        elif kind in words.WITH:
            self.compound(node, depth, "with", "effect", tail)
        elif kind in words.CLAUSES:
            self.compound(node, depth, _clause_word(kind), "clause", tail)
        elif kind == "call" and self.language == "elixir" and self._word(node) in _ELIXIR:
            self.elixir(node, depth, tail)
        elif kind in words.BLOCK and kind != "do_block":
            self.block(node, depth, tail)
        else:
            self.simple(node, depth, tail)

    def modifier(self, node: Node, depth: int, tail: bool) -> None:
        """Draft `body if condition`."""
        body, condition = node.child_by_field_name("body"), node.child_by_field_name("condition")
        if body is None or condition is None:
            self.simple(node, depth, tail)
            return
        word, kind = ("while", "loop") if node.type[0] in "wu" and "less" not in node.type else ("if", "branch")
        text = ("unless " if node.type.startswith("un") else "if ") + self._text(
            condition.start_byte, condition.end_byte
        )
        self._draft(node, depth, kind, f"{word} {head(text, word)}:")
        self.statement(body, depth + 1, tail)

    def compound(self, node: Node, depth: int, word: str, kind: str, tail: bool = False) -> None:
        """Draft a head and what it holds; clauses (else, on) come at the head's own depth, cases below it."""
        start, end = self._held(node, word)
        held = [child for child in node.named_children if child.start_byte >= end and child.type not in words.COMMENT]
        if word == "else":
            inner = [child for child in held if child.type not in words.COMMENT]
            if len(inner) == 1 and inner[0].type in words.BRANCH and not inner[0].type.endswith("_modifier"):
                self.compound(inner[0], depth, "else if", "clause", tail)
                return
        if word == "on" and len(held) == 1 and held[0].type == "case_block":  # Scala: cases inside the catch
            for case in held[0].named_children:
                self.compound(case, depth, "on", "clause", tail)
            return
        text = self._text(start, end)
        if word == "case" and text.strip().rstrip(":").split()[:1] in (["default"], ["else"], ["_"], ["case_"]):
            said = "else"
        elif word == "while" and text.strip(" {(") in ("", "do") and (last := node.child_by_field_name("condition")):
            said = f"while {head(self._text(last.start_byte, last.end_byte), word)}"
            held = [child for child in held if child != last]
        else:
            said = head(text, word)
            said = f"{word} {said}" if said and word not in ("finally", "else") else word
            said = {
                "case _": "else",
                "case *": "else",
                "case true": "else",
                "while": "loop",
                "match": "match first ready",
            }.get(said, said)
        self._draft(node, depth, kind, said + ":")
        inner_depth = depth + 1
        alternative = node.child_by_field_name("alternative")
        otherwise = (
            next((child.end_byte for child in node.children if child.type == "else"), 0)
            if word != "else" and node.type != "guard_statement"
            else 0
        )
        for at, child in enumerate(held):
            is_tail = tail and (at + 1 == len(held) or held[at + 1].type in words.CLAUSES or _is_block(child))
            if child.type in words.CLAUSES and (child.type not in words.MATCH or word == "match"):
                self.statement(
                    child, inner_depth if word == "match" and child.type not in words.FINALLY else depth, tail
                )
            elif (child == alternative or (otherwise and child.start_byte >= otherwise)) and word != "match":
                if child.type in words.BRANCH:
                    self.compound(child, depth, "else if", "clause", tail)
                else:
                    self._draft(child, depth, "clause", "else:")
                    self.block(child, inner_depth, tail)
            elif child.type in words.LEAVE and word == "case":
                continue
            elif word == "match" and child.type == "case_statement":
                self.compound(child, inner_depth, "case", "branch", tail)
            else:
                self.block(child, inner_depth, is_tail) if word != "match" else self.cases(child, inner_depth, tail)

    def cases(self, node: Node, depth: int, tail: bool) -> None:
        """Draft what a match holds; each case ends the function where the match does."""
        for child in node.named_children if _is_block(node) else [node]:
            if child.type in words.CASE or child.type in words.CLAUSES:
                self.compound(child, depth, "case" if child.type in words.CASE else "else", "branch", tail)
            elif _is_block(node):
                self.statement(child, depth, tail)

    def _held(self, node: Node, word: str) -> tuple[int, int]:
        """Return where a statement's head starts, and where what it holds begins."""
        children = node.children
        start = node.start_byte
        guard = node.type == "guard_statement"
        for at, child in enumerate(children):
            kind = child.type
            if word == "case" and at and not child.is_named and kind in ("=>", "->", ":", ")"):
                return start, child.end_byte
            if not child.is_named:
                if kind in ("then", "do", "{") and at and not (kind == "{" and node.type == "do_statement"):
                    return start, child.end_byte
                if (
                    kind in ("else", "@try", "try", "begin", "finally", "ensure", "do", "repeat", "@finally")
                    and at == 0
                ):
                    return start, child.end_byte
                if (
                    kind == ")"
                    and word in ("if", "else if", "while", "for each")
                    and self.language in ("kotlin", "scala")
                ):
                    return start, child.end_byte
                continue
            if guard and kind == "else":
                return start, child.end_byte
            if kind == "resource_specification":
                continue
            if word == "else if" and kind in ("elsif",):
                continue
            if (
                kind in words.BLOCK
                or (kind in words.CLAUSES and kind not in words.MATCH and at)
                or kind.endswith(("_block", "_body", "_arm"))
                or (at and kind.endswith("_statement") and word not in ("with",))
            ) and at:
                return start, child.start_byte
            if kind in ("body", "stab_clause"):
                return start, child.start_byte
        for field in ("body", "consequence", "right"):
            found = node.child_by_field_name(field)
            if found is not None:
                return start, found.start_byte
        return start, node.end_byte

    def elixir(self, node: Node, depth: int, tail: bool) -> None:
        """Draft Elixir's control flow, whose every statement is a call."""
        name = self._word(node)
        word = _ELIXIR[name]
        block = next((child for child in node.named_children if child.type == "do_block"), None)
        if block is None:
            self.simple(node, depth, tail)
            return
        said = head(self._text(node.start_byte, block.start_byte), word).removeprefix("cond").strip()
        said = said or ("first true" if name == "cond" else "")
        self._draft(node, depth, "loop" if word == "for each" else "branch", f"{word} {said}".rstrip() + ":")
        for child in block.named_children:
            if child.type in ("else_block", "rescue_block", "after_block", "catch_block"):
                clause = {"else_block": "else", "after_block": "finally"}.get(child.type, "on")
                stabs = [inner for inner in child.named_children if inner.type == "stab_clause"]
                for stab in stabs:
                    self.compound(stab, depth, "on" if clause == "on" else "case", "clause", tail)
                if not stabs:
                    self._draft(child, depth, "clause", clause + ":")
                    self.run(child.named_children, depth + 1, tail)
            elif child.type == "stab_clause":
                self.compound(child, depth + 1, "case", "branch", tail)
            else:
                self.statement(child, depth + 1, tail and child == block.named_children[-1])

    def simple(self, node: Node, depth: int, tail: bool = False) -> None:
        kind = node.type
        text = self._text(node.start_byte, min(node.end_byte, node.start_byte + LONGEST)).strip()
        if not text:
            return
        if kind in words.LEAVE or _LEAVING.match(text):
            self._draft(node, depth, "leave", shorten(text))
        elif kind in words.RAISE or _RAISING.match(text):
            self._draft(node, depth, "end", "raise " + shorten(_RAISING.sub("", text, count=1)))
        elif _RETURNING.match(text) or text == "return" or kind in words.YIELD:
            self._draft(node, depth, "end", shorten(text))
        elif kind in words.SPAWN:
            self._draft(node, depth, "effect", shorten(text))
        elif kind in words.CHECK:
            self._draft(node, depth, "check", shorten(text))
        elif kind in words.DELETE:
            self._draft(node, depth, "effect", shorten(text))
        elif kind in words.ASSIGN or kind in words.DECLARE or (self.language == "elixir" and _BINDING.match(text)):
            self.assignment(node, depth, text)
        elif self.closure(node, depth):
            return
        elif tail:
            self._draft(node, depth, "end", "return " + shorten(text))
        elif "(" in text or kind in words.CALL or kind == "identifier":
            kind = "log" if _LOG.match(text) else "effect" if _EFFECT.search(text, 0, REACH) else "call"
            self._draft(node, depth, kind, "call " + shorten(text))

    def closure(self, node: Node, depth: int) -> bool:
        """Draft a call that is handed a function of several statements; False when it is none."""
        found = self._closure_in(node, 5)
        if found is None or found.start_point.row == found.end_point.row:
            return False
        text = self._text(node.start_byte, found.start_byte).rstrip("( ,\n&")
        each = _EACH_CALL.match(text)
        body = found.child_by_field_name("body") or next(
            (c for c in reversed(found.named_children) if _is_block(c)), None
        )
        if each:
            given = found.child_by_field_name("parameters")
            item = self._text(given.start_byte, given.end_byte).strip("|() ") if given is not None else "it"
            self._draft(node, depth, "loop", f"for each {shorten(item, 24)} in {shorten(each[1], 50)}:")
        else:
            self._draft(node, depth, "call", f"call {shorten(text, 60)}:")
        self.run((body or found).named_children, depth + 1, False)
        return True

    def _closure_in(self, node: Node, depth: int) -> Node | None:
        for child in node.named_children:
            if child.type in words.CLOSURE:
                return child
            if depth and child.end_point.row > child.start_point.row:
                found = self._closure_in(child, depth - 1)
                if found is not None:
                    return found
        return None

    def assignment(self, node: Node, depth: int, text: str) -> None:
        target = ""
        for field in _FIELDS:
            found = node.child_by_field_name(field)
            if found is not None:
                target = self._text(found.start_byte, found.end_byte)
                break
        sides = _EQUALS.split(text, maxsplit=1)
        if not target:
            target = sides[0].rstrip(" +-*/|&^%<>:?").rsplit(None, 1)[-1] if sides[0].strip() else ""
        right = sides[1] if len(sides) > 1 else ""
        plain = shorten(_DECLARING.sub("", text))
        outer = _OUTER.search(target) if self.language not in ("php", "bash") else re.search(r"->|::|\[", target)
        if outer and not target.startswith(("[", "{")):
            self._draft(node, depth, "set", "set " + shorten(text))
        elif "await " in right or _EFFECT.search(right, 0, REACH):
            self._draft(node, depth, "effect", plain)
        elif "(" in right:
            self._draft(node, depth, "bind", plain)
        elif "lock" in text.partition("(")[0].lower():
            self._draft(node, depth, "effect", plain)
        else:
            self._draft(node, depth, "local", plain)

    def _word(self, node: Node) -> str:
        target = node.child_by_field_name("target")
        return self._text(target.start_byte, target.end_byte) if target is not None else ""

    def _draft(self, node: Node, depth: int, kind: str, text: str) -> None:
        self.drafts.append(Draft(node.start_point.row, min(depth, DEEPEST), kind, text))

    def _text(self, start: int, end: int) -> str:
        return self.source[start:end].decode("utf-8", "replace")


def _clause_word(kind: str) -> str:
    if kind in words.ELSE_IF:
        return "else if"
    if kind in words.ELSE:
        return "else"
    return "on" if kind in words.CATCH else "finally"
